import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyGame } from '@ludus/game/game.ts';
import { nearest } from '@ludus/runtime/resolve.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import type { AnyKit } from 'ludus/kit.ts';
import { KITS as OWN } from 'ludus/registry.ts';
import { GAMES_FOLDER, KITS_ELSEWHERE } from './games-folder.ts';

const folders = new Map<string, string>(OWN.map(({ game }) => [game.id, join(GAMES_FOLDER, game.id)]));
const more: AnyKit[] = [];
for (const file of KITS_ELSEWHERE) {
  const kit = await kitElsewhere(file);
  folders.set(kit.game.id, dirname(file));
  more.push(kit);
}

/** Every game: those that come with Ludus, and those that LUDUS_GAMES names. */
export const KITS: readonly AnyKit[] = [...OWN, ...more];
export const GAMES: readonly AnyGame[] = KITS.map((kit) => kit.game);

/** For the help of `--game`. */
export const GAME_IDS: string = GAMES.map((game) => game.id).join(', ');

/** The game of a name that somebody typed. */
export function gameNamed(id: string, among: readonly AnyGame[] = GAMES): AnyGame {
  const game = among.find((each) => each.id === id);
  if (game) return game;
  const ids = among.map((each) => each.id);
  const near = nearest(id, ids);
  throw new UsageError(`there is no game ${id}; ${near ? `did you mean ${near}?` : `known are ${ids.join(', ')}`}`);
}

export function kitOf(game: AnyGame): AnyKit {
  return KITS.find((kit) => kit.game.id === game.id)!;
}

/** The folder in which all of a game lies. */
export const folderOf = (game: AnyGame): string => folders.get(game.id)!;

/** The files of the boards that come with a game, by their names without ending; none for a game that makes its boards of seeds. */
export function boardFiles(game: AnyGame): ReadonlyMap<string, string> {
  const folder = join(folderOf(game), 'boards');
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder).filter((file) => !file.startsWith('.'));
  const sorted = files.map((file) => [file.replace(/\.\w+$/, ''), join(folder, file)] as const);
  return new Map(sorted.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A file that a kit names: its path is relative to the folder of all games. */
export const sampleFile = (game: AnyGame, file: string): string => join(dirname(folderOf(game)), file);

/** The kit that a file exports; what is wrong with it is for whoever is making the game, so it says where. */
async function kitElsewhere(file: string): Promise<AnyKit> {
  const wrong = (why: string) => new UsageError(`LUDUS_GAMES names ${file}, ${why}`);
  if (!existsSync(file)) throw wrong('and there is no such file');
  let kit: AnyKit | undefined;
  try {
    ({ kit } = (await import(pathToFileURL(file).href)) as { kit?: AnyKit });
  } catch (error) {
    throw wrong(`which cannot be imported: ${causeOf(error)}`);
  }
  const id: unknown = kit?.game?.id;
  if (kit === undefined || typeof id !== 'string') throw wrong('which exports no kit of a game');
  // Commands and players find the game by its folder's name.
  if (basename(dirname(file)) !== id) throw wrong(`whose folder must be called ${id}, as its game is`);
  if (folders.has(id)) throw wrong(`and there is a game ${id} already`);
  return kit;
}

/** What a module threw, and the place in its code where the stack tells one. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = /file:\/\/(\S+:\d+):\d+/.exec(error.stack ?? '')?.[1];
  return place === undefined ? error.message : `${error.message} (${place})`;
}
