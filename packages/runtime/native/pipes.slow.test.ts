import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

// Slow: starts two processes.

const MODULE = fileURLToPath(new URL('./pipes.ts', import.meta.url));

test.runIf(process.platform === 'linux')('the next process removes the pipes of a killed process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const bin = mkdtempSync(join(tmpdir(), 'ludus-test-'));
  onTestFinished(() => rmSync(bin, { recursive: true }));
  const killer = join(bin, 'mkfifo');
  writeFileSync(killer, '#!/bin/sh\nkill -9 $PPID\n');
  chmodSync(killer, 0o755);
  const make = (path: string) =>
    spawnSync(process.execPath, ['-e', `import(${JSON.stringify(MODULE)}).then((pipes) => pipes.makePipes(1))`], {
      encoding: 'utf8',
      env: { ...process.env, TMPDIR: folder, PATH: path },
    });
  expect(make(`${bin}:${process.env.PATH}`).signal).toBe('SIGKILL');
  expect(readdirSync(folder)).toHaveLength(1);
  expect(make(process.env.PATH!)).toMatchObject({ status: 0, stderr: '' });
  expect(readdirSync(folder)).toEqual([]);
});
