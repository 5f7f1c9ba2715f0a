import type { CppSdk } from '@ludus/runtime/compile.ts';
import type { GuestModules, Libraries } from '@ludus/runtime/parts.ts';
import type { PlayerSource } from '@ludus/runtime/resolve.ts';
import type { Command } from 'commander';

/**
 * What a game has for files and processes: `parts` in its `node.ts`, next to `commands`. Optional, and never loaded by a browser.
 * Paths are absolute (`fileURLToPath(new URL(…, import.meta.url))`); files that are named so are in no other module of a game.
 */
export interface NodeParts {
  /** C++ players are compiled against these headers and loaded; the kit's `image` says what they see. */
  readonly cpp?: CppSdk;
  /** The module that exports `follow`, for players that are modules and run as programs: usually `player/host.ts`. */
  readonly follow?: string;
  /**
   * Players that are modules and run in their own engine: the module of their side of it, `player/guest.ts`, and what they may
   * import.
   */
  readonly guest?: GuestModules;
  /** The tools for programs. */
  readonly libraries?: Libraries;
  /** The services of the game's panel in the studio (`view/studio.tsx`) on this machine; started when the studio is opened. */
  readonly services?: () => Promise<Services>;
}

export interface Services {
  /** By name: what a call answers, as JSON. An exception's message is for users. */
  readonly calls: Readonly<Record<string, Service>>;
  /** Ends all that the calls have begun. */
  close(): void;
}
export type Service = (query: URLSearchParams) => Promise<unknown>;

/** The tools that the program passes to a game's own command. */
export interface CommandTools {
  /** Finds a player of the game by its name, as every command does; errors are thrown as messages for users. */
  findPlayer(name: string): Promise<PlayerSource>;
  /** The players of the game that can be named. */
  listPlayers(): Promise<readonly { readonly name: string; readonly summary: string }[]>;
  /** The viewer's script, for a page of the game's own. */
  viewerCode(): Promise<Uint8Array>;
}

/** Adds a command of a game's own to the program. */
export type AddGameCommand = (program: Command, tools: CommandTools) => void;
