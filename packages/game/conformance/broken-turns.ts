import type { AnyGame } from '../game.ts';
import type { DuskState } from './dusk.ts';
import type { Breakage } from './fixture.ts';

// biome-ignore lint/suspicious/noExplicitAny: broken in ways that its types forbid
type Any = any;

/** A seat's observation with one change. */
const observing = (change: (seen: DuskState, state: DuskState, seat: number) => unknown) => (game: AnyGame) => ({
  observe(state: DuskState, seat: number) {
    const seen = game.observe!(state, seat);
    change(seen, state, seat);
    return seen;
  },
});
/** The dialogue with an additional line in each question. */
const asking = (line: (state: DuskState, seat: number) => string) => (game: AnyGame) => ({
  dialogue: {
    ...game.dialogue!,
    question: (state: DuskState, seat: number) => `${game.dialogue!.question(state, seat)}${line(state, seat)}\n`,
  },
});

const addToAll = ({ scores }: DuskState, points: number): void =>
  void scores.set(scores.map((score) => score + points));

/** Ways to break the game of turns, fog, and chance. */
export const BREAKAGES_OF_TURNS: readonly Breakage[] = [
  {
    what: 'an observation that shows the others’ cells',
    change: observing((seen, state) => seen.cells.set(state.cells)),
    sentence: /seat \d observes something hidden.*: after `redeal`.*, the first difference is in cells\[\d\]/,
  },
  {
    what: 'an observation that shows a die',
    change: observing((seen, state, seat) => {
      const other = (seat + 1) % seen.dice.length;
      seen.dice[other] = state.dice[other];
    }),
    sentence: /seat \d observes something hidden.*: after `redeal`.*, the first difference is in dice\[\d\]/,
  },
  {
    what: 'an observation that reveals whether the dice are high',
    change: observing((seen, state) => {
      Object.assign(seen, { isHigh: state.dice.reduce((sum, die) => sum + die, 0) > 7 });
    }),
    sentence: /observing seat \d’s observation again changes it|seat \d observes something hidden/,
  },
  {
    what: 'a copy of hidden dice that neither observe nor redeal hides',
    change(game) {
      const rolled = (state: Any, { dice }: DuskState) => Object.assign(state, { rolled: dice.slice() });
      return {
        start: (board, seed) => {
          const state = game.start(board, seed);
          return rolled(state, state);
        },
        clone: (state: Any) => rolled(game.clone(state), { ...state, dice: state.rolled }),
        restore(target: Any, source: Any) {
          game.restore(target, source);
          rolled(target, { ...source, dice: source.rolled });
        },
        observe: (state: Any, seat: number) => rolled(game.observe!(state, seat), { ...state, dice: state.rolled }),
        advance(state: Any, asked) {
          game.advance(state, asked);
          rolled(state, state);
        },
      };
    },
    sentence: /seats observe rolled, which reveals the hidden dice: both were equal in all \d+ cases\. Hide rolled in/,
  },
  {
    what: 'an observation that shares an array',
    change: observing((seen, state) => Object.assign(seen, { scores: state.scores })),
    sentence: /`observe` gives seat 0 the state’s own scores/,
  },
  {
    what: 'an observation that shares a buffer',
    change: observing((seen, state) => Object.assign(seen, { scores: new Int32Array(state.scores.buffer) })),
    sentence: /`observe` gives seat 0 the state’s own scores\.buffer/,
  },
  {
    what: 'an observation that contains the state',
    change: observing((seen, state) => Object.defineProperty(seen, 'whole', { value: state, enumerable: false })),
    sentence: /`observe` gives seat 0 the state’s own whole/,
  },
  {
    what: 'an observation that is the state',
    change: () => ({ observe: (state: unknown) => state }),
    sentence: /`observe` gives seat 0 the state’s own state/,
  },
  {
    what: 'an observation that contains a part of the generator',
    change: observing((seen, state) => Object.assign(seen, { luck: state.chance.mixInto(1, (a, b) => a ^ b) })),
    sentence: /seat \d observes the board’s generator|observing seat \d’s observation again changes it/,
  },
  {
    what: 'an observation that contains the whole generator',
    change: (game) => ({
      observe(state: DuskState, seat: number) {
        const seen = game.observe!(state, seat);
        seen.chance.copy(state.chance);
        return seen;
      },
    }),
    sentence: /seat \d observes the board’s generator; the first difference is in chance/,
  },
  {
    what: 'an observe function without redeal',
    change: () => ({ redeal: undefined }) as never,
    sentence: /`observe` requires `redeal`/,
  },
  {
    what: 'a redeal that does nothing',
    change: () => ({ redeal() {} }),
    sentence: /`redeal` changed nothing for seat 0 in \d+ states/,
  },
  {
    what: 'a round report that reveals all moves',
    change: (game) => ({ dialogue: { ...game.dialogue!, roundReport: () => 'moved\n' } }),
    sentence: /a game with `observe` can’t have `dialogue\.roundReport`, which reveals all moves/,
  },
  {
    what: 'a question that reveals the dice of the last observed state',
    change(game) {
      let last: DuskState | undefined;
      return {
        observe(state: DuskState, seat: number) {
          last = state;
          return game.observe!(state, seat);
        },
        ...asking((_, seat) => String(last?.dice[(seat + 1) % last.dice.length]))(game),
      };
    },
    sentence: /`dialogue\.question` reveals hidden information to seat \d|the same call had two different results/,
  },
  {
    what: 'a turn that passes to another player when its player fails',
    change: (game) => ({
      actors: ({ turn, frozen }: DuskState) =>
        game.actors!({ turn: turn >= 0 && frozen[turn] === 1 ? (turn + 1) % frozen.length : turn }),
    }),
    sentence: /if seat \d fails, the other acting seats in this round are \d instead of none/,
  },
  {
    what: 'actors that depend on hidden dice',
    change: (game) => ({ actors: (state: DuskState) => (state.dice[0] === 0 ? [] : game.actors!(state)) }),
    sentence: /the acting seats are \d, but in seat \d’s observation they are none/,
  },
  {
    what: 'moves that count out of turn',
    change: (game) => ({
      advance(state: DuskState, asked: Any) {
        if (state.turn >= 0 && !game.isOver(state))
          addToAll(
            state,
            asked.filter(
              (move: Any, seat: number) => move.step === 1 && seat !== state.turn && state.frozen[seat] === 0,
            ).length,
          );
        game.advance(state, asked);
      },
    }),
    sentence: /`advance` uses the move ".*" of seat \d, which doesn’t act/,
  },
  {
    what: 'a refused move that is carried out',
    change: (game) =>
      ({
        refuse: (state: Any, seat: number, move: Any) =>
          move.step === 0 ? 'no one may stay' : game.refuse!(state, seat, move),
        legal: undefined,
        advance(state: DuskState, asked: Any) {
          const stays = state.turn >= 0 && asked[state.turn].step === 0;
          if (stays && !game.isOver(state)) addToAll(state, 1);
          game.advance(state, asked);
        },
      }) as never,
    sentence: /`advance` carries out the move "stay" of seat \d, but `refuse` rejects this move: no one may stay/,
  },
  {
    what: 'a refused move that is carried out, and overflows an array',
    change: (game) => ({
      advance(state: DuskState, asked: Any) {
        const { turn, scores } = state;
        const isOff = turn >= 0 && game.refuse!(state, turn, asked[turn]) !== undefined;
        if (isOff && state.frozen[turn] === 0 && !game.isOver(state))
          for (const seat of scores.keys()) scores[seat] += 2 ** 33 + 1;
        game.advance(state, asked);
      },
      scoresAddUp: false,
    }),
    sentence: /`advance` carries out the move "\w+" of seat \d, but `refuse` rejects this move: a step/,
  },
  {
    what: 'a refusal that ends with a full stop',
    change: () =>
      ({
        refuse: (_: Any, _seat: number, { step }: Any) => (step === 1 ? 'No.' : undefined),
        legal: undefined,
      }) as never,
    sentence: /`refuse` returns "No\.", but it must return one line without a full stop|`advance` carries out/,
  },
  {
    what: 'a refusal of the empty move in a game that lists no moves',
    change: (game) =>
      ({
        legal: undefined,
        refuse: (state: Any, seat: number, move: Any) =>
          [-1, 0, 1].includes(move.step) ? game.refuse!(state, seat, move) : 'a player has to move',
      }) as never,
    sentence: /`refuse` refuses the empty move of seat \d, which must always be allowed: a player has to move/,
  },
  {
    what: 'a list of legal moves that lacks a move',
    change: (game) => ({ legal: (state: Any, seat: number) => game.legal!(state, seat).slice(1) }),
    sentence: /the move "\w+" of seat \d isn’t refused, but `legal` doesn’t list it/,
  },
  {
    what: 'a list of legal moves that contains a refused move',
    change: (game) => ({
      legal: (state: Any, seat: number) => [...game.legal!(state, seat), { step: 1 }, { step: -1 }],
    }),
    sentence: /`legal` lists a move of seat \d twice|`legal` lists the move "\w+" of seat \d, but `refuse` rejects/,
  },
  {
    what: 'moves that have no effect',
    change: (game) => ({
      advance: (state: unknown, asked: readonly unknown[]) =>
        game.advance(
          state,
          asked.map(() => game.newMove()),
        ),
    }),
    sentence: /none of \d+ moves that aren’t refused had an effect|empty moves of seat \d made no difference/,
  },
  {
    what: 'a match that continues after its end',
    change: (game) => ({
      advance(state: DuskState, asked: readonly unknown[]) {
        if (game.isOver(state)) addToAll(state, 1);
        game.advance(state, asked);
      },
    }),
    sentence: /`advance` changes the state after the end of the match/,
  },
  {
    what: 'a move.read that accepts text that move.print doesn’t produce',
    change: (game) => ({
      move: { ...game.move, read: (text: string, move: Any) => game.move.read(text.trim(), move) },
    }),
    sentence: /`move\.read` accepts " ?\w* ?", but `move\.print` prints that move as "/,
  },
  {
    what: 'teams for fewer seats than the board has',
    change: () => ({ teamsOf: () => [0, 1] }),
    sentence: /`teamsOf` returns \[0,1\], not one team for each of \d seats/,
  },
  {
    what: 'teams that aren’t numbered in the order of their seats',
    change: () => ({ teamsOf: ({ players }: Any) => Array.from({ length: players }, (_, seat) => (seat + 1) % 2) }),
    sentence: /`teamsOf` returns \[1,0.*\]: teams must be numbered from 0 in the order of their first seats/,
  },
  {
    what: 'only one team',
    change: () => ({ teamsOf: ({ players }: Any) => Array.from({ length: players }, () => 0) }),
    sentence: /`teamsOf` returns \[0,0.*\]: there must be at least two teams/,
  },
  {
    what: 'teams that change from call to call',
    change(game) {
      let calls = 0;
      return {
        teamsOf: ({ players, ...board }: Any) =>
          game.teamsOf!(++calls % 2 ? { players } : { ...board, players, teams: 2 }),
      };
    },
    sentence: /`teamsOf`: the same call had two different results/,
  },
  {
    what: 'teammates with different scores',
    change: (game) => ({
      outcome(state: DuskState) {
        const { scores, reason } = game.outcome(state);
        return { scores: scores.map((score, seat) => (seat === 0 ? score + 1 : score)), reason };
      },
    }),
    sentence: /seats 0 and 2 are in the same team, but their scores are \d+ and \d+/,
  },
];
