/** The kinds of search within a window. */
export const WINDOW_DISTANCES = 0;
export const WINDOW_REACHABLE = 1;
export const WINDOW_DANGER = 2;

/**
 * A search over a board without a first column, within a window that advances by one column per round. Units stay in
 * their row, or move to the row above or below. At the same time, they advance up to two columns, if the cells on the
 * way are free in both rows. Writes the result to `found`, and returns its length. An engine's native code returns the
 * same results.
 */
export function searchWindow(
  kind: number,
  cells: Uint8Array,
  columns: number,
  window: number,
  round: number,
  sources: Int32Array,
  found: Int32Array,
  steps: number,
): number {
  if (kind === WINDOW_DANGER) {
    for (const source of sources)
      for (const [cell, far] of roundsTo(cells, columns, window, round, Int32Array.of(source), steps).entries())
        if (far >= 0) found[cell]++;
    return found.length;
  }
  const far = roundsTo(cells, columns, window, round, sources, steps);
  if (kind === WINDOW_DISTANCES) found.set(far);
  if (kind === WINDOW_DISTANCES) return found.length;
  const list = Array.from(far.keys()).filter((cell) => far[cell] >= 0);
  list.sort((a, b) => far[a] - far[b] || a - b);
  found.set(list);
  return list.length;
}

/** By cell: the number of rounds to reach the cell, or −1. */
function roundsTo(
  cells: Uint8Array,
  columns: number,
  window: number,
  round: number,
  sources: Int32Array,
  steps: number,
): Int32Array {
  const rows = cells.length / columns;
  const first = round % columns;
  // The number of columns to search, from the window's first column on, limited to one turn around the board.
  const wide = columns + window;
  const far = new Int32Array(rows * wide).fill(-1);
  const queue: number[] = [];
  for (const cell of sources) {
    const ahead = ((cell % columns) - first + columns) % columns;
    const place = Math.floor(cell / columns) * wide + ahead;
    if (far[place] === 0) continue;
    far[place] = 0;
    queue.push(place);
  }
  const isBlocked = (row: number, ahead: number) =>
    row < 0 || row >= rows || cells[row * columns + ((first + ahead) % columns)] !== 0;
  for (const place of queue) {
    const then = far[place] + 1;
    if (then > steps || then > columns) break;
    const [row, ahead] = [Math.floor(place / wide), place % wide];
    for (const side of [0, -1, 1]) {
      if (side !== 0 && isBlocked(row + side, ahead)) continue;
      for (let to = ahead; to <= ahead + 2; to++) {
        if (to > ahead && (isBlocked(row, to) || isBlocked(row + side, to))) break;
        const next = (row + side) * wide + to;
        if (to < then || to >= then + window || far[next] >= 0) continue;
        far[next] = then;
        queue.push(next);
      }
    }
  }
  const nearest = new Int32Array(cells.length).fill(-1);
  for (const [place, rounds] of far.entries()) {
    const cell = Math.floor(place / wide) * columns + ((first + (place % wide)) % columns);
    if (rounds >= 0 && (nearest[cell] < 0 || rounds < nearest[cell])) nearest[cell] = rounds;
  }
  return nearest;
}
