import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SharedMemory } from './memory.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-memory-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a non-empty file isn’t overwritten', () => {
  const file = join(folder, 'notes');
  writeFileSync(file, 'mine');
  expect(() => new SharedMemory(file, 2, 10, 'copied')).toThrow(`${file} is not empty`);
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect(() => new SharedMemory(folder, 2, 10, 'copied')).toThrow();
});

test('an empty file is extended to the required size', () => {
  const file = join(folder, 'empty');
  writeFileSync(file, '');
  const memory = new SharedMemory(file, 2, 10, 'copied');
  memory.close();
  expect(readFileSync(file)).toHaveLength(memory.length);
});
