import { lightArt, type Painter } from '@ludus/viewer/painting.ts';
import { blend, fourColor, type Theme } from '@ludus/viewer/view.ts';
import type { TrailsBoard } from '../rules/board.ts';
import { DIRECTIONS } from '../rules/directions.ts';
import { bandArt, dotArt, GROUND, haloArt } from './art.ts';

export const ROW_STEP = [-1, 0, 1, 0] as const;
export const COLUMN_STEP = [0, 1, 0, -1] as const;

/** A straight piece of a trail, in world units. */
interface Piece {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export function centreOf(board: TrailsBoard, cell: number): Point {
  return { x: (cell % board.columns) + 0.5, y: Math.floor(cell / board.columns) + 0.5 };
}

/** The direction of the step from a cell to an adjacent cell. */
export function directionOf(board: TrailsBoard, from: number, to: number): number {
  return DIRECTIONS.find((d) => board.neighbours[4 * from + d] === to) ?? 0;
}

/**
 * The point that is a share (0 to 1) of the way from a cell to its neighbour. A step around the board leaves at one
 * edge and enters at the other.
 */
export function between(board: TrailsBoard, from: number, direction: number, share: number): Point {
  const start = centreOf(board, from);
  const step = { x: COLUMN_STEP[direction], y: ROW_STEP[direction] };
  const target = centreOf(board, board.neighbours[4 * from + direction]);
  const wraps = Math.abs(target.x - start.x) + Math.abs(target.y - start.y) > 1.5;
  if (!wraps || share < 0.5) return { x: start.x + step.x * share, y: start.y + step.y * share };
  return { x: target.x - step.x * (1 - share), y: target.y - step.y * (1 - share) };
}

/** The first `length` steps of a path as straight pieces. `length` may be a fraction. */
export function piecesOf(board: TrailsBoard, cells: readonly number[], length: number): Piece[] {
  const pieces: Piece[] = [];
  let start = centreOf(board, cells[0]);
  let heading = -1;
  const close = (end: Point) => {
    if (start.x !== end.x || start.y !== end.y) pieces.push({ x1: start.x, y1: start.y, x2: end.x, y2: end.y });
  };
  let end = start;
  const steps = Math.min(length, cells.length - 1);
  for (let n = 0; n < steps; n++) {
    const direction = directionOf(board, cells[n], cells[n + 1]);
    const share = Math.min(1, steps - n);
    if (direction !== heading) {
      close(end);
      start = centreOf(board, cells[n]);
      heading = direction;
    }
    end = between(board, cells[n], direction, share);
    const across = between(board, cells[n], direction, 0.5);
    const edge = between(board, cells[n], direction, 0.499);
    const wraps = Math.abs(across.x - edge.x) + Math.abs(across.y - edge.y) > 0.5;
    if (wraps && share >= 0.5) {
      close(edge);
      start = across;
    }
  }
  close(end);
  return pieces;
}

/** The appearance of a trail of a living or eliminated player; `shown` decreases from 1 to 0 while it disappears. */
export interface Looks {
  readonly seat: number;
  readonly theme: Theme;
  readonly lives: boolean;
  readonly shown: number;
}

/** The light around the trail, below all trails. */
export function drawGlow(painter: Painter, pieces: readonly Piece[], looks: Looks): void {
  const { seat, theme, lives, shown } = looks;
  const color = fourColor(seat, theme);
  const strength = (lives ? 1 : 0.3) * shown * (theme === 'dark' ? 0.75 : 0.5);
  for (const { x1, y1, x2, y2 } of pieces) {
    const length = Math.hypot(x2 - x1, y2 - y1);
    const turn = Math.atan2(y2 - y1, x2 - x1);
    painter.stretch(bandArt(color), (x1 + x2) / 2, (y1 + y2) / 2, length, 0.95, turn, strength);
    // Light around both ends hides the corners where the band is cut off.
    for (const [x, y] of [
      [x1, y1],
      [x2, y2],
    ])
      painter.put(haloArt(color), x, y, 0.95, 0, 0.55 * strength);
  }
}

/** The trail itself: a band of its colour with a bright core. */
export function drawBand(painter: Painter, pieces: readonly Piece[], looks: Looks): void {
  const { seat, theme, lives, shown } = looks;
  const color = fourColor(seat, theme);
  const { floor } = GROUND[theme];
  const body = lives ? blend(color, floor, theme === 'dark' ? 0.35 : 0.1) : blend(color, floor, 0.62);
  const core = lives ? blend(color, '#ffffff', theme === 'dark' ? 0.72 : 0.6) : blend(color, floor, 0.35);
  for (const [width, paint] of [
    [0.42, body],
    [0.14, core],
  ] as const) {
    for (const { x1, y1, x2, y2 } of pieces) {
      painter.line(x1, y1, x2, y2, width, paint, shown);
      painter.put(dotArt(paint), x1, y1, width, 0, shown);
      painter.put(dotArt(paint), x2, y2, width, 0, shown);
    }
  }
}

/** Lights that follow the cycle along the trail; `clock` in seconds. */
export function drawPulses(
  painter: Painter,
  board: TrailsBoard,
  cells: readonly number[],
  length: number,
  clock: number,
  looks: Looks,
): void {
  const color = blend(fourColor(looks.seat, looks.theme), '#ffffff', 0.4);
  const GAP = 14;
  const first = (clock * 7 + looks.seat * 5) % GAP;
  for (let at = first; at < length; at += GAP) {
    const n = Math.floor(at);
    const { x, y } = between(board, cells[n], directionOf(board, cells[n], cells[n + 1]), at - n);
    const near = Math.min(1, (length - at) / 4, at / 2);
    if (looks.theme === 'dark') painter.glow(lightArt(color), x, y, 0.62, 0, 0.55 * near);
    else painter.put(lightArt('#ffffff'), x, y, 0.34, 0, 0.85 * near);
  }
}
