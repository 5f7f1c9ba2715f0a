import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The mark of a test run's processes: they inherit the folder for temporary files. */
const VARIABLE = 'TMPDIR';

/**
 * The leftovers of a test run, as sentences. They are our folders among the temporary files, and processes that still have the
 * folder in their environment (Linux only). Workers that are ending may still tidy up, so it looks again for some seconds.
 */
export async function leftovers(folder: string, patienceMs = 10_000): Promise<string[]> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const left = [...foldersLeft(folder), ...processesLeft(folder)];
    if (left.length === 0 || Date.now() > end) return left;
    await sleep(100);
  }
}

/** Other programs (browsers, Java) leave what they like. */
function foldersLeft(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith('ludus-'))
    .map((name) => `${name} is left in the folder for temporary files`);
}

/** All but this process and its own children, which are the test runner's workers. */
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
      // It has ended meanwhile, or it is not ours to look at.
    }
  }
  return left;
}
