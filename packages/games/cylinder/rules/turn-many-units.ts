import { carryOut } from './collisions.ts';
import * as directions from './directions.ts';
import type { Instructions } from './instructions.ts';
import * as layout from './layout.ts';
import * as possibility from './legal-moves.ts';
import * as moving from './movement.ts';
import { type CylinderState, unitOf } from './state.ts';

// Copied for speed: see layout.ts.
const {
  ACTED,
  AGENDA,
  BASE,
  COUNTS,
  DEAD,
  ELAPSED,
  FROZEN,
  LINE,
  LIVING,
  PER_PLAYER,
  PLAN,
  PLAYERS,
  RECORD_SHIFT,
  TURN,
  UNITS,
} = layout;
const { DEFAULT, SHOOT } = directions;
const { moveFreely, shootFreely } = moving;
const { possible } = possibility;

/**
 * The players' part of a round, with any number of units (`turn.ts` contains the usual case of at most eight). The
 * instructions are turned into plans seat by seat, and then all units act in one line. `firstOrder` has two bits per
 * player, starting with the lowest.
 */
export function actMany(state: CylinderState, asked: readonly Instructions[], firstOrder: number): void {
  const { words, moves, view, cells } = state;
  const base = words[BASE];
  const elapsed = words[ELAPSED];
  // Turns the instructions into plans, seat by seat.
  const perPlayer = words[PER_PLAYER];
  const frozen = words[FROZEN];
  const given = elapsed << 1;
  const agenda = words[AGENDA];
  let slot = agenda;
  let record = UNITS;
  for (let player = 0; player < PLAYERS; player++) {
    const list = asked[player];
    const { pairs } = list;
    const length = (frozen >> player) & 1 ? 0 : list.length;
    const firstUnit = (record - UNITS) >> RECORD_SHIFT;
    let n = slot;
    for (let i = 0; i < length; i++) {
      const index = (pairs[i << 1] - firstUnit) | 0;
      const code = pairs[(i << 1) | 1];
      if (index < 0 || index >= perPlayer || code > SHOOT) continue;
      const at = (record + (index << RECORD_SHIFT)) | 0;
      if (words[at + TURN] >= given) continue;
      const can = 0 - ((possible(words, moves, at, base) >> code) & 1);
      words[at + PLAN] = DEFAULT ^ ((code ^ DEFAULT) & can);
      words[at + TURN] = (given - can) | 0;
      words[n] = at;
      n = (n - can) | 0;
    }
    words[COUNTS + 2 * player] = (n - slot) | 0;
    const end = (record + (perPlayer << RECORD_SHIFT)) | 0;
    if (((n - slot) | 0) === words[LIVING + player]) record = end;
    for (; record < end; record = (record + (1 << RECORD_SHIFT)) | 0) {
      // 1 for a living unit that has no instruction to execute.
      const idle = (words[record + TURN] - given - 1) >>> 31;
      const plan = words[record + PLAN];
      words[record + PLAN] = plan ^ ((plan ^ DEFAULT) & -idle);
      words[n] = record;
      n = (n + idle) | 0;
    }
    words[COUNTS + 2 * player + 1] = (n - slot) | 0;
    slot = (slot + perPlayer + 1) | 0;
  }

  // Builds the line: all words of an agenda are copied, but only the valid words are counted.
  let order = firstOrder;
  const line = words[LINE];
  let lineEnd = line;
  for (let i = 0; i < PLAYERS; i++) {
    const player = order & 3;
    order >>= 2;
    const from = (agenda + Math.imul(player, perPlayer + 1)) | 0;
    for (let k = 0; k < perPlayer; k++) words[lineEnd + k] = words[from + k];
    lineEnd = (lineEnd + words[COUNTS + 2 * player + 1]) | 0;
  }

  // Executes the plans, except those of units that have died since the planning.
  for (let i = line; i < lineEnd; i++) {
    const at = words[i];
    if (words[at + TURN] === DEAD) continue;
    words[at + ACTED] = elapsed;
    const code = words[at + PLAN];
    if (!moveFreely(words, view, cells, at, code)) carryOut(state, unitOf(at), code);
    else if (code === SHOOT) shootFreely(state, at);
  }
}
