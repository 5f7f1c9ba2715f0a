import { importedId } from '@ludus/runtime/parts.ts';
import { BUILTIN_BOARDS } from '../data/boards.ts';
import type { OwnPlayer } from '../data/own-players.ts';
import { GAMES } from '../games/kits.ts';
import { homeOf, importedFiles, languageOf, type OwnFile, scriptEnding } from '../match/files.ts';
import { codeOf } from '../match/order.ts';
import type { FolderAnswer } from '../server/serve-studio.ts';
import { pythonGames } from './disk.ts';
import { folderBoards, folderReplays, hasRooms, own, serving, site } from './state.ts';

/** Loads the folder that `ludus open` serves. Does nothing if the studio comes from a plain file server. */
export async function loadFolder(): Promise<void> {
  const listed = await fetch('api/folder').catch(() => undefined);
  if (!listed?.ok || !listed.headers.get('content-type')?.includes('json')) return;
  const { boards, players, replays, imports, services, scripts, python, rooms } = (await listed.json()) as FolderAnswer;
  serving.value = services;
  hasRooms.value = rooms;
  site.value = { scripts, python, cpp: {} };
  folderReplays.value = replays;
  const foundBoards = await Promise.all(
    boards.map(async (path) => {
      const text = await folderFile(path);
      const game = GAMES.find((each) => each.readBoard(text).ok)?.id;
      // If the served folder is Ludus itself, its boards are the built-in boards.
      if (game === undefined || BUILTIN_BOARDS.some((board) => board.text === text)) return [];
      return [{ game, name: path.replace(/\.\w+$/, ''), text, from: 'folder' as const }];
    }),
  );
  folderBoards.value = foundBoards.flat();
  const foundPlayers = await Promise.all(
    players.map(async (path): Promise<OwnPlayer[]> => {
      const source = await folderFile(path);
      const language = languageOf(path);
      const files = language ? await filesOf(path, imports[path] ?? []) : await importedHere(path, source);
      const imported = importedId(source);
      const games = language ? pythonGames(source, python) : imported === undefined ? [] : [imported];
      return games.map((game) => ({
        game,
        name: path.replace(/\.\w+$/, ''),
        from: 'folder',
        ...codeOf({ source, language, ending: scriptEnding(path), files }),
      }));
    }),
  );
  const written = own.value.filter((player) => player.from === 'browser');
  own.value = [...written, ...foundPlayers.flat()];
}

/** Reads files of the folder, with names relative to the folder of the player that imports them. */
const filesOf = (path: string, names: readonly string[]): Promise<OwnFile[]> =>
  Promise.all(names.map(async (name) => ({ name, text: await folderFile(homeOf(path) + name) })));

/** Reads the files in the folder that a player imports. The match reports missing files. */
async function importedHere(path: string, source: string): Promise<OwnFile[]> {
  const home = homeOf(path);
  const texts = new Map<string, string | undefined>([[path.slice(home.length), source]]);
  for (;;) {
    const missing: string[] = [];
    const found = importedFiles(path.slice(home.length), (name) => {
      if (!texts.has(name)) missing.push(name);
      return texts.get(name);
    });
    if (missing.length === 0) return found;
    await Promise.all(
      missing.map(async (name) => texts.set(name, await folderFile(home + name).catch(() => undefined))),
    );
  }
}

/** The address of a file in the folder, for the viewer and for downloads. */
export function folderUrl(path: string): string {
  return `folder/${path.split('/').map(encodeURIComponent).join('/')}`;
}

async function folderFile(path: string): Promise<string> {
  const answer = await fetch(folderUrl(path));
  if (!answer.ok) throw new Error(`${path} cannot be read: ${answer.status}`);
  return await answer.text();
}
