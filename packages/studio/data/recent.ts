import type { Sidecar } from '@ludus/game/replay.ts';
import type { HandDrafts } from '@ludus/referee/hand.ts';
import { createStore, del, entries, set } from 'idb-keyval';
import type { MatchOrder } from '../match/order.ts';
import { ofAccount } from './browser-storage.ts';

/** A match that was played in this browser. */
export interface RecentMatch {
  /**
   * The time at which the match was played, in milliseconds since 1970. This time is also the match's key in the store.
   */
  readonly at: number;
  readonly order: MatchOrder;
  /** The board's name. */
  readonly board: string;
  readonly scores: readonly number[];
  /** The replay, gzipped. */
  readonly replay: Blob;
  readonly sidecar: Sidecar | undefined;
  /** The decisions of the person who played, if the replay doesn’t distinguish them from an assistant’s decisions. */
  readonly drafts?: HandDrafts;
}

/** Maximum number of stored matches. The oldest are deleted. */
const MAX_MATCHES = 30;
const store = createStore(ofAccount('ludus-studio-matches'), 'matches');

/** The matches stored in this browser, newest first. */
export async function recentMatches(): Promise<RecentMatch[]> {
  const all = (await entries<number, RecentMatch>(store)).map(([, match]) => match);
  return all.sort((a, b) => b.at - a.at);
}

export async function keepMatch(match: RecentMatch): Promise<void> {
  await set(match.at, match, store);
  for (const old of (await recentMatches()).slice(MAX_MATCHES)) await del(old.at, store);
}

export async function forgetMatch(at: number): Promise<void> {
  await del(at, store);
}

export async function gzip(text: string): Promise<Blob> {
  return await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).blob();
}
