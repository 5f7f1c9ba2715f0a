import { replayText } from '@ludus/viewer/replay.ts';
import { signal } from '@preact/signals';
import { OF_SEED } from '../data/boards.ts';
import type { RecentMatch } from '../data/recent.ts';
import { GAMES } from '../games/kits.ts';
import type { MatchOrder } from '../match/order.ts';

/** A match that was played to its end in this page, with the text of its replay. */
export type FinishedMatch = Omit<RecentMatch, 'replay' | 'drafts'> & {
  readonly replay: string;
  readonly drafts?: RecentMatch['drafts'] | undefined;
};

/** The newest finished match. */
export const finished = signal<FinishedMatch | undefined>(undefined);

/** The gzipped replay of a stored match. */
export const bytesOf = async ({ replay }: RecentMatch): Promise<Uint8Array> =>
  new Uint8Array(await replay.arrayBuffer());

/** The text of a stored match's replay. */
export async function textOf(kept: RecentMatch): Promise<string> {
  const text = replayText(await bytesOf(kept));
  if (!text.ok) throw new Error(text.problem.message);
  return text.value;
}

/** The file name of a match's replay. */
export function nameOf(order: MatchOrder, board: string): string {
  const names = order.players.map((player) => player.name).join('_');
  const ending = GAMES.find((each) => each.id === order.game)?.replayExtension ?? '';
  const revision = order.revision === undefined ? '' : `rev${order.revision}`;
  const parts = [order.game, revision, board === OF_SEED ? '' : board.replace(/^.*\//, ''), `s${order.seed}`, names];
  return `${parts.filter((part) => part !== '').join('-')}${ending}`;
}
