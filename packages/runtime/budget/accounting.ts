import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';

/**
 * The operating system's counters for a player's processes, read from /proc. They are precise to the nanosecond for
 * living threads (schedstat). For threads and children that have ended, they are precise to the clock tick (10 ms,
 * rounded down). The total may be too low, but never too high.
 */
export interface Usage {
  /** CPU time of all the player's processes, including those that have ended, in nanoseconds. */
  readonly cpuNs: number;
  /** Private memory of the player's processes, and memory shared between them, in bytes. Files aren't included. */
  readonly memoryBytes: number;
  /** Time for which the player's living threads were ready to run but waited for a CPU, in nanoseconds. */
  readonly starvedNs: number;
  /** Ids of the player's living processes, including the launcher. */
  readonly pids: readonly number[];
  /** Whether at least one of the player's threads is running or waiting for a CPU. */
  readonly busy: boolean;
  /**
   * Whether at least one of the player's threads waits uninterruptibly, for a disk or for a child that runs in its
   * memory (vfork).
   */
  readonly blocked: boolean;
  /** Whether a signal has stopped at least one of the player's processes other than the launcher. */
  readonly stopped: boolean;
}

const TICK_NS = 10_000_000;
const NOTHING: Usage = {
  cpuNs: 0,
  memoryBytes: 0,
  starvedNs: 0,
  pids: [],
  busy: false,
  blocked: false,
  stopped: false,
};

/** Whether this system has these counters (Linux). */
export function canAccount(): boolean {
  return tryRead('/proc/self/schedstat') !== '';
}

/** Tracks one launched process and all its descendants. */
export class Account {
  readonly root: number;
  /**
   * Number of Ludus's processes at the top of the tree (launcher, init). Their own CPU time isn't charged to the
   * player, but the CPU time of processes that they have reaped is.
   */
  private readonly launchers: number;
  /**
   * The usage of each living process. A process's time never decreases, although a thread's time disappears together
   * with the thread.
   */
  private readonly own = new Map<string, number>();
  private readonly vanishedNs = { lost: 0, highest: 0 };
  /** Number of processes that vanished during the current reading. */
  private vanished = 0;

  /** Maximum number of processes to examine individually. A player with more processes is above its limit anyway. */
  private readonly most: number;

  constructor(root: number, launchers: number, most = 1000) {
    this.root = root;
    this.most = most;
    this.launchers = launchers;
  }

  read(): Usage {
    const pids = descendants(this.root, this.most);
    if (pids.length > this.most) return { ...NOTHING, cpuNs: this.vanishedNs.highest, pids, busy: true };
    this.vanished = 0;
    const first = this.readOnce(pids);
    const { lost, highest } = this.vanishedNs;
    if (first.cpuNs + lost >= highest) return this.settle(first, 0);
    // While a child is being reaped, one reading may miss its time. The time of children whose parent ignores their
    // exit remains missing, because the system doesn't add it to any process. In both cases, the last known usage of
    // these processes is used instead, minus the possible error from rounding down to clock ticks.
    const second = this.readOnce(descendants(this.root, this.most));
    const rounding = TICK_NS * (2 + this.vanished);
    return this.settle(second, Math.max(0, highest - lost - second.cpuNs - rounding));
  }

  /** The usage of the launchers, in nanoseconds. */
  launchersNs(): number {
    const pids = descendants(this.root, this.launchers - 1).slice(0, this.launchers);
    return pids.reduce((sum, pid) => sum + readThreads(pid).cpuNs, 0);
  }

  private settle(usage: Usage, lostNow: number): Usage {
    this.vanishedNs.lost += lostNow;
    this.vanishedNs.highest = Math.max(this.vanishedNs.highest, usage.cpuNs + this.vanishedNs.lost);
    return { ...usage, cpuNs: this.vanishedNs.highest };
  }

  private readOnce(pids: readonly number[]): Usage {
    const stats: { pid: number; stat: Stat; ours: boolean }[] = [];
    let endedNs = 0;
    let memoryBytes = 0;
    let stopped = false;
    // Reads the time of reaped children, for all processes, before the time of any process itself. A child that is
    // reaped in between is therefore missed, and not counted twice.
    for (const [at, pid] of pids.entries()) {
      const stat = readStat(pid);
      if (stat === undefined) continue;
      const ours = at < this.launchers;
      stats.push({ pid, stat, ours });
      endedNs += stat.childrenTicks * TICK_NS;
      if (!ours) {
        memoryBytes += anonymousBytes(pid);
        if (stat.state === 'T' || stat.state === 't') stopped = true;
      }
    }
    let ownNs = 0;
    let starvedNs = 0;
    let busy = false;
    let blocked = false;
    const seen = new Set<string>();
    for (const { pid, stat, ours } of stats) {
      const threads = readThreads(pid);
      if (threads.busy) busy = true;
      if (threads.blocked) blocked = true;
      if (ours) continue;
      starvedNs += threads.starvedNs;
      const key = `${pid}:${stat.startTime}`;
      seen.add(key);
      const used = Math.max(this.own.get(key) ?? 0, stat.ownTicks * TICK_NS, threads.cpuNs);
      this.own.set(key, used);
      ownNs += used;
    }
    for (const key of this.own.keys()) if (!seen.has(key) && this.own.delete(key)) this.vanished++;
    // While only the launchers exist, the player hasn't started yet.
    if (pids.length <= this.launchers) busy = true;
    return { cpuNs: ownNs + endedNs, memoryBytes, starvedNs, pids, busy, blocked, stopped };
  }
}

