import { describe, expect, test } from 'vitest';
import { handFromLegal } from '../hand-play.ts';
import { textReplay } from '../text-replay.ts';
import { BREAKAGES_OF_SEARCH } from './broken-search.ts';
import { BREAKAGES_OF_TURNS } from './broken-turns.ts';
import { duskFixture } from './dusk.ts';
import type { AnyFixture } from './fixture.ts';
import { type Breakage, brokenFixture } from './fixture.ts';
import { ConformanceError, runConformance } from './suite.ts';

const SIZE = { boards: 8, matches: 160, rounds: 25 };

const withReplay = (fixture: AnyFixture): AnyFixture => ({
  ...fixture,
  game: { ...fixture.game, replay: textReplay(fixture.game) },
});

function sentenceOf(fixture: AnyFixture): string {
  try {
    runConformance(fixture, 1, SIZE);
  } catch (error) {
    if (error instanceof ConformanceError) return error.message;
    throw error;
  }
  return 'nothing was found';
}

test('the conformance suite passes a game with turns, hidden information, and chance', () => {
  const shown = ['scores', 'frozen', 'round', 'turn'];
  expect(runConformance(duskFixture, 1, SIZE)).toMatchObject({ game: 'dusk', shown });
});

test('the conformance suite lists dice as shown when observe reveals them and redeal leaves them unchanged', () => {
  const { game } = duskFixture;
  const told: AnyFixture['game'] = {
    ...game,
    observe: (state, seat) => ({ ...game.observe!(state, seat), dice: state.dice.slice() }),
    redeal(state, seat, random) {
      const dice = state.dice.slice();
      game.redeal!(state, seat, random);
      state.dice.set(dice);
    },
  };
  expect(runConformance({ ...duskFixture, game: told }, 1, SIZE).shown).toContain('dice');
});

test('the conformance suite warns about a seat that is asked although the empty move is its only choice', () => {
  const change: Breakage['change'] = (game) => ({
    legal: (state, seat) => (seat === 1 && game.round(state) > 3 ? [] : game.legal!(state, seat)),
    refuse: (state, seat, move) =>
      seat === 1 && game.round(state) > 3 && game.move.print(move) !== ''
        ? 'the player is out'
        : game.refuse!(state, seat, move),
    advance: (state, asked) =>
      game.advance(
        state,
        asked.map((move, seat) => (seat === 1 && game.round(state) > 3 ? game.newMove() : move)),
      ),
  });
  expect(runConformance(duskFixture, 1, SIZE).remarks).toEqual([]);
  expect(runConformance(withReplay(brokenFixture(duskFixture, change)), 1, SIZE).remarks).toEqual([
    expect.stringMatching(
      /seat 1 had only the empty move in its last \d+ turns\. If the seat can’t act any more, `actors` should omit it$/,
    ),
  ]);
});

test('a game without its own controls for human players gets the keys 1 to 9 for its first nine moves', () => {
  const { game } = duskFixture;
  const state = game.start({ players: 2, cells: 9, sight: 0, rounds: 25 }, 1);
  const look = (moves: number) =>
    handFromLegal({ ...game, legal: () => Array.from({ length: moves }, game.newMove) })!.look(state, 0, {});
  expect(look(2).choices.map(({ keys }) => keys)).toEqual([['1'], ['2']]);
  expect(
    look(11)
      .choices.map(({ keys }) => keys?.[0] ?? '')
      .join(''),
  ).toBe('123456789');
});

describe('in a broken game with turns, the conformance suite', () => {
  test.each([...BREAKAGES_OF_TURNS, ...BREAKAGES_OF_SEARCH])('reports $what', ({ change, sentence }) => {
    expect(sentenceOf(withReplay(brokenFixture(duskFixture, change)))).toMatch(sentence);
  });
});
