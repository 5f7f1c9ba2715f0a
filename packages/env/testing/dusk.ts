import type { DuskBoard, DuskMove, DuskState } from '@ludus/game/conformance.ts';
import type { Simulator } from '../simulator.ts';

const WORDS = ['LEFT', 'STAY', 'RIGHT', 'NOTHING'];
const NO_ACTION = 3;
const UNSEEN = -1;

/**
 * Dusk without planes, since it has no grid. A player's table contains the player's observations, beginning with the
 * player itself.
 */
export const duskSimulator: Simulator<DuskBoard, DuskState, DuskMove> = {
  actionNames: WORDS,
  noAction: NO_ACTION,
  units: ({ players }) => players,
  rounds: ({ rounds }) => rounds,
  settings: ({ players, cells, sight, rounds }) => ({ players, cells, sight, rounds }),
  ask(actions, from, moves) {
    for (const [seat, move] of moves.entries()) {
      const action = actions[from + seat];
      move.step = action === NO_ACTION ? 9 : action - 1;
    }
  },
  writeMask({ board, cells, turn, round }, out, at) {
    for (const [seat, cell] of cells.entries())
      for (const action of WORDS.keys()) {
        const to = cell + action - 1;
        const isStep = cell !== UNSEEN && seat === turn && round < board.rounds && to >= 0 && to < board.cells;
        out[at + 4 * seat + action] = action === NO_ACTION || isStep ? 1 : 0;
      }
  },
  scores: (state, into, at) => into.set(state.scores, at),
  reseed: (state, seed) => state.chance.seed(seed),
  planes: [],
  planeMost: 1,
  shape: () => [0, 0],
  writePlanes() {},
  tables: [
    {
      name: 'players',
      fields: ['player', 'cell', 'die'],
      most: ({ players }) => players,
      counted: false,
      write({ cells, dice }, seat, most, out, at) {
        for (let n = 0; n < most; n++) {
          const player = (seat + n) % most;
          out.set([n, cells[player], dice[player]], at + 3 * n);
        }
        return most;
      },
    },
  ],
};
