import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';

/**
 * The operating system's counters for a player's processes, read from /proc. Precise to the nanosecond for living threads
 * (schedstat). Precise to the clock tick (10 ms, rounded down) for threads and children that have ended. So it may count too
 * little, but never too much.
 */
export interface Usage {
  /** CPU time of all its processes, the ended ones too, in nanoseconds. */
  readonly cpuNs: number;
  /** Private memory, and memory shared among its processes, without files, in bytes. */
  readonly memoryBytes: number;
  /** How long its living threads have been ready to run and had to wait for a processor, in nanoseconds. */
  readonly starvedNs: number;
  /** Living processes by their ids, the launcher included. */
  readonly pids: readonly number[];
  /** Some thread of it runs or waits for a processor. */
  readonly busy: boolean;
  /** Some thread of it waits for what cannot be interrupted: a disk, or a child that it lent its memory to. */
  readonly blocked: boolean;
  /** Some process of it, the launcher apart, has been stopped by a signal. */
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

/** True if the accounting can be read (Linux). */
export function canAccount(): boolean {
  return tryRead('/proc/self/schedstat') !== '';
}

/** Follows one launched process and everything that descends from it. */
export class Account {
  readonly root: number;
  /** How many processes at the top of the tree are ours (launcher, init): only what they reap is the player's. */
  private readonly launchers: number;
  /** The usage of each living process. A process's time never falls, though a thread's disappears with it. */
  private readonly own = new Map<string, number>();
  private readonly vanishedNs = { lost: 0, highest: 0 };
  /** How many processes have vanished in this reading. */
  private vanished = 0;

  /** More processes than this are not examined one by one: they are already too many. */
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
    // A child that was being reaped is in neither sum for one reading. The rest belongs to children whose parent ignores their
    // end, whose time the system adds to no process. So it is kept as last seen, less the possible error from rounding down to
    // clock ticks.
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
    // All children's times are read before any own time: a child that is reaped in between is missed, never counted twice.
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
    // As long as only the launchers are there, the player is still to come.
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
  // The command's name is in parentheses and may hold anything, parentheses too.
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

/** A process's threads: their time since each was started, how long they waited for a processor, and what they are at. */
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

/** Of a text with a line for each number, such as /proc/1/status: one of them, in bytes. */
const bytesOf = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024;

/** Memory that isn’t a file's: a process's own, and shared memory, which no file system counts for us. */
function anonymousBytes(pid: number): number {
  const status = tryRead(`/proc/${pid}/status`);
  return ownBytes(status) + bytesOf(status, 'RssAnon') + bytesOf(status, 'RssShmem');
}

/**
 * Pages that are not in memory now, and the counters that show where memory is. Reading far apart takes 4 KiB of memory for each
 * byte.
 */
const ownBytes = (status: string): number => bytesOf(status, 'VmSwap') + bytesOf(status, 'VmPTE');

/** Memory of several processes in bytes, what they share counted once, mapped or not. Slow: the kernel walks their page tables. */
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

/** The names of shared memory that belongs to no file system. */
const HELD = /^\/(memfd:|SYSV|dev\/zero \(deleted\))/;

/**
 * Shared memory that processes hold on to, in bytes, each piece counted once: its pages need not be mapped by
 * anybody. Only root can look up memory that is kept only by a mapping.
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
          // It is gone, or not for us to see.
        }
      }
    }
  }
  return [...pieces.values()].reduce((sum, bytes) => sum + bytes, 0);
}

const BLOCK_BYTES = 512;

/** The process and all that descend from it, parents before children; a few more than `most` at most. */
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
