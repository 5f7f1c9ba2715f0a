import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Entry } from '@ludus/lab/league.ts';
import { cacheRoot } from '@ludus/runtime/files.ts';
import {
  type CommandLine,
  contained,
  descendants,
  killAll,
  type LaunchedProcess,
  launch,
  onPath,
  removeGroup,
  type WrappedCommand,
} from '@ludus/runtime/sandbox.ts';
import { BIN } from '../version.ts';
import { folderSize, SOURCE_LIMITS } from './sources.ts';

/** Limits of one agent in one round. */
export interface AgentLimits {
  /** Wall-clock limit, in seconds. */
  readonly seconds: number;
  /** Limit for standard output and standard error together. */
  readonly outputMiB: number;
  /** Limit for simultaneous processes and threads. */
  readonly processes: number;
}

/** An agent's command, and the folders that it can access. */
export interface AgentTask {
  /** A shell command line. */
  readonly command: string;
  readonly limits: AgentLimits;
  /** The copy of the bot's folder, in which the agent starts and may write. */
  readonly folder: string;
  /** Folders that the agent must not see: the league's folder and the other bots' folders. */
  readonly hidden: readonly string[];
  /** Folders that the agent may read even though they are inside hidden folders. */
  readonly shown: readonly string[];
  /** Other folders that the agent may write into. */
  readonly writable: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** The outcome of an agent's work in one round. */
export type AgentRecord = NonNullable<Entry['agent']>;

export interface AgentEnd {
  readonly record: AgentRecord;
  /** The beginning and the end of the agent's output. */
  readonly log: Buffer;
}

/** The folder of the repository or of the installed package. */
const HOME = fileURLToPath(new URL('../../..', import.meta.url));
/** Number of bytes that are kept from the beginning of the output, and from the end. */
const KEPT = 2 ** 16;
/** Interval between checks of the folder's size and of the number of processes, in milliseconds. */
const LOOK_MS = 1000;
/** Time for which a process left behind by the agent may keep the agent's output open, in milliseconds. */
const LEFT_OPEN_MS = 1000;

/**
 * Checks whether this machine can prevent agents from writing outside their folders. Only bubblewrap on Linux can do
 * so.
 */
export const canConfine = (): boolean => process.platform === 'linux' && onPath('bwrap') !== undefined;

/** Creates a folder that contains the program `ludus`, for the agent's PATH. */
export function ludusFolder(folder: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'ludus'), `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`, { mode: 0o755 });
  return folder;
}

/** Runs an agent until it ends or exceeds a limit. None of its processes keeps running afterwards. */
export async function runAgent(task: AgentTask): Promise<AgentEnd> {
  const { command, folder, environment, limits } = task;
  const launched = launch(
    { program: 'sh', args: ['-c', command] },
    {
      folder,
      environment,
      limits: { fileBytes: SOURCE_LIMITS.bytes },
      wrap: (line, own) => ({
        ...(canConfine() ? confined(line, task) : contained(line, own)),
        tasks: limits.processes + LAUNCHERS,
      }),
    },
  );
  const log = new AgentLog();
  launched.child.stdin.on('error', () => {}).end();
  const record = await endOf(launched, task, log);
  if (launched.child.pid !== undefined) killAll(launched.child.pid, launched.launchers);
  launched.group?.kill();
  if (launched.group) await removeGroup(launched.group);
  launched.child.stdout.destroy();
  launched.child.stderr.destroy();
  return { record, log: log.kept() };
}

/** Waits until the agent ends or exceeds a limit. */
function endOf(
  { child, group, launchers }: LaunchedProcess,
  { folder, limits, signal }: AgentTask,
  log: AgentLog,
): Promise<AgentRecord> {
  const { seconds, outputMiB, processes } = limits;
  return new Promise((resolve) => {
    const end = (how: AgentRecord['end'], sentence: string) => {
      clearTimeout(timer);
      clearInterval(looking);
      signal.removeEventListener('abort', onAbort);
      resolve({ end: how, sentence });
    };
    const onAbort = () => end('failed', 'the league was stopped');
    const timer = setTimeout(() => end('late', `it was stopped after ${seconds} s (--agent-time)`), seconds * 1000);
    const looking = setInterval(() => {
      if (folderSize(folder) > SOURCE_LIMITS.bytes)
        end('discarded', `its folder had more than ${SOURCE_LIMITS.bytes / 2 ** 20} MiB`);
      // If the kernel limits the number of processes, the agent can't exceed the limit.
      else if (!group?.limitsTasks && descendants(child.pid!).length > processes + launchers)
        end('flooded', `it was stopped: it had more than ${processes} processes (--agent-processes)`);
    }, LOOK_MS);
    signal.addEventListener('abort', onAbort);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => {
        log.add(bytes);
        if (log.bytes > outputMiB * 2 ** 20)
          end('flooded', `it was stopped: it printed more than ${outputMiB} MiB (--agent-output)`);
      });
    const ended = (code: number | null, by: NodeJS.Signals | null) => {
      if (code === 0) end('done', 'it ended with exit code 0');
      else end('failed', by ? `it was stopped by ${by}` : `it ended with exit code ${code}`);
    };
    child.once('error', (error) => end('failed', `it can’t be started: ${error.message}`));
    child.once('close', ended);
    child.once('exit', (code, by) => setTimeout(() => ended(code, by), LEFT_OPEN_MS));
  });
}

/** Keeps the beginning and the end of an output of any length. */
class AgentLog {
  bytes = 0;
  private head = Buffer.alloc(0);
  private tail = Buffer.alloc(0);

  add(bytes: Buffer): void {
    this.bytes += bytes.length;
    const room = KEPT - this.head.length;
    this.head = Buffer.concat([this.head, bytes.subarray(0, room)]);
    this.tail = Buffer.concat([this.tail, bytes.subarray(room)]);
    if (this.tail.length > KEPT) this.tail = this.tail.subarray(-KEPT);
  }

  kept(): Buffer {
    const left = this.bytes - this.head.length - this.tail.length;
    const gap = left > 0 ? `\n[${left} bytes omitted]\n` : '';
    return Buffer.concat([this.head, Buffer.from(gap), this.tail]);
  }
}

/** The number of processes and threads that the sandbox itself may need. */
const LAUNCHERS = 8;
/** Size of the agent's folder for temporary files, in bytes. */
const SCRATCH_BYTES = 2 ** 30;

/**
 * Wraps a command in a sandbox. The command can use the network and read the whole machine, except the hidden folders
 * and the cache of compiled bots. The command can write only into its folder, other folders named in the task, and a
 * separate /tmp.
 */
export function confined(
  { program, args }: CommandLine,
  { folder, hidden, shown, writable }: Pick<AgentTask, 'folder' | 'hidden' | 'shown' | 'writable'>,
): WrappedCommand {
  const words = ['--unshare-pid', '--die-with-parent', '--cap-drop', 'ALL', '--ro-bind', '/', '/'];
  words.push('--dev', '/dev', '--proc', '/proc', '--size', String(SCRATCH_BYTES), '--tmpfs', '/tmp');
  for (const each of [...hidden, cacheRoot()].filter(existsSync)) words.push('--tmpfs', each);
  for (const each of [dirname(process.execPath), HOME, ...shown]) words.push('--ro-bind', each, each);
  for (const each of [...writable, folder].filter(existsSync)) words.push('--bind', each, each);
  words.push('--chdir', folder, '--', program, ...args);
  return { command: { program: 'bwrap', args: words }, launchers: 2 };
}
