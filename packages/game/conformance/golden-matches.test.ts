import { expect, test } from 'vitest';
import type { AnyGame } from '../game.ts';
import type { DuskState } from './dusk.ts';
import { duskFixture } from './dusk.ts';
import type { AnyFixture } from './fixture.ts';
import { type Breakage, brokenFixture } from './fixture.ts';
import { describeBoards, summarizeBoards } from './golden-boards.ts';
import { describeMatches, summarizeMatches } from './golden-matches.ts';
import { pickFixture } from './minimal.ts';

// biome-ignore lint/suspicious/noExplicitAny: the states of these games
type Any = any;

const PICK = summarizeMatches(pickFixture);
const DUSK = summarizeMatches(duskFixture);

const described = (fixture: AnyFixture, change: Breakage['change'], before: string) =>
  describeMatches(brokenFixture(fixture, change), before);

test('the golden-match check reports nothing if the rules are unchanged', () => {
  expect(describeMatches(pickFixture, PICK)).toBe(undefined);
  expect(describeMatches(duskFixture, DUSK)).toBe(undefined);
});

test('the golden-match check names the part of the state, the round, and the setting when a rule changes', () => {
  const change = (game: AnyGame) => ({
    advance(state: Any, asked: Any) {
      if (state.round === 3 && state.board.players === 3) state.scores[2] += 100;
      game.advance(state, asked);
    },
  });
  expect(described(pickFixture, change, PICK)).toMatch(
    /^\d+ of 40 matches end differently\. .*"players 3".*\. The first difference is in match \d+, round 4, with the moves .*: scores \(this round now changes scores\[2\] from \d to 10\d\)\. Match \d+ was "match /,
  );
});

test('the golden-match check finds a changed question to a bot even if all matches end the same way', () => {
  const change = (game: AnyGame) => ({
    dialogue: { ...game.dialogue!, question: (state: Any) => `prize ${state.round === 2 ? 10 : state.prize}\n` },
  });
  expect(described(pickFixture, change, PICK)).toMatch(
    /matches proceed differently\. .*The first difference is in match \d+, round 2, with the moves .*: the dialogue’s messages\. The matches’ ends are unchanged$/,
  );
});

test('the golden-match check finds a changed observation even if all matches end the same way', () => {
  const change = (game: AnyGame) => ({
    observe(state: DuskState, seat: number) {
      const seen = game.observe!(state, seat);
      seen.scores.fill(0);
      return seen;
    },
  });
  expect(described(duskFixture, change, DUSK)).toMatch(
    /The first difference is in match \d+, round \d+, with the moves .*: the seats’ observations/,
  );
});

test('the golden-match check allows a game to change how it stores its state', () => {
  const change = (game: AnyGame) => ({
    start: (board: Any, seed: number) => Object.assign(game.start(board, seed), { cache: seed }),
    advance(state: Any, asked: Any) {
      game.advance(state, asked);
      state.cache = state.round;
    },
  });
  expect(summarizeMatches(brokenFixture(pickFixture, change))).not.toBe(PICK);
  expect(described(pickFixture, change, PICK)).toBe(undefined);
});

test('the golden-match check reports a fixture whose boards have changed', () => {
  const fixture = { ...pickFixture, wildBoard: () => ({ players: 2, rounds: 3, most: 4 }) };
  expect(describeMatches(fixture, PICK)).toMatch(/^the board of match \d+ has changed/);
});

test('the golden-match check finds changed planes even if all matches end the same way', () => {
  const planes = (_: unknown, seen: unknown, seat: number) => Uint8Array.of((seen as Any).scores[seat], 1);
  const before = summarizeMatches(pickFixture, planes);
  expect(describeMatches(pickFixture, before, planes)).toBe(undefined);
  expect(describeMatches(pickFixture, before, (board, seen, seat) => planes(board, seen, seat).reverse())).toMatch(
    /matches proceed differently\. .*The first difference is in match \d+, before the first round: the simulator’s planes/,
  );
});

test('the golden-match check finds a change in the boards that a reader accepts or a generator makes', () => {
  const before = summarizeBoards(pickFixture);
  expect(describeBoards(pickFixture, before)).toBe(undefined);
  const reading = (game: AnyGame) => ({
    readBoard: (text: string) => game.readBoard(text.replace(/rounds 0\b/, 'rounds 1')),
  });
  expect(describeBoards(brokenFixture(pickFixture, reading), before)).toMatch(
    /^on board 1 with "rounds \d+", "rounds 0" is now read, but was refused$/,
  );
  const made = {
    ...pickFixture,
    game: { ...pickFixture.game, generateBoard: () => ({ players: 2, rounds: 3, most: 4 }) },
  };
  const changed = (game: AnyGame) => ({
    generateBoard: (seed: number) => ({ ...(game.generateBoard!(seed) as Any), most: seed === 3 ? 5 : 4 }),
  });
  expect(describeBoards(brokenFixture(made, changed), summarizeBoards(made))).toBe('the board of seed 3 has changed');
});
