import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placesOf } from '../rounds/places.ts';
import { resultFrom } from '../rounds/result.ts';
import { storable } from '../store/text.ts';
import { hashOf } from './lease.ts';
import { resultOf } from './result.ts';

test('tied players share the mean of their places', () => {
  expect(placesOf([10, 30, 20], [])).toEqual([3, 1, 2]);
  expect(placesOf([5, 5, 1, 9], [])).toEqual([2.5, 2.5, 4, 1]);
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1, maxLength: 8 }), (scores) => {
      const sum = placesOf(scores, []).reduce((total, place) => total + place, 0);
      expect(sum).toBe((scores.length * (scores.length + 1)) / 2);
    }),
  );
});

test('a disqualified bot ranks below all others, whatever its score, on the ladder and in finals', () => {
  expect(placesOf([10, 30, 20, 40], [3, 1])).toEqual([2, 4, 1, 3]);
  expect(placesOf([7], [0])).toEqual([1]);
  const verdicts = [{ seat: 1, round: 3, fault: 'time', sentence: 'late' }];
  const finished = { kind: 'finished', scores: [5, 9], rounds: 9, reason: 'rounds', verdicts, used: [0, 0] } as const;
  const seats = Array(2).fill({ kind: 'builtin', name: 'Null' });
  const ladder = resultOf({ ...finished, verdicts, scores: [5, 9], used: [0, 0], replay: '', sidecar: '' }, { seats });
  const match = { number: 1, board: 'b', seed: '1', seats: [1, 2] };
  const round = resultFrom(match, { scores: [5, 9], out: [1] });
  expect(ladder.places).toEqual([1, 2]);
  expect(round.seats.map(({ place }) => place)).toEqual(ladder.places);
});

const SEAT = { kind: 'module' as const, module: '1'.repeat(64), version: 1 };

test('each field of a match’s input affects its hash, but the fields’ order doesn’t', () => {
  const input = {
    game: 'a',
    board: 'b',
    seed: '1',
    key: 'k',
    seats: [SEAT],
    seconds: 1,
    engine: 'e',
  };
  const { game, ...rest } = input;
  expect(hashOf({ ...rest, game })).toBe(hashOf(input));
  const others = [
    { game: 'c' },
    { board: 'c' },
    { seed: '2' },
    { key: 'c' },
    { seats: [] },
    { seats: [{ ...SEAT, seconds: 1 }] },
    { seats: [{ ...SEAT, seconds: 2 }] },
    { seconds: 2 },
    { engine: 'c' },
  ];
  expect(new Set([input, ...others.map((other) => ({ ...input, ...other }))].map(hashOf)).size).toBe(others.length + 1);
});

test('storable replaces NUL characters and unpaired surrogates', () => {
  expect(storable('a\0b\ud800c\u{1f600}')).toBe('a\ufffdb\ufffdc\u{1f600}');
});
