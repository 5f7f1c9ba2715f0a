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
  [packed(JSON.stringify(sidecar)), true],
  [packed(JSON.stringify({ ...sidecar, verdicts: 'all' })), false],
  [packed(JSON.stringify({ ...sidecar, log: [{ seat: 0 }] })), false],
  [packed('null'), false],
  [packed('{'), false],
  [Buffer.from('no gzip'), false],
])('isSidecar recognises a sidecar (%#)', (bytes, is) => {
  expect(isSidecar(bytes.toString('base64'))).toBe(is);
});

test('isSidecar rejects a short sidecar that unpacks to a very long one, without unpacking it', async () => {
  const bomb = packed(JSON.stringify(sidecar) + ' '.repeat(17 * 2 ** 20));
  expect(isSidecar(bomb.toString('base64'))).toBe(false);
  await expect(unpackSidecar(bomb)).rejects.toThrow();
});

test.each([
  ['deep', `${'['.repeat(30)}${']'.repeat(30)}`],
  ['of millions of values', `[${'[],'.repeat(2_000_000)}[]]`],
])('isSidecar rejects a short sidecar that is %s', (_, more) => {
  const bomb = packed(`{"ludus":"sidecar","version":1,"unknown":${more}}`);
  expect(isSidecar(bomb.toString('base64'))).toBe(false);
});

test('an accepted sidecar is unpacked unchanged', async () => {
  expect(await unpackSidecar(packed('{"é":1}'))).toBe('{"é":1}');
});
