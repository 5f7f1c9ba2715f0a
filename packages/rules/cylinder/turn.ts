import { advance as step } from '../kernel/lehmer.ts';
import { MISSILE_BONUS, POINT_BONUS } from './board.ts';
import { DEFAULT, DIRECTIONS, SHOOT } from './directions.ts';
import type { Instructions } from './instructions.ts';
import { type CylinderState, DEAD, MISSILE_CELL, OBSTACLE_CELL, UNIT_CELL, unitCell } from './state.ts';

/** Sums of points or missiles stop here instead of wrapping around. */
const MOST = 0x7fffffff;

/**
 * Plays one round: the ordered stages of the spec ("The next board, in this order"). `asked` has one list a player; a frozen
 * player's does not count, and of several instructions to a unit only the first does, as in the players' API.
 */
export function playRound(state: CylinderState, asked: readonly Instructions[]): void {
  const { settings, generator } = state;
  // OLD draws the order, NEW places; the next board's generator is what OLD gives after that.
  const newGenerator = generator[0];
  state.round++;
  state.base = state.base + 1 === state.columns ? 0 : state.base + 1;
  flyMissiles(state);
  state.offset = (state.offset + 2) % state.columns;
  const order = drawOrder(state, settings.players);
  generator[0] = step(generator[0]);
  for (let i = 0; i < order.length; i++) playSeat(state, order[i], asked[order[i]]);
  let x = newGenerator;
  if (state.round >= state.nextEvent) x = starveAndRegenerate(state, x);
  if (state.hungry) placePrizes(state, x);
}

const order: number[] = [];
function drawOrder(state: CylinderState, players: number): number[] {
  order.length = 0;
  for (let i = 0; i < players; i++) order.push(i);
  for (let i = 0; i < players; i++) {
    state.generator[0] = step(state.generator[0]);
    const j = i + ((state.generator[0] - 1) % (players - i));
    const kept = order[i];
    order[i] = order[j];
    order[j] = kept;
  }
  return order;
}

/**
 * Missiles. The spec's queue comes to this: a missile waits only for one just ahead, so of two side by side the front one takes
 * what both would reach, and otherwise the order does not matter; only where a whole row waits for itself does the lower id go first.
 */
function flyMissiles(state: CylinderState): void {
  const { cells, columns, frame, missilePlaces } = state;
  // One ahead of a missile at f is (f + ahead), two ahead the next byte.
  const ahead = state.offset + 1 === columns ? 0 : state.offset + 1;
  let hits = 0;
  for (let i = 0; i < state.missileCount; i++) {
    const at = missilePlaces[i] + ahead;
    hits |= cells[at] | cells[at + 1];
  }
  if (hits === 0) return;
  // First the rings, which go by id; what is hit there is gone when the others are looked at.
  let removed = 0;
  for (let i = 0; i < state.missileCount; i++) {
    const at = missilePlaces[i];
    if ((cells[at + ahead] | cells[at + ahead + 1]) === 0) continue;
    if (frame[at + 1] !== 0 && !waitsForItself(state, at)) continue;
    hitAhead(state, state.fromFrame(at), state.missileOwners[i]);
    // The others must still see it: it is taken out below.
    state.missileOwners[i] = ~state.missileOwners[i];
    removed++;
  }
  for (let i = state.missileCount - 1; removed > 0; i--)
    if (state.missileOwners[i] < 0) {
      state.removeMissile(i);
      removed--;
    }
}

/** Does each missile of this row wait for one that is one or two ahead? `at`: one of them. */
function waitsForItself(state: CylinderState, at: number): boolean {
  const { frame, columns } = state;
  const row = at - state.columnOf(at);
  for (let place = row; place < row + columns; place++)
    if (frame[place] !== 0 && frame[place + 1] === 0 && frame[place + 2] === 0) return false;
  return true;
}

/** A missile that flies from `place` meets what is one or two ahead; true if there was something. */
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
  } else if (cell !== OBSTACLE_CELL) take(state, cell);
  state.put(target, 0);
  return true;
}

/** The owner of a missile scores if what it killed is another player's. */
function creditKill(state: CylinderState, missileOwner: number, victim: number): void {
  const killer = state.playerOf(missileOwner);
  if (killer !== victim) addScore(state, killer, state.settings.killPoints);
}

