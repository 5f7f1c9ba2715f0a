import type { AnyGame } from '../game.ts';
import type { DuskState } from './dusk.ts';
import type { Breakage } from './fixture.ts';

// biome-ignore lint/suspicious/noExplicitAny: broken in ways that its types forbid
type Any = any;

const seeding = (change: (generator: number, state: DuskState) => number | undefined) => (game: AnyGame) => ({
  setGenerator(state: DuskState, generator: number) {
    const changed = change(generator, state);
    if (changed !== undefined) game.setGenerator!(state, changed);
  },
});

/** Ways to break the functions for searches, and for matches with a key. */
export const BREAKAGES_OF_SEARCH: readonly Breakage[] = [
  {
    what: 'a restore that leaves players frozen',
    change: (game) => ({
      restore(target: DuskState, source: DuskState) {
        const frozen = target.frozen.slice();
        game.restore(target, source);
        frozen.forEach((out, seat) => {
          if (out === 1) target.frozen[seat] = 1;
        });
      },
    }),
    sentence:
      /restoring the state before round \d+ over the state after round \d+ leaves some of the later state’s values behind; the first difference is in frozen/,
  },
  {
    what: 'a redeal that depends on hidden parts of the state',
    change: (game) => ({
      redeal(state: DuskState, seat: number, random: Any) {
        if (!state.dice.includes(0)) game.redeal!(state, seat, random);
        else if (state.round > 0) state.cells[seat] = 0;
      },
    }),
    sentence: /after `redeal`.*, the first difference is in cells/,
  },
  {
    what: 'a refusal of the empty move',
    change: (game) => ({
      refuse: (state: Any, seat: number, move: Any) =>
        move.step === 9 ? 'no one may wait' : game.refuse!(state, seat, move),
    }),
    sentence: /`refuse` refuses the empty move of seat \d, which must always be allowed: no one may wait/,
  },
  {
    what: 'a refusal that depends on hidden dice',
    change: (game) =>
      ({
        refuse: (state: DuskState, seat: number, move: Any) =>
          move.step === 1 && state.dice.filter((die) => die === 6).length > 1
            ? 'all dice are high'
            : game.refuse!(state, seat, move),
        legal: undefined,
      }) as never,
    sentence:
      /`refuse` uses information that is hidden from seat \d: "right" is refused \(.*\) in the whole state, but /,
  },
  {
    what: 'a single list for the legal moves of all calls',
    change(game) {
      const list: unknown[] = [];
      return {
        legal(state: Any, seat: number) {
          list.splice(0, list.length, ...game.legal!(state, seat));
          return list;
        },
      };
    },
    sentence: /a list that `legal` returned changed when `legal` was called again/,
  },
  {
    what: 'a refusal that changes the move',
    change: (game) => ({
      refuse(state: Any, seat: number, move: Any) {
        if (!Number.isInteger(move.step)) move.step = 0;
        return game.refuse!(state, seat, move);
      },
    }),
    sentence: /`refuse` changes the move of seat \d passed to it: step from/,
  },
  {
    what: 'an observation that changes the state',
    change: (game) => ({
      observe(state: DuskState, seat: number) {
        const seen = game.observe!(state, seat);
        if (state.round === 5) state.scores[seat]++;
        return seen;
      },
    }),
    sentence: /`observe` changes the state passed to it/,
  },
  {
    what: 'a generator that can be set only before the first round',
    change: seeding((generator, state) => (state.round < 1 ? generator : undefined)),
    sentence: /round \d+: `setGenerator` does nothing/,
  },
  {
    what: 'a 32-bit generator',
    change: seeding((generator) => generator >>> 0),
    sentence: /`setGenerator` uses only part of the number/,
  },
  {
    what: 'a start that ignores its seed',
    change: (game) => ({ start: (board) => game.start(board, 1) }),
    sentence: /`start` ignores the seed: in \d+ matches, a different seed made the same state/,
  },
  {
    what: 'a start that ignores the sign of its seed',
    change: (game) => ({ start: (board, seed) => game.start(board, Math.abs(seed)) }),
    sentence: /`start` ignores the sign of the seed/,
  },
  {
    what: 'a question that depends on earlier matches',
    change(game) {
      let matches = 0;
      return {
        start(board, seed) {
          if (seed !== 0) matches++;
          return game.start(board, seed);
        },
        dialogue: {
          ...game.dialogue!,
          question: (state: Any, seat: number) => `${game.dialogue!.question(state, seat)}match ${matches >> 8}\n`,
        },
      };
    },
    sentence:
      /`dialogue\.question` for seat \d returns a different result for the same state after another match was played/,
  },
  {
    what: 'a reader that accepts any number',
    change: (game) => ({
      readBoard(text) {
        const number = /sight (\S+)/.exec(text)?.[1] ?? '';
        const read = game.readBoard(text.replace(/sight \S+/, `sight ${Math.floor(Number(number))}`));
        return read;
      },
    }),
    sentence: /`readBoard` accepts "\S+" instead of the number \d/,
  },
  {
    what: 'a generator with only two different boards',
    change: () => ({
      generateBoard: (seed: number) => ({ players: 2, cells: 5 + (seed & 1), sight: 1, rounds: 9 }),
    }),
    sentence: /`generateBoard` makes only 2 different boards from 14 seeds/,
  },
  {
    what: 'generated boards for different numbers of players',
    change: () => ({
      generateBoard: (seed: number) => ({ players: 2 + (seed & 1), cells: 5, sight: 1, rounds: 9 }),
    }),
    sentence: /`generateBoard` makes boards for 2 and for 3 players \(seeds 0 and 1\)/,
  },
  {
    what: 'generated boards with and without teams',
    change: () => ({
      generateBoard: (seed: number) => ({
        players: 4,
        cells: 5 + (seed & 7),
        sight: 1,
        rounds: 9,
        ...(seed & 1 && { teams: 2 }),
      }),
    }),
    sentence: /`generateBoard` makes boards with different teams \(seeds 0 and 1\)/,
  },
];
