import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderTaken, lockFolder } from './folder-lock.ts';

// Slow: what a lock is good for shows only between processes, and each takes half a second to start.
const HOLDER = fileURLToPath(new URL('../testing/hold-folder.ts', import.meta.url));
const canUnshare = spawnSync('unshare', ['-n', 'true']).status === 0;

let parent: string;
let folder: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'ludus-lock-'));
  folder = join(parent, 'database');
});
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  rmSync(parent, { recursive: true, force: true });
});

/** A process of its own that takes the folder, and what it says; `isolated`: in a network namespace of its own. */
async function holder(isolated = false): Promise<{ child: ChildProcess; said: unknown }> {
  const child = isolated
    ? fork(HOLDER, [folder], { execPath: 'unshare', execArgv: ['-n', process.execPath, ...process.execArgv] })
    : fork(HOLDER, [folder]);
  children.push(child);
  const [said] = await once(child, 'message');
  return { child, said };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('a folder is refused while another process has it, and is free when that is killed', async () => {
  const { child, said } = await holder();
  expect(said).toBe('locked');
  expect(() => lockFolder(folder)).toThrow(FolderTaken);
  expect(() => lockFolder(folder)).toThrow(`another process has the database in ${folder}: end it first`);
  // A process that starts while another folder is held here does not keep that one.
  const lock = lockFolder(`${folder}-2`);
  await kill(child);
  const { said: again } = await holder();
  expect(again).toBe('locked');
  lock.release();
  lockFolder(`${folder}-2`).release();
});

test.skipIf(process.platform === 'win32')('a folder is refused under another name of it', () => {
  const lock = lockFolder(folder);
  const other = join(parent, 'link');
  symlinkSync(parent, other);
  expect(() => lockFolder(join(other, 'database'))).toThrow(FolderTaken);
  lock.release();
  lockFolder(join(other, 'database')).release();
});

test.skipIf(!canUnshare)(
  'a folder is refused while a process in another network namespace has it (skipped where `unshare -n` is not permitted: run it as root)',
  async () => {
    const { said } = await holder(true);
    expect(said).toBe('locked');
    expect(() => lockFolder(folder)).toThrow(FolderTaken);
  },
);

test.skipIf(process.platform !== 'linux')('a machine without flock is told what to install', () => {
  const { PATH } = process.env;
  process.env.PATH = parent;
  try {
    expect(() => lockFolder(folder)).toThrow(/^the database in .* cannot be locked: the program flock is missing/);
  } finally {
    process.env.PATH = PATH;
  }
});
