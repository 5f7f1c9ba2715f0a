import type { Simulator } from '@ludus/env/simulator.ts';
import type { MobBoard } from './rules/board.ts';
import { generateMapOf } from './rules/generator/generator.ts';
import { type MobMap, neighbour } from './rules/map.ts';
import type { MobMove } from './rules/moves.ts';
import type { MobState } from './rules/state.ts';

/**
 * How many of a cell's units an action sends: all, half of them (rounded down), or one. ⌊action / 4⌋ selects one of
 * these. The direction is action mod 4.
 */
const SHARES = ['ALL', 'HALF', 'ONE'] as const;
/** In the game's order: 0 right, 1 up, 2 left, 3 down. */
const WAYS = ['RIGHT', 'UP', 'LEFT', 'DOWN'] as const;
const NO_ACTION = SHARES.length * WAYS.length;
const ACTIONS = NO_ACTION + 1;
const PLANE_MOST = 255;
const PLANES = ['passable', 'base_0', 'base_1', 'neutrals', 'units_0', 'units_1'] as const;

/**
 * Angry Mob for learning and search. A unit of the simulator is a cell of a seat, in the map's order. Its action is the
 * movement of that seat's units on the cell. An action has no effect on a cell where the seat has no units. A cell can
 * send units in only one direction per turn.
 */
export const mobSimulator: Simulator<MobBoard, MobState, MobMove> = {
  actionNames: [...SHARES.flatMap((share) => WAYS.map((way) => `${share}_${way}`)), 'NOTHING'],
  noAction: NO_ACTION,
  units: ({ map }) => 2 * cellsOf(map),
  rounds: ({ moveLimit }) => moveLimit,
  settings: ({ map, moveLimit }) => ({ players: 2, rounds: moveLimit, rows: map.rows, columns: map.columns }),
  // The map depends on its sides as well as its seed. A reader couldn't generate it from the seed alone, so the board
  // doesn't include the seed.
  like: ({ map, seed: _, ...limits }, seed) => ({ ...limits, map: generateMapOf(map, BigInt(seed)) }),
  ask,
  actionsOf,
  writeMask,
  scores,
  // Nothing in the rules is random.
  reseed: () => {},
  planes: PLANES,
  planeMost: PLANE_MOST,
  shape: ({ map }) => [map.rows, map.columns],
  writePlanes,
  tables: [
    {
      name: 'units',
      fields: ['player', 'row', 'column', 'units'],
      most: ({ map }, others) =>
        others ? cellsOf(map) : Math.min(count(map.passable), 2 + map.neutrals.reduce((sum, units) => sum + units, 0)),
      counted: true,
      write: writeUnits,
    },
    {
      name: 'neutrals',
      fields: ['row', 'column', 'units'],
      most: ({ map }, others) => (others ? cellsOf(map) : Math.max(1, count(map.neutrals))),
      counted: true,
      write: writeNeutrals,
    },
  ],
};

function cellsOf(map: MobMap): number {
  return map.rows * map.columns;
}

/** The number of non-zero entries of a list. */
function count(numbers: Uint8Array | Int32Array): number {
  let found = 0;
  for (const number of numbers) if (number !== 0) found++;
  return found;
}

/** The number of `units` that an action sends; 0 for `NO_ACTION` and above. */
function sent(action: number, units: number): number {
  if (action < 4) return units;
  if (action < 8) return units >> 1;
  return action < NO_ACTION ? 1 : 0;
}

function ask(actions: Uint8Array, from: number, moves: readonly MobMove[], state: MobState): void {
  const { map } = state.board;
  for (let seat = 0; seat < 2; seat++) {
    const move = moves[seat];
    move.clear();
    const army = state.armies[seat];
    const at = from + seat * army.units.length;
    for (let n = 0; n < army.count; n++) {
      const cell = army.cells[n];
      const action = actions[at + cell];
      const units = sent(action, army.units[cell]);
      if (units === 0) continue;
      const target = neighbour(map, cell, action & 3);
      if (target < 0 || map.passable[target] === 0) continue;
      move.push((cell / map.columns) | 0, cell % map.columns, units, action & 3);
    }
  }
}