function addScore(state: CylinderState, player: number, points: number): void {
  state.scores[player] = Math.min(MOST, state.scores[player] + points);
}

/** A prize leaves the board. */
function take(state: CylinderState, kind: number): void {
  state.lack[kind]++;
  state.hungry = true;
}

/** A unit dies and is printed at `place`; its cell is the caller's. `clock`: the round that its gas counts to. */
function kill(state: CylinderState, unit: number, place: number, clock: number): void {
  state.turn[unit] = DEAD;
  state.place[unit] = place;
  state.gasEnd[unit] -= clock;
  state.ready[unit] = state.round + state.settings.roundsToRegenerate;
  if (state.ready[unit] < state.nextEvent) state.nextEvent = state.ready[unit];
}

/** One player's instructions, then DEFAULT for each of its living units that carried out none. */
function playSeat(state: CylinderState, player: number, asked: Instructions): void {
  const { turn, settings } = state;
  const first = player * settings.unitsPerPlayer;
  const given = 2 * (state.round - state.firstRound);
  const done = state.done[player];
  done.clear();
  if (state.statuses[player] >= 0)
    for (let i = 0; i < asked.length; i++) {
      const unit = asked.units[i];
      const code = asked.codes[i];
      if (unit < first || unit >= first + settings.unitsPerPlayer || code > SHOOT || turn[unit] >= given) continue;
      turn[unit] = given;
      if (!isPossible(state, unit, code)) continue;
      done.push(unit, code);
      turn[unit] = given + 1;
      carryOut(state, unit, code);
    }
  for (let unit = first; unit < first + settings.unitsPerPlayer; unit++) {
    if (turn[unit] <= given) carryOut(state, unit, DEFAULT);
  }
}

function isPossible(state: CylinderState, unit: number, code: number): boolean {
  if (code === SHOOT) return state.stock[unit] > 0;
  const { row, column } = DIRECTIONS[code];
  const place = state.place[unit];
  const target = state.rowOf(place) + row;
  if (target < 0 || target >= state.settings.rows) return false;
  let ahead = state.columnOf(place) - state.base + column;
  if (ahead < 0) ahead += state.columns;
  else if (ahead >= state.columns) ahead -= state.columns;
  return ahead < state.settings.windowColumns;
}

/** The cells that a move enters, in order, as (Δrow, Δcolumn) pairs; by code. */
const PATHS: readonly (readonly (readonly [number, number])[])[] = DIRECTIONS.map(({ row, column }) => {
  if (column === 0) return row === 0 ? [] : [[row, 0]];
  const path: [number, number][] = [[0, 1]];
  if (row !== 0) path.push([row, 0], [row, 1]);
  if (column === 2) path.push([0, 2]);
  if (column === 2 && row !== 0) path.push([row, 2]);
  return path;
});

function carryOut(state: CylinderState, unit: number, code: number): void {
  const start = state.place[unit];
  let direction = code;
  if (code === SHOOT) {
    state.stock[unit]--;
    if (!hitAhead(state, start, unit)) state.addMissile(state.wrap(start + 2), unit);
    else state.nextMissile++;
    direction = DEFAULT;
  }
  state.put(start, 0);
  for (const [row, column] of PATHS[direction]) {
    const place = state.wrap(start + (row << state.shift) + column);
    if (!enter(state, unit, place)) {
      kill(state, unit, state.board.dialect.diesAtCollision ? place : start, state.round - 1);
      return;
    }
  }
  const { row, column } = DIRECTIONS[direction];
  const target = state.wrap(start + row * (1 << state.shift) + column);
  state.place[unit] = target;
  state.put(target, unitCell(unit));
}

