import { Console } from 'node:console';
import { createRequire } from 'node:module';
import { PassThrough, Writable } from 'node:stream';

/** A command's exit code and output. */
export interface ProcessResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

const RUN = new URL('../run.ts', import.meta.url).href;
const FILES = new URL('../../runtime/files.ts', import.meta.url).href;
const importByNode: (address: string) => Promise<unknown> = createRequire(import.meta.url)('./import-by-node.cjs');

/**
 * Runs `ludus` with these arguments in this process and in a folder. This is a hundred times faster than starting a
 * separate process. Only one command can run at a time, since this function replaces the process's streams, working
 * folder, and exit code. Like `runLudus`, it rejects only because of a bug.
 *
 * `keys`: the keys typed at a terminal; without them, standard input isn't a terminal. Commands that read standard
 * input or run until Ctrl-C can't run here. `LUDUS_GAMES` must be set before any module of Ludus is imported.
 */
export async function runHere(args: readonly string[], folder: string, keys?: string): Promise<ProcessResult> {
  const { runLudus } = (await importByNode(RUN)) as typeof import('../run.ts');
  const { clearProcessFolders } = (await importByNode(FILES)) as typeof import('@ludus/runtime/files.ts');
  const out = listener();
  const err = listener();
  const before = {
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: process.stdin,
    console: globalThis.console,
    folder: process.cwd(),
  };
  const streams = (stdin: unknown, stdout: Writable, stderr: Writable) => {
    for (const [name, value] of Object.entries({ stdin, stdout, stderr }))
      Object.defineProperty(process, name, { value, configurable: true, enumerable: true });
  };
  process.chdir(folder);
  streams(terminal(keys), out.stream, err.stream);
  globalThis.console = new Console(out.stream, err.stream);
  process.exitCode = undefined;
  try {
    await runLudus(args);
    return { status: Number(process.exitCode ?? 0), stdout: out.text(), stderr: err.text() };
  } finally {
    // Vitest ends its processes without notice, so the processes' folders are removed here.
    clearProcessFolders();
    process.exitCode = undefined;
    globalThis.console = before.console;
    streams(before.stdin, before.stdout, before.stderr);
    process.chdir(before.folder);
  }
}

function listener(): { readonly stream: Writable; text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}

/** Returns a standard input on which these keys are typed, one per read. */
function terminal(keys: string | undefined): PassThrough {
  const stdin = Object.assign(new PassThrough(), { isTTY: keys !== undefined, setRawMode: () => stdin });
  for (const key of keys ?? '') stdin.write(key);
  return stdin;
}
