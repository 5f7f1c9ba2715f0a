import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { availableParallelism } from 'node:os';

/**
 * The time for which a busy machine keeps a local player from answering.
 *
 * A player that is ready to run but does not get a processor loses time without being at fault. Linux counts that time
 * for every thread (`/proc/PID/task/TID/schedstat`: nanoseconds run, nanoseconds waited). The kernel's threads also
 * wait for a CPU, including those that carry bytes from one end of a connection to the other. Only the pressure on all
 * CPUs together (`/proc/pressure/cpu`) shows this. If neither is available (another system, another machine), nothing
 * is credited here.
 */
export interface WithheldTime {
  /** Records the counters, unless they were recorded a moment ago. */
  mark(): void;
  /**
   * Milliseconds in which the player waited for a CPU since `startMs` (of `performance.now()`). The wait is counted
   * from the last mark, which may be slightly earlier than `startMs`. The result is never more than the time since
   * `startMs`.
   */
  since(startMs: number): number;
}

/**
 * Limit of uncertain credit, in milliseconds. Pressure shows only that something waited, not that the player did. Also,
 * a wait before the first mark may be long past. With the limit, a clearly late player stays late on a busy machine.
 */
const MAX_UNSURE_MS = 250;
/**
 * Minimum age of a mark before it is renewed, in milliseconds. Reading the counters of a player with many threads is
 * expensive.
 */
const FRESH_MS = 10;

const PROCESSORS = availableParallelism();

interface ThreadCount {
  readonly ranMs: number;
  readonly waitedMs: number;
}

/** Credits nothing. */
export const NOTHING_WITHHELD: WithheldTime = { mark: () => {}, since: () => 0 };

/** Finds the process at the other end of a connection. If the player is on another machine, nothing is credited. */
export async function withheldTimeOf(socket: Socket): Promise<WithheldTime> {
  if (process.platform !== 'linux' || !isOnThisMachine(socket)) return NOTHING_WITHHELD;
  const sources: WithheldTime[] = Number.isNaN(stalledMs()) ? [] : [new MachinePressure()];
  try {
    const inode = peerInode(socket);
    const pids = inode === undefined ? [] : await holdersOf(inode);
    // A player in this process waits whenever the process does, and the caller accounts for that.
    if (pids.includes(process.pid)) return NOTHING_WITHHELD;
    if (pids.length > 0) sources.push(new ProcessWaitTime(pids));
  } catch {
    // /proc is missing or incomplete.
  }
  return {
    mark: () => {
      for (const source of sources) source.mark();
    },
    since: (startMs) => Math.max(0, ...sources.map((source) => source.since(startMs))),
  };
}

/**
 * The time in which any task on the machine waited for a CPU. It is an upper limit on how long the player's bytes
 * waited.
 */
class MachinePressure implements WithheldTime {
  private markedMs = Number.NEGATIVE_INFINITY;
  /** Before the first mark, the total stall time counts. */
  private stalledAtMark = 0;

  mark(): void {
    const nowMs = performance.now();
    if (nowMs - this.markedMs < FRESH_MS) return;
    this.markedMs = nowMs;
    this.stalledAtMark = stalledMs();
  }

  since(startMs: number): number {
    const stalled = stalledMs() - this.stalledAtMark;
    return Math.min(stalled, performance.now() - startMs, MAX_UNSURE_MS);
  }
}

/**
 * Milliseconds for which tasks have waited since the machine was started; NaN if the system doesn't count them. The
 * system reports the mean over all CPUs, but all the waiting may have been on one CPU.
 */
function stalledMs(): number {
  try {
    const total = /^some .*total=(\d+)/m.exec(readFileSync('/proc/pressure/cpu', 'latin1'));
    return total === null ? Number.NaN : (Number(total[1]) / 1000) * PROCESSORS;
  } catch {
    return Number.NaN;
  }
}

/** The time that a process has waited for a CPU. Of its threads, only the one that waited longest counts. */
class ProcessWaitTime implements WithheldTime {
  private readonly pids: readonly number[];
  private counts = new Map<string, ThreadCount>();
  private stolenAtMark = 0;
  private markedMs = Number.NEGATIVE_INFINITY;

  constructor(pids: readonly number[]) {
    this.pids = pids;
  }

