import { type ChildProcess, fork } from 'node:child_process';
import { HOST_BYTES, launchMatchProcess } from '@ludus/referee/match-process.ts';
import { DEFAULT_MEMORY_BYTES } from '@ludus/runtime/parts.ts';
import type { RunSetup } from './plan.ts';

/** A worker's process. */
export interface StartedWorker {
  readonly process: ChildProcess;
  /** Kills the process and all processes that it started. */
  readonly kill: () => void;
  /** Cleans up after the process has ended. */
  readonly drop: () => Promise<void>;
}

/** Maximum number of players in a match of any game. */
const MAX_SEATS = 8;

/** Starts a worker with the full environment of this process. */
export function startForked(module: URL): StartedWorker {
  const child = fork(module, [], {
    // The worker gets a separate process group, because Ctrl-C in the terminal must not reach the players of matches in
    // progress.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
    serialization: 'json',
  });
  const kill = (): void => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      child.kill('SIGKILL');
    }
  };
  return { process: child, kill, drop: async () => {} };
}

/** Variables that locate compilers and their output, and Ludus's settings. */
const NEEDED =
  /^(?:PATH|HOME|TMPDIR|XDG_CACHE_HOME|USERPROFILE|LOCALAPPDATA|TEMP|NODE_(?:DISABLE_)?COMPILE_CACHE|LUDUS_\w+)$/i;

/** The part of this process's environment that a worker needs. */
export function neededEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (NEEDED.test(name) ? [[name, value!]] : [])),
  );
}

/** Starts a worker with only the environment that it needs. */
export function startIsolated(module: URL, mostBytes: number): StartedWorker {
  return launchMatchProcess({ module, environment: neededEnvironment(), maxBytes: mostBytes });
}

/** Memory for all players of the largest match, and for the match itself. */
export function mostBytesOf({ limits }: RunSetup): number {
  return MAX_SEATS * (limits?.session?.memoryBytes ?? DEFAULT_MEMORY_BYTES) + HOST_BYTES;
}
