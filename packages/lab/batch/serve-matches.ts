import { setImmediate as nextTick } from 'node:timers/promises';
import { QuestionTracker, trackerMemory } from '@ludus/referee/match.ts';
import {
  clearEndReport,
  OWN_GROUP,
  preferOomKill,
  releaseMemory,
  startWatchdog,
  writeEndReport,
} from '@ludus/referee/match-process.ts';
import { removeOwnFolders } from '@ludus/runtime/files.ts';
import type { MatchRecord, MatchSpec, RunSetup } from './plan.ts';
import { BrokenMatchError, type PreparedRun, playSpec } from './play-spec.ts';
import type { RetryPolicy, RunnerFailure } from './retry-policy.ts';

export type { PreparedRun } from './play-spec.ts';

/** Messages from the pool to a worker. */
export type WorkerRequest =
  | {
      readonly kind: 'setup';
      readonly setup: RunSetup;
      readonly salt: string;
      /** Whether the worker loads no player from a user's file, for any match. */
      readonly isolated: boolean;
      /** Wall-clock limits: for one answer of a player in the worker's thread, and for a match. */
      readonly answerMs: number;
      readonly stallMs: number;
      /** The worker's memory limit; none by default. */
      readonly mostBytes?: number;
    }
  | { readonly kind: 'match'; readonly spec: MatchSpec; readonly policy: RetryPolicy };

/** Messages from a worker to the pool. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  /** The run's boards or players aren't available. Another worker would fail in the same way. */
  | { readonly kind: 'unfit'; readonly sentence: string }
  | { readonly kind: 'begun'; readonly id: string }
  | { readonly kind: 'done'; readonly record: MatchRecord }
  /** A runner threw an error that isn't a fault in the match. */
  | { readonly kind: 'broken'; readonly id: string; readonly broken: RunnerFailure; readonly sentence: string };

/**
 * Prepares a run in the process that plays its matches. With `isolated`, every player from a user's file runs in a
 * separate process.
 */
export type PrepareRun = (
  setup: RunSetup,
  isolated: boolean,
) => Promise<Pick<PreparedRun, 'game' | 'boards' | 'sources'>>;

/**
 * The main loop of a worker process. The process prepares the run once, then plays the matches that it receives, one
 * after the other. The process ends when the pool ends, for whatever reason.
 */
export function serveMatches(makeReady: PrepareRun): void {
  if (process.send === undefined) throw new Error('a worker is started by the pool');
  // The worker calls the pool through these copies, because a player may change the originals in this process.
  const send = process.send.bind(process) as (message: WorkerMessage) => void;
  const memory = trackerMemory();
  const tracker = new QuestionTracker(memory);
  process.on('disconnect', () => {
    removeOwnFolders();
    process.kill(OWN_GROUP, 'SIGKILL');
  });
  process.on('exit', () => {
    const { current: now } = tracker;
    if (now?.isBlocking) writeEndReport('ended', now);
  });
  let mostBytes: number | undefined;
  let run: Promise<PreparedRun> | undefined;
  let isolated: Promise<PreparedRun> | undefined;
  let prepareIsolated = (): Promise<PreparedRun> => run!;
  let last: Promise<void> = Promise.resolve();
  process.on('message', (message: WorkerRequest) => {
    if (message.kind === 'setup') {
      const { setup, salt, answerMs, stallMs } = message;
      mostBytes = message.mostBytes;
      if (setup.isolated) preferOomKill();
      const make = async (isIsolated: boolean): Promise<PreparedRun> => ({
        ...(await makeReady(setup, isIsolated)),
        setup,
        salt,
      });
      startWatchdog({
        memory,
        parent: process.ppid,
        target: OWN_GROUP,
        answerMs,
        matchMs: stallMs,
        maxBytes: mostBytes,
      });
      run = make(message.isolated);
      // Prepares the isolated run only when a match needs it.
      prepareIsolated = () => {
        isolated ??= message.isolated ? run! : make(true);
        return isolated;
      };
      run.then(
        () => send({ kind: 'ready' }),
        (error: Error) => send({ kind: 'unfit', sentence: error.message }),
      );
      return;
    }
    const { spec, policy } = message;
    last = last.then(async () => {
      send({ kind: 'begun', id: spec.id });
      clearEndReport();
      tracker.onAsk = policy.isolated ? (question) => writeEndReport('asked', question) : undefined;
      try {
        const record = await playSpec(await (policy.isolated ? prepareIsolated() : run!), spec, policy, tracker);
        // A player may leave work for later, such as a rejected promise that no code awaits. Such work runs before the
        // next match begins.
        await nextTick();
        if (mostBytes !== undefined) releaseMemory(mostBytes);
        send({ kind: 'done', record });
      } catch (error) {
        if (!(error instanceof BrokenMatchError)) throw error;
        const { broken } = error;
        send({ kind: 'broken', id: spec.id, broken, sentence: error.message });
      }
    });
    // An internal error ends the worker, and the pool reports its output.
    last.catch((error) => {
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`, () => process.exit(70));
    });
  });
}
