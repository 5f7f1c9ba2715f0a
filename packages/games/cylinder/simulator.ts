import type { Simulator } from '@ludus/env/simulator.ts';
import { MISSILE_FIELDS, PLANES, UNIT_FIELDS, writeMissiles, writePlanes, writeUnits } from './observation.ts';
import { PlaneCache } from './plane-cache.ts';
import * as directions from './rules/directions.ts';
import { generateLike } from './rules/generator.ts';
import type { Instructions } from './rules/instructions.ts';
import * as layout from './rules/layout.ts';
import { possible } from './rules/legal-moves.ts';
import type { CylinderBoard } from './rules/position.ts';
import { type CylinderState, recordOf } from './rules/state.ts';
import { nextWindowStart } from './rules/window.ts';

// Copied for speed: see layout.ts.
const { ELAPSED, FROZEN, PER_PLAYER, SCORES } = layout;
const { DIRECTIONS, SHOOT } = directions;

/**
 * The action of a unit without an instruction. Actions 0 to 8 are the directions in the order of `DIRECTIONS`, and 9 is
 * a shot.
 */
const NO_ACTION = 10;
const ACTIONS = NO_ACTION + 1;
/** Maximum number of missiles in an observation. */
const MAX_MISSILES = 64;

/** The simulator of both Mad Max and Star War, because all differences between them are in the board. */
export const cylinderSimulator: Simulator<CylinderBoard, CylinderState, Instructions> = {
  actionNames: [...DIRECTIONS.map(({ name }) => name), 'SHOOT', 'NOTHING'],
  noAction: NO_ACTION,
  units: ({ settings }) => settings.players * settings.unitsPerPlayer,
  rounds: ({ settings }) => settings.rounds,
  settings: ({ settings }) => ({ ...settings }),
  like: generateLike,
  ask,
  actionsOf,
  writeMask,
  scores,
  reseed: (state, seed) => state.reseed(seed),
  planes: PLANES,
  planeMost: 1,
  shape: ({ settings }, all) => [settings.rows, all ? settings.universeColumns : settings.windowColumns],
  writePlanes,
  keepPlanes: (board, views, room) => new PlaneCache(board, views, room),
  tables: [
    {
      name: 'units',
      fields: UNIT_FIELDS,
      most: ({ settings }) => settings.players * settings.unitsPerPlayer,
      counted: false,
      write: (state, seat, _most, out, at) => writeUnits(state, seat, out, at),
    },
    { name: 'missiles', fields: MISSILE_FIELDS, most: () => MAX_MISSILES, counted: true, write: writeMissiles },
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

/** The first instruction of each unit; other instructions are ignored. */
function actionsOf(moves: readonly Instructions[], state: CylinderState, out: Uint8Array, at: number): void {
  out.fill(NO_ACTION, at, at + state.units);
  for (let seat = 0; seat < moves.length; seat++) {
    const list = moves[seat];
    for (let i = list.length - 1; i >= 0; i--) {
      const [unit, code] = [list.unit(i), list.code(i)];
      if (unit >= 0 && unit < state.units && state.playerOf(unit) === seat && code <= SHOOT) out[at + unit] = code;
    }
  }
}

function scores(state: CylinderState, into: Int32Array, at: number): void {
  const { words } = state;
  for (let player = 0; player < 4; player++) into[at + player] = words[SCORES + player];
}

/**
 * Checks an instruction before its execution (docs/cylinder.md §5.1). The unit must be alive, and have a missile for a
 * shot. Its direction must not leave the window, which has advanced by one column by then.
 */
function writeMask(state: CylinderState, out: Uint8Array, at: number): void {
  const { words, units } = state;
  const base = nextWindowStart(words);
  const isOver = words[ELAPSED] >= state.settings.rounds;
  out.fill(0, at, at + units * ACTIONS);
  for (let unit = 0; unit < units; unit++) {
    const to = at + unit * ACTIONS;
    out[to + NO_ACTION] = 1;
    if (isOver || !state.unitAlive(unit) || (words[FROZEN] >> state.playerOf(unit)) & 1) continue;
    const can = possible(words, state.moves, recordOf(unit), base);
    for (let code = 0; code <= SHOOT; code++) out[to + code] = (can >> code) & 1;
  }
}
