import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import {
  type ClangCommands,
  type CompileResult,
  compileObject,
  compilePrefix,
  compileRuntime,
  linkObjects,
} from './packaged.ts';
import type { PackagedJob } from './packaged-pool.ts';

/**
 * The thread of the packaged clang, which runs one job at a time. All threads of a process share the compiler's machine
 * code.
 */
const loaded: Promise<ClangCommands> = (async () => {
  const clang: typeof import('@yowasp/clang') = await import(workerData as string);
  // Loads the compiler's parts ahead of time without progress reports, because these would go to standard output.
  await clang.runLLVM(undefined, {}, { fetchProgress: () => {} });
  // Avoids promises here, because JavaScript engines may drop the promises for modules that another thread uses as
  // well.
  return {
    'clang++': (args, files, options) => clang.commands['clang++'](args, files, { ...options, synchronously: true }),
  };
})();

const read = (file: string): Uint8Array => new Uint8Array(readFileSync(file));

// Listens from the beginning, because nothing else keeps this thread alive while the JavaScript engine compiles a
// module.
parentPort!.on('message', (job: PackagedJob) => {
  void carryOut(job).then(
    (made) => parentPort!.postMessage(made),
    (error) => parentPort!.postMessage({ ok: false, said: String(error) } satisfies CompileResult),
  );
});

async function carryOut(job: PackagedJob): Promise<CompileResult> {
  const commands = await loaded;
  switch (job.what) {
    case 'prefix':
      return await compilePrefix(commands, job.sdk, job.flags);
    case 'runtime':
      return await compileRuntime(commands, job.sdk, job.flags, read(job.prefix));
    case 'object':
      return await compileObject(commands, job.source, job.sdk, job.flags, read(job.prefix));
    case 'link':
      return await linkObjects(commands, job.source, job.flags, job.object, read(job.runtime));
  }
}
