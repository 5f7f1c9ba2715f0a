import { gameOf } from '@ludus/runtime/metering.ts';
import { importedId } from '@ludus/runtime/parts.ts';
import { signal } from '@preact/signals';
import { chooseFolder, forgetFolder, isAllowed, lastFolder, readSources, readText, writeText } from '../data/disk.ts';
import type { OwnPlayer } from '../data/own-players.ts';
import { kitOf } from '../games/kits.ts';
import {
  filesBeside,
  homeOf,
  importsModule,
  languageOf,
  type OwnFile,
  readsMatch,
  SCRIPT,
  scriptEnding,
} from '../match/files.ts';
import { codeOf } from '../match/order.ts';
import { own, site } from './state.ts';

/**
 * The folder on this machine that the user has opened. `isOpen`: whether the page can use the folder's files. If not,
 * the user must allow access again.
 */
export const disk = signal<{ readonly folder: FileSystemDirectoryHandle; readonly isOpen: boolean } | undefined>(
  undefined,
);

/** Lets the user choose a folder, and lists its players. */
export async function openFolder(): Promise<void> {
  const folder = await chooseFolder();
  if (folder) await use(folder);
}

/** Restores the folder of the last visit, and opens the folder if the browser still allows access. */
export async function recallFolder(): Promise<void> {
  const folder = await lastFolder();
  if (!folder) return;
  if (await isAllowed(folder)) await use(folder);
  else disk.value = { folder, isOpen: false };
}

/** Asks the user, after a click, to open the folder of the last visit. */
export async function reopenFolder(): Promise<void> {
  const folder = disk.value?.folder;
  if (folder && (await isAllowed(folder, true))) await use(folder);
}

/** Removes the folder's players from the list. The folder's files don't change. */
export async function closeFolder(): Promise<void> {
  await forgetFolder();
  disk.value = undefined;
  own.value = own.value.filter(({ from }) => from !== 'disk');
}

async function use(folder: FileSystemDirectoryHandle): Promise<void> {
  disk.value = { folder, isOpen: true };
  await refreshFolder();
}

/** Reads the folder's players again, because other programs may have changed them. */
export async function refreshFolder(): Promise<void> {
  const opened = disk.value;
  if (!opened?.isOpen) return;
  const { folder } = opened;
  const players = playersIn(folder.name, await readSources(folder));
  if (disk.value === opened) own.value = [...own.value.filter(({ from }) => from !== 'disk'), ...players];
}

/**
 * The name under which the user's list contains a player of the open folder. `path`: the path of the player's main
 * file.
 */
export const nameInFolder = (path: string): string => `${disk.value?.folder.name ?? ''}/${path}`;

/**
 * Writes files to the open folder. `texts`: the files' texts, by path. Skips files whose text is the same as in `read`.
 * Returns the paths of files that have changed on disk since they were read. If any file has changed, nothing is
 * written, unless `isAgreed`. Rejects if writing fails.
 */
export async function writeFiles(
  texts: ReadonlyMap<string, string>,
  read: Readonly<Record<string, string>>,
  isAgreed: boolean,
): Promise<readonly string[]> {
  // A new page may not have restored the folder yet.
  if (!disk.value) await recallFolder();
  const folder = disk.value?.folder;
  if (!folder) throw new Error('the folder of this file is not open. Open it again');
  if (!(await isAllowed(folder, true))) throw new Error(`this page is not allowed to write in ${folder.name}`);
  const wanted: [string, string][] = [];
  const changed: string[] = [];
  for (const [path, text] of texts) {
    if (text === read[path]) continue;
    const there = await readText(folder, path);
    if (there === text) continue;
    if (there !== read[path]) changed.push(path);
    wanted.push([path, text]);
  }
  if (changed.length > 0 && !isAgreed) return changed;
  for (const [path, text] of wanted) await writeText(folder, path, text);
  await use(folder);
  return [];
}

const NO_PLAYER = /\.(?:test|d)\.[cm]?[jt]s$/;
/** Match code that every player contains: the first in TypeScript or JavaScript, the second in C++. */
const EXPORTS = /\bexport\s+default\b|\bas\s+default\b/;
const INCLUDES = /^[ \t]*#[ \t]*include[ \t]*"Player\.hh"/m;

/** The players among the source files of a folder, each with the files in the folder that it imports or includes. */
function playersIn(folder: string, sources: ReadonlyMap<string, string>): OwnPlayer[] {
  return [...sources].flatMap(([path, source]) => {
    return gamesOf(path, source).map((game): OwnPlayer => {
      const home = homeOf(path);
      const files = filesBeside({ name: path.slice(home.length), text: source }, filesIn(home, sources));
      const read = { [path]: source, ...Object.fromEntries(files.map(({ name, text }) => [home + name, text])) };
      const code = codeOf({ source, language: languageOf(path), ending: scriptEnding(path), files });
      return { game, name: `${folder}/${path}`, from: 'disk', ...code, disk: { path, read } };
    });
  });
}

/** The games for which a file may be a player; empty if the file isn’t a player. */
function gamesOf(path: string, source: string): readonly string[] {
  const offered = site.value?.python ?? {};
  const isSdk = Object.values(offered)
    .flat()
    .some((module) => path.replace(/^.*\//, '') === `${module}.py`);
  if (SCRIPT.test(path)) {
    const game = NO_PLAYER.test(path) || !EXPORTS.test(source) ? undefined : importedId(source);
    return game === undefined ? [] : [game];
  }
  if (languageOf(path) === 'python') return isSdk ? [] : pythonGames(source, offered);
  if (languageOf(path) !== 'cpp' || !INCLUDES.test(source)) return [];
  const games = Object.entries(site.value?.cpp ?? {}).map(([id, { words }]) => ({
    id,
    title: id,
    sdk: { words: new RegExp(words, 'g') },
  }));
  const written = gameOf({ text: source }, games);
  return written ? [written.id] : games.map(({ id }) => id);
}

const filesIn = (home: string, sources: ReadonlyMap<string, string>): OwnFile[] =>
  [...sources].flatMap(([path, text]) => (homeOf(path) === home ? [{ name: path.slice(home.length), text }] : []));

/**
 * The games for which a Python file may be a player: games whose words the file contains, or else games whose SDK the
 * file imports. `offered`: by game, the SDK's modules.
 */
export function pythonGames(text: string, offered: Readonly<Record<string, readonly string[]>>): readonly string[] {
  if (!readsMatch(text, Object.values(offered).flat())) return [];
  const named = Object.keys(offered).filter((game) => kitOf(game)?.words?.test(text));
  return named.length > 0
    ? named
    : Object.keys(offered).filter((game) => offered[game].some((module) => importsModule(text, module)));
}
