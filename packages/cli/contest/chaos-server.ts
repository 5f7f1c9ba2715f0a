import { randomBytes } from 'node:crypto';
import {
  answerQuestion,
  type ClockOrder,
  type ServerQuestion,
  type ServerReadyMessage,
  type ServerTask,
} from '@ludus/contest/chaos.ts';
import { compile } from '@ludus/contest/judge.ts';
import { startServer } from '@ludus/contest/server.ts';
import { openStore, type StorePlace } from '@ludus/contest/store.ts';
import { openMatchProcesses } from 'ludus/match-processes.ts';
import { VERSION } from '../version.ts';
import { catalog, WORKSHOP } from './game-catalog.ts';

// The server of a chaos run. It starts as in `ludus serve`, but the run occasionally kills its process.
const { place, host, port, leaseSeconds, restored } = JSON.parse(process.argv[2]) as ServerTask;
process.on('disconnect', () => process.exit());
const processes = openMatchProcesses({ idle: 1 });
if (restored) await forgetLeases(place);
const server = await startServer({
  place,
  catalog,
  version: VERSION,
  engine: await processes.engine(),
  host,
  port,
  parallel: 1,
  leaseSeconds,
  sweepMs: 500,
  tableMs: 2000,
  compile: (game, { file, source, language }, signal) =>
    compile({ workshop: WORKSHOP, game, language }, file, source!, { wallMs: 120_000, signal }),
  play: (job) => processes.play(job),
  say: (sentence) => process.stderr.write(`${sentence}\n`),
});
type Order = { readonly number: number; readonly question: ServerQuestion | ClockOrder };
process.on('message', ({ number, question }: Order) => {
  const answered = question.kind === 'clock' ? moveClock(question.ms) : answerQuestion(server.context, question);
  answered.then(
    (answer) => process.send!({ number, answer }),
    (error) => process.send!({ number, error: String(error) }),
  );
});
process.send!({ kind: 'ready', organiserSecret: server.organiserSecret } satisfies ServerReadyMessage);

/** Moves the clock of the running server. All code that reads the time then gets the changed time. */
async function moveClock(byMs: number): Promise<undefined> {
  const Clock = Date;
  globalThis.Date = class extends Clock {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [Clock.now() + byMs] : given) as [number]));
    }
    static override now(): number {
      return Clock.now() + byMs;
    }
  } as DateConstructor;
  return undefined;
}

/**
 * Completes a restore: the server then rejects answers to matches that were leased before the restore, and leases all
 * matches again.
 */
async function forgetLeases(at: StorePlace): Promise<void> {
  const store = await openStore(at);
  const value = randomBytes(16).toString('hex');
  await store.db.updateTable('meta').set({ value }).where('key', '=', 'epoch').execute();
  await store.db
    .updateTable('matches')
    .set({ state: 'queued', worker: null, token: null, deadline: null })
    .where('state', '=', 'leased')
    .execute();
  await store.close();
}
