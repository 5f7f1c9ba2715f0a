import { setImmediate as nextTick } from 'node:timers/promises';
import { removeOwnFolders } from '@ludus/runtime/files.ts';
import { QuestionTracker, trackerMemory } from '../question-tracker.ts';
import type { MatchProcessLimits } from './job.ts';
import type { MatchProcessRequest, MatchProcessResponse } from './job-transfer.ts';
import { JobReceiver } from './job-transfer.ts';
import { type JobGame, playJob } from './play-job.ts';
import { PreparedModules } from './prepared-modules.ts';
import { preferOomKill, releaseMemory } from './process-memory.ts';
import { clearEndReport, OWN_GROUP, startWatchdog, writeEndReport } from './watchdog.ts';

/** Dependencies that the caller provides, because only the caller knows the games. */
export interface ServeOptions {
  readonly findGame: (id: string) => Promise<JobGame | undefined>;
  /** The result of `engineIdentity()`. */
  readonly engine: string;
}

/**
 * The main loop of a process that plays jobs (match-process.ts), one after the other, until its parent process ends.
 */
export function serveJobs(world: ServeOptions): void {
  if (process.send === undefined) throw new Error('a match process is started by launchMatchProcess');
  const send = process.send.bind(process) as (message: MatchProcessResponse) => void;
  preferOomKill();
  const memory = trackerMemory();
  const tracker = new QuestionTracker(memory);
  process.on('disconnect', () => {
    removeOwnFolders();
    process.kill(OWN_GROUP, 'SIGKILL');
  });
  process.on('exit', () => {
    const { current: now } = tracker;
    if (now) writeEndReport('ended', now);
  });
  const received = new JobReceiver();
  let modules: PreparedModules | undefined;
  let limits: MatchProcessLimits | undefined;
  let maxBytes = Number.POSITIVE_INFINITY;
  process.on('message', (message: MatchProcessRequest) => {
    switch (message.kind) {
      case 'setup': {
        ({ limits } = message);
        maxBytes = message.maxBytes;
        modules = new PreparedModules(limits.playerBytes);
        const { answerMs, matchMs } = limits;
        startWatchdog({ memory, parent: process.ppid, target: OWN_GROUP, answerMs, matchMs, maxBytes });
        send({ kind: 'ready', engine: world.engine });
        return;
      }
      case 'play':
        clearEndReport();
        tracker.onAsk = message.careful ? (question) => writeEndReport('asked', question) : undefined;
        void playJob(received.unpack(message.job), { ...world, modules: modules!, limits: limits!, tracker }).then(
          async (outcome) => {
            await nextTick();
            send({ kind: 'done', outcome, spent: releaseMemory(maxBytes) });
          },
        );
    }
  });
}
