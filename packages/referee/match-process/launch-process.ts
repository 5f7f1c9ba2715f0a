import { ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ControlGroup, enterGroupCommand, groupReport, makeGroup, removeGroup } from '@ludus/runtime/sandbox.ts';

export interface LaunchOptions {
  /** The module that the process runs, and its parameters. */
  readonly module: URL;
  readonly args?: readonly string[] | undefined;
  /** The complete environment of the process. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** Limit of the process's total memory, in bytes. */
  readonly maxBytes: number;
  /** The process's niceness, 0 (default) … 19, on systems that support it. */
  readonly nice?: number | undefined;
}

/** A process that plays matches of untrusted players. */
export interface LaunchedMatchProcess {
  readonly process: ChildProcess;
  /** Kills the process and all processes that it has started. */
  kill(): void;
  /** Number of processes in the group that the kernel killed for lack of memory; 0 if no group limits memory. */
  memoryKills(): number;
  /** Removes the process's control group, if there is one. Waits at most one second. */
  drop(): Promise<void>;
}

/** Memory limit of Ludus's own JavaScript in the process, in MiB. The modules' memories aren't included. */
const HEAP_MIB = 512;
// Uses one thread for garbage collection, because several threads cause delays if they outnumber the processors.
const FLAGS = ['--no-wasm-lazy-compilation', '--expose-gc', '--single-threaded-gc', `--max-old-space-size=${HEAP_MIB}`];
/**
 * Stack of the process, and the part that the engine may use, in KiB. A player's calls may use 560,000 bytes as the
 * meter counts them. An optimising compiler's frames may use a hundred bytes per counted byte. Even these frames fit
 * into this stack (docs/fuel.md).
 */
const STACK_KIB = 65_536;
const ENGINE_STACK_KIB = 60_000;
/** On Windows, programs don't start without this variable. */
const WINDOWS = { SystemRoot: process.env.SystemRoot };
/** Starts Node ($0) with a stack of this size, or with the default stack if the system doesn't allow this size. */
const WITH_STACK = `if ulimit -s ${STACK_KIB} 2>/dev/null; then exec "$0" --stack-size=${ENGINE_STACK_KIB} "$@"; else exec "$0" "$@"; fi`;

/**
 * Starts a process with a separate environment, in a separate process group and, if control groups can limit memory, in
 * a control group. The process compiles a module's functions when it loads the module, because compiling a function at
 * its first call would delay a player.
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
  // Does nothing if the process couldn't be started; it then emits `error`.
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

/**
 * Node throws when it has no memory for the process. This converts the exception to an `error` event, as for other
 * failed starts.
 */
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
    // The process has already ended, or the system does not support this.
  }
}

/** Time limit for reading an ended process's remaining output, in milliseconds. Another process may hold a pipe open. */
const OUTPUT_TIMEOUT_MS = 500;

/** Waits until the output of a process that has just ended has been read. */
export async function outputEnded(child: ChildProcess): Promise<void> {
  // After a pause of this thread, the timer fires before the output is read. The immediate call comes after reading.
  const late = sleep(OUTPUT_TIMEOUT_MS, undefined, { ref: false }).then(() => nextTick());
  await Promise.race([new Promise((done) => child.once('close', done)), late]);
}
