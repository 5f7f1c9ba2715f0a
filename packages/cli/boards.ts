import { existsSync } from 'node:fs';
import type { AnyGame } from '@ludus/game/game.ts';
import { sidesOn } from '@ludus/game/teams.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import { nearestWord } from '@ludus/runtime/resolve.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { displayName, readText } from '@ludus/shell/files.ts';
import { gameFolders } from './games-folder.ts';
import { gamesFor } from './games-for-board.ts';
import { generatedBoard, isGenerated } from './generated-boards.ts';
import { boardFiles, boardsIn, folderOf } from './kits.ts';

/** A board that was read, and its game. */
export interface LoadedBoard {
  readonly game: AnyGame;
  // biome-ignore lint/suspicious/noExplicitAny: the board of `game`
  readonly board: any;
  /** The file's name, or `standard input`. */
  readonly file: string;
}

/**
 * Reads a board of one of these games. `named` can be a file, `-` for standard input, the name of a built-in board
 * (`maze1`, `boards/<game>/<name>`), or a generated board (`generated:<game>:7`). The board belongs to the game whose
 * reader recognises its first word.
 */
export function loadBoard(named: string, games: readonly AnyGame[]): LoadedBoard {
  const made = existsSync(named) ? undefined : generatedBoard(named, games);
  if (made) return { game: made.game, board: made.board, file: named };
  return readAs(named, textOf(named, new Map(games.map((game) => [game.id, folderOf(game)]))), games);
}

/**
 * Reads a board of any game, and loads as few games as possible. `hint`: is added to the message that reports an empty
 * board.
 */
export async function loadAnyBoard(named: string, hint = ''): Promise<LoadedBoard> {
  if (isGenerated(named) && !existsSync(named)) return loadBoard(named, (await import('./games.ts')).GAMES);
  const text = textOf(named, gameFolders(), hint);
  return readAs(named, text, await gamesFor(text));
}

function textOf(named: string, folders: ReadonlyMap<string, string>, hint = ''): string {
  const file = named === '-' || existsSync(named) ? named : (builtinBoard(named, folders) ?? named);
  if (file === named && /^[\w-]+$/.test(named) && named !== '-' && !existsSync(named)) {
    const names = [...folders.values()].flatMap((folder) => [...boardsIn(folder).keys()]);
    const near = nearestWord(named, names);
    const hint = near ? `did you mean ${near}?` : `choose a file, or ${[...new Set(names)].sort().join(', ')}`;
    throw new UsageError(`there is no board ${named}; ${hint}`);
  }
  const text = readText(file);
  if (text.trim() === '') throw new UsageError(`${displayName(named)}: the board is empty${hint}`);
  return text;
}

function readAs(named: string, text: string, games: readonly AnyGame[]): LoadedBoard {
  const file = displayName(named);
  for (const game of games) {
    const read = game.readBoard(text);
    if (read.ok) return { game, board: read.value, file };
    if (read.problem.code !== 'board/foreign') throw new UsageError(`${file}: ${describeProblem(read.problem)}`);
  }
  const word = /\S+/.exec(text.slice(0, 1000))?.[0].slice(0, 40) ?? 'nothing';
  throw new UsageError(
    games.length === 1
      ? `${file}: line 1: no board of ${games[0].title} begins with ${word}`
      : `${file}: line 1: no game has a board that begins with ${word}; for a board of a custom game, name its kit.ts in LUDUS_GAMES`,
  );
}

/**
 * Returns the file of the built-in board that the text names: `maze1` if only one game has a board of this name, or
 * `boards/<game>/<name>`. `folders`: the games' folders by name.
 */
function builtinBoard(named: string, folders: ReadonlyMap<string, string>): string | undefined {
  const [, only, name] = /^(?:boards\/(\w+)\/)?([\w-]+)(?:\.\w+)?$/.exec(named) ?? [];
  if (name === undefined) return undefined;
  const having = [...folders].filter(
    ([id, folder]) => (only === undefined || id === only) && boardsIn(folder).has(name),
  );
  if (having.length > 1)
    throw new UsageError(
      `several games have a board ${name}: choose ${having.map(([id]) => `boards/${id}/${name}`).join(' or ')}`,
    );
  return having.length === 1 ? boardsIn(having[0][1]).get(name) : undefined;
}

/** Returns the names of a game's built-in boards, the default first. */
export function boardNames(game: AnyGame): string[] {
  const names = [...boardFiles(game).keys()];
  return names.includes('default') ? ['default', ...names.filter((name) => name !== 'default')] : names;
}

/** Returns the file of a built-in board. */
export function boardFile(game: AnyGame, name: string): string {
  const file = boardFiles(game).get(name);
  if (file !== undefined) return file;
  if (/[./\\]/.test(name)) throw new UsageError(`cannot read ${name}: there is no such file`);
  const names = boardNames(game);
  const near = nearestWord(name, names);
  throw new UsageError(
    names.length === 0
      ? `${game.title} comes with no boards: use generated:GAME:SEED`
      : `unknown board ${name}; ${near ? `did you mean ${near}?` : `choose ${names.join(', ')}`}`,
  );
}

/** A board and the text of its file. */
export interface UsualBoard {
  readonly name: string;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the board of the game that was asked
  readonly board: any;
}

/**
 * Returns the board to play on if no board is named: the default board, or the board that the game generates from the
 * seed. `players`: the number of seats or teams that the board must have, if the game has such a board.
 */
export function usualBoard(game: AnyGame, seed: number, players?: number): UsualBoard {
  const names = boardNames(game);
  const name = players === undefined ? names[0] : (names.find((each) => isFor(game, each, players)) ?? names[0]);
  if (name === undefined && !game.generateBoard)
    throw new UsageError(`${game.title} comes with no board: name a board file`);
  const text = name === undefined ? game.printBoard(game.generateBoard!(seed)) : readText(boardFile(game, name));
  const read = game.readBoard(text);
  if (!read.ok) throw new Error(`${name ?? `the board generated from seed ${seed}`}: ${describeProblem(read.problem)}`);
  return { name: name ?? `seed${seed}`, text, board: read.value };
}

function isFor(game: AnyGame, name: string, players: number): boolean {
  const read = game.readBoard(readText(boardFile(game, name)));
  return read.ok && (game.seatsOf(read.value) === players || sidesOn(game, read.value) === players);
}
