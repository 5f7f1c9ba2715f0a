import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { release } from 'node:os';
import { descendants } from '../budget/accounting.ts';
import type { ControlGroup } from './control-group.ts';
import { withoutInherited } from './inherited-files.ts';
import { enterGroupCommand, makeGroup } from './make-group.ts';
import { endingCommand, programFiles } from './operating-system.ts';

/** The command: a program and its arguments, passed to the operating system without a shell. */
export interface CommandLine {
  readonly program: string;
  readonly args: readonly string[];
}

/**
 * Limits that no process of a player can escape, no matter how the process was started. If a limit is absent, its value
 * is unlimited.
 */
export interface ProcessLimits {
  /** Private memory of one process, in bytes (the watchdog checks the sum over all processes). */
  readonly memoryBytes?: number;
  /**
   * Memory of every kind, of all the player's processes together, in bytes. This memory is limited only if there is a
   * control group.
   */
  readonly allMemoryBytes?: number;
  /** CPU time of one process, in seconds: a hard limit that ends endless loops. */
  readonly cpuSeconds?: number;
  /** Size limit of a written file, in bytes. */
  readonly fileBytes?: number;
}

/**
 * How a player's processes are kept together, to find and stop all of them. A process that leaves both its process
 * group and its parent cannot be found again.
 */
export const CONTAINMENTS = ['group', 'namespace'] as const;
export type Containment = (typeof CONTAINMENTS)[number];

/** A started player process, with its launchers and its control group. */
export interface LaunchedProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** Number of processes at the top of the process tree that belong to Ludus, not to the player. */
  readonly launchers: number;
  /** The control group of all these processes, if there is one. The caller of `launch` must remove it at the end. */
  readonly group?: ControlGroup;
}

export interface LaunchOptions {
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly limits?: ProcessLimits;
  /** If false, no control group is used even if control groups are available. */
  readonly groups?: boolean;
  /**
   * Whether a debugger controls the player. If so, the player's command isn't wrapped, and runs in Ludus's process
   * group, so that the terminal can reach the player.
   */
  readonly unlimited?: boolean;
  /**
   * Wraps the player in the sandbox's command instead of Ludus's own launcher. The player's additional file descriptors
   * start at `firstFile`.
   */
  readonly wrap?: (command: CommandLine, limits: ProcessLimits, firstFile: number) => WrappedCommand;
}

/** The player's open files in addition to standard input, output, and error. */
export const FIRST_FILE = 3;

/** Options for a process whose child runs the player. */
export interface HostOptions {
  /** The process's open files, from descriptor FIRST_FILE on. */
  readonly files: readonly number[];
  /**
   * If true, the process itself doesn't enter a control group, and the caller of `launch` puts the process's children
   * into a group.
   */
  readonly staysOutside: boolean;
}

export interface WrappedCommand {
  readonly command: CommandLine;
  /** Open files that the child gets as descriptors, from `firstFile` on. */
  readonly descriptors?: readonly number[];
  /**
   * The environment variables for the player's launchers. If absent, the launchers get all variables of this process.
   */
  readonly environment?: Readonly<Record<string, string>>;
  readonly launchers: number;
  /**
   * Maximum number of processes and threads, including the launchers'. If absent, the limit for a player without a
   * sandbox applies.
   */
  readonly tasks?: number;
  /** Called once the process is running, to close the descriptors in this process. */
  readonly started?: () => void;
}

let found: Containment | undefined;

/**
 * The best containment on this machine without a sandbox: a separate process namespace, or else a process group. A
 * namespace ends with its first process.
 */
export function containment(): Containment {
  found ??=
    onPath('unshare') && spawnSync('unshare', [...unshareArguments(), 'true']).status === 0 ? 'namespace' : 'group';
  return found;
}

function unshareArguments(): string[] {
  const user = process.getuid?.() === 0 ? [] : ['--user', '--map-current-user'];
  return [...user, '--pid', '--fork', '--kill-child', '--mount-proc'];
}

/** Wraps a command so that limits apply, an init process reaps orphans, and no process outlives the referee. */
export function contained(command: CommandLine, limits: ProcessLimits): WrappedCommand {
  // Windows has no shell that can set limits. `ludus sandbox` reports the weaknesses.
  if (process.platform === 'win32') return { command, launchers: 0 };
  const script = `${processLimitLine()}${limitLines(limits)}"$@"; exit $?`;
  const inner = ['sh', '-c', script, 'sh', command.program, ...command.args];
  if (containment() === 'group') return { command: split(inner), launchers: 1 };
  const outer = ['unshare', ...unshareArguments(), '--', ...inner];
  return { command: split(onPath('setpriv') ? ['setpriv', '--pdeathsig', 'KILL', ...outer] : outer), launchers: 2 };
}

/** Limit of processes and threads of a player without a sandbox, if the kernel supports it. */
const MAX_PROCESSES = 512;

