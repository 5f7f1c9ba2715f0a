import { BREAKAGES_OF_TEXTS } from './broken-texts.ts';
import type { Breakage } from './fixture.ts';

/** Functions that run code later, which the rules' TypeScript settings don't declare. */
const AROUND = globalThis as unknown as Record<'setTimeout' | 'queueMicrotask', (call: () => void) => void>;

/** Ways to break any game, without knowledge of the game. */
export const BREAKAGES: readonly Breakage[] = [
  {
    what: 'a clone that returns the original',
    change: () => ({ clone: (state) => state }),
    sentence: /advancing a clone changed its original: /,
  },
  {
    what: 'a restore that does nothing',
    change: () => ({ restore() {} }),
    sentence: /a restored state has a different hash from its source; the first difference is in \S+ \(/,
  },
  {
    what: 'a freeze that does nothing',
    change: () => ({ freeze() {} }),
    sentence: /`freeze` does nothing to seat \d: its moves still count$/,
  },
  {
    what: 'too few scores',
    change: (game) => ({
      outcome: (state) => ({ ...game.outcome(state), scores: game.outcome(state).scores.slice(1) }),
    }),
    sentence: /the outcome’s list of scores has length \d, but the match has \d seats/,
  },
  {
    what: 'a round number that is off by one',
    change: (game) => ({ round: (state) => game.round(state) + 1 }),
    sentence: /before the first round: `round` returns 1 before the first round, not 0/,
  },
  {
    what: 'rounds that count twice',
    change: (game) => ({ round: (state) => 2 * game.round(state) }),
    sentence: /round 1: `round` went from 0 to 2 in one call of `advance`/,
  },
  {
    what: 'a clearMove that does nothing',
    change: () => ({ clearMove() {} }),
    sentence: /`clearMove` turns the move ".*" into ".*", but the empty move is ".*"$/,
  },
  {
    what: 'an outcome of null',
    change: () => ({ outcome: () => null as never }),
    sentence: /`outcome` returns null, not an object$/,
  },
  {
    what: 'a list of actors that is undefined',
    change: () => ({ actors: () => undefined as never }),
    sentence: /: the suite failed with “.+”, perhaps because of a value of the wrong type from the game$/,
  },
  {
    what: 'an outcome without scores',
    change: (game) => ({ outcome: (state) => ({ ...game.outcome(state), scores: undefined as never }) }),
    sentence: /the outcome’s `scores` must be a list$/,
  },
  {
    what: 'an outcome without a reason',
    change: (game) => ({ outcome: (state) => ({ ...game.outcome(state), reason: undefined as never }) }),
    sentence: /the outcome’s reason is undefined, not one word$/,
  },
  {
    what: 'an outcome with a text instead of a list of illegal moves',
    change: (game) => ({ outcome: (state) => ({ ...game.outcome(state), illegal: 'none' as never }) }),
    sentence: /the outcome’s `illegal` must be a list of strings$/,
  },
  {
    what: 'an asynchronous advance',
    change: (game) => ({
      advance: (async (...given: Parameters<typeof game.advance>) => game.advance(...given)) as never,
    }),
    sentence: /`advance` returned a promise, but the rules must not be asynchronous$/,
  },
  {
    what: 'a start that sets a timer',
    change: (game) => ({
      start(...given) {
        AROUND.setTimeout(() => {});
        return game.start(...given);
      },
    }),
    sentence: /`start`: the function uses setTimeout, but the rules must not run code later$/,
  },
  {
    what: 'an advance that queues a microtask',
    change: (game) => ({
      advance(...given) {
        AROUND.queueMicrotask(() => {});
        game.advance(...given);
      },
    }),
    sentence: /`advance`: the function uses queueMicrotask, but the rules must not run code later$/,
  },
  {
    what: 'a single buffer for all moves',
    change: (game) => {
      const only = game.newMove();
      return { newMove: () => only };
    },
    sentence: /round 1: `newMove` returned the same object twice$/,
  },
  {
    what: 'an invalid number of players',
    change: () => ({ seatsOf: () => 7 }),
    sentence: /`seatsOf` returns 7, but a match has [\d, or]+ players/,
  },
  {
    what: 'an advance that changes the shared board',
    change(game) {
      let last: { touched?: number };
      return {
        start(board, seed) {
          last = board;
          return game.start(board, seed);
        },
        advance(state, asked) {
          last.touched = (last.touched ?? 0) + 1;
          game.advance(state, asked);
        },
      };
    },
    sentence: /round 1: `advance` changed the board, which all matches share: touched from undefined to 1/,
  },
  {
    what: 'an advance that plays differently in one of a hundred calls',
    change(game) {
      let calls = 0;
      return {
        advance(state, asked) {
          game.advance(state, ++calls % 101 === 0 ? asked.map(() => game.newMove()) : asked);
        },
      };
    },
    sentence: /the same call had two different results/,
  },
  {
    what: 'an advance that plays differently by chance, in one of a thousand calls',
    change: (game) => ({
      advance(state, asked) {
        game.advance(state, Math.random() < 0.001 ? asked.map(() => game.newMove()) : asked);
      },
    }),
    sentence:
      /`advance`: the same call had two different results, or will have, because the function uses Math\.random/,
  },
  {
    what: 'an outcome that reads the clock',
    change: (game) => ({
      outcome: (state) => ({ ...game.outcome(state), reason: Date.now() > 0 ? 'late' : 'early' }),
    }),
    sentence: /`outcome`: the same call had two different results, or will have, because the function uses Date\.now/,
  },
  {
    what: 'a hash that isn’t a number',
    change: () => ({ hash: () => Number.NaN }),
    sentence: /`hash` returns NaN, which isn’t a 32-bit whole number/,
  },
  {
    what: 'an advance that reverses the list of moves',
    change: (game) => ({
      advance(state, asked) {
        game.advance(state, asked);
        (asked as unknown[]).reverse();
      },
    }),
    sentence: /round 1: `advance` changed the list of moves passed to it/,
  },
  {
    what: 'a hash that differs from call to call',
    change(game) {
      let begun = 0;
      return { start: (board, seed) => game.start(board, seed), hash: (state) => game.hash(state) + (begun++ % 2) };
    },
    sentence: /`hash`: the same call had two different results/,
  },
  {
    what: 'an outcome with a different reason in each call',
    change(game) {
      let calls = 0;
      return { outcome: (state) => ({ ...game.outcome(state), reason: `reason${calls++}` }) };
    },
    sentence: /`outcome`: the same call had two different results; the first difference is in reason/,
  },
  {
    what: 'a constant hash',
    change: () => ({ hash: () => 7 }),
    sentence: /the hash is the same before and after a round/,
  },
  {
    what: 'scores that aren’t numbers',
    change: (game) => ({
      outcome: (state) => ({ ...game.outcome(state), scores: game.outcome(state).scores.map(() => Number.NaN) }),
    }),
    sentence: /the score of seat 0 is NaN, not a finite number/,
  },
  {
    what: 'a reason of several words',
    change: (game) => ({ outcome: (state) => ({ ...game.outcome(state), reason: 'it is over' }) }),
    sentence: /the outcome’s reason is "it is over", not one word/,
  },
  ...BREAKAGES_OF_TEXTS,
];
