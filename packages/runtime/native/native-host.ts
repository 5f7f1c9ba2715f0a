import { closeSync } from 'node:fs';
import { constants } from 'node:os';
import { descendants } from '../budget/accounting.ts';
import type { NativeBuild } from '../compile/native.ts';
import type { ControlGroup } from '../groups/control-group.ts';
import {
  containment,
  FIRST_FILE,
  groupFor,
  killAll,
  type LaunchedProcess,
  launch,
  type ProcessLimits,
} from '../groups/launch.ts';
import { groupReport, removeGroup } from '../groups/make-group.ts';
import { DEFAULT_LIMITS, launchLimits } from '../process/limits.ts';
import type { SessionOptions } from '../process/process-session.ts';
import { makePipes, type Pipes, readNow } from './pipes.ts';
import { waker } from './waker.ts';

/** A process's exit status, or the signal that killed the process. */
export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface HostSetup {
  readonly build: NativeBuild;
  readonly options: SessionOptions;
  /** Number of logs: one for all seats, or one per seat. */
  readonly logs: number;
  /** Whether the players' logs are used. */
  readonly isHeard: boolean;
  /** CPU time limit of one call, in seconds; 0 for no limit. */
  readonly backstopSeconds: number;
}

/**
 * Time limit for starting, in milliseconds. No player code is running yet, so a host that takes longer will never
 * start.
 */
const START_MS = 20_000;
const MAX_STDERR_LENGTH = 4000;
/** Time after which an unused host ends, in milliseconds. */
const IDLE_MS = 10_000;

/**
 * A process of Ludus that runs native players (native_host.cc). The host is reused from match to match, and forks a
 * player's process for each match. If a player's leftover processes cannot be detected, or a sandbox hides them, each
 * match gets a new host.
 */
export class NativeHost {
  readonly pipes: Pipes;
  /** The player's control group. Each match has a new group. */
  group: ControlGroup | undefined;
  /** Number of Ludus's processes that are above the player's processes in the process tree. */
  readonly launchers: number;
  /** Resolves when the player's process has ended. */
  ended: Promise<End> = Promise.resolve({ code: 0, signal: null });
  private readonly launched: LaunchedProcess;
  private readonly isKept: boolean;
  private readonly limits: ProcessLimits | undefined;
  private readonly isUnlimited: boolean;
  private readonly key: string;
  private readonly ready: Promise<void>;
  /** Resolves when the host and all its processes have ended. */
  private readonly gone: Promise<void>;
  /** The ids of Ludus's processes, while no player is running. */
  private own: readonly number[] = [];
  private lines = '';
  /** The last output of the host or its launcher: usually the reason for a failed start. */
  said = '';
  private onLine: ((line: string) => void) | undefined;
  private onEnd: ((end: End) => void) | undefined;
  private isOver = false;
  private idle: NodeJS.Timeout | undefined;

  /** Returns an idle host with the same setup, or a new host. */
  static take(setup: HostSetup): NativeHost {
    const kept = isKeepable(setup.options);
    const key = kept ? keyOf(setup) : '';
    for (let free = freeHosts.get(key)?.pop(); free; free = freeHosts.get(key)!.pop()) {
      free.hold();
      if (!free.isOver) return free;
      void free.destroy();
    }
    return new NativeHost(setup, kept, key);
  }

  private constructor({ build, options, logs, isHeard, backstopSeconds }: HostSetup, kept: boolean, key: string) {
    this.isKept = kept;
    this.key = key;
    this.isUnlimited = options.unlimited === true;
    this.pipes = makePipes(logs);
    const { theirs } = this.pipes;
    const numbers = theirs.map((_, n) => FIRST_FILE + n).join(',');
    const args = ['--pipes', numbers, '--seconds', String(backstopSeconds), ...(kept ? [] : ['--once'])];
    if (!isHeard) args.push('--unheard');
    const limits = { ...DEFAULT_LIMITS, ...options.session };
    this.limits = kept && limits.groups ? launchLimits(limits) : undefined;
    this.launched = launch(
      { program: build.host, args },
      { ...options, groups: limits.groups, limits: options.unlimited ? {} : launchLimits(limits) },
      { files: theirs, staysOutside: kept },
    );
    for (const file of theirs) closeSync(file);
    // Tests the control groups while the host starts, because each takes about 20 ms.
    if (this.limits) groupReport();
    const { child, group, launchers } = this.launched;
    this.group = group;
    this.launchers = kept ? 0 : launchers;
    child.stdin.on('error', () => {
      // Ignores the error, because the host has ended, and its exit status explains why.
    });
    child.stderr.on('data', (bytes: Buffer) => {
      this.said = (this.said + bytes.toString()).slice(-MAX_STDERR_LENGTH);
    });
    child.stdout.on('data', (bytes: Buffer) => this.receive(bytes.toString('latin1')));
    this.gone = new Promise((resolve) => {
      const finish = (code: number | null, signal: NodeJS.Signals | null) => {
        this.isOver = true;
        this.onEnd?.({ code, signal });
        this.onLine?.('');
        resolve();
      };
      child.once('error', () => finish(127, null));
      child.once('exit', finish);
    });
    this.ready = this.line().then(() => undefined);
  }

