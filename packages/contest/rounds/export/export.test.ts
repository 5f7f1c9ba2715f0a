import { pick } from '@ludus/game/conformance.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commitmentOf, sha256OfText } from '../chance.ts';
import { markOf } from '../marks/marks.ts';
import type { MarkRule } from '../marks/rule.ts';
import { standing } from '../standing.ts';
import type { RoundTerms } from '../terms.ts';
import { FORMATS, madeTerms } from '../testing/made.ts';
import { pickBoard, pickedRound } from '../testing/picked.ts';
import { checkExport } from './check.ts';
import type { RoundExport } from './lines.ts';
import { readExport, writeExport } from './read.ts';
import { checkReplay, wrongBoards } from './replays.ts';

const marks: MarkRule = {
  source: { kind: 'evenly', first: 10, last: 5 },
  late: { aDay: 0, most: 0 },
  step: 0.1,
  rounding: 'nearest',
  least: 0,
  most: 10,
};
const pickTerms = (kind: keyof typeof FORMATS, seats: number, more: Partial<RoundTerms> = {}): RoundTerms =>
  madeTerms(FORMATS[kind], seats, {
    game: 'pick',
    boards: ['a', 'b'].map((name) => ({ name, text: pickBoard(seats) })),
    marks,
    playOn: 4,
    ...more,
  });

/** Returns the first error in an export's text; undefined if there is none. */
function verdict(text: string, published?: string): string | undefined {
  const read = readExport(text);
  if (!read.ok) return `line ${read.problem.line}: ${read.problem.message}`;
  const checked = checkExport(read.value, published);
  if (checked.kind === 'differs') return checked.sentence;
  const { terms } = read.value.head;
  const wrong = wrongBoards(terms, pick);
  if (wrong !== undefined) return wrong;
  for (const line of read.value.matches) {
    const differs = checkReplay(line, terms, pick);
    if (differs !== undefined) return differs;
  }
  return undefined;
}

const { round, state } = pickedRound(pickTerms('last-out', 2, { fillers: ['Demo'] }), 4, {
  withdrawn: [{ entrant: 3, stage: 1 }],
  annulled: [2],
});
const text = writeExport(round);

test('an export’s names are read back unchanged, and must belong to its entrants, in order', () => {
  const names = (...entrants: readonly number[]) => ({
    kind: 'names' as const,
    slug: 'spring',
    contest: 'Spring 2027',
    title: 'The final',
    names: entrants.map((entrant) => ({ entrant, name: `</script> ${entrant}` })),
  });
  const named = { ...round, names: names(1, 2) };
  expect(readExport(writeExport(named))).toEqual({ ok: true, value: named });
  expect(verdict(writeExport(named))).toBeUndefined();
  expect(verdict(writeExport({ ...round, names: names(2, 1) }))).toBe('the name of entrant 1 is out of order');
  expect(verdict(writeExport({ ...round, names: names(9) }))).toBe('entrant 9 has a name, but does not take part');
});

test('an export is read back unchanged, and recomputing the final gives the same result', () => {
  expect(readExport(text)).toEqual({ ok: true, value: round });
  expect(verdict(text)).toBeUndefined();
  expect(verdict(text, round.head.commitment)).toBeUndefined();
  const checked = checkExport(round);
  expect(checked.kind === 'ok' && standing(checked.state)).toEqual(standing(state));
  expect(round.standings.map(({ mark }) => mark)).toEqual(
    standing(state).map((row) => markOf(marks, { ...row, daysLate: 0 }, 4)),
  );
});

describe.each(Object.keys(FORMATS) as (keyof typeof FORMATS)[])('the final format %s', (kind) => {
  test.each([2, 3, 4])('gives verifiable finals with %i seats', (seats) => {
    for (const entrants of [0, 1, 3, 6]) {
      const played = pickedRound(pickTerms(kind, seats, { order: 'drawn' }), entrants);
      expect(verdict(writeExport(played.round)), `${entrants} entrants`).toBeUndefined();
    }
  });
});

