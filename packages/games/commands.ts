import type { PlayerSource } from '@ludus/runtime/resolve.ts';
import type { Command } from 'commander';

/** What a command of a game's own is handed by the program that it becomes a part of. */
export interface CommandTools {
  /** Finds a player of the game by its name, as every command does; what is wrong is thrown as one sentence. */
  findPlayer(name: string): Promise<PlayerSource>;
  /** The players of the game that can be named. */
  listPlayers(): Promise<readonly { readonly name: string; readonly summary: string }[]>;
  /** The viewer's script, for a page of the game's own. */
  viewerCode(): Promise<Uint8Array>;
}

/** Adds a command of a game's own to the program. */
export type AddGameCommand = (program: Command, tools: CommandTools) => void;
