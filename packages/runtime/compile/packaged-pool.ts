import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { clangModule } from './fetched-clang.ts';
import type { CompileResult, PackagedSdk, PackagedSource } from './packaged.ts';
import { COMPILE_LIMITS, notNeeded, whileRunning } from './run-compiler.ts';

/** A request to a thread that runs the packaged clang. `prefix` and `runtime` are files. */
export type PackagedJob = { readonly flags: readonly string[] } & (
  | { readonly what: 'prefix'; readonly sdk: PackagedSdk }
  | { readonly what: 'runtime'; readonly sdk: PackagedSdk; readonly prefix: string }
  | {
      readonly what: 'object';
      readonly sdk: PackagedSdk;
      readonly source: PackagedSource;
      readonly prefix: string;
    }
  | { readonly what: 'link'; readonly source: PackagedSource; readonly object: Uint8Array; readonly runtime: string }
);

interface WaitingJob {
  readonly job: PackagedJob;
  readonly done: (made: CompileResult) => void;
  /** The thread that runs the job; undefined until the job has been assigned. */
  thread?: Thread;
}

/** Maximum number of threads. Each thread uses several hundred MB of memory for its instance of the compiler. */
const MAX_THREADS = Math.min(4, availableParallelism());
/** Time after which an idle thread ends and frees its memory, in milliseconds. */
const IDLE_MS = 1000;

/** A thread that runs the packaged clang, with the thread's current job. */
class Thread {
  private readonly worker = new Worker(new URL('./packaged-thread.ts', import.meta.url), {
    workerData: clangModule(),
    execArgv: [],
  });
  private end: (made: CompileResult) => void = () => {};
  isOver = false;
  private timer: NodeJS.Timeout | undefined;

  constructor() {
    this.worker.on('message', (made: CompileResult) => this.end(made));
    this.worker.on('error', (error: Error) => this.stop(error.message));
    this.worker.on('exit', () => this.stop('its thread has ended'));
  }

  carryOut(asked: WaitingJob): void {
    const { job, done } = asked;
    asked.thread = this;
    const { wallMs } = COMPILE_LIMITS;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.stop(`a file may take up to ${wallMs / 1000} s to compile`), wallMs);
    this.end = (made) => {
      this.end = () => {};
      this.rest();
      done(made);
      next();
    };
    this.worker.ref();
    this.worker.postMessage(job);
  }

  /** Lets the process exit although this thread exists, and ends the thread after it has been idle for `IDLE_MS`. */
  private rest(): void {
    clearTimeout(this.timer);
    if (this.isOver) return;
    this.worker.unref();
    this.timer = setTimeout(() => this.stop('it had no work'), IDLE_MS).unref();
    idle.push(this);
  }

  stop(why: string): void {
    if (this.isOver) return;
    this.isOver = true;
    threads.delete(this);
    clearTimeout(this.timer);
    void this.worker.terminate();
    this.end({ ok: false, said: `the compiler was stopped: ${why}` });
  }
}

const threads = new Set<Thread>();
let waiting: WaitingJob[] = [];
let idle: Thread[] = [];

/** Runs the packaged clang on a separate thread. Several jobs may run in parallel. */
export function runPackaged(job: PackagedJob): Promise<CompileResult> {
  return new Promise((resolve, reject) => {
    const asked: WaitingJob = {
      job,
      done(made) {
        ended();
        resolve(made);
      },
    };
    const ended = whileRunning(() => {
      reject(notNeeded());
      ended();
      waiting = waiting.filter((each) => each !== asked);
      asked.thread?.stop('its result is no longer needed');
    });
    waiting.push(asked);
    next();
  });
}

function next(): void {
  if (waiting.length === 0) return;
  idle = idle.filter(({ isOver }) => !isOver);
  const thread = idle.pop() ?? newThread();
  thread?.carryOut(waiting.shift()!);
}

function newThread(): Thread | undefined {
  if (threads.size >= MAX_THREADS) return undefined;
  const thread = new Thread();
  threads.add(thread);
  return thread;
}