test('readExport rejects an export with a changed or removed character, or without its end', () => {
  const place = fc.nat(text.length - 1);
  void fc.assert(
    fc.property(place, fc.constantFrom('x', '0', ' ', '"', '\n', '', '}'), (at, put) => {
      const damaged = text.slice(0, at) + put + text.slice(at + 1);
      fc.pre(damaged !== text);
      expect(readExport(damaged).ok).toBe(false);
    }),
  );
  void fc.assert(fc.property(place, (at) => void expect(readExport(text.slice(0, at)).ok).toBe(false)));
});

/** Yields the value with one leaf changed, for each leaf. */
function* changed(value: unknown): Generator<{ readonly path: string; readonly value: unknown }> {
  if (Array.isArray(value)) {
    for (const [i, each] of value.entries())
      for (const { path, value: other } of changed(each)) yield { path: `[${i}]${path}`, value: value.with(i, other) };
    for (const i of value.keys()) yield { path: `[${i}] gone`, value: value.toSpliced(i, 1) };
    for (const [i, each] of value.entries()) yield { path: `[${i}] twice`, value: value.toSpliced(i, 0, each) };
  } else if (value !== null && typeof value === 'object')
    for (const [key, each] of Object.entries(value))
      for (const { path, value: other } of changed(each))
        yield { path: `.${key}${path}`, value: { ...value, [key]: other } };
  else for (const other of othersThan(value)) yield { path: '', value: other };
}

function othersThan(value: unknown): unknown[] {
  if (typeof value === 'number') return [value + 1, value - 1, value + 0.5, null];
  if (typeof value === 'boolean') return [!value];
  if (value === null) return [1, 'x', false];
  const string = value as string;
  const other = string.at(-1) === '0' ? '1' : '0';
  return [`${string.slice(0, -1)}${other}`, `${string}${string}`, null];
}

test('an export with a change in any field doesn’t verify, even with recomputed checksums', () => {
  const unseen: string[] = [];
  const all = [...changed(round)];
  expect(all.length).toBeGreaterThan(700);
  for (const { path, value } of all) if (verdict(writeExport(value as RoundExport)) === undefined) unseen.push(path);
  expect(unseen).toEqual([]);
});

test('an export with a changed character in a replay doesn’t verify, even with a recomputed checksum', () => {
  const at = round.matches.findIndex((match) => match.text?.includes('freeze'));
  const line = round.matches[at];
  const kept = line.text!;
  void fc.assert(
    fc.property(fc.nat(kept.length - 1), fc.constantFrom('0', '7', 'x', ' '), (place, put) => {
      const other = kept.slice(0, place) + put + kept.slice(place + 1);
      fc.pre(other !== kept);
      const forged = { ...line, text: other, sum: sha256OfText(other) };
      expect(verdict(writeExport({ ...round, matches: round.matches.with(at, forged) }))).toMatch(/^match \d+ /);
    }),
  );
});

test('verifying an export reports the export’s first error', () => {
  const of = (change: Partial<RoundExport>) => verdict(writeExport({ ...round, ...change }));
  const head = (change: Partial<RoundExport['head']>) => of({ head: { ...round.head, ...change } });
  const other = '7'.repeat(64);
  expect(verdict(text, other)).toBe(
    `the published commitment is ${other}, but the export has ${round.head.commitment}`,
  );
  expect(head({ secret: other })).toMatch(/^the secret doesn’t match the commitment: /);
  expect(head({ secret: other, commitment: commitmentOf(other) })).toMatch(/^match 1 should have the key /);
  expect(head({ terms: { ...round.head.terms, playOn: 3 } })).toMatch(
    /^the terms or submissions don’t match their frozen hash: /,
  );
  expect(of({ matches: round.matches.slice(1) })).toBe('match 1 is missing');
  expect(of({ matches: round.matches.slice(0, -1) })).toMatch(/^match \d+ is missing: /);
  expect(of({ standings: round.standings.slice(1) })).toMatch(/^line 1 of the table should have /);
  expect(of({ withdrawals: [...round.withdrawals, { kind: 'withdrawal', entrant: 2, stage: 9 }] })).toBe(
    'entrant 2 could not withdraw before stage 9',
  );
  expect(readExport('{}')).toMatchObject({ problem: { line: 1 } });
  expect(readExport('')).toMatchObject({
    problem: { message: 'this isn’t a final’s export: its first line has another format' },
  });
});
