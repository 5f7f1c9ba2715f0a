import type { MatchSpec } from '@ludus/lab/results.ts';
import type { OpenSeat } from '../match/play-order.ts';
import type { DuelOrder, DuelWorkerMessage, DuelWorkerRequest } from './order.ts';
import { playDuelMatch } from './play-duel-match.ts';

/** Minimum time between two progress events of a match, in milliseconds. */
const ALIVE_MS = 300;

/**
 * Makes this worker play the matches of one duel, one after the other, until the worker is stopped. `prepare` returns
 * the function that opens the duel's players.
 */
export function playMatches(prepare: (order: DuelOrder) => Promise<OpenSeat | undefined>): void {
  const post = (news: DuelWorkerMessage): void => postMessage(news);
  const orProblem = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      post({ type: 'problem', message: error instanceof Error ? error.message : String(error) });
    }
  };
  let order: DuelOrder | undefined;
  let open: OpenSeat | undefined;
  let last: Promise<void> = Promise.resolve();
  let told = 0;
  const alive = (): void => {
    const now = Date.now();
    if (now - told < ALIVE_MS) return;
    told = now;
    post({ type: 'alive' });
  };
  const play = async (spec: MatchSpec): Promise<void> => {
    told = 0;
    alive();
    post({ type: 'done', record: await playDuelMatch(order!, spec, alive, open) });
  };
  addEventListener('message', ({ data }: MessageEvent<DuelWorkerRequest>) => {
    if (data.type === 'match') last = last.then(() => orProblem(() => play(data.spec)));
    else {
      order = data.order;
      last = orProblem(async () => {
        open = await prepare(data.order);
      });
    }
  });
}
