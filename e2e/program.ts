import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runHere } from '@ludus/cli/testing.ts';
import { expect } from 'vitest';

/** The installed program's start file. It uses Node's compile cache, which halves the time of a short command. */
const MAIN = fileURLToPath(new URL('../packages/cli/bin/ludus.js', import.meta.url));

export interface ProcessResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Program {
  ludus(...args: string[]): ProcessResult;
  /** Runs the program, which must succeed and print nothing on standard error. Returns its output. */
  done(...args: string[]): string;
  /** Starts a server of the program, fetches its pages, and ends it with Ctrl-C. */
  served(args: readonly string[], paths: readonly string[]): Promise<void>;
  /** Starts a long-running program, waits for its output, and stops it with Ctrl-C. */
  said(args: readonly string[], what: RegExp): Promise<void>;
}

/** The command `ludus` as a separate process, in a folder (which may be created later). */
export function program(folder: () => string, environment: Readonly<Record<string, string>> = {}): Program {
  const env = { ...process.env, BROWSER: 'none', ...environment };
  const ludus = (...args: string[]): ProcessResult =>
    spawnSync(process.execPath, [MAIN, ...args], { cwd: folder(), env, encoding: 'utf8' });
  return {
    ludus,
    done(...args) {
      const { status, stdout, stderr } = ludus(...args);
      expect(stderr, args.join(' ')).not.toMatch(/^\s+at /m);
      expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
      return stdout;
    },
    async said(args, what) {
      const child = spawn(process.execPath, [MAIN, ...args], { cwd: folder(), env, stdio: ['ignore', 'pipe', 'pipe'] });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      try {
        let said = '';
        await new Promise<void>((found, failed) => {
          const hear = (bytes: Buffer) => {
            said += bytes;
            if (what.test(said)) found();
          };
          child.stdout.on('data', hear);
          child.stderr.on('data', hear);
          child.once('exit', () => failed(new Error(said)));
        });
      } finally {
        child.kill('SIGINT');
        await ended;
      }
    },
    async served(args, paths) {
      const child = spawn(process.execPath, [MAIN, ...args], { cwd: folder(), env, stdio: ['ignore', 'pipe', 'pipe'] });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      try {
        let said = '';
        const address = await new Promise<string>((found, failed) => {
          child.stdout.on('data', (bytes) => {
            said += bytes;
            const match = /Watch: (http:\S+)/.exec(said);
            if (match) found(match[1]);
          });
          child.stderr.on('data', (bytes) => {
            said += bytes;
          });
          child.once('exit', () => failed(new Error(said)));
        });
        for (const path of ['', ...paths]) {
          const answer = await fetch(path === '' ? address : new URL(path, address));
          expect(answer.status, path).toBe(200);
        }
      } finally {
        child.kill('SIGINT');
        await ended;
      }
    },
  };
}

/** The command in the test's process, for tests that don't concern the process itself. */
export interface InProcessProgram {
  ludus(...args: string[]): Promise<ProcessResult>;
  /** Runs the command, which must succeed and print nothing on standard error. Returns its output. */
  done(...args: string[]): Promise<string>;
}

/**
 * The command `ludus` in a folder (which may be created later), without a process. `environment` applies to the whole
 * test file.
 */
export function programHere(
  folder: () => string,
  environment: Readonly<Record<string, string>> = {},
): InProcessProgram {
  Object.assign(process.env, { BROWSER: 'none', ...environment });
  const ludus = (...args: string[]): Promise<ProcessResult> => runHere(args, folder());
  return {
    ludus,
    async done(...args) {
      const { status, stdout, stderr } = await ludus(...args);
      expect({ args, status, stderr: status === 0 ? '' : stderr }).toEqual({ args, status: 0, stderr: '' });
      return stdout;
    },
  };
}
