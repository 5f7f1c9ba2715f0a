import { carryOut } from './collisions.ts';
import * as directions from './directions.ts';
import type { Instructions } from './instructions.ts';
import * as layout from './layout.ts';
import { type CylinderState, unitOf } from './state.ts';

// Copies: see layout.ts.
const {
  ACTED,
  AGENDA,
  BASE,
  CELL,
  COLUMNS,
  COLUMN_BITS,
  COUNTS,
  DEAD,
  ELAPSED,
  FIRST_PLACE,
  FRAME,
  FROZEN,
  LINE,
  LIVING,
  OFFSET,
  PER_PLAYER,
  PLACE,
  PLACES,
  PLAN,
  RECORD_SHIFT,
  ROW_BITS,
  SHIFT,
  STOCK,
  TURN,
  UNITS,
  WINDOW,
} = layout;
const { DEFAULT, SHOOT } = directions;

/**
 * The players' part of a round, with any number of units (`turn.ts` has the one for at most eight, which is the usual one). The
 * instructions become plans seat by seat, then all units act in one line; `firstOrder`: two bits a player, from the lowest on.
 */
export function actMany(state: CylinderState, asked: readonly Instructions[], firstOrder: number): void {
  const { words, view } = state;
  const columns = words[COLUMNS];
  const base = words[BASE];
  const offset = words[OFFSET];
  const elapsed = words[ELAPSED];
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
  let order = firstOrder;
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
}
