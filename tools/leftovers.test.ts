import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { leftovers } from './leftovers.ts';

const folder = mkdtempSync(join(tmpdir(), 'ludus-leftovers-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a leftover folder of the tests is reported, but other folders aren’t', async () => {
  expect(await leftovers(folder)).toEqual([]);
  mkdirSync(join(folder, 'ludus-left'));
  mkdirSync(join(folder, 'of-a-browser'));
  expect(await leftovers(folder, 0)).toEqual(['ludus-left is left in the folder for temporary files']);
  rmSync(join(folder, 'ludus-left'), { recursive: true });
  expect(await leftovers(folder)).toEqual([]);
});

test.skipIf(process.platform !== 'linux')(
  'a leftover process of the tests is reported, but the runner’s processes aren’t',
  async () => {
    const sleeper = 'setTimeout(() => {}, 60_000); console.log(process.pid)';
    // The process's parent has ended, like the parent of a process that a test has left behind.
    const starter = `const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(sleeper)}],
    { stdio: ['ignore', 'inherit', 'ignore'], detached: true }); child.unref(); setTimeout(() => process.exit(), 10)`;
    const child = spawn(process.execPath, ['-e', starter], { env: { ...process.env, TMPDIR: folder } });
    const [text] = await once(child.stdout.setEncoding('utf8'), 'data');
    const id = Number(text);
    try {
      expect(await leftovers(folder, 0)).toEqual([expect.stringContaining(`process ${id} is left: `)]);
    } finally {
      process.kill(id, 'SIGKILL');
    }
    expect(await leftovers(folder)).toEqual([]);
  },
);
