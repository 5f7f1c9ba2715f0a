import type { Simulator } from '@ludus/env/simulator.ts';
import { KeptPlanes } from './keep-planes.ts';
import { MISSILE_FIELDS, PLANES, UNIT_FIELDS, writeMissiles, writePlanes, writeUnits } from './observe.ts';
import * as directions from './rules/directions.ts';
import type { Instructions } from './rules/instructions.ts';
import * as layout from './rules/layout.ts';
import type { CylinderBoard } from './rules/position.ts';
import { type CylinderState, recordOf } from './rules/state.ts';

// Copies: see layout.ts.
const { BASE, COLUMN_BITS, ELAPSED, FIRST_PLACE, FROZEN, PER_PLAYER, PLACE, PLACES, ROW_BITS, SCORES, STOCK, WINDOW } =
  layout;
const { DIRECTIONS, SHOOT } = directions;

/** Asks nothing of a unit; 0 … 8 are the directions in the order of `DIRECTIONS`, 9 shoots. */
const NO_ACTION = 10;
const ACTIONS = NO_ACTION + 1;
/** Missiles that an observation lists at most. */
const MOST_MISSILES = 64;

/** The simulator of Mad Max and of Star War: everything in which they differ is in the board. */
export const cylinderSimulator: Simulator<CylinderBoard, CylinderState, Instructions> = {
  actionNames: [...DIRECTIONS.map(({ name }) => name), 'SHOOT', 'NOTHING'],
  noAction: NO_ACTION,
  units: ({ settings }) => settings.players * settings.unitsPerPlayer,
  rounds: ({ settings }) => settings.rounds,
  settings: ({ settings }) => ({ ...settings }),
  ask,
  writeMask,
  scores,
  reseed: (state, seed) => state.reseed(seed),
  planes: PLANES,
  planeMost: 1,
  shape: ({ settings }, all) => [settings.rows, all ? settings.universeColumns : settings.windowColumns],
  writePlanes,
  keepPlanes: (board, seat, columns, out, at) => new KeptPlanes(board, seat, columns, out, at),
  tables: [
    {
      name: 'units',
      fields: UNIT_FIELDS,
      most: ({ settings }) => settings.players * settings.unitsPerPlayer,
      counted: false,
      write: (state, seat, _most, out, at) => writeUnits(state, seat, out, at),
    },
    { name: 'missiles', fields: MISSILE_FIELDS, most: () => MOST_MISSILES, counted: true, write: writeMissiles },
  ],
};

function ask(actions: Uint8Array, from: number, moves: readonly Instructions[], state: CylinderState): void {
  const perPlayer = state.words[PER_PLAYER];
  let unit = 0;
  for (let seat = 0; seat < moves.length; seat++) {
    const list = moves[seat];
    list.clear();
    for (const end = unit + perPlayer; unit < end; unit++) {
      const action = actions[from + unit];
      if (action <= SHOOT) list.push(unit, action);
    }
  }
}

function scores(state: CylinderState, into: Int32Array, at: number): void {
  const { words } = state;
  for (let player = 0; player < 4; player++) into[at + player] = words[SCORES + player];
}

/**
 * What the rules look at before they carry an instruction out (docs/cylinder.md §5.1): the unit lives, it has a missile for a shot,
 * and a direction does not lead out of the window, which has moved on by one column by then.
 */
function writeMask(state: CylinderState, out: Uint8Array, at: number): void {
  const { words, units, columns, shift } = state;
  const base = (words[BASE] + 1) % columns;
  const isOver = words[ELAPSED] >= state.settings.rounds;
  out.fill(0, at, at + units * ACTIONS);
  for (let unit = 0; unit < units; unit++) {
    const to = at + unit * ACTIONS;
    out[to + NO_ACTION] = 1;
    if (isOver || !state.unitAlive(unit) || (words[FROZEN] >> state.playerOf(unit)) & 1) continue;
    const record = recordOf(unit);
    const place = words[record + PLACE];
    for (let code = 0; code < SHOOT; code++) {
      const column = state.columnOf(place) - base + ((COLUMN_BITS >> (2 * code)) & 3);
      const row = place + ((((ROW_BITS >> (2 * code)) & 3) - 1) << shift) - words[FIRST_PLACE];
      const inWindow = (column + 2 * columns) % columns < words[WINDOW];
      if (inWindow && row >= 0 && row < words[PLACES]) out[to + code] = 1;
    }
    if (words[record + STOCK] > 0) out[to + SHOOT] = 1;
  }
}
