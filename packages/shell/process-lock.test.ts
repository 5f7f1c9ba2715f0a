import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { tryLock, waitForLock } from './process-lock.ts';

const name = (test: string): string => `${test} of process ${process.pid}`;

test('a lock is granted again only after it is released', async () => {
  const first = await tryLock(name('refused'));
  expect(await tryLock(name('refused'))).toBeUndefined();
  expect(await tryLock(name('another'))).toBeDefined();
  await first!.release();
  const second = await tryLock(name('refused'));
  expect(second).toBeDefined();
  await second!.release();
});

test('jobs that wait for the same lock run one after the other', async () => {
  const events: string[] = [];
  const job = async (id: number): Promise<void> => {
    const lock = await waitForLock(name('queue'));
    events.push(`begin ${id}`);
    await new Promise((done) => setImmediate(done));
    events.push(`end ${id}`);
    await lock.release();
  };
  await Promise.all([1, 2, 3].map(job));
  expect(events).toHaveLength(6);
  for (let at = 0; at < 6; at += 2) expect(events[at + 1]).toBe(events[at].replace('begin', 'end'));
});

test('a lock is released when its process is killed', async () => {
  const file = fileURLToPath(new URL('process-lock.ts', import.meta.url));
  const program = `const { tryLock } = await import(${JSON.stringify(file)});
    console.log(await tryLock(${JSON.stringify(name('killed'))}) !== undefined); setInterval(() => {}, 60_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  const [said] = await once(child.stdout.setEncoding('utf8'), 'data');
  expect(said).toBe('true\n');
  const waiting = waitForLock(name('killed'));
  child.kill('SIGKILL');
  await (await waiting).release();
});