  /**
   * Starts a player's process for this match, and returns the process's id, or undefined if it could not be started. If
   * the host isn't kept, the host is itself the player's process.
   */
  async begin(): Promise<number | undefined> {
    const timer = setTimeout(() => this.kill(), START_MS);
    const player = await this.newPlayer();
    clearTimeout(timer);
    if (player === undefined) this.kill();
    return player;
  }

  private async newPlayer(): Promise<number | undefined> {
    await this.ready;
    const { pid } = this.launched.child;
    this.ended = new Promise((resolve) => {
      this.onEnd = resolve;
    });
    if (this.isOver || pid === undefined) {
      const { exitCode, signalCode } = this.launched.child;
      this.onEnd?.({ code: exitCode ?? 127, signal: signalCode });
      return undefined;
    }
    if (!this.isKept) return pid;
    if (this.own.length === 0) this.own = descendants(pid);
    this.group = this.limits && groupFor(this.limits);
    this.launched.child.stdin.write('f');
    if ((await this.line()) !== 'forked') return undefined;
    const [player] = descendants(this.own.at(-1)!).slice(1);
    return player !== undefined && (this.group?.enter(player) ?? true) ? player : undefined;
  }

  /**
   * Called after a successful match: keeps the host for the next match if possible, and returns whether it was kept.
   */
  async release(): Promise<boolean> {
    if (!this.isKept || this.isOver) return false;
    const { group, pipes } = this;
    const left = descendants(this.launched.child.pid!);
    if (left.length !== this.own.length || (group && !group.isEmpty())) return false;
    if (group) await removeGroup(group);
    this.group = undefined;
    const unread = new Uint8Array(4096);
    for (const pipe of [pipes.answersNow, ...pipes.logs]) while (readNow(pipe, unread) > 0);
    const free = freeHosts.get(this.key) ?? [];
    freeHosts.set(this.key, [...free, this]);
    this.setReferences('unref');
    this.idle = setTimeout(() => this.retire(), IDLE_MS).unref();
    return true;
  }

  private retire(): Promise<void> {
    this.hold();
    const others = freeHosts.get(this.key)!.filter((host) => host !== this);
    freeHosts.set(this.key, others);
    return this.destroy();
  }

  /** Stops all idle hosts. */
  static async endIdle(): Promise<void> {
    await Promise.all([...freeHosts.values()].flat().map((host) => host.retire()));
  }

  private hold(): void {
    clearTimeout(this.idle);
    this.setReferences('ref');
  }

  /** Sets whether the host keeps the program from exiting. An idle host doesn't keep the program from exiting. */
  private setReferences(how: 'ref' | 'unref'): void {
    const { child } = this.launched;
    for (const each of [child, child.stdin, child.stdout, child.stderr]) (each as unknown as typeof child)[how]();
  }

  /** Kills the host and all processes in it immediately. */
  kill(): void {
    const { child, launchers } = this.launched;
    if (this.isOver || child.pid === undefined) return;
    if (this.isUnlimited) child.kill('SIGKILL');
    else {
      killAll(child.pid, launchers);
      this.group?.kill();
    }
  }

  /** Stops the host, and returns when all its processes have ended. */
  async destroy(): Promise<void> {
    this.kill();
    await this.gone;
    if (this.group) await removeGroup(this.group);
    const { child } = this.launched;
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    const { questions, answers, answersNow, wake, logs } = this.pipes;
    for (const pipe of [questions, answers, answersNow, ...logs]) closeSync(pipe);
    waker.retire(wake);
  }

  private receive(text: string): void {
    const lines = (this.lines + text).split('\n');
    this.lines = lines.pop()!;
    for (const line of lines) {
      const end = /^(exit|signal) (\d+)$/.exec(line);
      if (end) this.onEnd?.(endOf(end[1], Number(end[2])));
      else this.onLine?.(line);
    }
  }

  /** The next line from the host, or '' once it has ended. */
  private line(): Promise<string> {
    return new Promise((resolve) => {
      this.onLine = resolve;
      if (this.isOver) resolve('');
    });
  }
}

/** Idle hosts by their setup. */
const freeHosts = new Map<string, NativeHost[]>();

/** Processes that a player starts can be found only if the player has a separate process namespace. */
function isKeepable({ unlimited, wrap }: SessionOptions): boolean {
  return !unlimited && wrap === undefined && containment() === 'namespace';
}

function keyOf({ build, options, logs, isHeard, backstopSeconds }: HostSetup): string {
  const { folder, environment, session } = options;
  const limits = { ...DEFAULT_LIMITS, ...session };
  return JSON.stringify([
    build.host,
    logs,
    isHeard,
    backstopSeconds,
    folder,
    environment,
    limits.groups,
    launchLimits(limits),
  ]);
}

function endOf(how: string, number: number): End {
  if (how === 'exit') return { code: number, signal: null };
  const signal = Object.entries(constants.signals).find(([, each]) => each === number)?.[0];
  return { code: signal === undefined ? 128 + number : null, signal: (signal as NodeJS.Signals) ?? null };
}
