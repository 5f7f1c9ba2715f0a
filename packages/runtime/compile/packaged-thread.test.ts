import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

/**
 * Replaces a compiler whose WebAssembly module the JavaScript engine compiles ahead of time. During that time, nothing
 * keeps the compiler's thread from ending.
 */
const SLOW = `
  export const runLLVM = () => new Promise((resolve) => setTimeout(resolve, 50).unref());
  export const commands = {};
`;

test('the packaged clang’s thread waits until its compiler is loaded', async () => {
  const thread = new Worker(new URL('./packaged-thread.ts', import.meta.url), {
    workerData: `data:text/javascript,${encodeURIComponent(SLOW)}`,
    execArgv: [],
  });
  thread.postMessage({ what: 'prefix', sdk: {}, flags: [] });
  const [made] = await Promise.race([once(thread, 'message'), once(thread, 'exit')]);
  expect(made).toMatchObject({ ok: false });
  await thread.terminate();
});
