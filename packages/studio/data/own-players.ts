import { createStore, del, set, values } from 'idb-keyval';
import { GAME_FILES, kitOf } from '../games/kits.ts';
import type { OwnCode } from '../match/order.ts';
import { ofAccount } from './browser-storage.ts';

/** The files of a player in a folder that the user has opened. */
export interface DiskFiles {
  /** The path of the main file in the folder; absent for a new file. */
  readonly path?: string;
  /** By path: the files as they were when the player was read. */
  readonly read: Readonly<Record<string, string>>;
}

/** A player written in the studio. */
export interface OwnPlayer extends OwnCode {
  readonly game: string;
  readonly name: string;
  /**
   * `folder`: a file of the served folder, which the user edits outside the page. `disk`: a file in a folder that the
   * user has opened, and saved there.
   */
  readonly from: 'browser' | 'folder' | 'disk';
  /** The player's files, if `from` is `disk`. */
  readonly disk?: DiskFiles;
}

const store = createStore(ofAccount('ludus-studio-players'), 'players');
const key = (player: OwnPlayer): string => `${player.game}/${player.name}`;

/** The players stored in this browser, by name. */
export async function ownPlayers(): Promise<OwnPlayer[]> {
  return (await values<OwnPlayer>(store)).sort((a, b) => a.name.localeCompare(b.name));
}
export async function keepPlayer(player: OwnPlayer): Promise<void> {
  await set(key(player), player, store);
}
export async function forgetPlayer(player: OwnPlayer): Promise<void> {
  await del(key(player), store);
}

/** The text of a new player: the game's sample; undefined if the game has no sample that this page can play. */
export function template(game: string, name: string, language?: 'python'): string | undefined {
  const { samples, api } = kitOf(game) ?? {};
  const sample = language ? samples?.[language] : (samples?.typescript ?? samples?.javascript);
  if (!sample || (!language && !api)) return undefined;
  let text = (GAME_FILES[sample.file] ?? '').replaceAll(new RegExp(`\\b${sample.word}\\b`, 'g'), name);
  for (const [word, own] of Object.entries(sample.words ?? {})) text = text.replaceAll(word, own);
  return text;
}
