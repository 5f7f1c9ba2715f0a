import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { ControlGroup, type GroupLimits, killListed, removeFolders } from './control-group.ts';
import { type GroupFolders, groupFolders } from './hierarchy.ts';
import { OWNER_MARK, ownerIsGone, ownerMark } from './owner-mark.ts';

/**
 * Whether this machine's control groups can be used for players, the quantities that they count and limit, and the
 * reasons for missing features.
 */
export interface GroupReport {
  readonly available: boolean;
  /** The quantities that the kernel counts and limits. */
  readonly holds: readonly ('time' | 'memory' | 'tasks')[];
  readonly why: readonly string[];
}

let places: GroupFolders | undefined;
let report: GroupReport | undefined;
let count = 0;
const living = new Set<ControlGroup>();

/** Tests once whether this process can create, enter, read, and remove control groups. */
export function groupReport(): GroupReport {
  report ??= tryOut();
  return report;
}

/** A group for one player; undefined if this machine doesn't allow groups. */
export function makeGroup(limits: GroupLimits): ControlGroup | undefined {
  if (!groupReport().available) return undefined;
  try {
    const group = new ControlGroup(nextName(), places!, limits);
    living.add(group);
    return group;
  } catch {
    return undefined;
  }
}

/**
 * Removes a group once it is empty. Waits at most one second. Processes that are still running after that are killed
 * when this process ends.
 */
export async function removeGroup(group: ControlGroup): Promise<void> {
  for (let wait = 1; wait < 1000; wait *= 2) {
    if (group.remove()) {
      living.delete(group);
      return;
    }
    group.kill();
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/**
 * Returns a command that runs in the group from its start. To do so, a shell enters the group, and then becomes the
 * original command.
 */
export function enterGroupCommand(group: ControlGroup, command: readonly string[]): string[] {
  return ['sh', '-c', ENTER, 'sh', ...group.entrances(), '--', ...command];
}

const ENTER = 'while [ "$1" != -- ]; do echo 0 > "$1" || exit 125; shift; done; shift; exec "$@"';

function nextName(): string {
  return `ludus-${ownerMark()}-${threadId}.${count++}`;
}

/** Removes the groups of referees that have ended, and kills the processes in them. */
function removeLeftOver({ time, memory, tasks }: GroupFolders): void {
  const pattern = new RegExp(`^ludus-${OWNER_MARK}-[\\d.]+$`);
  for (const folder of new Set([time, memory, tasks].flatMap((place) => place?.folder ?? []))) {
    for (const name of tryList(folder)) {
      const mark = pattern.exec(name)?.[1];
      if (mark === undefined || !ownerIsGone(mark)) continue;
      const group = join(folder, name);
      // Waits longer only for processes that it has killed. A group that can't be removed for another reason must not
      // delay every command.
      let hasKilled = false;
      for (let attempt = 0; attempt < (hasKilled ? 20 : 2) && !removeFolders([group]); attempt++) {
        hasKilled = killListed([group]) || hasKilled;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      }
    }
  }
}

function tryOut(): GroupReport {
  const no = (why: string): GroupReport => ({ available: false, holds: [], why: [why] });
  if (process.platform !== 'linux') return no('control groups exist only on Linux');
  places = groupFolders();
  if (places === undefined)
    return no('no mounted hierarchy of control groups counts CPU time and contains the group of this process');
  removeLeftOver(places);
  let group: ControlGroup | undefined;
  try {
    // If the groups of a controller aren't writable, continues without that controller.
    group = firstOf([places, { time: places.time }], (some) => {
      places = some;
      return new ControlGroup(nextName(), some, { memoryBytes: 2 ** 28, tasks: 16 });
    });
    const [program, ...args] = enterGroupCommand(group, ['sh', '-c', 'i=0; while [ $i -lt 999 ]; do i=$((i+1)); done']);
    const { status } = spawnSync(program, args, { cwd: '/', env: { PATH: process.env.PATH } });
    if (status !== 0 || group.cpuNs() === 0)
      return no('a process can’t be moved into a child of this process’s control group');
  } catch (error) {
    return no(`this process’s control group can’t have a child (${(error as NodeJS.ErrnoException).code ?? error})`);
  } finally {
    group?.remove();
  }
  process.once('exit', endAll);
  const { time, memory, tasks } = places;
  const held = ['time', ...(memory ? ['all kinds of memory'] : []), ...(tasks ? ['processes and threads'] : [])];
  return {
    available: true,
    holds: ['time', ...(memory ? (['memory'] as const) : []), ...(tasks ? (['tasks'] as const) : [])],
    why: [
      `${held.join(', ')}: limited per bot, including all processes it starts (cgroup v${time.version}${memory && memory.version !== time.version ? `, memory cgroup v${memory.version}` : ''})`,
      ...(memory
        ? []
        : ['memory is only checked at intervals, because this process can’t create a group that limits memory']),
    ],
  };
}

function firstOf<T, R>(values: readonly T[], attempt: (value: T) => R): R {
  for (const value of values.slice(0, -1)) {
    try {
      return attempt(value);
    } catch {
      // Continues with the next candidate, which may work.
    }
  }
  return attempt(values[values.length - 1]);
}

/** Called if this process ends while players are running. */
function endAll(): void {
  for (const group of living) {
    group.kill();
    for (let attempt = 0; attempt < 20 && !group.remove(); attempt++)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
  }
}

function tryList(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
