import { spawnSync } from 'node:child_process';
import { onPath } from '@ludus/runtime/sandbox.ts';

// A round trip between two cores takes three to six times as long as a round trip on one core. A process that moves to
// a different core loses its caches. Both happen by chance in processes that aren't pinned, so the ratio of two of
// their times is meaningless.

/** Whether processes can be pinned to a core (util-linux's `taskset`). */
export const canHold = (): boolean => onPath('taskset') !== undefined && taskset('--cpu-list', '0', 'true');

/** The command that runs another command on a core (counted from 0), with all its child processes. */
export const onCore = (core: number, command: readonly string[]): string[] => [
  'taskset',
  '--cpu-list',
  String(core),
  ...command,
];

/** Pins this process and its future children to a core. Returns false if that isn't possible. */
export const stayOnCore = (core: number): boolean =>
  canHold() && taskset('--all-tasks', '--cpu-list', '--pid', String(core), String(process.pid));

const taskset = (...args: readonly string[]): boolean => spawnSync('taskset', args, { stdio: 'ignore' }).status === 0;
