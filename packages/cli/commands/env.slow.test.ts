import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ludus = fileURLToPath(new URL('../bin/ludus.js', import.meta.url));

/** Runs a simulator of Trails with these bytes as its input. */
const served = (input: Uint8Array, ...options: string[]) =>
  spawnSync(process.execPath, [ludus, 'env', 'trails', ...options], { input, encoding: 'utf8' });

const request = (kind: string, length: number, ...bytes: number[]) => {
  const head = Buffer.alloc(5, kind);
  head.writeUInt32LE(length, 1);
  return Buffer.concat([head, Buffer.from(bytes)]);
};

test.each([
  ['within its length field', Buffer.from('s\x01')],
  ['within its data', request('s', 8, 1, 2)],
  ['before its data', request('r', 8)],
])('a request that ends %s is an error', (_where, input) => {
  const { stderr, status } = served(input);
  expect(stderr).toBe('ludus: the input ended in the middle of a request\n');
  expect(status).toBe(2);
});

test('a request that is too long is an error', () => {
  const { stderr, status } = served(request('s', 2 ** 31));
  expect(stderr).toBe('ludus: a request has 2147483648 bytes, but at most 1073741824 are allowed\n');
  expect(status).toBe(2);
});

test('env ends without an error when the reader closes the pipe', async () => {
  const run = spawn(process.execPath, [ludus, 'env', 'trails'], { stdio: ['pipe', 'pipe', 'pipe'] });
  run.stdout.destroy();
  run.stdin.on('error', () => {});
  const [stderr, [status, signal]] = await Promise.all([text(run.stderr), once(run, 'exit')]);
  expect({ stderr, status, signal }).toEqual({ stderr: '', status: 0, signal: null });
});
