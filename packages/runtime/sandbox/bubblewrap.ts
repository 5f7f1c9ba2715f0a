import { closeSync, existsSync, lstatSync, mkdtempSync, openSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandLine, FIRST_FILE, onPath, type ProcessLimits, type WrappedCommand } from '../groups/launch.ts';
import { landlockCommand } from './landlock.ts';
import type { SandboxLevel } from './level-names.ts';
import { type Scratch, scratchMount } from './scratch.ts';
import { type FilteredProgram, seccompProgram } from './seccomp.ts';

/** The files that a sandboxed program may read and run, in addition to the system's programs and libraries. */
export interface SandboxView {
  /** Host folders, which are read-only, and their paths in the sandbox. */
  readonly readOnly: readonly { readonly from: string; readonly to: string }[];
  /** A host folder that the program may write to, visible as /out. The folder must be writable for `userId()`. */
  readonly out?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: ProcessLimits;
  /** The kind of program. A player may not start processes, but a compiler may. */
  readonly tenant: FilteredProgram;
  /** Limits of the program's /tmp; by default, 16 MiB in 1,024 files. */
  readonly scratch?: Scratch;
  /** The program's working directory. */
  readonly folder: string;
  /** The first descriptor that is free for files passed to the sandbox itself; 3 by default. */
  readonly firstFile?: number;
}

/**
 * The search path for the system's programs. Apart from the files that are made visible, only programs in this path can
 * run in a sandbox.
 */
export const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin';

/**
 * The only visible files in /etc: those for linking, for alternatives (Java, Python), and for Java's settings. None of
 * these files identifies users.
 */
const ETC = [
  '/etc/ld.so.cache',
  '/etc/alternatives',
  '/etc/java-17-openjdk',
  '/etc/java-21-openjdk',
  '/etc/java-25-openjdk',
];
const SCRATCH: Scratch = { bytes: 16 * 2 ** 20, files: 1024 };
/** Limit of processes and threads. */
const PROCESSES = 128;
const FILES = 256;

let nextUser = 0;

/**
 * The user and group of the next sandboxed program if Ludus runs as root. The id belongs to no account, and differs
 * from player to player.
 */
export function userId(): number {
  return 600_000 + ((process.pid * 64 + nextUser++) % 1_000_000);
}

/** Wraps a command in a sandbox of this level. The caller must have checked that the machine supports it. */
export function bubblewrapCommand(
  command: CommandLine,
  level: SandboxLevel,
  view: SandboxView,
  user = userId(),
): WrappedCommand {
  const { bytes, files } = view.scratch ?? SCRATCH;
  const scratch = scratchMount({ bytes, files });
  const words: string[] = [...scratch.words];
  // Drops root privileges first, so that the kernel treats the player as a user that owns nothing.
  if (process.getuid?.() === 0)
    words.push(
      'setpriv',
      `--reuid=${user}`,
      `--regid=${user}`,
      '--clear-groups',
      '--bounding-set=-all',
      '--no-new-privs',
    );
  words.push('bwrap', '--unshare-all', '--unshare-user', '--disable-userns', '--die-with-parent', '--cap-drop', 'ALL');
  words.push('--uid', '1000', '--gid', '1000', '--hostname', 'ludus', '--clearenv');
  for (const [name, value] of Object.entries({
    PATH: SYSTEM_PATH,
    HOME: '/tmp',
    TMPDIR: '/tmp',
    LANG: 'C.UTF-8',
    ...view.environment,
  }))
    words.push('--setenv', name, value);
  words.push('--ro-bind', '/usr', '/usr');
  for (const path of ['/bin', '/sbin', '/lib', '/lib32', '/lib64']) {
    if (!existsSync(path)) continue;
    if (lstatSync(path).isSymbolicLink()) words.push('--symlink', readlinkSync(path), path);
    else words.push('--ro-bind', path, path);
  }
  for (const path of ETC) words.push('--ro-bind-try', path, path);
  // Hides the machine's settings and counters, such as the number of open files, because two players could communicate
  // through them.
  words.push('--proc', '/proc', '--tmpfs', '/proc/sys', '--remount-ro', '/proc/sys', '--dev', '/dev');
  // Hides /dev/zero from players, because a shared mapping of this file is memory that isn't charged to any process.
  if (view.tenant === 'player') words.push('--dev-bind', '/dev/null', '/dev/zero');
  if (scratch.folder === undefined)
    words.push('--size', `${bytes}`, '--tmpfs', '/dev/shm', '--size', `${bytes}`, '--tmpfs', '/tmp');
  else words.push('--bind', scratch.folder, '/tmp', '--bind', scratch.folder, '/dev/shm');
  for (const { from, to } of view.readOnly) words.push('--ro-bind', from, to);
  if (view.out !== undefined) words.push('--bind', view.out, '/out');
  words.push('--remount-ro', '/dev', '--remount-ro', '/', '--chdir', view.folder);
  const descriptors: number[] = [];
  if (level !== 'basic') {
    descriptors.push(seccompFile(view.tenant));
    words.push('--seccomp', `${view.firstFile ?? FIRST_FILE}`);
  }
  words.push('--', 'prlimit', ...limitWords(view.limits), '--');
  if (level === 'full') words.push(...landlockCommand('perl', view.firstFile ?? FIRST_FILE));
  words.push(command.program, ...command.args);
  return {
    command: { program: words[0], args: words.slice(1) },
    descriptors,
    // Programs in the sandbox can inspect its first process, so this process's environment must not contain any
    // secrets.
    environment: { PATH: SYSTEM_PATH },
    launchers: 2,
    tasks: PROCESSES + 8,
    started: () => descriptors.forEach(closeSync),
  };
}

function limitWords(limits: ProcessLimits): string[] {
  return [
    '--core=0',
    `--nproc=${PROCESSES}`,
    `--nofile=${FILES}`,
    `--fsize=${Math.ceil(limits.fileBytes ?? SCRATCH.bytes)}`,
    ...(limits.memoryBytes === undefined ? [] : [`--data=${Math.ceil(limits.memoryBytes)}`]),
    ...(limits.cpuSeconds === undefined ? [] : [`--cpu=${Math.ceil(limits.cpuSeconds)}`]),
  ];
}

const filters = new Map<FilteredProgram, number>();

/** Opens the file with the filter again, because players must not share its read position. */
function seccompFile(tenant: FilteredProgram): number {
  let filter = filters.get(tenant);
  if (filter === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'ludus-'));
    const file = join(folder, 'filter');
    writeFileSync(file, seccompProgram(tenant)!);
    filter = openSync(file, 'r');
    filters.set(tenant, filter);
    rmSync(folder, { recursive: true });
  }
  return openSync(`/proc/self/fd/${filter}`, 'r');
}

/** The programs that a level needs but this machine lacks. */
export function missingParts(level: SandboxLevel): string[] {
  const missing: string[] = [];
  const needed = [
    'bwrap',
    'prlimit',
    ...(process.getuid?.() === 0 ? ['setpriv'] : []),
    ...(level === 'full' ? ['perl'] : []),
  ];
  for (const program of needed) if (onPath(program, SYSTEM_PATH) === undefined) missing.push(program);
  return missing;
}
