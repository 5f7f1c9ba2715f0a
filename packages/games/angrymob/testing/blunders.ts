import type { Blunder } from '../../conformance/blunder.ts';
import { neighbour } from '../rules/map.ts';
import type { MobMove } from '../rules/moves.ts';
import { ABSORB_LIMIT } from '../rules/rules.ts';
import type { MobState } from '../rules/state.ts';

const usual = { base: 'Warlord', others: ['Seeker'] };
const held = { isHeldBack: true };

interface Step {
  readonly i: number;
  readonly j: number;
  readonly k: number;
  readonly d: number;
}

/** Replaces each submove with other submoves, or removes it. */
function replace(move: MobMove, change: (step: Step) => readonly Step[]): void {
  const steps = Array.from({ length: move.length }, (_, n) => ({ ...move.submove(n) }));
  move.clear();
  for (const { i, j, k, d } of steps.flatMap(change)) move.push(i, j, k, d);
}

const keepIf = (move: MobMove, isKept: (step: Step) => boolean): void =>
  replace(move, (step) => (isKept(step) ? [step] : []));

function target({ board: { map } }: MobState, { i, j, d }: Step): number {
  return neighbour(map, i * map.columns + j, d);
}

const steps = ({ board: { map } }: MobState, one: number, other: number): number =>
  Math.abs(Math.floor(one / map.columns) - Math.floor(other / map.columns)) +
  Math.abs((one % map.columns) - (other % map.columns));

export const BLUNDERS: readonly Blunder<MobState, MobMove>[] = [
  {
    ...usual,
    id: 'falls-asleep',
    says: /did nothing/i,
    spoil(move, _state, _seat, round) {
      if (round >= 20) move.clear();
    },
  },
  {
    ...usual,
    ...held,
    id: 'ignores-neutrals',
    says: /gather/i,
    spoil(move, state, seat) {
      if (state.armies[seat].total <= ABSORB_LIMIT && state.turn > 4)
        keepIf(move, (step) => state.neutrals[target(state, step)] === 0);
    },
  },
  {
    ...usual,
    id: 'empty-base',
    says: /base (almost )?empty|guard/i,
    spoil(move, state, seat) {
      const { map } = state.board;
      const home = map.bases[seat];
      if (state.armies[seat].total <= ABSORB_LIMIT) return;
      const units = state.armies[seat].units[home];
      const [row, column] = [Math.floor(home / map.columns), home % map.columns];
      keepIf(move, (step) => target(state, step) !== home && (step.i !== row || step.j !== column));
      const way = [0, 1, 2, 3].find((d) => {
        const next = neighbour(map, home, d);
        return next >= 0 && map.passable[next] === 1;
      });
      if (units > 0 && way !== undefined) move.push(row, column, units, way);
    },
  },
  {
    ...usual,
    ...held,
    id: 'scatters',
    says: /scatter|one at a time|split/i,
    spoil(move, _state, _seat) {
      replace(move, (step) => [{ ...step, k: Math.ceil(step.k / 2) }]);
    },
  },
  {
    ...usual,
    id: 'never-attacks',
    says: /never attacked|steps away/i,
    spoil(move, state, seat) {
      const { bases } = state.board.map;
      keepIf(move, (step) => {
        const cell = target(state, step);
        return steps(state, cell, bases[seat]) <= 5;
      });
    },
  },
  {
    ...usual,
    ...held,
    id: 'singles',
    says: /one at a time|scatter|split/i,
    spoil: (move) => replace(move, (step) => [{ ...step, k: 1 }]),
  },
  {
    ...usual,
    id: 'illegal-move',
    says: /disqualified|illegal/i,
    spoil(move, _state, _seat, round) {
      if (round === 30) move.push(0, 0, 1_000, 0);
    },
  },
];
