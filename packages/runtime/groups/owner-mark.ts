import { readFileSync, readlinkSync } from 'node:fs';

/**
 * A mark in the names of files and groups that must not outlive this process. The mark consists of the process's
 * namespace, id, and start time. A later process can tell from the mark that the owner has ended, even if the owner's
 * id is in use again.
 */
export function ownerMark(): string {
  return `${namespace()}-${process.pid}-${startTime(process.pid) ?? 0}`;
}

/**
 * A pattern that matches a mark, as the source of a regular expression. The expression has one capturing group and no
 * anchors.
 */
export const OWNER_MARK = '(\\d+-\\d+-\\d+)';

/** Whether the process that a mark identifies has ended. False if this process can't check that. */
export function ownerIsGone(mark: string): boolean {
  const [space, pid, start] = mark.split('-');
  const found = startTime(Number(pid));
  if (space !== namespace() || space === '0') return false;
  return found !== start;
}

function namespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
}

/** A process's start time, in clock ticks since the machine started; undefined if there is no such process. */
function startTime(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
