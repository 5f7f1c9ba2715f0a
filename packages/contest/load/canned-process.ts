import { setTimeout as sleep } from 'node:timers/promises';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import type { LeasedJob } from '../queue/lease.ts';
import type { FinishedOutcome } from '../words.ts';
import { remoteSource } from '../worker/remote.ts';

/** The input of the process that simulates workers with canned answers, as plain data. */
export interface CannedPlan {
  readonly servers: readonly string[];
  readonly token: string;
  readonly engine: string;
  readonly workers: number;
  /** The duration of a match in milliseconds. */
  readonly matchMs: number;
  /** Number of matches that each worker leases in addition to its running match. */
  readonly ahead: number;
  /** The answer to every match, except for its scores. */
  readonly result: FinishedOutcome;
}

/** The workers' progress so far. */
export interface CannedCount {
  readonly answered: number;
  /** Number of rejected answers and failed requests. */
  readonly refused: number;
  /** Total duration of all workers' matches, in milliseconds. */
  readonly playedMs: number;
}

let count = { answered: 0, refused: 0, playedMs: 0 };
let isOver = false;

// Simulates many workers in a separate process, which ends when its parent ends. Every message after the first message
// asks for the workers' progress.
process.on('disconnect', () => process.exit());
process.once('message', (plan: CannedPlan) => {
  for (let i = 0; i < plan.workers; i++) void work(plan, i);
  process.on('message', (message) => {
    if (message === 'end') isOver = true;
    process.send!(count satisfies CannedCount);
  });
});

/** Plays one match after the other. The next match starts while the previous match's result is being sent. */
async function work({ servers, token, engine, matchMs, ahead, result }: CannedPlan, number: number): Promise<void> {
  const source = remoteSource(servers[number % servers.length], token, `canned-${number}`, engine, false);
  const luck = new Lehmer(number + 1);
  const held: { readonly epoch: string; readonly job: LeasedJob }[] = [];
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
    // The durations of matches vary, so that the workers don't all send their results at the same time.
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
