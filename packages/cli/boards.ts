import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AnyGame } from '@ludus/game/game.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import { GAMES } from 'ludus/registry.ts';
import { UsageError } from './exit.ts';
import { readText, shownName } from './files.ts';

/** The folder of the boards that come with Ludus: boards/<game>/<name>.cnf. */
export const BOARDS_FOLDER: string = fileURLToPath(new URL('../games/', import.meta.url));

/** A board that was read, and the game that it belongs to. */
export interface LoadedBoard {
  readonly game: AnyGame;
  // biome-ignore lint/suspicious/noExplicitAny: the board of `game`
  readonly board: any;
  /** The file's name, or `standard input`. */
  readonly file: string;
}

/** `boards/<game>/<name>.cnf` names a board that comes with Ludus, wherever one is. */
function builtinPath(file: string): string {
  const [, game, name] = /^boards\/(\w+)\/([\w-]+\.\w+)$/.exec(file) ?? [];
  if (game === undefined || existsSync(file)) return file;
  const builtin = join(BOARDS_FOLDER, game, 'boards', name);
  return existsSync(builtin) ? builtin : file;
}

/** Reads a board of any game; `-` is standard input. The game is the one whose reader knows the first word. */
export function loadBoard(file: string, games: readonly AnyGame[] = GAMES): LoadedBoard {
  const shown = shownName(file);
  const text = readText(builtinPath(file));
  if (text.trim() === '') throw new UsageError(`${shown}: the board is empty`);
  for (const game of games) {
    const read = game.readBoard(text);
    if (read.ok) return { game, board: read.value, file: shown };
    if (read.problem.code !== 'board/foreign') throw new UsageError(`${shown}: ${describeProblem(read.problem)}`);
  }
  const word = /\S+/.exec(text.slice(0, 1000))?.[0].slice(0, 40) ?? 'nothing';
  throw new UsageError(`${shown}: line 1: no game has a board that begins with ${word}`);
}

/** The names of a game's boards that come with Ludus, without their ending. */
export function boardNames(game: string): string[] {
  return readdirSync(new URL(`../games/${game}/boards/`, import.meta.url))
    .map((file) => file.replace(/\.\w+$/, ''))
    .sort();
}

/** A path, or the name of a board that comes with the game: `maze1`. */
export function boardFile(game: string, name: string): string {
  return fileURLToPath(new URL(`../games/${game}/boards/${name}.cnf`, import.meta.url));
}