/** A unit enters a cell of its path: false if it dies there. */
function enter(state: CylinderState, unit: number, place: number): boolean {
  const cell = state.cells[place];
  const framePlace = state.toFrame(place);
  if (cell === 0 && state.frame[framePlace] === MISSILE_CELL) {
    const index = state.findMissile(framePlace);
    creditKill(state, state.missileOwners[index], state.playerOf(unit));
    state.removeMissile(index);
    return false;
  }
  if (cell === 0) return true;
  if (cell >= UNIT_CELL) {
    const other = state.unitIn(place);
    kill(state, other, place, state.round - 1);
  }
  state.put(place, 0);
  if (cell >= OBSTACLE_CELL) return false;
  take(state, cell);
  const { settings } = state;
  if (cell === MISSILE_BONUS) state.stock[unit] = Math.min(MOST, state.stock[unit] + settings.bonusMissiles);
  else if (cell === POINT_BONUS) addScore(state, state.playerOf(unit), settings.bonusPoints);
  else {
    state.gasEnd[unit] += settings.bonusGas;
    if (state.gasEnd[unit] < state.nextEvent) state.nextEvent = state.gasEnd[unit];
  }
  return true;
}

/** Gas, then regeneration; only in rounds in which something may happen. Returns NEW's state after its draws. */
function starveAndRegenerate(state: CylinderState, generator: number): number {
  const { turn, gasEnd, ready, round, settings } = state;
  const { burnsGas } = state.board.dialect;
  let x = generator;
  if (burnsGas)
    for (let unit = 0; unit < turn.length; unit++)
      if (turn[unit] !== DEAD && gasEnd[unit] === round) {
        state.put(state.place[unit], 0);
        kill(state, unit, state.place[unit], round);
      }
  let next = DEAD;
  for (let unit = 0; unit < turn.length; unit++) {
    if (turn[unit] === DEAD && ready[unit] <= round) {
      x = seek(state, x, state.base, settings.windowColumns, UNIT_CELL | OBSTACLE_CELL);
      if (found >= 0) {
        state.place[unit] = found;
        state.put(found, unitCell(unit));
        turn[unit] = 0;
        gasEnd[unit] = settings.initialGas + round;
      } else next = Math.min(next, round + 1);
    }
    if (turn[unit] === DEAD) next = Math.min(next, ready[unit]);
    else if (burnsGas && gasEnd[unit] > round) next = Math.min(next, gasEnd[unit]);
  }
  state.nextEvent = next;
  return x;
}

/** Prizes, kind after kind; each until none is missing or one finds no place. */
function placePrizes(state: CylinderState, generator: number): void {
  const { lack, settings } = state;
  const outside = settings.universeColumns - settings.windowColumns;
  let x = generator;
  state.hungry = false;
  for (let kind = 1; kind < lack.length; kind++)
    while (lack[kind] > 0) {
      x = seek(state, x, state.base + settings.windowColumns, outside, UNIT_CELL);
      if (found < 0) {
        state.hungry = true;
        break;
      }
      state.put(found, kind);
      lack[kind]--;
    }
}

/** Where `seek` found a place, or −1. */
let found = -1;

/**
 * Tries at most 20 places in the `width` columns from `first` on: an empty cell, no missile in its 5×5 square, and no cell there
 * that has one of the bits of `shunned`. Returns the generator's state after the draws.
 */
function seek(state: CylinderState, generator: number, first: number, width: number, shunned: number): number {
  let x = generator;
  found = -1;
  if (width === 0) return x;
  for (let attempt = 0; attempt < 20; attempt++) {
    x = step(x);
    const row = (x - 1) % state.settings.rows;
    x = step(x);
    const place = state.placeOf(row, first + ((x - 1) % width));
    if (state.cells[place] === 0 && isFree(state, place, shunned)) {
      found = place;
      return x;
    }
  }
  return x;
}

function isFree(state: CylinderState, place: number, shunned: number): boolean {
  const { cells, frame, columns } = state;
  const stride = 1 << state.shift;
  const framePlace = state.toFrame(place);
  let at = (state.columnOf(place) < 2 ? place + columns : place) - 2 * stride - 2;
  let frameAt = (state.columnOf(framePlace) < 2 ? framePlace + columns : framePlace) - 2 * stride - 2;
  let seen = 0;
  let missiles = 0;
  for (let row = 0; row < 5; row++) {
    for (let column = 0; column < 5; column++) {
      seen |= cells[at + column];
      missiles |= frame[frameAt + column];
    }
    at += stride;
    frameAt += stride;
  }
  return (seen & shunned) === 0 && missiles === 0;
}