/**
 * A fork bomb is faster than any watchdog, so the kernel must stop it. In a separate namespace, a user has a limit on
 * processes, but root doesn't. Since Linux 6.14, each process namespace has a separate maximum process id. In earlier
 * versions, this maximum would apply to all processes on the machine.
 */
function processLimitLine(): string {
  if (containment() !== 'namespace') return '';
  if (process.getuid?.() !== 0)
    return onPath('prlimit') ? `prlimit --pid $$ --nproc=${MAX_PROCESSES} 2>/dev/null; ` : '';
  const [major, minor] = release().split('.').map(Number);
  return major > 6 || (major === 6 && minor >= 14)
    ? `{ echo ${MAX_PROCESSES} > /proc/sys/kernel/pid_max; } 2>/dev/null; `
    : '';
}

/** Shell lines that set limits. The watchdog enforces limits that this system does not support. */
function limitLines(limits: ProcessLimits): string {
  const lines = ['ulimit -c 0'];
  if (limits.memoryBytes !== undefined) lines.push(`ulimit -d ${Math.ceil(limits.memoryBytes / 1024)}`);
  if (limits.cpuSeconds !== undefined) lines.push(`ulimit -t ${Math.ceil(limits.cpuSeconds)}`);
  if (limits.fileBytes !== undefined) lines.push(`ulimit -f ${Math.ceil(limits.fileBytes / 512)}`);
  return `{ ${lines.join('; ')}; } 2>/dev/null; `;
}

function split(words: readonly string[]): CommandLine {
  return { program: words[0], args: words.slice(1) };
}

const ALONE: HostOptions = { files: [], staysOutside: false };

/** Starts a player's process as the leader of a separate process group. */
export function launch(command: CommandLine, options: LaunchOptions, host = ALONE): LaunchedProcess {
  const direct: WrappedCommand | undefined = options.unlimited ? { command, launchers: 0 } : undefined;
  const wrapped =
    direct ??
    options.wrap?.(command, options.limits ?? {}, FIRST_FILE + host.files.length) ??
    contained(command, options.limits ?? {});
  const group =
    direct || options.groups === false || host.staysOutside ? undefined : groupFor(options.limits, wrapped.tasks);
  const plain = [wrapped.command.program, ...wrapped.command.args];
  const [program, ...args] = group ? enterGroupCommand(group, plain) : plain;
  const child = spawn(program, args, {
    cwd: options.folder,
    env: wrapped.environment ?? { ...process.env, ...options.environment },
    // On Windows, a detached process would open a separate window.
    detached: direct === undefined && process.platform !== 'win32',
    stdio: withoutInherited(['pipe', 'pipe', 'pipe', ...host.files, ...(wrapped.descriptors ?? [])]),
  }) as ChildProcessWithoutNullStreams;
  wrapped.started?.();
  return { child, launchers: wrapped.launchers, ...(group && { group }) };
}

/** Memory of the launchers' processes, in bytes. */
const LAUNCHERS_BYTES = 8 * 2 ** 20;

/** A control group for a player and its launchers, if this machine supports it. */
export function groupFor({ allMemoryBytes }: ProcessLimits = {}, tasks = MAX_PROCESSES): ControlGroup | undefined {
  return makeGroup({ tasks, memoryBytes: allMemoryBytes && allMemoryBytes + LAUNCHERS_BYTES });
}

/** Sends a signal to all descendants of a launched process, and to its process group. */
export function signalAll(pid: number, signal: NodeJS.Signals, known: readonly number[] = []): void {
  // On Windows, a signal can only end a process, and measurements don't need a paused process.
  if (process.platform === 'win32') return;
  signalOne(-pid, signal);
  for (const each of known) signalOne(each, signal);
}

/** Sends a signal to a process, if it exists. */
export function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}

/** Kills a launched process and all its descendants. */
export function killAll(pid: number, launchers = 1): void {
  const ending = endingCommand(pid);
  if (ending !== undefined) {
    spawn(ending[0], ending.slice(1), { stdio: 'ignore' }).on('error', () => signalOne(pid, 'SIGKILL'));
    return;
  }
  // Killing the first process of a namespace ends all others in the namespace, so these needn't be found. The launcher
  // survives, and exits after the last of these processes.
  const first = launchers > 1 ? descendants(pid, 1)[1] : undefined;
  if (first !== undefined) {
    signalOne(first, 'SIGKILL');
    signalOne(pid, 'SIGCONT');
    return;
  }
  // Stopped processes can't start others while the list is being made.
  const pids = descendants(pid);
  signalAll(pid, 'SIGSTOP', pids);
  signalAll(pid, 'SIGKILL', [...new Set([...pids, ...descendants(pid)])].reverse());
}

/** Whether a process with this id is running. Returns false for a zombie. */
export function isThere(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

/** The first executable file in PATH with that name. */
export function onPath(program: string, path = process.env.PATH ?? ''): string | undefined {
  for (const file of programFiles(program, path)) {
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // The file is not in this folder.
    }
  }
  return undefined;
}
