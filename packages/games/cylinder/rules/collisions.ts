import { DEFAULT, DIRECTIONS, SHOOT } from './directions.ts';
import * as layout from './layout.ts';
import { MISSILE_BONUS, POINT_BONUS } from './position-view.ts';
import { type CylinderState, recordOf } from './state.ts';

// Copied for speed: see layout.ts.
const {
  ALIVE,
  ALIVE_BITS,
  DEAD,
  GAS_END,
  HUNGRY,
  LACK,
  LIVING,
  MISSILE_CELL,
  NEXT_EVENT,
  NEXT_MISSILE,
  OBSTACLE_CELL,
  PLACE,
  READY,
  SCORES,
  SHARED_ID,
  STOCK,
  TURN,
  UNIT_CELL,
} = layout;

// Handles the cases of a round in which objects collide. The round itself (`turn.ts`) only checks whether there are any
// such cases.

/** Sums of points or missiles are capped at this value, so that they don't wrap around. */
const MAX_INT32 = 0x7fffffff;

/**
 * Moves missiles if at least one has an object ahead. The queue of docs/cylinder.md §4.2 has a simple form: a missile
 * waits only for a missile directly ahead. Of two adjacent missiles, the front one therefore hits the target of both.
 * Otherwise, the order doesn't matter, except that if a whole row waits for itself, the lower id moves first. `ahead`:
 * the cell one ahead of a missile at f is f + ahead.
 */
export function flyAndHit(state: CylinderState, ahead: number): void {
  const { cells, frame, missilePlaces, missileOwners } = state;
  let removed = 0;
  for (let i = 0; i < state.missileCount; i++) {
    const at = missilePlaces[i];
    if ((cells[at + ahead] | cells[at + ahead + 1]) === 0) continue;
    if (frame[at + 1] !== 0 && !waitsForItself(state, at)) continue;
    hitAhead(state, state.fromFrame(at), missileOwners[i]);
    // Only marks this missile, because other missiles must still meet it in this round. The loop below removes it.
    missileOwners[i] = ~missileOwners[i];
    removed++;
  }
  for (let i = state.missileCount - 1; removed > 0; i--)
    if (missileOwners[i] < 0) {
      state.removeMissile(i);
      removed--;
    }
}

/**
 * Whether each missile in this row waits for a missile one or two cells ahead. `at` is the cell of one missile in the
 * row.
 */
function waitsForItself(state: CylinderState, at: number): boolean {
  const { frame, columns } = state;
  const row = at - state.columnOf(at);
  for (let place = row; place < row + columns; place++)
    if (frame[place] !== 0 && frame[place + 1] === 0 && frame[place + 2] === 0) return false;
  return true;
}

/**
 * Lets a missile at `place` hit an object one or two cells ahead (docs/cylinder.md §5.4). Returns true if the missile
 * hit an object.
 */
function hitAhead(state: CylinderState, place: number, owner: number): boolean {
  const { cells } = state;
  const one = cells[place + 1];
  const cell = one !== 0 ? one : cells[place + 2];
  if (cell === 0) return false;
  const target = state.wrap(place + (one !== 0 ? 1 : 2));
  if (cell >= UNIT_CELL) {
    const unit = state.unitIn(target);
    creditKill(state, owner, state.playerOf(unit));
    kill(state, unit, target, state.round - 1);
    state.put(target, 0);
    return true;
  }
  if (cell !== OBSTACLE_CELL) take(state, cell);
  state.putContent(target, 0);
  return true;
}

/** Awards points to the owner of a missile if the missile killed another player's unit. */
function creditKill(state: CylinderState, missileOwner: number, victim: number): void {
  const killer = state.playerOf(missileOwner);
  if (killer !== victim) addScore(state, killer, state.settings.killPoints);
}

function addScore(state: CylinderState, player: number, points: number): void {
  state.words[SCORES + player] = Math.min(MAX_INT32, state.words[SCORES + player] + points);
}

