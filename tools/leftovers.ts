import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The environment variable that marks a test run's processes: they inherit the folder for temporary files. */
const VARIABLE = 'TMPDIR';

/**
 * The leftovers of a test run, as sentences: Ludus's folders among the temporary files, and processes that still have
 * the folder in their environment (Linux only). Workers that are ending may still clean up, so the check is repeated
 * for some seconds.
 */
export async function leftovers(folder: string, patienceMs = 10_000): Promise<string[]> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const left = [...foldersLeft(folder), ...processesLeft(folder)];
    if (left.length === 0 || Date.now() > end) return left;
    await sleep(100);
  }
}

/** The folders that Ludus left. Files of other programs (browsers, Java) don't count. */
function foldersLeft(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith('ludus-'))
    .map((name) => `${name} is left in the folder for temporary files`);
}

/** The processes that are left, except this process and its children, which are the test runner's workers. */
function processesLeft(folder: string): string[] {
  if (process.platform !== 'linux') return [];
  const left: string[] = [];
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)) {
    try {
      if (!readFileSync(`/proc/${id}/environ`, 'latin1').split('\0').includes(`${VARIABLE}=${folder}`)) continue;
      const parent = /\) . (\d+)/.exec(readFileSync(`/proc/${id}/stat`, 'latin1'))?.[1];
      if (Number(parent) === process.pid) continue;
      const words = readFileSync(`/proc/${id}/cmdline`, 'latin1').split('\0').join(' ').trim().slice(0, 200);
      left.push(`process ${id} is left: ${words || readlinkSync(`/proc/${id}/exe`)}`);
    } catch {
      // The process has ended since it was listed, or belongs to another user.
    }
  }
  return left;
}
