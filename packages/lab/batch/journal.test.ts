import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Journal, JournalForeign } from './journal.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-journal-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test.each([false, true])('where no journal can be opened no lock stays behind (fresh: %s)', (fresh) => {
  mkdirSync(join(folder, 'journal.jsonl'));
  expect(() => new Journal(folder, 'hash', fresh)).toThrow(/EISDIR/);
  expect(readdirSync(folder)).toEqual(['journal.jsonl']);
});

test.skipIf(process.platform === 'win32')('does not read a device as a journal', () => {
  symlinkSync('/dev/null', join(folder, 'journal.jsonl'));
  expect(() => new Journal(folder, 'hash')).toThrow(JournalForeign);
  expect(readdirSync(folder)).toEqual(['journal.jsonl']);
});
