import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ROUTES } from '../../api/routes.ts';
import { organise } from '../i18n/en/organise.ts';
import { auditEntryOf, auditSubjectOf, SETTINGS } from './audit-entry.ts';

const FOLDER = fileURLToPath(new URL('../../', import.meta.url));
const STATES = ['open', 'frozen', 'closed', 'in', 'refused', 'organiser', 'entrant'];

/** Returns the log's entries, with possible values for their placeholders. */
function written(): string[] {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /^(?:server|store|queue|finals)\b.*\.ts$/.test(file) && !/\.test\.ts$/.test(file),
  );
  const calls = files.flatMap((file) => [
    ...readFileSync(`${FOLDER}/${file}`, 'utf8').matchAll(/\baudit\(\s*\w+,\s*[\w.!()]+,\s*(['`])(.+?)\1/g),
  ]);
  return calls.map(([, , text]) => text);
}

test('the pages have a text for every audit-log entry that the server writes', () => {
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

test('auditEntryOf returns the key and the values of an entry’s text', () => {
  expect(auditEntryOf('changed a round').key).toBe('audit.changed-a-round');
  const about = 'round 1 of spring: {"what":"withdraw","entrant":3}';
  expect(auditEntryOf('changed a round', about).key).toBe('audit.what.withdraw');
  expect(auditSubjectOf(about, 'spring').fields).toEqual([['entrant', 3]]);
  expect(auditEntryOf('read a roster of 12')).toEqual({ key: 'audit.read-roster', values: { n: '12' } });
  expect(auditEntryOf('made a worker’s token').key).toBe('audit.made-a-workers-token');
});

test('auditSubjectOf separates an entry’s changed fields from its subject', () => {
  expect(auditSubjectOf('entrant 3 of spring: {"approved":[false,true],"group":null}', 'spring')).toEqual({
    text: 'entrant 3',
    thing: { kind: 'entrant', n: 3 },
    fields: [
      ['approved', [false, true]],
      ['group', null],
    ],
  });
  for (const about of ['Ada: {', 'a: {b}', 'mine: read, organise'])
    expect(auditSubjectOf(about)).toEqual({ text: about, fields: [] });
});

test('auditSubjectOf leaves out the contest’s short name in the contest’s own log', () => {
  expect(auditSubjectOf('spring', 'spring').text).toBe('');
  expect(auditSubjectOf('a maze of spring', 'spring').text).toBe('a maze');
  expect(auditSubjectOf('round 2 of spring', 'spring').thing).toEqual({ kind: 'round', n: 2 });
  expect(auditSubjectOf('spring to autumn', 'autumn').text).toBe('spring to autumn');
});

test('each logged field has a name on the pages', () => {
  const logged = [
    ...Object.keys(ROUTES.extend.body!.shape),
    ...ROUTES.changeRound.body!.options.flatMap((each) => Object.keys(each.shape)),
  ];
  expect(logged.filter((name) => !(`audit.field.${name}` in organise))).toEqual([]);
  expect(Object.keys(ROUTES.changeContest.body!.shape).filter((name) => !(name in SETTINGS))).toEqual([]);
});
