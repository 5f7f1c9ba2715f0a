import { ChildProcess } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { afterAll, expect, test, vi } from 'vitest';

// Unit tests share loaded modules. This test needs the mock, which no other test may see.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());
const [spawn, setPriority] = vi.hoisted(() => [vi.fn(), vi.fn()]);
vi.mock('node:child_process', async (original) => ({ ...(await original<object>()), spawn }));
vi.mock('node:os', async (original) => ({ ...(await original<object>()), setPriority }));
const { tryBoard } = await import('./try-board.ts');

test.each([
  ['throws', 'ENOMEM'],
  ['returns a process without streams', 'EMFILE'],
  ['reports the error later', 'EAGAIN'],
])('tryBoard rejects without an unhandled error when spawn %s', async (_, code) => {
  const broke: unknown[] = [];
  const note = (error: unknown) => void broke.push(error);
  process.on('uncaughtException', note).on('unhandledRejection', note);
  spawn.mockImplementation(() => {
    const error = Object.assign(new Error(`spawn ${code}`), { code });
    if (code === 'ENOMEM') throw error;
    const child = new ChildProcess();
    if (code === 'EAGAIN') Object.assign(child, { stdin: new PassThrough(), stdout: new PassThrough() });
    process.nextTick(() => child.emit('error', error));
    return child;
  });
  await expect(tryBoard('any', '')).rejects.toThrow(`the process cannot be started: ${code}`);
  // Unhandled rejections are reported after the current turn of the event loop.
  await new Promise((done) => setImmediate(done));
  process.off('uncaughtException', note).off('unhandledRejection', note);
  expect(broke).toEqual([]);
});

test('tryBoard starts a process with low priority', async () => {
  spawn.mockImplementation(() => {
    const stdout = new PassThrough();
    const child = Object.assign(new ChildProcess(), { pid: 4242, stdin: new PassThrough(), stdout });
    process.nextTick(() => {
      child.emit('spawn');
      stdout.end('{"seats":4}');
      stdout.once('end', () => child.emit('close', 0));
    });
    return child;
  });
  expect(await tryBoard('any', '')).toEqual({ report: { seats: 4 } });
  expect(setPriority).toHaveBeenCalledWith(4242, 10);
});
