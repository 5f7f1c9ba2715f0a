import type { CylinderView } from '../rules/position-view.ts';
import { CHANGES_KEPT, CylinderState } from '../rules/state.ts';

/** The content of a state's cells at some moment, without units and missiles. It has one byte per cell, row by row. */
interface CachedContents {
  readonly bytes: Uint8Array;
  changes: number;
}

const keptOf = new WeakMap<CylinderState, CachedContents>();

/**
 * Writes `contentAt` of every cell, row by row. In a running match, it examines only the changes since the last call.
 */
export function writeContents(state: CylinderView, into: Uint8Array, at: number): void {
  if (state instanceof CylinderState) into.set(keptContents(state), at);
  else writeAll(state, into, at);
}

function keptContents(state: CylinderState): Uint8Array {
  const { contentChanges, columns } = state;
  let kept = keptOf.get(state);
  if (kept === undefined) {
    kept = { bytes: new Uint8Array(state.settings.rows * columns), changes: 0 };
    keptOf.set(state, kept);
    writeAll(state, kept.bytes, 0);
  } else {
    const { bytes, changes } = kept;
    const changed = (contentChanges - changes) >>> 0;
    if (changed > CHANGES_KEPT) writeAll(state, bytes, 0);
    else
      for (let change = contentChanges - changed; change < contentChanges; change++) {
        const place = state.changedPlaces[change & (CHANGES_KEPT - 1)];
        const [row, column] = [state.rowOf(place), state.columnOf(place)];
        bytes[row * columns + column] = state.contentAt(row, column);
      }
  }
  kept.changes = contentChanges;
  return kept.bytes;
}

function writeAll(state: CylinderView, into: Uint8Array, at: number): void {
  const { rows, universeColumns } = state.settings;
  let cell = at;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < universeColumns; column++) into[cell++] = state.contentAt(row, column);
}
