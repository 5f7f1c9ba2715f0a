import { describe, expect, test } from 'vitest';
import type { AnyGame } from '../game.ts';
import { textReplay } from '../text-replay.ts';
import { type Breakage, brokenFixture } from './breakage.ts';
import { BREAKAGES } from './broken-games.ts';
import { BREAKAGES_INSIDE } from './broken-inside.ts';
import type { AnyFixture } from './fixture.ts';
import { pickFixture } from './minimal.ts';
import { ConformanceError, runConformance } from './suite.ts';

const SIZE = { boards: 6, matches: 600, rounds: 8 };

function sentenceOf(fixture: AnyFixture, size = SIZE): string {
  try {
    runConformance(fixture, 1, size);
  } catch (error) {
    if (error instanceof ConformanceError) return error.message;
    throw error;
  }
  return 'nothing was found';
}

test('passes a game that keeps every promise', () => {
  expect(runConformance(pickFixture, 1, SIZE)).toMatchObject({ game: 'pick', matches: SIZE.matches });
});

describe('any game, broken in a way that needs no knowledge of it', () => {
  test.each(BREAKAGES)('$what', ({ change, sentence }) => {
    expect(sentenceOf(brokenFixture(pickFixture, change))).toMatch(sentence);
  });
});

/** The game with a replay that knows of what is changed in it. */
const whole = (game: AnyGame): AnyGame => ({ ...game, replay: textReplay(game) });

describe('a game that is broken inside', () => {
  test.each(BREAKAGES_INSIDE)('$what', ({ change, sentence }) => {
    const fixture = brokenFixture(pickFixture, change);
    const game = change(pickFixture.game).replay ? fixture.game : whole(fixture.game);
    expect(sentenceOf({ ...fixture, game })).toMatch(sentence);
  });
});

test('finds a generator that gives other boards for the same seed', () => {
  const boards = Array.from({ length: 30 }, (_, n) => ({ players: 2, rounds: n + 3, most: 5 }));
  let calls = 0;
  const { wildBoard: _, ...rest } = pickFixture;
  const generating = (generateBoard: (seed: number) => never) =>
    sentenceOf({ ...rest, game: { ...pickFixture.game, generateBoard } } as AnyFixture);
  expect(generating((seed) => boards[Math.abs(seed % 30)] as never)).toBe('nothing was found');
  expect(generating(() => boards[calls++ % 30] as never)).toMatch(
    /generateBoard: the same call gave two answers: line 3/,
  );
  expect(sentenceOf(rest)).toContain('the game makes no boards of its own, and its fixture has no wildBoard');
});

test('reports a broken invariant in the game’s own words', () => {
  expect(sentenceOf({ ...pickFixture, brokenInvariant: () => 'all is lost' })).toMatch(/round 1: all is lost$/);
});

test('calls a failure chance when it does not happen again', () => {
  let calls = 0;
  const change: Breakage['change'] = (game) => ({
    clone: (state) => (++calls % 97 === 0 ? game.start({ players: 2, rounds: 2, most: 2 }, 1) : game.clone(state)),
  });
  expect(sentenceOf(brokenFixture(pickFixture, change))).toMatch(
    /the same call gave two answers: .*; with the same calls once more it did not come to that$/,
  );
});

test('names board, seed, and round in a failure, and attaches the board', () => {
  let failure: unknown;
  try {
    runConformance(
      brokenFixture(pickFixture, () => ({ hash: () => 7 })),
      9,
      SIZE,
    );
  } catch (error) {
    failure = error;
  }
  expect(failure).toBeInstanceOf(ConformanceError);
  const { message, board, sentence } = failure as ConformanceError;
  expect(message).toMatch(/^Pick, suite seed 9, match 0 \(board 0, seed -?\d+\), round 1: the hash is the same/);
  expect(message.endsWith(sentence)).toBe(true);
  expect(board).toMatch(/^pick board 1\nplayers \d/);
});