/** Uses each cell's first submove that moves all, half, or one of the cell's units. */
function actionsOf(moves: readonly MobMove[], state: MobState, out: Uint8Array, at: number): void {
  const { map } = state.board;
  const cells = cellsOf(map);
  out.fill(NO_ACTION, at, at + 2 * cells);
  for (const [seat, move] of moves.entries())
    for (let n = move.length - 1; n >= 0; n--) {
      const { i, j, k, d } = move.submove(n);
      if (i < 0 || i >= map.rows || j < 0 || j >= map.columns || d < 0 || d > 3) continue;
      const cell = i * map.columns + j;
      const units = state.armies[seat].units[cell];
      const share = [units, units >> 1, 1].indexOf(k);
      if (share >= 0 && units > 0) out[at + seat * cells + cell] = 4 * share + d;
    }
}

function writeMask(state: MobState, out: Uint8Array, at: number): void {
  const { map } = state.board;
  const cells = cellsOf(map);
  out.fill(0, at, at + 2 * cells * ACTIONS);
  for (let unit = 0; unit < 2 * cells; unit++) out[at + unit * ACTIONS + NO_ACTION] = 1;
  if (state.reason !== undefined) return;
  for (let seat = 0; seat < 2; seat++) {
    const army = state.armies[seat];
    for (let n = 0; n < army.count; n++) {
      const cell = army.cells[n];
      const to = at + (seat * cells + cell) * ACTIONS;
      for (let action = 0; action < NO_ACTION; action++) {
        if (sent(action, army.units[cell]) === 0) continue;
        const target = neighbour(map, cell, action & 3);
        if (target >= 0 && map.passable[target] === 1) out[to + action] = 1;
      }
    }
  }
}

/** +1 for the winner, −1 for the loser, 0 for a draw and before the end. */
function scores(state: MobState, into: Int32Array, at: number): void {
  for (let seat = 0; seat < 2; seat++) into[at + seat] = state.winner < 0 ? 0 : state.winner === seat ? 1 : -1;
}

function writePlanes(state: MobState, seat: number, _columns: number, out: Uint8Array, at: number): void {
  const { map } = state.board;
  const cells = cellsOf(map);
  out.set(map.passable, at);
  out.fill(0, at + cells, at + PLANES.length * cells);
  for (let other = 0; other < 2; other++) out[at + (1 + other) * cells + map.bases[(seat + other) & 1]] = 1;
  const neutrals = at + 3 * cells;
  for (let cell = 0; cell < cells; cell++) out[neutrals + cell] = Math.min(PLANE_MOST, state.neutrals[cell]);
  for (let other = 0; other < 2; other++) {
    const army = state.armies[(seat + other) & 1];
    const to = at + (4 + other) * cells;
    for (let n = 0; n < army.count; n++) out[to + army.cells[n]] = Math.min(PLANE_MOST, army.units[army.cells[n]]);
  }
}

/** The cells with units, in ascending order: first the seat's cells, then the opponent's. */
function writeUnits(state: MobState, seat: number, most: number, out: Int32Array, at: number): number {
  const { columns } = state.board.map;
  let lines = 0;
  for (let other = 0; other < 2; other++) {
    const army = state.armies[(seat + other) & 1];
    // The order of the army's list depends on the match's history.
    const cells = army.cells.slice(0, army.count).sort();
    for (const cell of cells) {
      if (lines < most) line(out, at + 4 * lines, other, (cell / columns) | 0, cell % columns, army.units[cell]);
      lines++;
    }
  }
  return lines;
}

function line(out: Int32Array, at: number, player: number, row: number, column: number, units: number): void {
  out[at] = player;
  out[at + 1] = row;
  out[at + 2] = column;
  out[at + 3] = units;
}

function writeNeutrals(state: MobState, _seat: number, most: number, out: Int32Array, at: number): number {
  const { columns } = state.board.map;
  let lines = 0;
  for (let cell = 0; cell < state.neutrals.length; cell++) {
    if (state.neutrals[cell] === 0) continue;
    if (lines < most) {
      const to = at + 3 * lines;
      out[to] = (cell / columns) | 0;
      out[to + 1] = cell % columns;
      out[to + 2] = state.neutrals[cell];
    }
    lines++;
  }
  return lines;
}
