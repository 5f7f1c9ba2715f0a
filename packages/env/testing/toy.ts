import type { AnyGame } from '@ludus/game/game.ts';
import { HASH_START, mix } from '@ludus/kernel/hash.ts';
import { advance, seedState } from '@ludus/kernel/lehmer.ts';
import type { Simulator } from '../simulator.ts';

// A game with two seats, each with two units, for the tests of the simulator. A unit that does 1 or 2 gets that number
// of points, and one more with luck. After 2, it rests for a round. The table lists one coin for each point of the last
// round.

export interface ToyState {
  round: number;
  generator: number;
  readonly scores: Int32Array;
  readonly tired: Uint8Array;
  coins: number;
}

export const TOY_ROUNDS = 10;
export const MAX_COINS = 6;

function restore(target: ToyState, source: ToyState): void {
  target.round = source.round;
  target.generator = source.generator;
  target.scores.set(source.scores);
  target.tired.set(source.tired);
  target.coins = source.coins;
}

function start(seed: number): ToyState {
  return { round: 0, generator: seedState(seed), scores: new Int32Array(2), tired: new Uint8Array(4), coins: 0 };
}

function play(state: ToyState, moves: readonly number[][]): void {
  state.round++;
  state.coins = 0;
  for (let unit = 0; unit < 4; unit++) {
    state.generator = advance(state.generator);
    const asked = moves[unit >> 1][unit & 1];
    const isTired = state.tired[unit] === 1;
    state.tired[unit] = 0;
    if (isTired || asked === 0) continue;
    const points = asked + ((state.generator >> 8) & 1);
    state.scores[unit >> 1] += points;
    state.coins += points;
    state.tired[unit] = asked === 2 ? 1 : 0;
  }
}

/** A game with only the functions that the simulator calls. */
export const toyGame = {
  id: 'toy',
  title: 'Toy',
  seats: [2],
  seatsOf: () => 2,
  start: (_board: null, seed: number) => start(seed),
  clone: (state: ToyState) => {
    const copy = start(0);
    restore(copy, state);
    return copy;
  },
  restore,
  newMove: () => [0, 0],
  clearMove: (move: number[]) => void move.fill(0),
  freeze: () => {},
  advance: play,
  round: (state: ToyState) => state.round,
  isOver: (state: ToyState) => state.round >= TOY_ROUNDS,
  hash: (state: ToyState) =>
    [state.round, state.generator, state.coins, ...state.scores, ...state.tired].reduce(mix, HASH_START),
} as unknown as AnyGame;

export const toySimulator: Simulator<null, ToyState, number[]> = {
  actionNames: ['NOTHING', 'ONE', 'TWO'],
  noAction: 0,
  units: () => 4,
  rounds: () => TOY_ROUNDS,
  settings: () => ({ rounds: TOY_ROUNDS }),
  ask(actions, from, moves) {
    for (let unit = 0; unit < 4; unit++) moves[unit >> 1][unit & 1] = actions[from + unit];
  },
  writeMask(state, out, at) {
    for (let unit = 0; unit < 4; unit++) {
      out[at + 3 * unit] = 1;
      out.fill(1 - state.tired[unit], at + 3 * unit + 1, at + 3 * unit + 3);
    }
  },
  scores: (state, into, at) => into.set(state.scores, at),
  reseed(state, seed) {
    state.generator = seedState(seed);
  },
  planes: ['tired_0', 'tired_1'],
  planeMost: 1,
  shape: () => [1, 2],
  writePlanes(state, seat, _columns, out, at) {
    for (let unit = 0; unit < 4; unit++) out[at + unit] = state.tired[(unit + 2 * seat) % 4];
  },
  tables: [
    {
      name: 'units',
      fields: ['player', 'tired'],
      most: () => 4,
      counted: false,
      write(state, seat, _most, out, at) {
        for (let line = 0; line < 4; line++) out.set([line >> 1, state.tired[(line + 2 * seat) % 4]], at + 2 * line);
        return 4;
      },
    },
    {
      name: 'coins',
      fields: ['number'],
      most: () => MAX_COINS,
      counted: true,
      write(state, _seat, most, out, at) {
        for (let coin = 0; coin < Math.min(most, state.coins); coin++) out[at + coin] = coin + 1;
        return state.coins;
      },
    },
  ],
};