interface Stat {
  readonly state: string;
  readonly parent: number;
  readonly ownTicks: number;
  readonly childrenTicks: number;
  readonly startTime: string;
}

function readStat(pid: number): Stat | undefined {
  const text = tryRead(`/proc/${pid}/stat`);
  // The command's name is in parentheses and may contain any character, including parentheses.
  const end = text.lastIndexOf(')');
  if (end < 0) return undefined;
  const fields = text.slice(end + 2).split(' ');
  return {
    state: fields[0],
    parent: Number(fields[1]),
    ownTicks: Number(fields[11]) + Number(fields[12]),
    childrenTicks: Number(fields[13]) + Number(fields[14]),
    startTime: fields[19],
  };
}

/**
 * Reads a process's threads: the CPU time and the waiting time of each thread since its start, and the threads' states.
 */
function readThreads(pid: number): { cpuNs: number; starvedNs: number; busy: boolean; blocked: boolean } {
  const sum = { cpuNs: 0, starvedNs: 0, busy: false, blocked: false };
  for (const thread of tryList(`/proc/${pid}/task`)) {
    const [ran, waited] = tryRead(`/proc/${pid}/task/${thread}/schedstat`).split(' ');
    sum.cpuNs += Number(ran) || 0;
    sum.starvedNs += Number(waited) || 0;
    if (sum.busy) continue;
    const stat = tryRead(`/proc/${pid}/task/${thread}/stat`);
    const state = stat[stat.lastIndexOf(')') + 2];
    if (state === 'R') sum.busy = true;
    if (state === 'D') sum.blocked = true;
  }
  return sum;
}

/** Returns the value of the line `NAME: N kB` in bytes, from a text such as /proc/1/status. */
const bytesOf = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024;

/** Memory that does not belong to a file: a process's private memory, and shared memory outside file systems. */
function anonymousBytes(pid: number): number {
  const status = tryRead(`/proc/${pid}/status`);
  return ownBytes(status) + bytesOf(status, 'RssAnon') + bytesOf(status, 'RssShmem');
}

/**
 * Returns the size of swapped-out pages and page tables, in bytes. A process that reads single bytes at addresses far
 * apart uses 4 KiB of page tables per byte.
 */
const ownBytes = (status: string): number => bytesOf(status, 'VmSwap') + bytesOf(status, 'VmPTE');

/**
 * Memory of several processes, in bytes. Shared memory is counted once, even if no process maps it. This function is
 * slow, because the kernel walks the processes' page tables.
 */
export function sharedOut(pids: readonly number[]): number {
  let own = 0;
  let mapped = 0;
  for (const pid of pids) {
    const rollup = tryRead(`/proc/${pid}/smaps_rollup`);
    const status = tryRead(`/proc/${pid}/status`);
    const text = rollup || status;
    own += ownBytes(status) + bytesOf(text, rollup ? 'Pss_Anon' : 'RssAnon');
    mapped += bytesOf(text, rollup ? 'Pss_Shmem' : 'RssShmem');
  }
  return own + Math.max(mapped, heldBytes(pids));
}

/** Names of shared memory that doesn't belong to a file system. */
const HELD = /^\/(memfd:|SYSV|dev\/zero \(deleted\))/;

/**
 * Shared memory that processes keep open, in bytes. Each segment is counted once, even if no process maps it. Only root
 * can find segments that are mapped but not open.
 */
export function heldBytes(pids: readonly number[]): number {
  const pieces = new Map<string, number>();
  for (const pid of pids) {
    for (const folder of [`/proc/${pid}/fd`, `/proc/${pid}/map_files`]) {
      for (const name of tryList(folder)) {
        try {
          const file = `${folder}/${name}`;
          if (!HELD.test(readlinkSync(file))) continue;
          const { dev, ino, blocks } = statSync(file);
          pieces.set(`${dev}:${ino}`, blocks * BLOCK_BYTES);
        } catch {
          // Skips a file that can't be read, because the process has ended, or we don't have permission.
        }
      }
    }
  }
  return [...pieces.values()].reduce((sum, bytes) => sum + bytes, 0);
}

const BLOCK_BYTES = 512;

/**
 * The process and all its descendants, parents before children. The search stops soon after finding `most` processes.
 */
export function descendants(root: number, most = Number.POSITIVE_INFINITY): number[] {
  const found = [root];
  for (let at = 0; at < found.length && found.length <= most; at++) {
    for (const thread of tryList(`/proc/${found[at]}/task`)) {
      for (const child of tryRead(`/proc/${found[at]}/task/${thread}/children`).split(' ')) {
        if (child !== '') found.push(Number(child));
      }
    }
  }
  return found;
}

function tryRead(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function tryList(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
