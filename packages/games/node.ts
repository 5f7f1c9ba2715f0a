import type { CppSdk } from '@ludus/runtime/compile.ts';
import type { GuestModules, Libraries } from '@ludus/runtime/parts.ts';
import type { PlayerSource } from '@ludus/runtime/resolve.ts';
import type { Command } from 'commander';

/**
 * A game's parts for files and processes: `parts` in its `node.ts`, next to `commands`. Optional, and never loaded by a
 * browser. Paths are absolute (`fileURLToPath(new URL(…, import.meta.url))`); only this module of a game may name files
 * in that way.
 */
export interface NodeParts {
  /** C++ players are compiled with these headers and loaded; the kit's `image` defines their input. */
  readonly cpp?: CppSdk;
  /** The module that exports `follow`, for module players that run as programs: usually `player/host.ts`. */
  readonly follow?: string;
  /**
   * For module players in a separate engine: the module of the game's side, `player/guest.ts`, and the modules that
   * they may import.
   */
  readonly guest?: GuestModules;
  /** Libraries for programs. */
  readonly libraries?: Libraries;
  /**
   * The services of the game's panel in the studio (`view/studio.tsx`) on this machine; started when the studio opens.
   */
  readonly services?: () => Promise<Services>;
}

export interface Services {
  /** By name: the function that answers a call, as JSON. An exception's message is for users. */
  readonly calls: Readonly<Record<string, Service>>;
  /** Ends everything that the calls have started. */
  close(): void;
}
export type Service = (query: URLSearchParams) => Promise<unknown>;

/** The functions that the program passes to a game's command. */
export interface CommandTools {
  /** Finds a player of the game by its name, as every command does; throws errors with messages for users. */
  findPlayer(name: string): Promise<PlayerSource>;
  /** The available players of the game. */
  listPlayers(): Promise<readonly { readonly name: string; readonly summary: string }[]>;
  /** The viewer's script, for a separate page of the game. */
  viewerCode(): Promise<Uint8Array>;
}

/** Adds a game's command to the program. */
export type AddGameCommand = (program: Command, tools: CommandTools) => void;
