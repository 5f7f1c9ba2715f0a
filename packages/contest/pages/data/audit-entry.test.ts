import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { organise } from '../i18n/en/organise.ts';
import { auditEntryOf } from './audit-entry.ts';

const FOLDER = fileURLToPath(new URL('../../', import.meta.url));
const STATES = ['open', 'frozen', 'closed', 'in', 'refused', 'organiser', 'entrant'];

/** Entries of the log, with possible values in their places. */
function written(): string[] {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /^(?:server|store|queue|finals)\b.*\.ts$/.test(file) && !/\.test\.ts$/.test(file),
  );
  const calls = files.flatMap((file) => [
    ...readFileSync(`${FOLDER}/${file}`, 'utf8').matchAll(/\baudit\(\s*\w+,\s*[\w.!()]+,\s*(['`])(.+?)\1/g),
  ]);
  return calls.map(([, , text]) => text);
}

test('each sentence of the log is one that the pages know in their languages', () => {
  const all = written();
  expect(all.length).toBeGreaterThan(25);
  const known = new Set(Object.keys(organise));
  const unknown = all.filter((text) => {
    if (!text.includes('${')) return !known.has(auditEntryOf(text).key);
    const filled = STATES.map((state) => text.replace(/\$\{[^}]*\}/, /length/.test(text) ? '3' : state));
    return !filled.some((each) => known.has(auditEntryOf(each).key));
  });
  expect(unknown).toEqual([]);
});

test('what is in a sentence is kept', () => {
  expect(auditEntryOf('changed title, boards')).toEqual({ key: 'audit.changed', values: { what: 'title, boards' } });
  expect(auditEntryOf('changed a round').key).toBe('audit.changed-a-round');
  expect(auditEntryOf('read a roster of 12')).toEqual({ key: 'audit.read-roster', values: { n: '12' } });
  expect(auditEntryOf('made a worker’s token').key).toBe('audit.made-a-workers-token');
});
