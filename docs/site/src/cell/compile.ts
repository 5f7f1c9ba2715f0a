import type { CompileNews, CompileOrder } from './messages.ts';

let worker: Worker | undefined;

/**
 * Compiles a C++ player to WebAssembly, or returns an error message. It compiles one player at a time, and discards
 * earlier requests.
 */
export function compile(
  order: CompileOrder,
  tell: (sentence: string) => void,
): Promise<Uint8Array<ArrayBuffer> | string> {
  worker ??= new Worker(new URL('./cpp-worker.ts', import.meta.url), { type: 'module' });
  const asked = worker;
  return new Promise((done) => {
    asked.onerror = (event) => {
      worker?.terminate();
      worker = undefined;
      done(event.message || 'the C++ compiler stopped');
    };
    asked.onmessage = ({ data }: MessageEvent<CompileNews>) => {
      if (data.type === 'progress') tell(data.sentence);
      else done(data.type === 'done' ? data.module : data.message);
    };
    asked.postMessage(order);
  });
}
