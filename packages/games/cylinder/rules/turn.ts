import * as lehmer from '@ludus/kernel/lehmer.ts';
import { carryOut, flyAndHit } from './collisions.ts';
import * as directions from './directions.ts';
import type { Instructions } from './instructions.ts';
import * as layout from './layout.ts';
import * as possibility from './legal-moves.ts';
import * as moving from './movement.ts';
import { placePrizes, starveAndRegenerate } from './placement.ts';
import type { CylinderState } from './state.ts';
import { actMany } from './turn-many-units.ts';

// Copied for speed: see layout.ts.
const {
  AGENDA_SHIFT,
  ALIVE,
  ASKED,
  BASE,
  COLUMNS,
  COUNT_MASK,
  COUNT_SHIFT,
  DID,
  ELAPSED,
  FROZEN,
  GENERATOR,
  HUNGRY,
  MISSILES,
  MISSILE_BLOCK,
  NEXT_EVENT,
  OFFSET,
  PER_PLAYER,
  PLACER,
  PLANS,
  PLAN_MASK,
  PLAN_SHIFT,
  PLAYERS,
  RECORD_SHIFT,
  ROUND,
  UNITS,
  UNIT_BITS,
  UNIT_MASK,
} = layout;
const { DEFAULT, SHOOT } = directions;
const { advance: step } = lehmer;
const { moveFreely, shootFreely } = moving;
const { possible } = possibility;

/** DEFAULT for each of eight units, four bits each. */
const ALL_DEFAULT = 0x11111111 * DEFAULT;

/** The 24 orders of four players, two bits each, by the drawn numbers: 6·(of 4) + 2·(of 3) + (of 2). */
const ORDERS = Int32Array.from({ length: 24 }, (_, drawn) => {
  const order = [0, 1, 2, 3];
  for (const [i, j] of [Math.floor(drawn / 6), 1 + (Math.floor(drawn / 2) % 3), 2 + (drawn % 2)].entries())
    [order[i], order[j]] = [order[j], order[i]];
  return order[0] | (order[1] << 2) | (order[2] << 4) | (order[3] << 6);
});

/** Mask of the units in an agenda, without their number. */
const AGENDA_UNITS = (1 << COUNT_SHIFT) - 1;
/**
 * The agenda of units that have no instruction to execute, by a player's first unit << 2 and one bit for each of its
 * two units.
 */
const IDLE = Int32Array.from({ length: 32 }, (_, at) => {
  const first = at >> 2;
  return [0, first, first + 1, first | ((first + 1) << UNIT_BITS)][at & 3] | ([0, 1, 1, 2][at & 3] << COUNT_SHIFT);
});

/**
 * Plays one round, stage by stage (docs/cylinder.md §4.1). `asked` has one list per player. A frozen player's list is
 * ignored. Only the first of several instructions for a unit counts, as in the players' API. Does nothing after the
 * last round.
 */
export function playRound(state: CylinderState, asked: readonly Instructions[]): void {
  const { words, view, missilePlaces } = state;
  if (words[ELAPSED] >= state.settings.rounds) return;
  const columns = words[COLUMNS];
  // OLD draws the order, and NEW draws the placements. The next board's generator is the next output of OLD.
  const fresh = words[GENERATOR];
  const first = step(fresh);
  const second = step(first);
  const third = step(second);
  words[GENERATOR] = step(step(third));
  const order = ORDERS[((first - 1) & 3) * 6 + (((second - 1) >>> 0) % 3) * 2 + ((third - 1) & 1)];
  const round = (words[ROUND] + 1) | 0;
  words[ROUND] = round;
  words[ELAPSED]++;
  // The window moves (window.ts).
  let base = (words[BASE] + 1) | 0;
  base = base === columns ? 0 : base;
  words[BASE] = base;

  // Moves the missiles. For a missile at f, the next cell is at f + ahead, and the cell after that is the next byte.
  let offset = (words[OFFSET] + 1) | 0;
  const ahead = offset === columns ? 0 : offset;
  const missiles = words[MISSILES];
  let hits = 0;
  for (let i = 0; i < missiles; i += MISSILE_BLOCK)
    hits |=
      view.getInt16((missilePlaces[i] + ahead) | 0, true) |
      view.getInt16((missilePlaces[i + 1] + ahead) | 0, true) |
      view.getInt16((missilePlaces[i + 2] + ahead) | 0, true) |
      view.getInt16((missilePlaces[i + 3] + ahead) | 0, true);
  if (hits !== 0) flyAndHit(state, ahead);
  offset = (offset + 1) | 0;
  words[OFFSET] = offset >= columns ? (offset - columns) | 0 : offset;

  if (words[PER_PLAYER] <= 2) actFew(state, asked, order);
  else actMany(state, asked, order);

  words[PLACER] = fresh;
  if (round >= words[NEXT_EVENT]) starveAndRegenerate(state);
  if (words[HUNGRY] !== 0) placePrizes(state);
}

