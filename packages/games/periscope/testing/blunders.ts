import type { Blunder } from '../../conformance/blunder.ts';
import { DIRECTIONS, NOWHERE } from '../rules/directions.ts';
import { clearMove, type PeriscopeMove } from '../rules/move.ts';
import { refuse } from '../rules/rules.ts';
import type { PeriscopeState } from '../rules/state.ts';

const usual = { base: 'Orca', others: ['Barracuda'] };
const held = { isHeldBack: true };

/** The first living submarine of a seat. */
const living = (state: PeriscopeState, seat: number): number =>
  Array.from({ length: state.board.submarines }, (_, n) => n).find(
    (n) => state.cells[seat * state.board.submarines + n] >= 0,
  ) ?? 0;

/** Moves a submarine one step in a random direction. */
function wander(move: PeriscopeMove, state: PeriscopeState, seat: number, submarine = living(state, seat)): void {
  clearMove(move);
  move.submarine = submarine;
  move.order = 'move';
  const ways = DIRECTIONS.filter((way) => {
    move.direction = way;
    return refuse(state, seat, move) === undefined;
  });
  if (ways.length === 0) clearMove(move);
  else move.direction = ways[(state.round >> 1) % ways.length];
}

function cellAfter({ board, cells }: PeriscopeState, seat: number, move: PeriscopeMove): number {
  const first = board.neighbours[4 * cells[seat * board.submarines + move.submarine] + move.direction];
  return move.second < 0 || first === NOWHERE ? first : board.neighbours[4 * first + move.second];
}

export const BLUNDERS: readonly Blunder<PeriscopeState, PeriscopeMove>[] = [
  {
    ...usual,
    id: 'never-fires',
    says: /never fired|firing/i,
    spoil(move, state, seat) {
      if (move.order === 'fire') wander(move, state, seat);
    },
  },
  {
    ...usual,
    ...held,
    id: 'pings-always',
    says: /pinged|pinging/i,
    spoil(move, state, seat) {
      if (state.round % 4 >= 2) return;
      const submarine = living(state, seat);
      clearMove(move);
      move.order = 'ping';
      move.submarine = submarine;
    },
  },
  {
    ...usual,
    id: 'fires-blindly',
    says: /blind|aim/i,
    spoil(move, state, seat) {
      if (move.order === 'fire' || state.round % 3 !== 0) return;
      const submarine = living(state, seat);
      clearMove(move);
      move.order = 'fire';
      move.submarine = submarine;
      move.direction = (state.round >> 2) % 4;
    },
  },
  {
    ...usual,
    ...held,
    id: 'ignores-wrecks',
    says: /wreck|salvag/i,
    spoil(move, state, seat) {
      if (move.order === 'move' && state.board.siteAt[cellAfter(state, seat, move)] >= 0)
        wanderOffSites(move, state, seat);
    },
  },
  {
    ...usual,
    id: 'falls-silent',
    says: /did nothing/i,
    spoil(move, _state, _seat, round) {
      if (round >= 20) clearMove(move);
    },
  },
  {
    ...usual,
    ...held,
    id: 'one-submarine',
    says: /only one submarine/i,
    spoil(move, state, seat) {
      if (move.submarine !== living(state, seat)) wander(move, state, seat);
    },
  },
  {
    ...usual,
    ...held,
    id: 'stops-firing',
    says: /stopped firing|fired|firing/i,
    spoil(move, state, seat, round) {
      if (move.order === 'fire' && round >= 24) wander(move, state, seat);
    },
  },
];

function wanderOffSites(move: PeriscopeMove, state: PeriscopeState, seat: number): void {
  for (let tries = 0; tries < 4; tries++) {
    const way = (move.direction + 1) % 4;
    move.second = -1;
    move.direction = way;
    if (refuse(state, seat, move) === undefined && state.board.siteAt[cellAfter(state, seat, move)] < 0) return;
  }
  clearMove(move);
}
