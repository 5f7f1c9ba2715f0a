import { createStore, del, set, values } from 'idb-keyval';
import { GAME_FILES, kitOf } from '../games/kits.ts';
import type { OwnCode } from '../match/order.ts';
import { ofAccount } from './browser-storage.ts';

/** The files of a player in a folder that the user has opened. */
export interface DiskFiles {
  /** Of the file that begins, seen from the folder; absent: it is to be made. */
  readonly path?: string;
  /** The files at the time when the player was read, by path. */
  readonly read: Readonly<Record<string, string>>;
}

/** A player written in the studio. */
export interface OwnPlayer extends OwnCode {
  readonly game: string;
  readonly name: string;
  /** `folder`: a file of the folder that is served; it is edited there. `disk`: of a folder that the user has opened, and saved there. */
  readonly from: 'browser' | 'folder' | 'disk';
  /** Its folder, if it is `from` the disk. */
  readonly disk?: DiskFiles;
}

const store = createStore(ofAccount('ludus-studio-players'), 'players');
const key = (player: OwnPlayer): string => `${player.game}/${player.name}`;

/** The players kept in this browser, by name. */
export async function ownPlayers(): Promise<OwnPlayer[]> {
  return (await values<OwnPlayer>(store)).sort((a, b) => a.name.localeCompare(b.name));
}
export async function keepPlayer(player: OwnPlayer): Promise<void> {
  await set(key(player), player, store);
}
export async function forgetPlayer(player: OwnPlayer): Promise<void> {
  await del(key(player), store);
}

/** The start of a new player of a game: the game's sample; undefined if it has none that can be played here. */
export function template(game: string, name: string, language?: 'python'): string | undefined {
  const { samples, api } = kitOf(game) ?? {};
  const sample = language ? samples?.[language] : (samples?.typescript ?? samples?.javascript);
  if (!sample || (!language && !api)) return undefined;
  let text = (GAME_FILES[sample.file] ?? '').replaceAll(new RegExp(`\\b${sample.word}\\b`, 'g'), name);
  for (const [word, own] of Object.entries(sample.words ?? {})) text = text.replaceAll(word, own);
  return text;
}
