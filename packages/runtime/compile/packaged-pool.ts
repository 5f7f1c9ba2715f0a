import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { clangModule } from './fetched-clang.ts';
import type { Compiled, PackagedSdk, PackagedSource } from './packaged.ts';
import { COMPILE_LIMITS, whileRunning } from './run.ts';

/** What a thread of the packaged clang is asked to do. `prefix` and `runtime` are files. */
export type PackagedJob = { readonly flags: readonly string[] } & (
  | { readonly what: 'prefix'; readonly sdk: PackagedSdk }
  | { readonly what: 'runtime'; readonly sdk: PackagedSdk; readonly prefix?: string | undefined }
  | {
      readonly what: 'object';
      readonly sdk: PackagedSdk;
      readonly source: PackagedSource;
      readonly prefix?: string | undefined;
    }
  | { readonly what: 'link'; readonly source: PackagedSource; readonly object: Uint8Array; readonly runtime: string }
);

interface Waiting {
  readonly job: PackagedJob;
  readonly done: (made: Compiled) => void;
}

/** Each has an instance of the compiler with some hundred MB of memory. */
const MOST_THREADS = Math.min(4, availableParallelism());
/** A thread without work ends after this many milliseconds: its memory is given back. */
const IDLE_MS = 1000;

const idle = new Map<Worker, NodeJS.Timeout>();
const waiting: Waiting[] = [];
let threads = 0;

/** Runs the packaged clang on a thread of its own, several jobs side by side. */
export function runPackaged(job: PackagedJob): Promise<Compiled> {
  return new Promise((done) => {
    waiting.push({ job, done });
    next();
  });
}

function next(): void {
  if (waiting.length === 0) return;
  const [thread, timer] = idle.entries().next().value ?? [];
  if (thread) {
    clearTimeout(timer);
    idle.delete(thread);
    give(thread);
  } else if (threads < MOST_THREADS) {
    threads++;
    give(new Worker(new URL('./packaged-thread.ts', import.meta.url), { workerData: clangModule(), execArgv: [] }));
  }
}

function give(thread: Worker): void {
  const { job, done } = waiting.shift()!;
  const end = (made: Compiled, isAlive: boolean): void => {
    clearTimeout(timer);
    ended();
    thread.removeAllListeners();
    if (isAlive) rest(thread);
    else {
      threads--;
      thread.on('error', () => {});
      void thread.terminate();
    }
    done(made);
    next();
  };
  const seconds = COMPILE_LIMITS.wallMs / 1000;
  const late = `the compiler was ended: a source has ${seconds} s to be compiled in`;
  const timer = setTimeout(() => end({ ok: false, said: late }, false), COMPILE_LIMITS.wallMs);
  const ended = whileRunning(() => end({ ok: false, said: 'the compiler was ended' }, false));
  thread.once('message', (made: Compiled) => end(made, true));
  thread.once('error', (error: Error) => end({ ok: false, said: `the compiler was ended: ${error.message}` }, false));
  thread.once('exit', () => end({ ok: false, said: 'the compiler was ended' }, false));
  thread.ref();
  thread.postMessage(job);
}

function rest(thread: Worker): void {
  thread.unref();
  const timer = setTimeout(() => {
    idle.delete(thread);
    threads--;
    void thread.terminate();
  }, IDLE_MS).unref();
  idle.set(thread, timer);
}
