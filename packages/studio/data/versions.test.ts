import { RUNG_PAIRS, rungResult } from '@ludus/lab/duels.ts';
import { expect, test } from 'vitest';
import { type BotVersion, beatenBy, MAX_VERSIONS, rungRecord, withMatch, withResult, withRung } from './versions.ts';

const code = (source: string) => ({ source });
const played = (versions: readonly BotVersion[], source: string, at: number, place = 2) =>
  withResult(versions, code(source), at, (version) => withMatch(version, place));

test('new code makes a new version, and code that has played before adds to its version', () => {
  let versions = played([], 'a', 1);
  versions = played(versions, 'b', 2, 1);
  versions = played(versions, 'a', 3, 1);
  expect(versions).toMatchObject([
    { number: 1, at: 1, matches: 2, firsts: 1 },
    { number: 2, at: 2, matches: 1, firsts: 1 },
  ]);
});

test('a new helper file next to the same source code makes a new version', () => {
  const beside = { source: 'a', files: [{ name: 'helper.ts', text: '' }] };
  const versions = withResult(played([], 'a', 1), beside, 2, (version) => version);
  expect(versions.map(({ number }) => number)).toEqual([1, 2]);
});

test('the oldest version that beat no opponent is dropped at the limit, and numbers are never reused', () => {
  const groups = Array.from({ length: RUNG_PAIRS }, () => 1);
  const rung = rungRecord(rungResult(groups, [...groups, ...groups], RUNG_PAIRS), 5);
  let versions: readonly BotVersion[] = withResult([], code('0'), 0, (version) => withRung(version, 'Gnat', rung));
  for (let n = 1; n <= MAX_VERSIONS; n++) versions = played(versions, String(n), n);
  expect(versions).toHaveLength(MAX_VERSIONS);
  expect(versions.slice(0, 2).map(({ number }) => number)).toEqual([1, 3]);
  expect(versions.at(-1)!.number).toBe(MAX_VERSIONS + 1);
  expect([...beatenBy(versions)]).toEqual(['Gnat']);
});

test('an opponent isn’t listed as beaten until all pairs have been played', () => {
  const rung = rungRecord(rungResult([1], [1, 1], RUNG_PAIRS), 5);
  const versions = withResult([], code('a'), 0, (version) => withRung(version, 'Gnat', rung));
  expect(beatenBy(versions).size).toBe(0);
});
