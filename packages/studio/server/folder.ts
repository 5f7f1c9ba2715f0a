import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import type { AnyGame } from '@ludus/game/game.ts';
import { readRegular } from '@ludus/runtime/files.ts';
import { importedId } from '@ludus/runtime/parts.ts';
import { homeOf, importedFiles, pythonFiles, readsMatch } from '../match/files.ts';

/** The files of a folder that the studio can use, as paths relative to the folder. */
export interface Listing {
  readonly boards: string[];
  readonly players: string[];
  readonly replays: string[];
  /** The files that Python players import, by the player's path. Names are relative to the player's folder. */
  readonly imports: Record<string, readonly string[]>;
}

/** Maximum size of a board file, in bytes. */
const MAX_BOARD_BYTES = 8_000_000;
/** Maximum size of a player's file, in bytes. */
const MAX_PLAYER_BYTES = 2 ** 21;

/**
 * If a folder contains this file, the folder's files aren't listed, for example because the folder's players are tests.
 */
const LEFT_OUT = '.ludusignore';

/** A folder's boards, players, and replays for these games. Nothing outside the folder is accessible. */
export interface OfferedFolder {
  /** Lists at most two levels of folders, without hidden folders and installed packages. */
  list(): Listing;
  /**
   * Reads a board, a player, a file that a player imports, a replay, or a replay's sidecar; undefined for any other
   * file.
   */
  read(path: string): Buffer | undefined;
}

export function offerFolder(folder: string, games: readonly AnyGame[], modules: readonly string[] = []): OfferedFolder {
  const replays = [...new Set(games.map((game) => game.replayExtension))];
  const boards = [...new Set(games.map((game) => game.boardExtension))];
  const ids = new Set(games.map((game) => game.id));
  const ends = (name: string, endings: readonly string[]) => endings.some((ending) => name.endsWith(ending));

  const isModule = (name: string) => modules.some((module) => name === `${module}.py`);
  const isReplay = (name: string) =>
    ends(name, replays) ||
    ends(
      name,
      replays.map((each) => `${each}.gz`),
    );
  const isSidecar = (name: string) =>
    ends(
      name,
      replays.map((each) => `${each}.json`),
    );
  const isBoard = (name: string, file: string) => {
    const text = ends(name, boards) ? textOf(file, MAX_BOARD_BYTES) : undefined;
    return text !== undefined && games.some((game) => game.readBoard(text).ok);
  };
  const isPlayer = (name: string, file: string) => {
    // The SDK in a starter project also reads lines, but isn't a player.
    if (name.endsWith('.py')) return !isModule(name) && readsMatch(textOf(file, MAX_PLAYER_BYTES) ?? '', modules);
    if (!ends(name, ['.ts', '.js']) || /\.(?:test|d)\.[tj]s$/.test(name)) return false;
    const imported = importedId(textOf(file, MAX_PLAYER_BYTES) ?? '');
    return imported !== undefined && ids.has(imported);
  };

  const list = (): Listing => {
    const found: Listing = { boards: [], players: [], replays: [], imports: {} };
    const walk = (relative: string, depth: number): void => {
      const entries = entriesOf(join(folder, relative));
      if (entries.some(({ name }) => name === LEFT_OUT)) return;
      for (const entry of entries) {
        if (entry.name.startsWith('.') || entry.name === 'node_modules' || entry.isSymbolicLink()) continue;
        const path = relative === '' ? entry.name : `${relative}/${entry.name}`;
        if (entry.isDirectory()) {
          if (depth < 2) walk(path, depth + 1);
        } else if (!entry.isFile()) continue;
        else if (isReplay(entry.name)) found.replays.push(path);
        else if (isPlayer(entry.name, join(folder, path))) found.players.push(path);
        else if (isBoard(entry.name, join(folder, path))) found.boards.push(path);
      }
    };
    walk('', 0);
    for (const paths of [found.boards, found.players, found.replays]) paths.sort();
    for (const player of found.players) if (player.endsWith('.py')) found.imports[player] = importsOf(player);
    return found;
  };
  /** The files that a player imports from its folder and its subfolders. */
  const importsOf = (player: string): string[] => {
    const home = homeOf(player);
    const text = (name: string) => textOf(join(folder, home, name), MAX_PLAYER_BYTES);
    const main = basename(player);
    const files = player.endsWith('.py')
      ? pythonFiles({ name: main, text: text(main) ?? '' }, text)
      : importedFiles(main, text);
    return files.map(({ name }) => name);
  };
  /** Whether a listed player imports this file. Links are not followed. */
  const isImported = (path: string): boolean =>
    /\.(?:[cm]?[jt]s|py)$/.test(path) &&
    list().players.some((player) => {
      const home = homeOf(player);
      return path.startsWith(home) && importsOf(player).some((name) => home + name === path);
    });

  return {
    list,
    read(path) {
      const file = existingFile(join(folder, path));
      if (file === undefined || !file.startsWith(realpathSync(folder) + sep)) return undefined;
      if (path.split('/').some((part) => part.startsWith('.'))) return undefined;
      const name = basename(file);
      if (!isReplay(name) && !isSidecar(name) && !isPlayer(name, file) && !isBoard(name, file) && !isImported(path))
        return undefined;
      return readFileSync(file);
    },
  };
}

/** A plain file's text; undefined if it isn't a plain file, is too long, or cannot be read. */
function textOf(file: string, most: number): string | undefined {
  const read = readRegular(file, { most, links: false });
  return read.ok ? read.bytes.toString('utf8') : undefined;
}

/** The entries of a folder; empty if it no longer exists or cannot be read. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Resolves links to a file; undefined if there is none. */
function existingFile(path: string): string | undefined {
  try {
    const file = realpathSync(path);
    return statSync(file).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}
