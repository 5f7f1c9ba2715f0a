import type { Blunder } from '../../conformance/blunder.ts';
import { AHEAD, DIRECTIONS, type Direction, isDirection, turned } from '../rules/directions.ts';
import type { TrailsMove } from '../rules/move.ts';
import { FREE, type TrailsState } from '../rules/state.ts';

const usual = { base: 'Mole', others: ['Stoat'] };
const held = { isHeldBack: true };

const target = (state: TrailsState, seat: number, way: Direction) =>
  state.board.neighbours[4 * state.heads[seat] + way];
const freeWays = (state: TrailsState, seat: number) =>
  DIRECTIONS.filter((way) => state.cells[target(state, seat, way)] === FREE);

/** Number of free cells that can be reached from a cell. */
function room(state: TrailsState, from: number): number {
  const reached = new Set([from]);
  for (const cell of reached)
    for (const way of DIRECTIONS) {
      const next = state.board.neighbours[4 * cell + way];
      if (state.cells[next] === FREE) reached.add(next);
    }
  return reached.size;
}

/** Chooses the free direction with the largest value. */
function best(move: TrailsMove, state: TrailsState, seat: number, value: (way: Direction) => number): void {
  const ways = freeWays(state, seat).sort((one, other) => value(other) - value(one));
  if (ways.length > 0) move.direction = ways[0];
}

function distance({ board }: TrailsState, one: number, other: number): number {
  const rows = Math.abs(Math.floor(one / board.columns) - Math.floor(other / board.columns));
  const columns = Math.abs((one % board.columns) - (other % board.columns));
  return Math.min(rows, board.rows - rows) + Math.min(columns, board.columns - columns);
}

export const BLUNDERS: readonly Blunder<TrailsState, TrailsMove>[] = [
  {
    ...usual,
    id: 'stops-turning',
    says: /straight|stopped turning/i,
    spoil(move, _state, _seat, round) {
      if (round >= 20) move.direction = AHEAD;
    },
  },
  {
    ...usual,
    ...held,
    id: 'smaller-room',
    says: /room/i,
    spoil(move, state, seat, round) {
      if (round > 10) best(move, state, seat, (way) => -room(state, target(state, seat, way)));
    },
  },
  {
    ...usual,
    id: 'never-left',
    says: /never turned left|turning left/i,
    spoil(move, state, seat) {
      const left = turned(state.headings[seat] as Direction, 3);
      if (move.direction !== left) return;
      const ways = freeWays(state, seat).filter((way) => way !== left);
      if (ways.length > 0) move.direction = ways[0];
    },
  },
  {
    ...usual,
    ...held,
    id: 'own-trail',
    says: /own trail/i,
    spoil(move, state, seat, round) {
      if (round < 30) return;
      const own = DIRECTIONS.find(
        (way) =>
          way !== turned(state.headings[seat] as Direction, 2) &&
          state.cells[target(state, seat, way)] === state.cells[state.heads[seat]],
      );
      if (own !== undefined) move.direction = own;
    },
  },
  {
    ...usual,
    id: 'keeps-away',
    says: /ground|room/i,
    spoil(move, state, seat) {
      best(move, state, seat, (way) => distance(state, target(state, seat, way), state.heads[1 - seat]));
    },
  },
  {
    ...usual,
    ...held,
    id: 'hugs-walls',
    says: /ground|room/i,
    spoil(move, state, seat) {
      best(move, state, seat, (way) => {
        const cell = target(state, seat, way);
        return DIRECTIONS.filter((next) => state.cells[state.board.neighbours[4 * cell + next]] !== FREE).length;
      });
    },
  },
  {
    ...usual,
    ...held,
    id: 'runs-into-wall',
    says: /wall|player’s trail|own trail/i,
    spoil(move, state, seat, round) {
      if (round < 25) return;
      const way = DIRECTIONS.find(
        (each) =>
          each !== turned(state.headings[seat] as Direction, 2) && state.cells[target(state, seat, each)] !== FREE,
      );
      if (way !== undefined && isDirection(way)) move.direction = way;
    },
  },
];
