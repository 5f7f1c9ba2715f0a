import { advance as step } from '../kernel/lehmer.ts';
import { carryOut, flyAndHit } from './collisions.ts';
import * as directions from './directions.ts';
import type { Instructions } from './instructions.ts';
import * as layout from './layout.ts';
import { placePrizes, starveAndRegenerate } from './placing.ts';
import { type CylinderState, unitOf } from './state.ts';

// Copies: see layout.ts.
const {
  ACTED,
  AGENDA,
  BASE,
  CELL,
  COLUMNS,
  COUNTS,
  DEAD,
  ELAPSED,
  FIRST_PLACE,
  FRAME,
  FROZEN,
  GENERATOR,
  HUNGRY,
  LINE,
  LIVING,
  MISSILES,
  NEXT_EVENT,
  OFFSET,
  PER_PLAYER,
  PLACE,
  PLACES,
  PLAN,
  RECORD_SHIFT,
  ROUND,
  SHIFT,
  STOCK,
  TURN,
  UNITS,
  WINDOW,
} = layout;
const { DEFAULT, SHOOT } = directions;

/** Δrow + 1 and Δcolumn of each code, two bits each from the lowest on; SHOOT moves by DEFAULT. */
const ROW_BITS = 0x64924;
const COLUMN_BITS = 0x6a015;

/** The 24 orders of four players, two bits each, by what is drawn: 6·(of 4) + 2·(of 3) + (of 2). */
const ORDERS = Int32Array.from({ length: 24 }, (_, drawn) => {
  const order = [0, 1, 2, 3];
  for (const [i, j] of [Math.floor(drawn / 6), 1 + (Math.floor(drawn / 2) % 3), 2 + (drawn % 2)].entries())
    [order[i], order[j]] = [order[j], order[i]];
  return order[0] | (order[1] << 2) | (order[2] << 4) | (order[3] << 6);
});

/**
 * Plays one round: the ordered stages of the spec ("The next board, in this order"). `asked` has one list a player; a frozen
 * player's does not count, and of several instructions to a unit only the first does, as in the players' API.
 *
 * The players' instructions are looked at in the order of the seats, before any is carried out: what is possible depends on the
 * unit alone. So only the carrying out goes in the random order, over one line of units. It is one long function without calls on
 * the usual path, and with arithmetic where a branch would often be guessed wrong; docs/engine.md says what that is worth.
 */
