import type { IOType, StdioOptions } from 'node:child_process';
import { openSync, readdirSync, readFileSync } from 'node:fs';

type File = IOType | number;

let inherited: readonly number[] | undefined;
let nothing: number | undefined;

/**
 * The open files of a child process, without the files that were open before Ludus started, because a player could read
 * those. Node itself closes only the first few files. The child gets an empty file instead of each of these files.
 *
 * @param files by descriptor, from 0
 */
export function withoutInherited(files: readonly File[]): StdioOptions {
  inherited ??= inheritedFiles();
  const all: File[] = [...files];
  for (const descriptor of inherited) {
    if (descriptor < files.length) continue;
    nothing ??= openSync('/dev/null', 'r');
    while (all.length < descriptor) all.push('ignore');
    all[descriptor] = nothing;
  }
  return all;
}

/**
 * The descriptors of this process, from 3 on, that its children would inherit, in ascending order. Only Linux can list
 * them.
 */
function inheritedFiles(): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc/self/fd')
    .map(Number)
    .filter((descriptor) => descriptor > 2 && isInherited(descriptor))
    .sort((one, other) => one - other);
}

const O_CLOEXEC = 0o2000000;

function isInherited(descriptor: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1'))?.[1] ?? '';
    return (Number.parseInt(flags, 8) & O_CLOEXEC) === 0;
  } catch {
    // Excludes the descriptor that was opened to read this list, and is now closed.
    return false;
  }
}
