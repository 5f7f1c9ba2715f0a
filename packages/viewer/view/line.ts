/** A point in the picture, in cells. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The part of the world in the picture. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

type Spot = readonly [row: number, column: number];

/** Number of intermediate points to test on a line with both ends out of sight. */
const TRIES = 32;

/**
 * The visible pieces of a line between two places. A line over the edge of a wrapping world continues on the other
 * side. A line that leaves the board ends at the board's edge.
 */
export function piecesOfLine(
  from: Spot,
  to: Spot,
  locate: (place: Spot) => Point | undefined,
  box: Box,
): readonly { readonly from: Point; readonly to: Point }[] {
  const [rows, columns] = [to[0] - from[0], to[1] - from[1]];
  const pieces: { from: Point; to: Point }[] = [];
  for (const share of [0, 1, ...Array.from({ length: TRIES }, (_, n) => (n + 1) / (TRIES + 1))]) {
    // Intermediate points are needed only if neither end is visible.
    if (share > 0 && share < 1 && pieces.length > 0) break;
    const at = locate([from[0] + share * rows, from[1] + share * columns]);
    if (!at) continue;
    const start = { x: at.x - share * columns, y: at.y - share * rows };
    const piece = clipped(start, { x: start.x + columns, y: start.y + rows }, box);
    if (piece && !pieces.some((other) => isSame(other.from, piece.from) && isSame(other.to, piece.to)))
      pieces.push(piece);
  }
  return pieces;
}

const isSame = (one: Point, other: Point): boolean => Math.hypot(one.x - other.x, one.y - other.y) < 0.01;

/** The Liang–Barsky algorithm: the shares of the line at which it enters and leaves the box. */
function clipped(from: Point, to: Point, { left, top, width, height }: Box) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  let [enter, leave] = [0, 1];
  for (const [step, room] of [
    [-dx, from.x - left],
    [dx, left + width - from.x],
    [-dy, from.y - top],
    [dy, top + height - from.y],
  ]) {
    if (step === 0 && room < 0) return undefined;
    if (step < 0) enter = Math.max(enter, room / step);
    if (step > 0) leave = Math.min(leave, room / step);
  }
  if (enter > leave) return undefined;
  const at = (share: number): Point => ({ x: from.x + share * dx, y: from.y + share * dy });
  return { from: at(enter), to: at(leave) };
}
