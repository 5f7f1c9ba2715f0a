import { writeSync } from 'node:fs';
import { setImmediate as nextTick } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { removeOwn } from '@ludus/runtime/sandbox/process-folder.ts';
import { Asking, askingMemory, type Question } from '../question-tracker.ts';
import { ACCOUNT_FD, type Account } from './end-report.ts';
import type { CellLimits } from './job.ts';
import { Received } from './job-transfer.ts';
import type { FromCell, ToCell } from './messages.ts';
import { type JobGame, playJob } from './play-job.ts';
import { Modules } from './prepared-modules.ts';
import { beFirstToGo, letMemoriesGo } from './process-memory.ts';
import type { WatchWork } from './watchdog-thread.ts';

/** What the process has to be told by whoever knows the games. */
export interface CellWorld {
  readonly gameNamed: (id: string) => JobGame | undefined;
  /** `engineIdentity()`. */
  readonly engine: string;
}

/** The life of a process that plays jobs (cell.ts): one after the other, until whoever started it goes. */
export function serveCell(world: CellWorld): void {
  if (process.send === undefined) throw new Error('a cell is started by launchCell');
  const send = process.send.bind(process) as (message: FromCell) => void;
  beFirstToGo();
  const memory = askingMemory();
  const asking = new Asking(memory);
  process.on('disconnect', () => {
    removeOwn();
    process.kill(OWN_GROUP, 'SIGKILL');
  });
  process.on('exit', () => {
    const { now } = asking;
    if (now) writeAccount('ended', now);
  });
  const received = new Received();
  let modules: Modules | undefined;
  let limits: CellLimits | undefined;
  let mostBytes = Number.POSITIVE_INFINITY;
  process.on('message', (message: ToCell) => {
    switch (message.kind) {
      case 'setup': {
        ({ limits } = message);
        mostBytes = message.mostBytes;
        modules = new Modules(limits.playerBytes);
        const { answerMs, matchMs } = limits;
        lookOn({ memory, parent: process.ppid, target: OWN_GROUP, answerMs, matchMs, mostBytes });
        send({ kind: 'ready', engine: world.engine });
        return;
      }
      case 'play':
        asking.onAsk = message.careful ? (question) => writeAccount('asked', question) : undefined;
        void playJob(received.unpack(message.job), { ...world, modules: modules!, limits: limits!, asking }).then(
          async (outcome) => {
            await nextTick();
            send({ kind: 'done', outcome, spent: letMemoriesGo(mostBytes) });
          },
        );
    }
  });
}

/** It leads a group of its own (launch.ts): what it started goes with it. */
const OWN_GROUP = process.platform === 'win32' ? process.pid : -process.pid;

function writeAccount(how: Account['how'], { seat, round }: Question): void {
  writeSync(ACCOUNT_FD, `${JSON.stringify({ how, seat, round, seconds: 0 } satisfies Account)}\n`);
}

/** Starts the thread that looks after the process that started this one, and after what holds this one up or uses it up. */
function lookOn(work: WatchWork): void {
  new Worker(new URL('./watchdog-thread.ts', import.meta.url), {
    workerData: work,
    execArgv: [],
    stdout: false,
  }).unref();
}