export function playRound(state: CylinderState, asked: readonly Instructions[]): void {
  const { words, view, missilePlaces } = state;
  const columns = words[COLUMNS];
  // OLD draws the order, NEW places; the next board's generator is what OLD gives after that.
  const fresh = words[GENERATOR];
  const first = step(fresh);
  const second = step(first);
  const third = step(second);
  words[GENERATOR] = step(step(third));
  const round = (words[ROUND] + 1) | 0;
  words[ROUND] = round;
  const elapsed = (words[ELAPSED] + 1) | 0;
  words[ELAPSED] = elapsed;
  let base = (words[BASE] + 1) | 0;
  base = base === columns ? 0 : base;
  words[BASE] = base;

  // Missiles. One ahead of a missile at f is the cell at f + ahead, two ahead the next byte.
  let offset = (words[OFFSET] + 1) | 0;
  const ahead = offset === columns ? 0 : offset;
  const missiles = words[MISSILES];
  let hits = 0;
  for (let i = 0; i < missiles; i++) hits |= view.getInt16(missilePlaces[i] + ahead, true);
  if (hits !== 0) flyAndHit(state, ahead);
  offset = (offset + 1) | 0;
  offset = offset >= columns ? (offset - columns) | 0 : offset;
  words[OFFSET] = offset;

  // Plans, seat by seat.
  const shift = words[SHIFT];
  const mask = ((1 << shift) - 1) | 0;
  const perPlayer = words[PER_PLAYER];
  const firstPlace = words[FIRST_PLACE];
  const places = words[PLACES];
  const window = words[WINDOW];
  const frozen = words[FROZEN];
  const given = elapsed << 1;
  const agenda = words[AGENDA];
  let slot = agenda;
  let record = UNITS;
  for (let player = 0; player < 4; player++) {
    const list = asked[player];
    const { units, codes } = list;
    const length = (frozen >> player) & 1 ? 0 : list.length;
    const firstUnit = (record - UNITS) >> RECORD_SHIFT;
    let n = slot;
    for (let i = 0; i < length; i++) {
      const index = (units[i] - firstUnit) | 0;
      const code = codes[i];
      if (index < 0 || index >= perPlayer || code > SHOOT) continue;
      const at = (record + (index << RECORD_SHIFT)) | 0;
      if (words[at + TURN] >= given) continue;
      const from = words[at + PLACE];
      const twice = code << 1;
      let column = ((from & mask) - base + ((COLUMN_BITS >> twice) & 3)) | 0;
      column = (column + ((column >> 31) & columns)) | 0;
      column = (column - (~((column - columns) >> 31) & columns)) | 0;
      const row = (from + ((((ROW_BITS >> twice) & 3) - 1) << shift) - firstPlace) | 0;
      // −1 for yes, 0 for no.
      const inside = ((column - window) & ~row & (row - places)) >> 31;
      const loaded = (0 - words[at + STOCK]) >> 31;
      const shot = (SHOOT - 1 - code) >> 31;
      const possible = (shot & loaded) | (~shot & inside);
      words[at + PLAN] = DEFAULT ^ ((code ^ DEFAULT) & possible);
      words[at + TURN] = (given - possible) | 0;
      words[n] = at;
      n = (n - possible) | 0;
    }
    words[COUNTS + 2 * player] = (n - slot) | 0;
    const end = (record + (perPlayer << RECORD_SHIFT)) | 0;
    if (((n - slot) | 0) === words[LIVING + player]) record = end;
    for (; record < end; record = (record + 8) | 0) {
      // 1 for a living unit that has nothing to carry out.
      const idle = (words[record + TURN] - given - 1) >>> 31;
      const plan = words[record + PLAN];
      words[record + PLAN] = plan ^ ((plan ^ DEFAULT) & -idle);
      words[n] = record;
      n = (n + idle) | 0;
    }
    words[COUNTS + 2 * player + 1] = (n - slot) | 0;
    slot = (slot + perPlayer + 1) | 0;
  }

  // The line: all words of an agenda are copied, how many of them count is added.
  let order = ORDERS[((first - 1) & 3) * 6 + (((second - 1) >>> 0) % 3) * 2 + ((third - 1) & 1)];
  const line = words[LINE];
  let lineEnd = line;
  for (let i = 0; i < 4; i++) {
    const player = order & 3;
    order >>= 2;
    const from = (agenda + Math.imul(player, perPlayer + 1)) | 0;
    for (let k = 0; k < perPlayer; k++) words[lineEnd + k] = words[from + k];
    lineEnd = (lineEnd + words[COUNTS + 2 * player + 1]) | 0;
  }

  // Carrying out, but for those that have died meanwhile.
  const frame = (words[FRAME] - offset) | 0;
  for (let i = line; i < lineEnd; i++) {
    const at = words[i];
    if (words[at + TURN] === DEAD) continue;
    words[at + ACTED] = elapsed;
    const code = words[at + PLAN];
    const from = words[at + PLACE];
    const right = (COLUMN_BITS >> (code << 1)) & 3;
    const rows = (((ROW_BITS >> (code << 1)) & 3) - 1) | 0;
    const down = rows << shift;
    const column = from & mask;
    const inFrame = (frame + from + (((column - offset) >> 31) & columns)) | 0;
    // A byte a cell that is entered, the lowest being the unit's own column; a shot looks two cells ahead.
    const own = (1 << ((right + ((code + (16 - SHOOT)) >> 4) + 1) << 3)) - 256;
    const other = ((1 << ((right + 1) << 3)) - 1) & -(rows & 1);
    const met =
      ((view.getInt32(from, true) | view.getInt32(inFrame, true)) & own) |
      ((view.getInt32(from + down, true) | view.getInt32(inFrame + down, true)) & other);
    if (met !== 0) {
      carryOut(state, unitOf(at), code);
      continue;
    }
    const to = (from + down + right - (((columns - 1 - column - right) >> 31) & columns)) | 0;
    const cell = words[at + CELL];
    view.setInt8(from, 0);
    view.setInt8(from + columns, 0);
    view.setInt8(to, cell);
    view.setInt8(to + columns, cell);
    words[at + PLACE] = to;
    if (code === SHOOT) {
      words[at + STOCK]--;
      state.addMissile(state.wrap(from + 2), unitOf(at));
    }
  }

  let x = fresh;
  if (round >= words[NEXT_EVENT]) x = starveAndRegenerate(state, x);
  if (words[HUNGRY] !== 0) placePrizes(state, x);
}
