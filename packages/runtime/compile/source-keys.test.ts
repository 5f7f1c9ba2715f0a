import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SOURCE_KEYS, sourceKey, sourceKeys } from './source-keys.ts';

const RUNTIME = fileURLToPath(new URL('..', import.meta.url));
let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'ludus-source-keys-'));
  for (const folder of ['wasm', 'cpython', 'budget'])
    cpSync(join(RUNTIME, folder), join(copy, folder), {
      recursive: true,
      filter: (path) => !path.endsWith('cpython/engine'),
    });
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test.each([
  ['wasm/prices.ts', true],
  ['wasm/meter-body.ts', true],
  ['cpython/python-bot.ts', false],
  ['cpython/snapshot.ts', false],
  ['budget/fuel.ts', false],
])('a change in %s changes the Python key (and the meter key: %s)', (file, isOfMeter) => {
  const before = sourceKeys(copy);
  appendFileSync(join(copy, file), '\n');
  const after = sourceKeys(copy);
  expect(after.python).not.toBe(before.python);
  expect(after.meter !== before.meter).toBe(isOfMeter);
});

test('the source keys are read from a file if the source code is missing', () => {
  const empty = mkdtempSync(join(tmpdir(), 'ludus-source-keys-'));
  writeFileSync(join(empty, SOURCE_KEYS), JSON.stringify(sourceKeys()));
  expect(sourceKeys(empty)).toEqual({ meter: sourceKey('meter'), python: sourceKey('python') });
  rmSync(empty, { recursive: true });
});
