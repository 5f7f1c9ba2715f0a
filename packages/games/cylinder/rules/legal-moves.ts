import { SHOOT } from './directions.ts';
import * as layout from './layout.ts';

// Copied for speed: see layout.ts.
const { COLUMNS, PLACE, SHIFT, STOCK } = layout;

/** The bit of a shot in a mask of instructions. */
const SHOT = 1 << SHOOT;

/**
 * The instructions that the unit of this record can execute if the window's first column is `base` (docs/cylinder.md
 * §4.3): one bit per instruction's code. `moves` is the result of `movesInWindow`. Engines inline this into the calling
 * loops.
 */
export function possible(words: Int32Array, moves: Int32Array, record: number, base: number): number {
  const columns = words[COLUMNS];
  const shift = words[SHIFT];
  const place = words[record + PLACE];
  const column = ((place & ((1 << shift) - 1)) - base + columns) | 0;
  const inside = moves[column] & moves[((columns << 1) + (place >> shift)) | 0];
  return inside | (((0 - words[record + STOCK]) >> 31) & SHOT);
}
