import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Hierarchy, hierarchies } from './cgroup-paths.ts';

/**
 * The folders in which Ludus creates groups: one for each value that is read or limited. Some of the folders may be the
 * same.
 */
export interface GroupFolders {
  readonly time: { readonly folder: string; readonly version: 1 | 2 };
  readonly memory?: { readonly folder: string; readonly version: 1 | 2 };
  readonly tasks?: { readonly folder: string };
}

/** Candidate folders for a separate group per player; undefined if there is no hierarchy that counts time. */
export function groupFolders(): GroupFolders | undefined {
  const found = hierarchies(tryRead('/proc/self/mountinfo'), tryRead('/proc/self/cgroup'));
  const unified = found.find(({ version }) => version === 2);
  const first = (controller: string) => found.find(({ controllers }) => controllers.includes(controller));
  const base = unified && unifiedBase(unified);
  const time = base ? { folder: base.folder, version: 2 as const } : ofVersion1(first('cpuacct'));
  if (time === undefined) return undefined;
  const memory = base?.controllers.includes('memory') ? { ...time } : ofVersion1(first('memory'));
  const tasks = base?.controllers.includes('pids') ? { folder: base.folder } : ofVersion1(first('pids'));
  return { time, ...(memory && { memory }), ...(tasks && { tasks }) };
}

function ofVersion1(hierarchy: Hierarchy | undefined) {
  return hierarchy && { folder: hierarchy.folder, version: 1 as const };
}

/**
 * This process moves into this group, so that the parent group has no processes. Only a group without processes may
 * delegate its controllers.
 */
const OURSELVES = 'ludus-main';

/** The folder for groups of version 2, and the available controllers. CPU time is counted even without a controller. */
function unifiedBase({ folder }: Hierarchy): { folder: string; controllers: string[] } {
  const base = basename(folder) === OURSELVES ? dirname(folder) : folder;
  const handedOn = () => tryRead(join(base, 'cgroup.subtree_control')).trim().split(' ');
  const offered = tryRead(join(base, 'cgroup.controllers')).trim().split(' ');
  for (const controller of ['memory', 'pids']) {
    if (!offered.includes(controller) || handedOn().includes(controller)) continue;
    if (enable(base, controller) || !isOurScope(base)) continue;
    moveInto(base, join(base, OURSELVES));
    enable(base, controller);
  }
  return { folder: base, controllers: handedOn() };
}

function enable(folder: string, controller: string): boolean {
  try {
    writeFileSync(join(folder, 'cgroup.subtree_control'), `+${controller}`);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether `systemd-run --scope` created the group for this command. If so, it doesn't contain any other processes, and
 * this process may move within it.
 */
function isOurScope(folder: string): boolean {
  return /^run-\w+\.scope$/.test(basename(folder));
}

function moveInto(from: string, to: string): void {
  try {
    mkdirSync(to, { recursive: true });
    for (const pid of tryRead(join(from, 'cgroup.procs')).split('\n')) {
      if (pid !== '') writeFileSync(join(to, 'cgroup.procs'), pid);
    }
  } catch {
    // In this case, only time can be counted.
  }
}

function tryRead(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
