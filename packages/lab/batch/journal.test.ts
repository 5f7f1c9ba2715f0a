import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ForeignJournalError, Journal } from './journal.ts';
import { LabRun } from './lab-run.ts';
import { planHash } from './plan.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-journal-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test.each([false, true])('a journal that can’t be opened leaves no lock (fresh: %s)', (fresh) => {
  mkdirSync(join(folder, 'journal.jsonl'));
  expect(() => new Journal(folder, 'hash', fresh)).toThrow(/EISDIR/);
  expect(readdirSync(folder)).toEqual(['journal.jsonl']);
});

test.skipIf(process.platform === 'win32')('a journal that is a link to a device is rejected', () => {
  symlinkSync('/dev/null', join(folder, 'journal.jsonl'));
  expect(() => new Journal(folder, 'hash')).toThrow(ForeignJournalError);
  expect(readdirSync(folder)).toEqual(['journal.jsonl']);
});

test('a run rejects a result whose players differ from the plan, and names the line', async () => {
  const players = ['A', 'B'].map((name) => ({ name, spec: name, fingerprint: '' }));
  const setup = { game: 'any', boards: [], players, budget: 'none' as const, folder: '' };
  const spec = { id: 'a', board: -1, seed: 4, players: [0, 1] };
  const played = { scores: [1, 0], reason: 'end', rounds: 1, faults: [], used: [0, 0], decided: 1 };
  const journal = new Journal(folder, planHash(setup, {}));
  journal.append({ ...spec, ...played });
  journal.append({ ...spec, ...played, id: 'b', players: [0, 0] });
  await journal.close();
  const run = new LabRun({ setup, plan: {}, folder, workerModule: new URL('file:///none'), workers: 1 });
  expect(await run.play(spec)).toMatchObject(played);
  await expect(run.play({ ...spec, id: 'b' })).rejects.toThrow(
    'journal.jsonl: line 3: match b has the players [0,0], but its plan has [0,1]',
  );
  await run.close();
});
