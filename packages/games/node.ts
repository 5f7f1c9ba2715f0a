import type { CppSdk } from '@ludus/runtime/compile.ts';
import type { GuestModules, Libraries } from '@ludus/runtime/parts.ts';
import type { PlayerSource } from '@ludus/runtime/resolve.ts';
import type { Command } from 'commander';

/**
 * The parts of a game that use files and processes: `parts` in its `node.ts`, next to `commands`. They are optional,
 * and a browser never loads them. Paths are absolute (`fileURLToPath(new URL(…, import.meta.url))`). Only this module
 * of a game may refer to files in that way.
 */
export interface NodeParts {
  /** The headers with which C++ players are compiled. The kit's `image` defines their input. */
  readonly cpp?: CppSdk;
  /** The module that exports `follow`, for players that are modules but run as programs: usually `player/host.ts`. */
  readonly follow?: string;
  /**
   * For players that are modules in a separate engine: the module of the game's side, `player/guest.ts`, and the
   * modules that players may import.
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
  /** The functions that answer calls, by name, with JSON values. The message of an exception is for users. */
  readonly calls: Readonly<Record<string, Service>>;
  /** Stops everything that the calls have started. */
  close(): void;
}
export type Service = (query: URLSearchParams) => Promise<unknown>;

/** The functions that the program passes to a game's command. */
export interface CommandTools {
  /** Finds a player of the game by its name, as every command does. Throws errors with messages for users. */
  findPlayer(name: string): Promise<PlayerSource>;
  /** The available players of the game. */
  listPlayers(): Promise<readonly { readonly name: string; readonly summary: string }[]>;
  /** The viewer's script, for a separate page of the game. */
  viewerCode(): Promise<Uint8Array>;
}

/** Adds a game's command to the program. */
export type AddGameCommand = (program: Command, tools: CommandTools) => void;
