import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isSidecar, unpackSidecar } from './result.ts';

const packed = (text: string | Uint8Array): Buffer => gzipSync(text);
const sidecar = {
  ludus: 'sidecar',
  version: 1,
  verdicts: [{ round: 1, seat: 0, fault: 'crash', sentence: 'it crashed.' }],
};

test.each([
  ['accepts a valid sidecar', packed(JSON.stringify(sidecar)), true],
  ['rejects verdicts that aren’t a list', packed(JSON.stringify({ ...sidecar, verdicts: 'all' })), false],
  ['rejects an incomplete log line', packed(JSON.stringify({ ...sidecar, log: [{ seat: 0 }] })), false],
  ['rejects null', packed('null'), false],
  ['rejects text that isn’t JSON', packed('{'), false],
  ['rejects text that isn’t compressed', Buffer.from('no gzip'), false],
])('isSidecar %s', (_, bytes, is) => {
  expect(isSidecar(bytes.toString('base64'))).toBe(is);
});

test('isSidecar rejects a short sidecar that is too long when decompressed', async () => {
  const bomb = packed(JSON.stringify(sidecar) + ' '.repeat(17 * 2 ** 20));
  expect(isSidecar(bomb.toString('base64'))).toBe(false);
  await expect(unpackSidecar(bomb)).rejects.toThrow();
});

test.each([
  ['with deep nesting', `${'['.repeat(30)}${']'.repeat(30)}`],
  ['with millions of values', `[${'[],'.repeat(2_000_000)}[]]`],
])('isSidecar rejects a short sidecar %s', (_, more) => {
  const bomb = packed(`{"ludus":"sidecar","version":1,"unknown":${more}}`);
  expect(isSidecar(bomb.toString('base64'))).toBe(false);
});

test('unpackSidecar returns exactly the text that was compressed', async () => {
  expect(await unpackSidecar(packed('{"é":1}'))).toBe('{"é":1}');
});
