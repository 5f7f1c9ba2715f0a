import { ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type ControlGroup, enterGroupCommand, groupReport, makeGroup, removeGroup } from '@ludus/runtime/sandbox.ts';

export interface LaunchOptions {
  /** The module that the process runs, and what it is given. */
  readonly module: URL;
  readonly args?: readonly string[] | undefined;
  /** All of its environment. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** The limit of its whole memory. */
  readonly maxBytes: number;
  /** How far others go before it, 0 (absent) … 19, where the system has such a thing. */
  readonly nice?: number | undefined;
}

/** A process that plays matches of players that no one knows. */
export interface LaunchedMatchProcess {
  readonly process: ChildProcess;
  /** Ends it and whatever it has started. */
  kill(): void;
  /** How often the kernel ended a process in it for lack of memory; 0 where groups do not hold memory. */
  memoryKills(): number;
  /** When it is gone. */
  drop(): Promise<void>;
}

/** The limit of our code's memory, without the memories of the modules. */
const HEAP_MIB = 512;
// Threads that help to collect garbage must be waited for where there are more of them than processors.
const FLAGS = ['--no-wasm-lazy-compilation', '--expose-gc', '--single-threaded-gc', `--max-old-space-size=${HEAP_MIB}`];
/**
 * KiB of stack: what the process has, and what the engine may use of it. A player's calls may take 560,000 bytes as the meter
 * counts them. An optimizing compiler may make frames of a hundred bytes for each counted one. All of them fit into this
 * (docs/fuel.md).
 */
const STACK_KIB = 65_536;
const ENGINE_STACK_KIB = 60_000;
/** Without it a program does not start there. */
const WINDOWS = { SystemRoot: process.env.SystemRoot };
/** Starts Node ($0) with that stack; without it where the system does not grant it. */
const WITH_STACK = `if ulimit -s ${STACK_KIB} 2>/dev/null; then exec "$0" --stack-size=${ENGINE_STACK_KIB} "$@"; else exec "$0" "$@"; fi`;

/**
 * Starts a process with its own environment, in its own process group and, if there are control groups that hold memory, in
 * one of these. Its functions are compiled when a module is loaded, not at the first call of each, where a player would be waited
 * for.
 */
export function launchMatchProcess({
  module,
  args = [],
  environment = {},
  maxBytes,
  nice = 0,
}: LaunchOptions): LaunchedMatchProcess {
  const group = groupFor(maxBytes);
  const node = [process.execPath, ...FLAGS, fileURLToPath(module), ...args];
  const command = process.platform === 'linux' ? ['sh', '-c', WITH_STACK, ...node] : node;
  const [program, ...rest] = group ? enterGroupCommand(group, command) : command;
  const child = spawnOrEmitError(program, rest, {
    env: { ...(process.platform === 'win32' && WINDOWS), ...environment },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
    serialization: 'advanced',
  });
  if (nice > 0) lowerPriority(child, nice);
  // If it cannot be started, its `error` event says so.
  const kill = (): void => {
    group?.kill();
    if (child.pid === undefined) return;
    try {
      process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
    } catch {
      child.kill('SIGKILL');
    }
  };
  return {
    process: child,
    kill,
    memoryKills: () => group?.memoryKills() ?? 0,
    drop: async () => {
      if (group) await removeGroup(group);
    },
  };
}

/** Where Node throws, as it does without memory, it is the same as where it cannot start the process otherwise: an `error` event. */
function spawnOrEmitError(program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  try {
    return spawn(program, args, options);
  } catch (error) {
    const child = new ChildProcess();
    process.nextTick(() => child.emit('error', error));
    return child;
  }
}

function groupFor(maxBytes: number): ControlGroup | undefined {
  return groupReport().holds.includes('memory') ? makeGroup({ memoryBytes: maxBytes }) : undefined;
}

function lowerPriority({ pid }: ChildProcess, nice: number): void {
  try {
    if (pid !== undefined) setPriority(pid, nice);
  } catch {
    // It has already ended, or the system has no such thing.
  }
}
