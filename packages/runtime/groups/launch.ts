import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { release } from 'node:os';
import { descendants } from '../budget/accounting.ts';
import type { ControlGroup } from './control-group.ts';
import { withoutInherited } from './inherited-files.ts';
import { enterGroupCommand, makeGroup } from './make-group.ts';
import { endingCommand, programFiles } from './operating-system.ts';

/** The command: a program and its arguments, as the operating system takes them (no shell in between). */
export interface CommandLine {
  readonly program: string;
  readonly args: readonly string[];
}

/** Limits that no process of a player can escape, however it is reached. Absent: not limited. */
export interface ProcessLimits {
  /** Private memory of one process, in bytes (the watchdog looks at the sum over all of them). */
  readonly memoryBytes?: number;
  /** Memory of every kind of all its processes together, in bytes: where a control group can hold it. */
  readonly allMemoryBytes?: number;
  /** A hard end for endless loops: seconds of CPU time of one process. */
  readonly cpuSeconds?: number;
  /** The longest file it may write, in bytes. */
  readonly fileBytes?: number;
}

/**
 * How a player's processes are kept together, so that all of them can be found and ended. A process that leaves both its process
 * group and its parent cannot be found again.
 */
export const CONTAINMENTS = ['group', 'namespace'] as const;
export type Containment = (typeof CONTAINMENTS)[number];

/** A started process, how to wrap a signal around all of it, and how to end it for good. */
export interface Launched {
  readonly child: ChildProcessWithoutNullStreams;
  /** How many processes at the top of its tree are not the player's. */
  readonly launchers: number;
  /** Where all of them live, if there are control groups. Anyone who launches drops it in the end. */
  readonly group?: ControlGroup;
}

export interface LaunchOptions {
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly limits?: ProcessLimits;
  /** False: no control group, even where there are such. */
  readonly groups?: boolean;
  /** A debugger holds the player: it runs unchanged, in our own group, so that it can be reached from the terminal. */
  readonly unlimited?: boolean;
  /** A command that contains the player instead of ours: the sandbox. Its file descriptors are those from `firstFile` on. */
  readonly wrap?: (command: CommandLine, limits: ProcessLimits, firstFile: number) => Wrapped;
}

/** The files after standard input, output, and error. */
export const FIRST_FILE = 3;

/** For a process that lets a player live in its own child. */
export interface HostOptions {
  /** Open files for it, from descriptor FIRST_FILE on. */
  readonly files: readonly number[];
  /** It lives in no control group itself: anyone who launches puts its children into one. */
  readonly staysOutside: boolean;
}

export interface Wrapped {
  readonly command: CommandLine;
  /** Open files that the child gets as descriptors from `firstFile` on. */
  readonly descriptors?: readonly number[];
  /** All that its launchers know of ours; absent: everything. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly launchers: number;
  /** The most processes and threads that can be, the launchers' included; absent: those of a player without a sandbox. */
  readonly tasks?: number;
  /** To be called once the process runs: closes the descriptors on this side. */
  readonly started?: () => void;
}

let found: Containment | undefined;

/**
 * The best containment that this machine offers without a sandbox: a separate process namespace (which ends with its first
 * process), or a process group.
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

/** Wraps a command so that limits hold, a first process reaps what is orphaned, and nothing outlives the referee. */
export function contained(command: CommandLine, limits: ProcessLimits): Wrapped {
  // No shell and no limits of it: `ludus sandbox` says what is weaker there.
  if (process.platform === 'win32') return { command, launchers: 0 };
  const script = `${processLimitLine()}${limitLines(limits)}"$@"; exit $?`;
  const inner = ['sh', '-c', script, 'sh', command.program, ...command.args];
  if (containment() === 'group') return { command: split(inner), launchers: 1 };
  const outer = ['unshare', ...unshareArguments(), '--', ...inner];
  return { command: split(onPath('setpriv') ? ['setpriv', '--pdeathsig', 'KILL', ...outer] : outer), launchers: 2 };
}

/** The limit of processes and threads of a player without a sandbox, if the kernel supports it. */
const MAX_PROCESSES = 512;

/**
 * A bomb of processes outruns any watchdog, so the kernel has to stop it. A user of a separate namespace has a limit there, but
 * root has none. Since Linux 6.14, a process namespace has a separate largest process id. Before, the limit would have applied to
 * all processes.
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

/** Shell lines that set limits; a limit that this system does not know is left to the watchdog. */
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

/** Starts a player's process as the head of a separate process group. */
export function launch(command: CommandLine, options: LaunchOptions, host = ALONE): Launched {
  const direct: Wrapped | undefined = options.unlimited ? { command, launchers: 0 } : undefined;
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
    // On Windows that would be a separate window.
    detached: direct === undefined && process.platform !== 'win32',
    stdio: withoutInherited(['pipe', 'pipe', 'pipe', ...host.files, ...(wrapped.descriptors ?? [])]),
  }) as ChildProcessWithoutNullStreams;
  wrapped.started?.();
  return { child, launchers: wrapped.launchers, ...(group && { group }) };
}

/** The processes of the launchers. */
const LAUNCHERS_BYTES = 8 * 2 ** 20;

/** A control group for a player and its launchers, if this machine has them. */
export function groupFor({ allMemoryBytes }: ProcessLimits = {}, tasks = MAX_PROCESSES): ControlGroup | undefined {
  return makeGroup({ tasks, memoryBytes: allMemoryBytes && allMemoryBytes + LAUNCHERS_BYTES });
}

/** Sends a signal to everything that descends from a launched process, its group included. */
export function signalAll(pid: number, signal: NodeJS.Signals, known: readonly number[] = []): void {
  // There a signal can only end, and nothing is counted that a process would have to stand still for.
  if (process.platform === 'win32') return;
  signalOne(-pid, signal);
  for (const each of known) signalOne(each, signal);
}

/** Sends a signal to a process, if it is there. */
export function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It is already gone.
  }
}

/** Ends a launched process and all that came of it. */
export function killAll(pid: number, launchers = 1): void {
  const ending = endingCommand(pid);
  if (ending !== undefined) {
    spawn(ending[0], ending.slice(1), { stdio: 'ignore' }).on('error', () => signalOne(pid, 'SIGKILL'));
    return;
  }
  // With the first process of its namespace all others in it end, however many they are; no need to find them. The launcher is
  // left to see that, and ends when the last of them is gone.
  const first = launchers > 1 ? descendants(pid, 1)[1] : undefined;
  if (first !== undefined) {
    signalOne(first, 'SIGKILL');
    signalOne(pid, 'SIGCONT');
    return;
  }
  // Anyone who is stopped cannot start another while the list is being made.
  const pids = descendants(pid);
  signalAll(pid, 'SIGSTOP', pids);
  signalAll(pid, 'SIGKILL', [...new Set([...pids, ...descendants(pid)])].reverse());
}

/** True while a process of this id runs; one that has ended and waits for the system to clear it away does not. */
export function isThere(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

/** The first file of that name in PATH that can be run. */
export function onPath(program: string, path = process.env.PATH ?? ''): string | undefined {
  for (const file of programFiles(program, path)) {
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not here.
    }
  }
  return undefined;
}
