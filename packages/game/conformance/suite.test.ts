import { describe, expect, test } from 'vitest';
import type { AnyGame } from '../game.ts';
import { textReplay } from '../text-replay.ts';
import { BREAKAGES } from './broken-games.ts';
import { BREAKAGES_INSIDE } from './broken-inside.ts';
import type { AnyFixture } from './fixture.ts';
import { type Breakage, brokenFixture } from './fixture.ts';
import { pickFixture } from './minimal.ts';
import { ConformanceError, isClose, runConformance } from './suite.ts';

// biome-ignore lint/suspicious/noExplicitAny: the states of these games
type Any = any;

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

test('the conformance suite passes a game that meets the whole contract', () => {
  expect(runConformance(pickFixture, 1, SIZE)).toMatchObject({ game: 'pick', matches: SIZE.matches });
});

describe('the conformance suite, without knowledge of a game’s rules,', () => {
  test.each(BREAKAGES)('reports $what', ({ change, sentence }) => {
    expect(sentenceOf(brokenFixture(pickFixture, change))).toMatch(sentence);
  });
});

/** The game with a replay format that includes the change. */
const whole = (game: AnyGame): AnyGame => ({ ...game, replay: textReplay(game) });

describe('the conformance suite, in a game with an internal error,', () => {
  test.each(BREAKAGES_INSIDE)('reports $what', ({ change, sentence }) => {
    const fixture = brokenFixture(pickFixture, change);
    const game = change(pickFixture.game).replay ? fixture.game : whole(fixture.game);
    expect(sentenceOf({ ...fixture, game })).toMatch(sentence);
  });
});

test('the conformance suite finds a generator that gives different boards for the same seed', () => {
  const boards = Array.from({ length: 30 }, (_, n) => ({ players: 2, rounds: n + 3, most: 5 }));
  let calls = 0;
  const { wildBoard: _, ...rest } = pickFixture;
  const generating = (generateBoard: (seed: number) => never) =>
    sentenceOf({ ...rest, game: { ...pickFixture.game, generateBoard } } as AnyFixture);
  expect(generating((seed) => boards[Math.abs(seed % 30)] as never)).toBe('nothing was found');
  expect(generating(() => boards[calls++ % 30] as never)).toMatch(
    /`generateBoard`: the same call had two different results: line 3/,
  );
  expect(sentenceOf(rest)).toContain('the game doesn’t generate boards, and its fixture has no `wildBoard`');
});

test('the conformance suite reports a broken invariant in the game’s own words', () => {
  expect(sentenceOf({ ...pickFixture, brokenInvariant: () => 'all is lost' })).toMatch(/round 1: all is lost$/);
});

test('the conformance suite finds a seat with an advantage over the next seat if the game should treat all seats alike', () => {
  const next = <T>(list: readonly T[]): T[] => [...list.slice(-1), ...list.slice(0, -1)];
  const rotated = (state: Any) => ({ ...state, scores: next(state.scores), frozen: next(state.frozen) });
  expect(sentenceOf({ ...pickFixture, rotated })).toBe('nothing was found');
  const change: Breakage['change'] = (game) => ({
    advance(state: Any, asked) {
      if (state.round === 3) state.scores[0]++;
      game.advance(state, asked);
    },
  });
  expect(sentenceOf({ ...brokenFixture(pickFixture, change), rotated })).toMatch(
    /round 4: seats aren’t treated alike: after `rotated`, the round with the moves 0=.* has a different result; the first difference is in scores\[\d\]/,
  );
  expect(sentenceOf({ ...pickFixture, rotated: (state) => ({ ...rotated(state), round: state.round + 1 }) })).toMatch(
    /applying the fixture’s `rotated` \d times doesn’t give back the original state; the first difference is in round/,
  );
});

test('the conformance suite explains a broken invariant by the number that didn’t fit into an array', () => {
  const change: Breakage['change'] = (game) => ({
    start: (board, seed) => Object.assign(game.start(board, seed), { left: new Uint8Array(1) }),
    clone: (state: Any) => Object.assign(game.clone(state), { left: state.left.slice() }),
    advance(state: Any, asked) {
      if (!game.isOver(state)) state.left[0]--;
      game.advance(state, asked);
    },
  });
  const brokenInvariant = ({ left }: Any) => (left[0] > 200 ? `${left[0]} are left` : undefined);
  expect(sentenceOf({ ...brokenFixture(pickFixture, change), brokenInvariant })).toMatch(
    /255 are left; in round 1, `advance` writes -1 to left\[0\], but the Uint8Array stores 255$/,
  );
});

test('the conformance suite reports that a failure doesn’t happen again with the same calls', () => {
  let calls = 0;
  const change: Breakage['change'] = (game) => ({
    clone: (state) => (++calls % 97 === 0 ? game.start({ players: 2, rounds: 2, most: 2 }, 1) : game.clone(state)),
  });
  expect(sentenceOf(brokenFixture(pickFixture, change))).toMatch(
    /the same call had two different results: .*; this didn’t happen again with the same calls$/,
  );
});

test('the conformance suite names the board, the seed, and the round of a failure, and attaches the board', () => {
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

test.each([1, 2, 3, 4, 7, 11, 12, 20])('one in four matches is examined closely on each of %i boards', (boards) => {
  const matches = Array.from({ length: 4 * boards }, (_, number) => number);
  const close = matches.filter((number) => isClose(number, boards)).map((number) => number % boards);
  expect(close.toSorted((a, b) => a - b)).toEqual(Array.from({ length: boards }, (_, board) => board));
});
