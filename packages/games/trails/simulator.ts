import type { Simulator } from '@ludus/env/simulator.ts';
import { LETTERS, type TrailsBoard } from './rules/board.ts';
import { AHEAD, DIRECTION_NAMES, isDirection } from './rules/directions.ts';
import { generateLike } from './rules/generator.ts';
import { AHEAD_WORD, type TrailsMove } from './rules/move.ts';
import { isOver, scores, survived } from './rules/rules.ts';
import { TRAIL, type TrailsState } from './rules/state.ts';

const ACTION_NAMES = [...DIRECTION_NAMES, AHEAD_WORD].map((word) => word.toUpperCase());
const NO_ACTION = DIRECTION_NAMES.length;
const PLANES = ['walls', ...LETTERS.map((_, n) => `trail_${n}`), ...LETTERS.map((_, n) => `head_${n}`)];

/**
 * Trails for learning and search: a unit is a player, and an action is a direction. The trails and heads of absent
 * players are empty.
 */
export const trailsSimulator: Simulator<TrailsBoard, TrailsState, TrailsMove> = {
  actionNames: ACTION_NAMES,
  noAction: NO_ACTION,
  units: ({ starts }) => starts.length,
  rounds: ({ rounds }) => rounds,
  settings: ({ rounds, bonus, trailsStay, rows, columns, starts }) => ({
    players: starts.length,
    rounds,
    bonus,
    trailsStay: trailsStay ? 1 : 0,
    rows,
    columns,
  }),
  like: generateLike,
  ask(actions, from, moves) {
    for (let seat = 0; seat < moves.length; seat++) {
      const action = actions[from + seat];
      moves[seat].direction = action < NO_ACTION ? action : AHEAD;
    }
  },
  actionsOf(moves, _state, out, at) {
    for (const [seat, { direction }] of moves.entries())
      out[at + seat] = isDirection(direction) ? direction : NO_ACTION;
  },
  writeMask(state, out, at) {
    const isPlayed = !isOver(state);
    for (let seat = 0; seat < state.players; seat++) {
      const first = at + seat * ACTION_NAMES.length;
      out.fill(isPlayed && state.endedIn[seat] === 0 ? 1 : 0, first, first + NO_ACTION);
      out[first + NO_ACTION] = 1;
    }
  },
  scores(state, into, at) {
    // Before the end, a share of the bonus is only hypothetical, but a reward must be actual points.
    const points = isOver(state) ? scores(state) : undefined;
    for (let seat = 0; seat < state.players; seat++) into[at + seat] = points?.[seat] ?? survived(state, seat);
  },
  // Nothing in the rules is random.
  reseed: () => {},
  planes: PLANES,
  planeMost: 1,
  shape: ({ rows, columns }) => [rows, columns],
  writePlanes,
  tables: [
    {
      name: 'players',
      fields: ['player', 'row', 'column', 'heading', 'lives'],
      most: ({ starts }) => starts.length,
      counted: false,
      write: writePlayers,
    },
  ],
};

function writePlanes(state: TrailsState, seat: number, _columns: number, out: Uint8Array, at: number): void {
  const { board, cells, heads, endedIn, players } = state;
  const size = cells.length;
  out.fill(0, at, at + PLANES.length * size);
  out.set(board.walls, at);
  for (let cell = 0; cell < size; cell++) {
    if (cells[cell] < TRAIL) continue;
    out[at + (1 + seenAs(cells[cell] - TRAIL, seat, players)) * size + cell] = 1;
  }
  for (let other = 0; other < players; other++)
    if (endedIn[other] === 0) out[at + (1 + LETTERS.length + seenAs(other, seat, players)) * size + heads[other]] = 1;
}

/** Player numbers relative to the observing player, which is 0; the next player is 1. */
function seenAs(player: number, seat: number, players: number): number {
  return (player - seat + players) % players;
}

/** Writes all players, starting with the observing player. */
function writePlayers(state: TrailsState, seat: number, most: number, out: Int32Array, at: number): number {
  const { heads, headings, endedIn, players, board } = state;
  for (let n = 0; n < Math.min(most, players); n++) {
    const player = (seat + n) % players;
    const head = heads[player];
    const lives = endedIn[player] === 0 ? 1 : 0;
    out.set([n, Math.floor(head / board.columns), head % board.columns, headings[player], lives], at + 5 * n);
  }
  return players;
}
