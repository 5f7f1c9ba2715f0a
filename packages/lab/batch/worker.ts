import { Worker } from 'node:worker_threads';
import type { MatchRecord, MatchSpec, RunSetup } from './plan.ts';
import { playSpec, type ReadyRun } from './play.ts';

/** From the pool to a worker. */
export type ToWorker =
  | { readonly kind: 'setup'; readonly setup: RunSetup; readonly salt: string }
  | { readonly kind: 'match'; readonly spec: MatchSpec };

/** From a worker to the pool. */
export type FromWorker =
  | { readonly kind: 'ready' }
  /** The boards or players cannot be had; no worker will do better. */
  | { readonly kind: 'unfit'; readonly sentence: string }
  | { readonly kind: 'begun'; readonly id: string }
  | { readonly kind: 'done'; readonly record: MatchRecord };

/**
 * The life of a worker process: it makes the run ready once, then plays the matches that it is sent, one after the other. It ends
 * when the pool goes, however that happens.
 */
export function serveMatches(makeReady: (setup: RunSetup) => Promise<Omit<ReadyRun, 'setup' | 'salt'>>): void {
  if (process.send === undefined) throw new Error('a worker is started by the pool');
  endWithParent();
  let run: Promise<ReadyRun> | undefined;
  let last: Promise<void> = Promise.resolve();
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'setup') {
      const { setup, salt } = message;
      run = makeReady(setup).then((ready) => ({ ...ready, setup, salt }));
      run.then(
        () => send({ kind: 'ready' }),
        (error: Error) => send({ kind: 'unfit', sentence: error.message }),
      );
      return;
    }
    last = last.then(async () => {
      send({ kind: 'begun', id: message.spec.id });
      send({ kind: 'done', record: await playSpec(await run!, message.spec) });
    });
    // A bug of ours ends the worker; the pool says what it wrote.
    last.catch((error) => {
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`, () => process.exit(70));
    });
  });
}

function send(message: FromWorker): void {
  process.send!(message);
}

/**
 * A player in this process may loop for ever, so that nothing else here gets its turn. A thread beside it looks after the
 * pool's process and ends this one when that is gone.
 */
function endWithParent(): void {
  // The worker leads a group of its own (see the pool): what it started goes with it.
  const group = process.platform === 'win32' ? process.pid : -process.pid;
  process.on('disconnect', () => process.kill(group, 'SIGKILL'));
  const watch = `
    const parent = ${process.ppid};
    setInterval(() => { if (process.ppid !== parent) process.kill(${group}, 'SIGKILL'); }, 500);
  `;
  new Worker(watch, { eval: true, execArgv: [], stdout: false }).unref();
}
