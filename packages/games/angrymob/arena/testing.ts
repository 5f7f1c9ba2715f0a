import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
// biome-ignore lint/correctness/noUndeclaredDependencies: only tests import this file
import { onTestFinished } from 'vitest';

const MAIN = fileURLToPath(new URL('../../../cli/bin/ludus.js', import.meta.url));

/** A program started by a test. */
export interface RunningProgram {
  readonly child: ChildProcess;
  /** Resolves when the program has ended, with its exit code (or signal) and its output. */
  readonly ended: Promise<{ code: number | string; out: string; err: string }>;
}

/**
 * Starts a program for the current test; if it is still running when the test ends, it is killed, whether the test
 * passed or failed.
 */
export function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): RunningProgram {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, BROWSER: 'none', ...env },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (bytes) => {
    out += bytes;
  });
  child.stderr.on('data', (bytes) => {
    err += bytes;
  });
  const ended = new Promise<{ code: number | string; out: string; err: string }>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? signal ?? '', out, err }));
  });
  return { child, ended };
}

export function startLudus(...args: string[]): RunningProgram {
  return start(process.execPath, [MAIN, ...args]);
}

/** An arena that has printed its address. */
export interface RunningArena extends RunningProgram {
  readonly port: number;
  /** The address of the arena's page; '' with `-console`. */
  readonly page: string;
}

/** `ludus arena` on a free port. */
export async function startArena(...args: string[]): Promise<RunningArena> {
  const arena = startLudus('arena', '-port', '0', ...args);
  const wanted = args.includes('-console')
    ? /for two players on .*:(\d+)\n()/
    : /players on .*:(\d+)\n[\s\S]*shown on (\S+)\n/;
  let said = '';
  const found = await new Promise<RegExpExecArray>((resolve, reject) => {
    arena.child.stderr?.on('data', (bytes) => {
      said += bytes;
      const match = wanted.exec(said);
      if (match !== null) resolve(match);
    });
    arena.child.on('close', () => reject(new Error(`the arena ended: ${said}`)));
  });
  return { ...arena, port: Number(found[1]), page: found[2] };
}
