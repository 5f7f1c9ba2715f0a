import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GroupFolders } from './hierarchy.ts';

export interface GroupLimits {
  /** Memory of every kind, including shared memory and files in memory, in bytes. */
  readonly memoryBytes?: number | undefined;
  /** Total number of processes and threads. */
  readonly tasks?: number | undefined;
}

/**
 * The control group of one player, created below the group of this process, in one or more hierarchies. The kernel adds
 * up the CPU time of all processes in the group, and limits their memory and number.
 */
export class ControlGroup {
  /** Whether the kernel limits memory and the number of tasks. CPU time is always counted. */
  readonly limitsMemory: boolean;
  readonly limitsTasks: boolean;
  private readonly folders: readonly string[];
  private readonly time: { readonly folder: string; readonly version: 1 | 2 };
  private readonly memory: { readonly folder: string; readonly version: 1 | 2 } | undefined;
  private clock: number;
  private readonly buffer = Buffer.alloc(64);
  private lastNs = 0;

  /** If a group can't be created or limited, removes the groups that were already created, and throws. */
  constructor(name: string, places: GroupFolders, limits: GroupLimits) {
    const under = (place: { readonly folder: string } | undefined) => place && join(place.folder, name);
    this.time = { ...places.time, folder: join(places.time.folder, name) };
    this.memory = places.memory && { ...places.memory, folder: join(places.memory.folder, name) };
    const tasks = under(places.tasks);
    this.limitsMemory = this.memory !== undefined && limits.memoryBytes !== undefined;
    this.limitsTasks = tasks !== undefined && limits.tasks !== undefined;
    this.folders = [
      ...new Set([this.time.folder, this.memory?.folder, tasks].filter((folder) => folder !== undefined)),
    ];
    this.clock = -1;
    try {
      for (const folder of this.folders) mkdirSync(folder);
      if (this.memory && limits.memoryBytes !== undefined) limitMemory(this.memory, limits.memoryBytes);
      if (tasks && limits.tasks !== undefined) writeFileSync(join(tasks, 'pids.max'), String(limits.tasks));
      this.clock = openSync(join(this.time.folder, this.time.version === 2 ? 'cpu.stat' : 'cpuacct.usage'), 'r');
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  /** Files to which a process writes 0 to enter the group. */
  entrances(): string[] {
    return this.folders.map((folder) => join(folder, 'cgroup.procs'));
  }

  /** Moves a process of Ludus into the group; returns false if the process has ended. */
  enter(pid: number): boolean {
    return this.entrances().every((file) => tryWrite(file, String(pid)));
  }

  /**
   * CPU time of all processes that ever ran in the group, in nanoseconds. The time is exact while all these processes
   * wait. For running processes, the time since the last clock tick is missing.
   */
  cpuNs(): number {
    if (this.clock < 0) return this.lastNs;
    const length = readSync(this.clock, this.buffer, 0, this.buffer.length, 0);
    // The file contains `usage_usec 1234` or just the number.
    this.lastNs = this.time.version === 2 ? 1000 * numberAt(this.buffer, 11, length) : numberAt(this.buffer, 0, length);
    return this.lastNs;
  }

  /** Number of times that the kernel has killed a process in the group for lack of memory. */
  memoryKills(): number {
    if (this.memory === undefined) return 0;
    const file = this.memory.version === 2 ? 'memory.events' : 'memory.oom_control';
    return Number(/^oom_kill (\d+)$/m.exec(tryRead(join(this.memory.folder, file)))?.[1] ?? 0);
  }

  processes(): number[] {
    const text = this.folders.map((folder) => tryRead(join(folder, 'cgroup.procs'))).join('');
    return text.split('\n').filter(Boolean).map(Number);
  }

  isEmpty(): boolean {
    return this.folders.every((folder) => tryRead(join(folder, 'cgroup.procs')) === '');
  }

  /** Kills everything in the group, including the launcher. */
  kill(): void {
    if (this.time.version === 2 && tryWrite(join(this.time.folder, 'cgroup.kill'), '1')) return;
    killListed(this.folders);
  }

  /**
   * Removes an empty group; returns false if the group still contains a process. The CPU time that the group counted
   * remains readable.
   */
  remove(): boolean {
    if (this.clock >= 0) {
      this.cpuNs();
      closeSync(this.clock);
      this.clock = -1;
    }
    return removeFolders(this.folders);
  }
}

const [ZERO, NINE] = [48, 57];

/** The decimal number at this position. */
function numberAt(text: Uint8Array, begin: number, end: number): number {
  let number = 0;
  for (let at = begin; at < end && text[at] >= ZERO && text[at] <= NINE; at++) number = 10 * number + text[at] - ZERO;
  return number;
}

function limitMemory({ folder, version }: { readonly folder: string; readonly version: 1 | 2 }, bytes: number): void {
  const limit = String(Math.ceil(bytes));
  if (version === 2) {
    writeFileSync(join(folder, 'memory.max'), limit);
    tryWrite(join(folder, 'memory.swap.max'), '0');
    tryWrite(join(folder, 'memory.oom.group'), '1');
  } else {
    writeFileSync(join(folder, 'memory.limit_in_bytes'), limit);
    // Limits memory and swap together. A kernel that doesn't count swap doesn't have this file.
    tryWrite(join(folder, 'memory.memsw.limit_in_bytes'), limit);
  }
}

/** Removes groups by their folders, and the groups in them. A missing folder is treated as removed. */
export function removeFolders(folders: readonly string[]): boolean {
  return folders.map(removeFolder).every(Boolean);
}

function removeFolder(folder: string): boolean {
  if (tryRemove(folder)) return true;
  const nested = groupsIn(folder);
  return nested.length > 0 && removeFolders(nested) && tryRemove(folder);
}

function tryRemove(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

/** The folders of the groups in a group, which its processes created. */
function groupsIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}

/**
 * Kills every process listed in one of the groups, or in a group in them. The next pass finds processes that were
 * started in the meantime. Returns whether there was any process.
 */
export function killListed(folders: readonly string[]): boolean {
  const listed = (folder: string): string[] => [
    ...tryRead(join(folder, 'cgroup.procs')).split('\n').filter(Boolean),
    ...groupsIn(folder).flatMap(listed),
  ];
  for (let round = 0; round < 100; round++) {
    const pids = folders.flatMap(listed);
    if (pids.length === 0) return round > 0;
    for (const pid of pids) {
      try {
        process.kill(Number(pid), 'SIGKILL');
      } catch {
        // The process has already ended.
      }
    }
  }
  return true;
}

function tryRead(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function tryWrite(path: string, text: string): boolean {
  try {
    writeFileSync(path, text);
    return true;
  } catch {
    return false;
  }
}
