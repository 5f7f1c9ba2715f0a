import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { ProcessStartError, startProcess } from './start-process.ts';

test('startProcess resolves with the process once it runs, and reports its end', async () => {
  const child = await startProcess(() =>
    spawn(process.execPath, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] }),
  );
  const [[code]] = await Promise.all([once(child, 'close'), child.stdout.resume()]);
  expect(code).toBe(0);
});

test('startProcess rejects if the program doesn’t exist', async () => {
  await expect(startProcess(() => spawn('/no/such/program'))).rejects.toThrow(
    new ProcessStartError('the process cannot be started: ENOENT'),
  );
});

test('startProcess rejects if spawn throws because memory has run out', async () => {
  const spawn = (): ChildProcess => {
    throw Object.assign(new Error('spawn ENOMEM'), { code: 'ENOMEM' });
  };
  await expect(startProcess(spawn)).rejects.toThrow('the process cannot be started: ENOMEM');
});

test('startProcess rejects if the process has no streams because file descriptors have run out', async () => {
  const spawn = (): ChildProcess => {
    const child = new ChildProcess();
    process.nextTick(() => child.emit('error', Object.assign(new Error('spawn EMFILE'), { code: 'EMFILE' })));
    return child;
  };
  await expect(startProcess(spawn)).rejects.toThrow('the process cannot be started: EMFILE');
});
