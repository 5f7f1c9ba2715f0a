import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { type EraseTypes, type ErasureResult, tooHard } from './erase-types.ts';

/** The data that the thread needs: the address of the package's JavaScript, and the package's WebAssembly module. */
export interface EraserParts {
  readonly glue: string;
  readonly module: WebAssembly.Module;
}
export interface ErasureJob {
  readonly text: string;
  readonly file: string;
}

/**
 * Time limit of one text, in milliseconds. The longest valid text takes a few hundred milliseconds, but a malicious
 * text of a hundred characters can take years.
 */
const ERASURE_TIMEOUT_MS = 20_000;
/** Time after which an idle thread ends, in milliseconds. */
const IDLE_MS = 1000;

/**
 * Erases types as Node does, on a thread that can be stopped, because the text may be untrusted. Erases one text at a
 * time.
 */
export function threadedEraser(longest: () => number = () => ERASURE_TIMEOUT_MS): EraseTypes {
  let parts: EraserParts | undefined;
  let thread: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let settle: (erased: ErasureResult | Error) => void = () => {};

  const end = (erased: ErasureResult | Error): void => {
    void thread?.terminate();
    thread = undefined;
    settle(erased);
  };
  const start = (): Worker => {
    parts ??= eraserParts();
    const worker = new Worker(new URL('./erase-thread.ts', import.meta.url), { workerData: parts, execArgv: [] });
    worker.on('message', (erased: ErasureResult) => settle(erased));
    worker.on('error', (error: Error) => end(error));
    return worker;
  };
  const erase = (job: ErasureJob): Promise<ErasureResult> =>
    new Promise((resolve, reject) => {
      clearTimeout(timer);
      thread ??= start();
      settle = (erased) => {
        clearTimeout(timer);
        thread?.unref();
        timer = setTimeout(() => end(IDLE), IDLE_MS).unref();
        settle = () => {};
        if (erased instanceof Error) reject(erased);
        else resolve(erased);
      };
      const longestMs = longest();
      timer = setTimeout(() => end(tooHard(`its types could not be erased within ${longestMs / 1000} s`)), longestMs);
      thread.ref();
      thread.postMessage(job);
    });

  return (text, file) => {
    const erased = last.then(() => erase({ text, file }));
    last = erased.catch(() => {});
    return erased;
  };
}

const IDLE = new Error('the thread had no work');

function eraserParts(): EraserParts {
  // The package doesn't declare an entry for Node, but the entry for browsers runs in Node as well.
  const glue = new URL('./wasm.js', import.meta.resolve('@swc/wasm-typescript-esm'));
  return { glue: glue.href, module: new WebAssembly.Module(readFileSync(new URL('./wasm_bg.wasm', glue))) };
}
