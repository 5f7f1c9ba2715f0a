import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const GAMES_FOLDER = fileURLToPath(new URL('../', import.meta.url));
const BESIDE = fileURLToPath(new URL('../../../../shared/golden/', import.meta.url));

/**
 * Replays printed by the original programs. Nine of them are in the games' folders, so every clone of the repository
 * can check that it still reproduces these replays byte for byte. The full set isn't part of the repository.
 */
export interface GoldenReplay {
  /** `madmax/default-s1-Demo_Demo_Demo_Demo.res.gz` */
  readonly name: string;
  readonly file: string;
}

/** Whether the full set is next to the repository, in ../shared/golden. */
export const HAS_FULL_SET: boolean = existsSync(BESIDE);

/**
 * The golden replays of a game, for the first revision of its rules or another revision. These are the replays in its
 * folder, and the rest of the full set if it is available.
 */
export function goldenReplays(id: string, revision = '1'): readonly GoldenReplay[] {
  const [folder, set] = revision === '1' ? ['', ''] : [`revision${revision}/`, revision];
  const own = globSync(`${id}/golden/${folder}*.res.gz`, { cwd: GAMES_FOLDER }).map((file) => `${GAMES_FOLDER}${file}`);
  const all = HAS_FULL_SET ? globSync(`${id}${set}/*.res.gz`, { cwd: BESIDE }).map((file) => `${BESIDE}${file}`) : [];
  const files = new Map([...all, ...own].map((file) => [`${id}${set}/${basename(file)}`, file]));
  return [...files].map(([name, file]) => ({ name, file })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The boards of the full set. */
export function goldenBoards(id: string): readonly string[] {
  return HAS_FULL_SET ? globSync(`${id}/boards/*.cnf`, { cwd: BESIDE }).map((file) => `${BESIDE}${file}`) : [];
}

export const goldenText = (file: string): string => gunzipSync(readFileSync(file)).toString('latin1');

/** The replay of four Demos on the board `default` with seed 1. */
export const goldenDemos = (id: string): string =>
  goldenText(`${GAMES_FOLDER}${id}/golden/default-s1-Demo_Demo_Demo_Demo.res.gz`);
