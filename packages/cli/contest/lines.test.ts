import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linesOf } from './lines.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-lines-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['', []],
  ['one', ['one']],
  ['one\n\ntwo\n', ['one', '', 'two']],
  [`${'x'.repeat(200_000)}\n${'ü'.repeat(100_000)}\nend`, ['x'.repeat(200_000), 'ü'.repeat(100_000), 'end']],
])('linesOf reads the same lines whether the text is compressed or not (%#)', async (text, lines) => {
  for (const [name, bytes] of [['a.jsonl', Buffer.from(text)] as const, ['a.jsonl.gz', gzipSync(text)] as const]) {
    const file = join(folder, name);
    writeFileSync(file, bytes);
    const read: string[] = [];
    for await (const line of linesOf(file)) read.push(line);
    expect(read).toEqual(lines);
  }
});

test('linesOf rejects a line that is too long, names the line’s number, and doesn’t read the rest', async () => {
  const file = join(folder, 'long');
  writeFileSync(file, `one\n${'x'.repeat(300_000)}\nthree`);
  const read: string[] = [];
  const reading = async () => {
    for await (const line of linesOf(file, 100_000)) read.push(line);
  };
  await expect(reading()).rejects.toThrow(`${file}: line 2 is too long`);
  expect(read).toEqual(['one']);
});