/**
 * The players' part of a round with at most two units per player. The instructions are checked in the order of the
 * seats before any is executed, because whether an instruction is legal depends only on its unit. So only the execution
 * uses the random order `firstOrder` (two bits per player, starting with the lowest). Plans and orders fit into
 * registers. Arithmetic replaces branches that would often be mispredicted; docs/engine.md states the gain.
 */
function actFew(state: CylinderState, asked: readonly Instructions[], firstOrder: number): void {
  const { words, moves } = state;
  const base = words[BASE];
  const perPlayer = words[PER_PLAYER];
  const frozen = words[FROZEN];
  const alive = words[ALIVE];
  const idleMask = (1 << perPlayer) - 1;
  // `plans` has four bits per unit; `given` and `planned` have one bit per unit. `allAsked` and `agendas` have one byte
  // per player: the asked units (ASKED in layout.ts), and all units that act.
  let plans = ALL_DEFAULT;
  let given = ~alive;
  let planned = 0;
  let allAsked = 0;
  let agendas = 0;
  for (let player = 0; player < PLAYERS; player++) {
    const list = asked[player];
    const { pairs } = list;
    const length = (frozen >> player) & 1 ? 0 : list.length;
    const firstUnit = perPlayer === 2 ? player << 1 : player;
    let agenda = 0;
    let n = 0;
    for (let i = 0; i < length; i++) {
      const unit = pairs[i << 1];
      const code = pairs[(i << 1) | 1];
      if (unit < firstUnit || unit >= firstUnit + perPlayer || code > SHOOT || (given >> unit) & 1) continue;
      const bit = 1 << unit;
      given |= bit;
      const can = 0 - ((possible(words, moves, (UNITS + (unit << RECORD_SHIFT)) | 0, base) >> code) & 1);
      plans ^= ((code ^ DEFAULT) & can) << (unit << PLAN_SHIFT);
      planned |= bit & can;
      agenda |= (unit & can) << (UNIT_BITS * n);
      n = (n - can) | 0;
    }
    allAsked |= (agenda | (n << COUNT_SHIFT)) << (player << AGENDA_SHIFT);
    // Next come the units that have no instruction to execute, in ascending order of id: bit 0, then bit 1.
    const idle = IDLE[(firstUnit << 2) | (((alive & ~planned) >> firstUnit) & idleMask)];
    agenda |= (idle & AGENDA_UNITS) << (UNIT_BITS * n);
    n = (n + (idle >> COUNT_SHIFT)) | 0;
    agendas |= (agenda | (n << COUNT_SHIFT)) << (player << AGENDA_SHIFT);
  }
  words[ASKED] = allAsked;
  words[PLANS] = plans;

  // All units in one line, with three bits per unit.
  let line = 0;
  let left = 0;
  for (let i = 0; i < PLAYERS; i++) {
    const agenda = agendas >>> (((firstOrder >> (i << 1)) & 3) << AGENDA_SHIFT);
    line |= (agenda & AGENDA_UNITS) << (UNIT_BITS * left);
    left = (left + ((agenda >> COUNT_SHIFT) & COUNT_MASK)) | 0;
  }

  // Executes the plans. The inner loop doesn't call any function that could change the state's arrays, so engines check
  // them only once.
  let did = alive;
  while (left > 0) {
    const { view, cells } = state;
    let unit = 0;
    let code = 0;
    let moved = true;
    do {
      unit = line & UNIT_MASK;
      line >>>= UNIT_BITS;
      left = (left - 1) | 0;
      code = (plans >> (unit << PLAN_SHIFT)) & PLAN_MASK;
      moved = moveFreely(words, view, cells, (UNITS + (unit << RECORD_SHIFT)) | 0, code);
    } while (moved && code !== SHOOT && left > 0);
    if (moved) {
      if (code === SHOOT) shootFreely(state, (UNITS + (unit << RECORD_SHIFT)) | 0);
      continue;
    }
    const living = words[ALIVE];
    carryOut(state, unit, code);
    if (words[ALIVE] === living) continue;
    // A unit that died before its turn doesn't act.
    let waiting = line;
    line = 0;
    let still = 0;
    for (; left > 0; left = (left - 1) | 0) {
      const next = waiting & UNIT_MASK;
      waiting >>>= UNIT_BITS;
      if ((words[ALIVE] >> next) & 1) {
        line |= next << (UNIT_BITS * still);
        still = (still + 1) | 0;
      } else did &= ~(1 << next);
    }
    left = still;
  }
  words[DID] = did;
}
