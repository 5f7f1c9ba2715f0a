import { expect, test } from 'vitest';
import { matchKey, type ResultLine } from './result-line.ts';
import { versioned } from './versions.ts';

const line = (more: Partial<ResultLine>): ResultLine => ({
  ...{ game: 'g', match: 'm', board: 'b', seed: 1, players: ['A', 'B'], scores: [1, 0], shares: [1, 0] },
  ...{ reason: 'rounds', rounds: 1, decided: 1, used: [0, 0], faults: [] },
  ...more,
});
const [one, other, setting] = ['aaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbb', '1234'];

test('versioned distinguishes players with the same name but different files, and keeps other names', () => {
  const lines = [line({ fingerprints: [one, other] }), line({ fingerprints: [other, other] }), line({})];
  expect(versioned(lines).map(({ players }) => players)).toEqual([
    ['A@aaaaaa', 'B@bbbbbb'],
    ['A@bbbbbb', 'B@bbbbbb'],
    ['A', 'B'],
  ]);
  expect(versioned(lines.slice(0, 1))[0].players).toEqual(['A', 'B']);
});

test('matches with the same players and settings have the same key, whatever their results', () => {
  const played = line({ fingerprints: [one, one], setting });
  expect(matchKey(line({ fingerprints: [one, one], setting, scores: [3, 3], match: 'n' }))).toBe(matchKey(played));
  expect(matchKey(line({ fingerprints: [one, other], setting }))).not.toBe(matchKey(played));
  expect(matchKey(line({ fingerprints: [one, one], setting: '5678' }))).not.toBe(matchKey(played));
  expect(matchKey(line({ scores: [0, 1] }))).not.toBe(matchKey(line({})));
});
