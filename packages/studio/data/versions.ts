import type { RungResult } from '@ludus/lab/duels.ts';
import { createStore, del, get, set, update } from 'idb-keyval';
import type { OwnCode, OwnPlayerOrder } from '../match/order.ts';
import { ofAccount } from './browser-storage.ts';

/** The result of a version against one opponent of the practice ladder. */
export interface RungRecord extends Pick<RungResult, 'pairs' | 'wins' | 'isBeaten'> {
  /** The time of the result, in milliseconds since 1970. */
  readonly at: number;
  /** The share of the points, 0…1, with its 95% interval. */
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** A version of a bot that has played, with its results. */
export interface BotVersion {
  /** The version's number, counted from 1 in the order in which the versions first played. */
  readonly number: number;
  /** The time of the version's first match, in milliseconds since 1970. */
  readonly at: number;
  readonly code: OwnCode;
  /** Number of matches on the stage, and number of these matches in which no other player got a better place. */
  readonly matches: number;
  readonly firsts: number;
  /** The newest result, by opponent of the practice ladder. */
  readonly rungs: Readonly<Record<string, RungRecord>>;
}

/** Maximum number of stored versions per bot. */
export const MAX_VERSIONS = 40;

const textOf = ({ source, language, ending, files = [] }: OwnCode): string =>
  JSON.stringify([source, language ?? null, ending ?? null, files.map(({ name, text }) => [name, text])]);

export const isSameCode = (one: OwnCode, other: OwnCode): boolean => textOf(one) === textOf(other);

/**
 * Returns the versions after one version has played a match. Code that has played before keeps its version. If there
 * are too many versions, the oldest without a beaten opponent are deleted.
 *
 * @param versions in the order of their numbers
 * @param change adds the result
 */
export function withResult(
  versions: readonly BotVersion[],
  code: OwnCode,
  at: number,
  change: (version: BotVersion) => BotVersion,
): readonly BotVersion[] {
  const known = versions.findIndex((version) => isSameCode(version.code, code));
  if (known >= 0) return versions.map((version, n) => (n === known ? change(version) : version));
  const number = (versions.at(-1)?.number ?? 0) + 1;
  const kept = [...versions];
  while (kept.length >= MAX_VERSIONS) {
    const weak = kept.findIndex(({ rungs }) => !Object.values(rungs).some(({ isBeaten }) => isBeaten));
    kept.splice(Math.max(0, weak), 1);
  }
  return [...kept, change({ number, at, code, matches: 0, firsts: 0, rungs: {} })];
}

/** A version as a player of a match. A C++ bot keeps the name of its class; other bots are named by their number. */
export const seatedVersion = ({ number, code }: BotVersion, name: string): OwnPlayerOrder => ({
  kind: 'own',
  name: code.language === 'cpp' ? name : `v${number}`,
  ...code,
});

/** Adds a match on the stage. `place`: the version's best place, from 1. */
export const withMatch = (version: BotVersion, place: number): BotVersion => ({
  ...version,
  matches: version.matches + 1,
  firsts: version.firsts + (place === 1 ? 1 : 0),
});

export const withRung = (version: BotVersion, opponent: string, rung: RungRecord): BotVersion => ({
  ...version,
  rungs: { ...version.rungs, [opponent]: rung },
});

export const rungRecord = ({ pairs, score, wins, isBeaten }: RungResult, at: number): RungRecord => ({
  at,
  pairs,
  share: score.mean,
  low: score.low,
  high: score.high,
  wins,
  isBeaten,
});

/** The opponents of a ladder that any version has beaten. */
export const beatenBy = (versions: readonly BotVersion[]): ReadonlySet<string> =>
  new Set(
    versions.flatMap(({ rungs }) =>
      Object.entries(rungs).flatMap(([opponent, { isBeaten }]) => (isBeaten ? [opponent] : [])),
    ),
  );

const store = createStore(ofAccount('ludus-studio-versions'), 'versions');
const key = (game: string, name: string): string => `${game}/${name}`;

/** The versions of a bot, oldest first. */
export const versionsOf = async (game: string, name: string): Promise<readonly BotVersion[]> =>
  (await get<readonly BotVersion[]>(key(game, name), store).catch(() => undefined)) ?? [];

/** Adds a result to a version. Nothing is stored if the browser has no storage. */
export async function keepResult(
  { game, name, code }: { readonly game: string; readonly name: string; readonly code: OwnCode },
  change: (version: BotVersion) => BotVersion,
): Promise<void> {
  const now = Date.now();
  await update<readonly BotVersion[]>(
    key(game, name),
    (versions = []) => withResult(versions, code, now, change),
    store,
  ).catch(() => {});
}

/** Moves a bot's versions to its new name, unless that name already has versions. */
export async function renameVersions(game: string, from: string, to: string): Promise<void> {
  const moved = await versionsOf(game, from);
  if (moved.length === 0 || (await versionsOf(game, to)).length > 0) return;
  await set(key(game, to), moved, store).catch(() => {});
  await forgetVersions(game, from);
}

/** Deletes the versions of a deleted bot. */
export const forgetVersions = (game: string, name: string): Promise<void> =>
  del(key(game, name), store).catch(() => {});
