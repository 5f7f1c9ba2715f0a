import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { StaleRequestError } from '../context.ts';
import type { StoredResult } from '../store/schema.ts';
import { isRepeated, mustBeLeased, mustFit, readReplay } from './answer-checks.ts';
import { sha256 } from './chance.ts';
import { hashOfResult, resultOf } from './result.ts';

const asker = { worker: 'one', token: { id: 7, own: false, set_aside: null } };
const lease = { match: 1, number: 3, input: 'in' };
const match = { state: 'leased', lease: 3, worker: 'one', token: 7, input: 'in' } as const;

test('a result must come from the match’s worker, under the same lease, and for the same input', () => {
  expect(() => mustBeLeased(match, asker, lease)).not.toThrow();
  for (const state of ['queued', 'done', 'void'] as const)
    expect(() => mustBeLeased({ ...match, state }, asker, lease)).toThrow(
      new StaleRequestError('the match is no longer leased'),
    );
  for (const other of [{ lease: 4 }, { worker: 'two' }, { worker: null }, { token: 8 }, { token: null }])
    expect(() => mustBeLeased({ ...match, ...other }, asker, lease)).toThrow(
      new StaleRequestError('the match has been given to another worker'),
    );
  expect(() => mustBeLeased({ ...match, input: 'other' }, asker, lease)).toThrow(
    new StaleRequestError('the result is for another match'),
  );
});

test('a repeated result causes no error, but a different result for the same lease is rejected', () => {
  expect(isRepeated('hash', 'hash')).toBe(false);
  for (const other of ['other', undefined])
    expect(() => isRepeated('hash', other)).toThrow(
      new StaleRequestError('another result for this lease has already arrived'),
    );
});

const finished = {
  kind: 'finished',
  scores: [3, 1],
  rounds: 9,
  reason: 'the end',
  verdicts: [{ seat: 1, round: 4, fault: 'crash', sentence: 'it crashed\0.' }],
  used: [0.5, 0.25],
  replay: gzipSync('replay').toString('base64'),
  sidecar: '',
} as const satisfies Parameters<typeof resultOf>[0];
const TWO = { seats: Array(2).fill({ kind: 'builtin', name: 'Null' }) };
const result = resultOf(finished, TWO);

test('a result is stored with places, and with text that the database accepts', () => {
  expect(resultOf(finished, TWO)).toEqual({
    scores: [3, 1],
    places: [1, 2],
    rounds: 9,
    reason: 'the end',
    verdicts: [{ seat: 1, round: 4, fault: 'crash', sentence: 'it crashed\ufffd.' }],
    used: [0.5, 0.25],
  });
  // A disqualified player is last, whatever its score.
  expect(resultOf({ ...finished, verdicts: [{ ...finished.verdicts[0], seat: 0 }] }, TWO).places).toEqual([2, 1]);
});

test('a result must have one score and one budget share per seat, and verdicts only for existing seats', () => {
  const seats = (count: number) => ({ seats: Array(count).fill({ kind: 'builtin', name: 'Null' }) });
  expect(() => mustFit(seats(2), result)).not.toThrow();
  const wrong = (other: Partial<StoredResult>, count = 2) =>
    expect(() => mustFit(seats(count), { ...result, ...other })).toThrow(
      new StaleRequestError(`the result does not have ${count} players`),
    );
  wrong({}, 1);
  wrong({}, 3);
  wrong({ scores: [1] });
  wrong({ used: [1, 1, 1] });
  wrong({ verdicts: [{ ...result.verdicts[0], seat: 2 }] });
  wrong({ verdicts: [...result.verdicts, { ...result.verdicts[0], seat: 5 }] });
});

test('a result’s hash depends on its content and replay, but not on the replay’s compression', () => {
  const hashOf = (of: StoredResult, replay: string) => hashOfResult(of, sha256(readReplay({ replay })));
  const hash = hashOf(result, finished.replay);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(hashOf(result, gzipSync('replay', { level: 1 }).toString('base64'))).toBe(hash);
  expect(hashOf(result, gzipSync('replays').toString('base64'))).not.toBe(hash);
  expect(hashOf({ ...result, rounds: 8 }, finished.replay)).not.toBe(hash);
});

test.each([
  ['isn’t compressed', Buffer.from('replay')],
  ['is too long when decompressed', gzipSync(new Uint8Array(64 * 2 ** 20 + 1))],
])('a replay that %s can’t be read', (_, bytes) => {
  expect(() => readReplay({ replay: bytes.toString('base64') })).toThrow(
    new StaleRequestError('the replay in this result cannot be read'),
  );
});
