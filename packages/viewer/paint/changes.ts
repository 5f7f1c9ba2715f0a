/**
 * The pictures of one frame as numbers, in painting order, so that two frames can be compared. `looks` has eight whole
 * numbers per picture. Two pictures have the same numbers only if they look the same. `boxes` has each picture's left,
 * top, right, and bottom, in device pixels.
 */
export interface PlacedPictures {
  count: number;
  looks: Int32Array;
  boxes: Int32Array;
}

export const LOOK = 8;
export const BOX = 4;

/** A part of the picture in device pixels; right and bottom are exclusive. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Changes {
  /** Number of pictures at the start of the list that look the same in both frames. */
  readonly same: number;
  /** Boxes that contain all differences. The boxes may overlap slightly. */
  readonly boxes: readonly Box[];
  /** The share of the picture that the boxes cover, 0…1. */
  readonly share: number;
}

/**
 * Number of pictures to search ahead for removed pictures. If more pictures were removed, all later pictures are
 * treated as changed.
 */
const AHEAD = 24;
/**
 * Two boxes are joined if the area of the joint box is at most this multiple of both areas together. Each box requires
 * a pass over all pictures.
 */
const JOINED = 1.4;
/** Size of the squares in which changes are collected, in device pixels. */
const TILE = 32;

export const emptyPlaced = (): PlacedPictures => ({ count: 0, looks: new Int32Array(0), boxes: new Int32Array(0) });

/** Makes room for one more picture. */
export function makeRoom(placed: PlacedPictures): void {
  if ((placed.count + 1) * LOOK <= placed.looks.length) return;
  const count = Math.max(256, placed.count * 2);
  const [looks, boxes] = [new Int32Array(count * LOOK), new Int32Array(count * BOX)];
  looks.set(placed.looks);
  boxes.set(placed.boxes);
  placed.looks = looks;
  placed.boxes = boxes;
}

/** Compares two frames, and returns the parts to repaint. */
export function changesBetween(before: PlacedPictures, after: PlacedPictures, width: number, height: number): Changes {
  const [columns, rows] = [Math.ceil(width / TILE), Math.ceil(height / TILE)];
  const tiles = new Uint8Array(columns * rows);
  const touch = ({ boxes }: PlacedPictures, at: number): void => {
    const right = Math.min(columns, Math.ceil(boxes[at * BOX + 2] / TILE));
    const bottom = Math.min(rows, Math.ceil(boxes[at * BOX + 3] / TILE));
    const left = Math.max(0, Math.floor(boxes[at * BOX] / TILE));
    for (let row = Math.max(0, Math.floor(boxes[at * BOX + 1] / TILE)); row < bottom; row++)
      if (left < right) tiles.fill(1, row * columns + left, row * columns + right);
  };
  let old = 0;
  let same = 0;
  for (let now = 0; now < after.count; now++) {
    let found = old;
    const end = Math.min(before.count, old + AHEAD);
    while (found < end && !isSame(before, found, after, now)) found++;
    if (found === end) touch(after, now);
    else {
      if (found === now && same === now) same++;
      while (old < found) touch(before, old++);
      old++;
    }
  }
  while (old < before.count) touch(before, old++);
  let touched = 0;
  for (const tile of tiles) touched += tile;
  return {
    same,
    boxes: joined(boxesOf(tiles, columns, rows, width, height)),
    share: touched / Math.max(1, tiles.length),
  };
}

function isSame(before: PlacedPictures, old: number, after: PlacedPictures, now: number): boolean {
  for (let i = 0; i < LOOK; i++) if (before.looks[old * LOOK + i] !== after.looks[now * LOOK + i]) return false;
  return true;
}

/**
 * Joins the marked squares into boxes. A box is a run of squares in a row, extended down while all squares below are
 * marked.
 */
function boxesOf(tiles: Uint8Array, columns: number, rows: number, width: number, height: number): Box[] {
  const boxes: Box[] = [];
  const isSet = (row: number, from: number, to: number) => {
    for (let column = from; column < to; column++) if (tiles[row * columns + column] === 0) return false;
    return true;
  };
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      if (tiles[row * columns + column] === 0) continue;
      let end = column;
      while (end < columns && tiles[row * columns + end] === 1) end++;
      let below = row;
      while (below < rows && isSet(below, column, end))
        tiles.fill(0, below * columns + column, below++ * columns + end);
      boxes.push({
        left: column * TILE,
        top: row * TILE,
        right: Math.min(width, end * TILE),
        bottom: Math.min(height, below * TILE),
      });
    }
  return boxes;
}

function joined(boxes: Box[]): Box[] {
  for (let at = 1; at < boxes.length; at++)
    for (let other = 0; other < at; other++) {
      const around = aroundBoth(boxes[at], boxes[other]);
      if (areaOf(around) > JOINED * (areaOf(boxes[at]) + areaOf(boxes[other]))) continue;
      boxes[other] = around;
      boxes.splice(at, 1);
      // Starts again, because the larger box may overlap earlier boxes.
      at = 0;
      break;
    }
  return boxes;
}

const aroundBoth = (one: Box, other: Box): Box => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});

const areaOf = ({ left, top, right, bottom }: Box): number => (right - left) * (bottom - top);
