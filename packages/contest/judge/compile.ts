import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownedFolder } from '@ludus/runtime/files.ts';
import { startProcess } from '@ludus/shell/start-process.ts';
import type { StepMessage } from '../store/step-messages.ts';
import { type Language, withSmallEnding } from '../words.ts';
import type { BuildResult } from './build.ts';

/** The instructions for a compiler's process. */
export interface CompileOrder {
  /** The address of the module that exports the `workshop`. */
  readonly workshop: string;
  readonly game: string;
  readonly file: string;
  readonly language: Language;
  /** Whether C++ is compiled even without a sandbox. */
  readonly unsandboxed?: boolean | undefined;
  /** The folder for all files of the process. It is removed together with the files that the compilers create. */
  readonly folder: string;
}
export type CompileReport =
  | { readonly ok: true; readonly note: StepMessage }
  | { readonly ok: false; readonly why: StepMessage };

/** Thrown if the process ended without a report, because the machine failed or because the source crashes compilers. */
export class CompilerCrashError extends Error {}

const PROCESS = fileURLToPath(new URL('./compile-process.ts', import.meta.url));
/** Memory limit of the process itself in MiB; compilers have separate limits. */
const HEAP_MIB = 1024;
const SAID = 2000;

/**
 * Compiles one submission in a separate process. The process's temporary files are in a folder that is removed, however
 * the process ends. If this process is killed, the compiling process ends by itself and removes the folder.
 */
export async function compile(
  order: Omit<CompileOrder, 'file' | 'folder'>,
  name: string,
  source: Uint8Array,
  { wallMs, signal }: { readonly wallMs: number; readonly signal?: AbortSignal | undefined },
): Promise<BuildResult> {
  signal?.throwIfAborted();
  const folder = ownedFolder('compile');
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', remove);
  try {
    const own = join(folder, 'source');
    mkdirSync(own, { mode: 0o700 });
    mkdirSync(outOf(folder), { mode: 0o700 });
    mkdirSync(temporaryOf(folder), { mode: 0o755 });
    const file = join(own, withSmallEnding(name));
    writeFileSync(file, source);
    const { how, said } = await run({ ...order, file, folder }, wallMs, signal);
    const report = join(outOf(folder), 'report.json');
    if (!existsSync(report))
      throw new CompilerCrashError(`the compiler’s process ${how}${said === '' ? '' : `: ${said}`}`);
    const read = JSON.parse(readFileSync(report, 'utf8')) as CompileReport;
    return read.ok ? { ...read, module: readFileSync(join(outOf(folder), 'player.wasm')) } : read;
  } finally {
    process.removeListener('exit', remove);
    remove();
  }
}

/** Returns the folder into which the process writes its output. */
export const outOf = (folder: string): string => join(folder, 'out');
const temporaryOf = (folder: string): string => join(folder, 'tmp');

async function run(
  order: CompileOrder,
  wallMs: number,
  signal: AbortSignal | undefined,
): Promise<{ how: string; said: string }> {
  const args = [`--max-old-space-size=${HEAP_MIB}`, PROCESS, JSON.stringify(order)];
  const child = await startProcess(() =>
    spawn(process.execPath, args, {
      // Nothing is written to this pipe; it closes when this process ends.
      stdio: ['pipe', 'ignore', 'pipe'],
      env: { ...environment(), TMPDIR: temporaryOf(order.folder) },
      // The process gets a separate process group, so that its compilers are killed together with it.
      detached: process.platform !== 'win32',
    }),
  );
  goAfterOthers(child.pid);
  return await new Promise((done) => {
    child.stdin.on('error', () => {});
    let said = '';
    let late = false;
    child.stderr.on('data', (text) => {
      said = (said + text).slice(-SAID);
    });
    const end = () => {
      try {
        if (process.platform === 'win32') child.kill('SIGKILL');
        else process.kill(-child.pid!, 'SIGKILL');
      } catch {
        // The process has already ended.
      }
    };
    const timer = setTimeout(() => {
      late = true;
      end();
    }, wallMs);
    signal?.addEventListener('abort', end, { once: true });
    process.prependOnceListener('exit', end);
    if (signal?.aborted) end();
    child.once('close', (code, by) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      process.removeListener('exit', end);
      const how = late
        ? `took more than ${wallMs / 1000} s`
        : by === null
          ? `ended with code ${code}`
          : `was killed by ${by}`;
      done({ how, said: said.trim().split('\n').at(-1) ?? '' });
    });
  });
}

/** Lowers a process's priority, since pages and matches are more urgent. */
export function goAfterOthers(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, NICE);
  } catch {
    // The process has already ended, or the system doesn't support priorities.
  }
}
const NICE = 10;

/** Returns the environment for a compiler, without the server's own variables (such as the database's address). */
function environment(): NodeJS.ProcessEnv {
  const names = [
    'PATH',
    'HOME',
    'XDG_CACHE_HOME',
    'LUDUS_CACHE',
    'LUDUS_CACHE_MIB',
    'LUDUS_GAMES',
    'LUDUS_WASM_CXX',
    'CI',
  ];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