/** Removes a prize from the board. */
function take(state: CylinderState, kind: number): void {
  state.words[LACK + kind]++;
  state.words[HUNGRY] = 1;
}

/**
 * Kills a unit. Replays then show the dead unit at `place`. The caller must clear its cell. `clock`: the round up to
 * which the unit's gas is counted.
 */
export function kill(state: CylinderState, unit: number, place: number, clock: number): void {
  const { words } = state;
  const record = recordOf(unit);
  const ready = state.round + state.settings.roundsToRegenerate;
  words[record + TURN] = DEAD;
  words[LIVING + state.playerOf(unit)]--;
  if (unit < ALIVE_BITS) words[ALIVE] &= ~(1 << unit);
  words[record + PLACE] = place;
  words[record + GAS_END] -= clock;
  words[record + READY] = ready;
  if (ready < words[NEXT_EVENT]) words[NEXT_EVENT] = ready;
}

/**
 * Executes the action of a unit that has an object in its path, or ahead of it when it shoots (docs/cylinder.md §4.4).
 */
export function carryOut(state: CylinderState, unit: number, code: number): void {
  const { words, shift } = state;
  const record = recordOf(unit);
  const start = words[record + PLACE];
  let direction = code;
  if (code === SHOOT) {
    words[record + STOCK]--;
    // A missile that hits something immediately still uses up a number.
    if (hitAhead(state, start, unit)) words[NEXT_MISSILE]++;
    else state.addMissile(state.wrap(start + 2), unit);
    direction = DEFAULT;
  }
  const { row, column } = DIRECTIONS[direction];
  state.put(start, 0);
  // The cells of a path (docs/cylinder.md §5.2) are entered column by column. Each column starts with the unit's row,
  // except that the unit's own column has only the other row's cell.
  for (let right = 0; right <= column; right++) {
    if (right > 0 && !enter(state, unit, start, start + right)) return;
    if (right === 1 && row !== 0 && !enter(state, unit, start, start + (row << shift))) return;
    if ((right > 0 || column === 0) && row !== 0 && !enter(state, unit, start, start + (row << shift) + right)) return;
  }
  const target = state.wrap(start + (row << shift) + column);
  words[record + PLACE] = target;
  state.put(target, UNIT_CELL | Math.min(unit, SHARED_ID));
}

/**
 * Moves a unit whose move began at `start` into a cell of its path. The cell may be in a row's second copy. Returns
 * false if the unit dies in that cell (docs/cylinder.md §5.3).
 */
function enter(state: CylinderState, unit: number, start: number, unwrapped: number): boolean {
  const { words, settings } = state;
  const place = state.wrap(unwrapped);
  const cell = state.cells[place];
  if (cell === 0) {
    const framePlace = state.toFrame(place);
    if (state.frame[framePlace] !== MISSILE_CELL) return true;
    const index = state.findMissile(framePlace);
    creditKill(state, state.missileOwners[index], state.playerOf(unit));
    state.removeMissile(index);
  } else {
    if (cell >= UNIT_CELL) kill(state, state.unitIn(place), place, state.round - 1);
    state.putContent(place, 0);
  }
  if (cell === 0 || cell >= OBSTACLE_CELL) {
    kill(state, unit, state.board.dialect.diesAtCollision ? place : start, state.round - 1);
    return false;
  }
  take(state, cell);
  const record = recordOf(unit);
  if (cell === MISSILE_BONUS)
    words[record + STOCK] = Math.min(MAX_INT32, words[record + STOCK] + settings.bonusMissiles);
  else if (cell === POINT_BONUS) addScore(state, state.playerOf(unit), settings.bonusPoints);
  else {
    words[record + GAS_END] += settings.bonusGas;
    if (words[record + GAS_END] < words[NEXT_EVENT]) words[NEXT_EVENT] = words[record + GAS_END];
  }
  return true;
}
