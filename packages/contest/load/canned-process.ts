import { setTimeout as sleep } from 'node:timers/promises';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import type { GivenJob } from '../queue/lease.ts';
import type { Finished } from '../words.ts';
import { remoteSource } from '../worker/remote.ts';

/** The input of the process of the canned workers. Plain data. */
export interface CannedPlan {
  readonly servers: readonly string[];
  readonly token: string;
  readonly engine: string;
  readonly workers: number;
  /** How long a match keeps its worker. */
  readonly matchMs: number;
  /** Matches that each worker has in addition to the one that it plays. */
  readonly ahead: number;
  /** The answer to every match, except for the scores. */
  readonly result: Finished;
}

/** Their work so far. */
export interface CannedCount {
  readonly answered: number;
  /** Answers that were not taken, and questions that failed. */
  readonly refused: number;
  /** Milliseconds of matches, all workers together. */
  readonly playedMs: number;
}

let count = { answered: 0, refused: 0, playedMs: 0 };
let isOver = false;

// Many workers in a separate process, which ends with the one that started it. Any message but the first asks for the count.
process.on('disconnect', () => process.exit());
process.once('message', (plan: CannedPlan) => {
  for (let i = 0; i < plan.workers; i++) void work(plan, i);
  process.on('message', (message) => {
    if (message === 'end') isOver = true;
    process.send!(count satisfies CannedCount);
  });
});

/** Plays one match after the other; the next one begins while the result of the last one is on its way. */
async function work({ servers, token, engine, matchMs, ahead, result }: CannedPlan, number: number): Promise<void> {
  const source = remoteSource(servers[number % servers.length], token, `canned-${number}`, engine, false);
  const luck = new Lehmer(number + 1);
  const held: { readonly epoch: string; readonly job: GivenJob }[] = [];
  let asked: Promise<void> | undefined;
  const ask = async () => {
    const { epoch, jobs, waitMs } = await source.take(1 + ahead - held.length);
    for (const job of jobs) held.push({ epoch, job });
    if (jobs.length === 0) await sleep(Math.min(waitMs, 200));
  };
  while (!isOver) {
    if (held.length <= ahead / 2)
      asked ??= ask()
        .catch(() => void count.refused++)
        .finally(() => {
          asked = undefined;
        });
    const next = held.shift();
    if (!next) {
      await asked;
      continue;
    }
    // A token serves all workers: they begin at different times.
    if (matchMs > 0) await sleep(matchMs * (0.5 + luck.range(0, 1000) / 1000));
    count = { ...count, playedMs: count.playedMs + matchMs };
    const { epoch, job } = next;
    const answer = { ...result, scores: job.input.seats.map(() => luck.range(0, 1000)) };
    const sent = source.answer(epoch, job.lease, answer).then(
      (taken) => {
        count = taken ? { ...count, answered: count.answered + 1 } : { ...count, refused: count.refused + 1 };
      },
      () => {
        count = { ...count, refused: count.refused + 1 };
      },
    );
    if (matchMs === 0) await sent;
  }
}
