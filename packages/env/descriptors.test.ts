import { closeSync, fstatSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MAX_ANSWER_BYTES, writeAll, writeAnswer } from './descriptors.ts';

test('a response that is too long is rejected before a byte is written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-descriptors-'));
  const output = openSync(join(folder, 'out'), 'w');
  try {
    // Checks only the answers' lengths, because the test must not allocate that much memory.
    for (const lengths of [[MAX_ANSWER_BYTES + 1], [2 ** 31, 2 ** 31, 5]]) {
      const parts = lengths.map((byteLength) => ({ byteLength }) as Uint8Array);
      const sum = lengths.reduce((a, b) => a + b);
      expect(() => writeAnswer(output, 0, parts)).toThrow(
        new RangeError(`an answer would have ${sum} bytes, but at most ${MAX_ANSWER_BYTES} are allowed`),
      );
    }
    expect(fstatSync(output).size).toBe(0);
  } finally {
    closeSync(output);
    rmSync(folder, { recursive: true });
  }
});

test('writeAll accepts data that is too large for one system call', () => {
  const nowhere = openSync('/dev/null', 'w');
  try {
    // Zeros that are never read take no memory.
    expect(() => writeAll(nowhere, new Uint8Array(2 ** 31 + 5))).not.toThrow();
  } finally {
    closeSync(nowhere);
  }
});
