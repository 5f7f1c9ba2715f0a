import { fileURLToPath } from 'node:url';
import { CPP_FALLBACK, CPP_FOLDER } from '@ludus/runtime/resolve.ts';
import type { NodeParts } from '../node.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** The parts for Node that are specific to one of the two games, in addition to the shared parts. */
export interface CylinderNode {
  readonly id: string;
  /** The folder that contains the game's Player.hh. */
  readonly headers: string;
  /** The module for players that run as programs. */
  readonly follow: string;
  /** The modules for players that run in a separate engine: the game's side, and the players' imports. */
  readonly guest: string;
  readonly api: string;
  /** Names in the game's C++ API that the other game doesn't have. */
  readonly words: RegExp;
}

/** Builds the parts for Node of one of the two games from the shared parts. */
export function cylinderNode({ id, headers, follow, guest, api, words }: CylinderNode): NodeParts {
  return {
    follow,
    guest: { entry: guest, imports: { [`ludus/${id}`]: api, 'ludus/cylinder': path('./player/api.ts') } },
    cpp: {
      include: [headers, path('./sdk/cpp'), CPP_FOLDER],
      fallback: CPP_FALLBACK,
      prefix: 'ludus/std.hh',
      runtime: {
        host: path('./sdk/cpp/runtime/native_host.cc'),
        player: path('./sdk/cpp/runtime/native_player.cc'),
        wasm: path('./sdk/cpp/runtime/wasm.cc'),
      },
      // The originals' headers, which have the same names, may be next to a player.
      ownHeaders: /^(Player|Board|Action|Utils|Structs|Settings|State|Info|Random|Registry|Game|Defs|PosDir)\.hh$/,
      words,
      as: 'AINAME.cc',
    },
    libraries: { python: [path('./sdk/python')], java: [path('./sdk/java/Ludus.java')] },
  };
}