  mark(): void {
    const nowMs = performance.now();
    if (nowMs - this.markedMs < FRESH_MS) return;
    this.markedMs = nowMs;
    this.stolenAtMark = stolenMs();
    this.counts = new Map(this.threads().map((thread) => [thread, readCount(thread)]));
  }

  /**
   * Before the first mark, a thread's total wait counts, because crediting too much is better than too little. This
   * method doesn't set a mark, because time that was credited for an answer must stay credited for that answer.
   */
  since(startMs: number): number {
    const nowMs = performance.now();
    const isMarked = Number.isFinite(this.markedMs);
    let longest = 0;
    for (const thread of this.threads()) {
      const now = readCount(thread);
      const then = this.counts.get(thread) ?? { ranMs: 0, waitedMs: 0 };
      let waitedMs = now.waitedMs - then.waitedMs;
      // The system adds a wait to its counter only at the end of the wait. A thread that is ready to run and did not
      // run has waited.
      if (isMarked && isReady(thread)) waitedMs = Math.max(waitedMs, nowMs - this.markedMs - (now.ranMs - then.ranMs));
      longest = Math.max(longest, waitedMs);
    }
    if (isMarked) longest += stolenMs() - this.stolenAtMark;
    return Math.min(longest, nowMs - startMs, isMarked ? Number.POSITIVE_INFINITY : MAX_UNSURE_MS);
  }

  private threads(): string[] {
    const found: string[] = [];
    for (const pid of this.pids) {
      try {
        for (const thread of readdirSync(`/proc/${pid}/task`)) found.push(`/proc/${pid}/task/${thread}`);
      } catch {
        // The thread has ended.
      }
    }
    return found;
  }
}

/**
 * The time that other virtual machines on the same hardware took from this machine, over all its CPUs, in steps of 10
 * ms.
 */
function stolenMs(): number {
  try {
    // The fields are: cpu user nice system idle iowait irq softirq steal …
    return 10 * Number(readFileSync('/proc/stat', 'latin1').split(/\s+/, 9)[8]) || 0;
  } catch {
    return 0;
  }
}

function readCount(thread: string): ThreadCount {
  try {
    const [ran, waited] = readFileSync(`${thread}/schedstat`, 'latin1').split(' ');
    return { ranMs: Number(ran) / 1e6, waitedMs: Number(waited) / 1e6 };
  } catch {
    return { ranMs: 0, waitedMs: 0 };
  }
}

/** Whether the thread is running or waiting for a core. */
function isReady(thread: string): boolean {
  try {
    const stat = readFileSync(`${thread}/stat`, 'latin1');
    // The command's name is in parentheses, and may itself contain any character, including parentheses.
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) === 'R';
  } catch {
    return false;
  }
}

/** The inode of the peer's socket, if the peer is on this machine. */
function peerInode(socket: Socket): string | undefined {
  const { remotePort, localPort } = socket;
  if (remotePort === undefined || localPort === undefined) return undefined;
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    let text: string;
    try {
      text = readFileSync(table, 'latin1');
    } catch {
      continue;
    }
    for (const row of text.split('\n').slice(1)) {
      // The fields are: sl local remote state queues timer retransmits uid timeout inode
      const fields = row.trim().split(/\s+/);
      if (fields.length < 10 || fields[9] === '0') continue;
      if (portOf(fields[1]) === remotePort && portOf(fields[2]) === localPort) return fields[9];
    }
  }
  return undefined;
}

const portOf = (address: string): number => Number.parseInt(address.slice(address.lastIndexOf(':') + 1), 16);

/** On the same machine, both ends have the same address, or a loopback address. */
function isOnThisMachine(socket: Socket): boolean {
  const address = socket.remoteAddress ?? '';
  return address === socket.localAddress || address === '::1' || address.replace('::ffff:', '').startsWith('127.');
}

/** The processes that have the socket open. Other users' processes can't be inspected. */
async function holdersOf(inode: string): Promise<number[]> {
  const wanted = `socket:[${inode}]`;
  const holders: number[] = [];
  for (const entry of await readdir('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) continue;
    try {
      for (const fd of await readdir(`/proc/${entry}/fd`)) {
        const target = await readlink(`/proc/${entry}/fd/${fd}`).catch(() => '');
        if (target !== wanted) continue;
        holders.push(pid);
        break;
      }
    } catch {
      // The process has ended or belongs to another user.
    }
  }
  return holders;
}
