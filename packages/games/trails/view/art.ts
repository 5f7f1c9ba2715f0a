import {
  type Art,
  artBook,
  disc,
  noise,
  noShadow,
  numbering,
  radial,
  roundBox,
  shadow,
  vertical,
} from '@ludus/viewer/painting.ts';
import { blend, faded, fourColor, seatShape, type Theme } from '@ludus/viewer/view.ts';
import { printBoard, type TrailsBoard } from '../rules/board.ts';

const book = artBook();
export const CHUNK = 8;
/** Overlap of board squares, so that no seams are visible. */
export const BLEED = 0.04;

export const GROUND: Record<
  Theme,
  { void: string; floor: string; tile: string; grid: string; wall: string; top: string; rim: string; edge: string }
> = {
  dark: {
    void: '#070912',
    floor: '#0b1020',
    tile: '#0e1528',
    grid: '#1b2745',
    wall: '#141a2c',
    top: '#2b3553',
    rim: '#5c6fa6',
    edge: '#33466f',
  },
  light: {
    void: '#dde3ec',
    floor: '#f2f5fa',
    tile: '#f8fafd',
    grid: '#dbe3ee',
    wall: '#8f9bb0',
    top: '#b7c1d2',
    rim: '#dfe6f0',
    edge: '#a9b6ca',
  },
};

const boardNumber = numbering();

/** Floor, grid, and walls of a square of the board. */
export function groundArt(theme: Theme, board: TrailsBoard, row: number, column: number): Art {
  const rows = Math.min(CHUNK, board.rows - row);
  const columns = Math.min(CHUNK, board.columns - column);
  return book(`trails ground ${theme} ${boardNumber(board, () => printBoard(board))} ${row} ${column}`, () => ({
    width: columns + 2 * BLEED,
    height: rows + 2 * BLEED,
    paint(pen) {
      const { floor, tile, grid } = GROUND[theme];
      const isWall = (i: number, j: number) =>
        i >= 0 && j >= 0 && i < board.rows && j < board.columns && board.walls[i * board.columns + j] === 1;
      pen.translate(-columns / 2 - column, -rows / 2 - row);
      pen.fillStyle = floor;
      pen.fillRect(column - 1, row - 1, columns + 2, rows + 2);
      for (let i = row - 1; i <= row + rows; i++)
        for (let j = column - 1; j <= column + columns; j++) {
          pen.fillStyle = blend(tile, floor, noise(i, j, 3));
          pen.fillRect(j + 0.02, i + 0.02, 0.96, 0.96);
        }
      pen.fillStyle = grid;
      for (let i = row - 1; i <= row + rows + 1; i++) pen.fillRect(column - 1, i - 0.02, columns + 2, 0.04);
      for (let j = column - 1; j <= column + columns + 1; j++) pen.fillRect(j - 0.02, row - 1, 0.04, rows + 2);
      for (let i = row - 1; i <= row + rows; i++)
        for (let j = column - 1; j <= column + columns; j++) if (isWall(i, j)) paintShade(pen, theme, i, j);
      for (let i = row - 1; i <= row + rows; i++)
        for (let j = column - 1; j <= column + columns; j++) if (isWall(i, j)) paintWall(pen, theme, i, j, isWall);
    },
  }));
}

function paintShade(pen: CanvasRenderingContext2D, theme: Theme, i: number, j: number): void {
  pen.fillStyle = theme === 'dark' ? '#00000070' : '#3c4a6030';
  pen.fillRect(j + 0.12, i + 0.16, 1, 1);
}

/** A block with a lit edge on each side without an adjacent block. */
function paintWall(
  pen: CanvasRenderingContext2D,
  theme: Theme,
  i: number,
  j: number,
  isWall: (i: number, j: number) => boolean,
): void {
  const { wall, top, rim } = GROUND[theme];
  pen.fillStyle = vertical(pen, i, i + 1, [
    [0, blend(top, rim, 0.12)],
    [1, blend(top, wall, 0.45)],
  ]);
  pen.fillRect(j - 0.005, i - 0.005, 1.01, 1.01);
  const edge = 0.07;
  pen.fillStyle = rim;
  if (!isWall(i - 1, j)) pen.fillRect(j, i, 1, edge);
  if (!isWall(i, j - 1)) pen.fillRect(j, i, edge, 1);
  pen.fillStyle = wall;
  if (!isWall(i + 1, j)) pen.fillRect(j, i + 1 - edge, 1, edge);
  if (!isWall(i, j + 1)) pen.fillRect(j + 1 - edge, i, edge, 1);
}

/**
 * A band of light, two cells wide with soft sides. It is even along its length of one cell, so that it can be
 * stretched.
 */
export function bandArt(color: string): Art {
  return book(`trails band ${color}`, () => ({
    width: 1,
    height: 2,
    flat: false,
    paint(pen) {
      pen.fillStyle = vertical(pen, -1, 1, [
        [0, faded(color, 0)],
        [0.28, faded(color, 0.14)],
        [0.42, faded(color, 0.42)],
        [0.5, faded(color, 0.6)],
        [0.58, faded(color, 0.42)],
        [0.72, faded(color, 0.14)],
        [1, faded(color, 0)],
      ]);
      // The band extends beyond the picture's edge, so that stretching doesn't fade its ends.
      pen.fillRect(-2, -1, 4, 2);
    },
  }));
}

/** The light of a band, all around a point. */
export function haloArt(color: string): Art {
  return book(`trails halo ${color}`, () => ({
    width: 2,
    height: 2,
    paint(pen) {
      pen.fillStyle = radial(pen, 0, 0, 1, [
        [0, faded(color, 0.6)],
        [0.16, faded(color, 0.42)],
        [0.44, faded(color, 0.14)],
        [1, faded(color, 0)],
      ]);
      pen.fillRect(-1, -1, 2, 2);
    },
  }));
}

/** A filled disc, one cell wide. */
export function dotArt(color: string): Art {
  return book(`trails dot ${color}`, () => ({
    width: 1.1,
    height: 1.1,
    paint(pen) {
      pen.fillStyle = color;
      disc(pen, 0, 0, 0.5);
      pen.fill();
    },
  }));
}

/** A player's start: a ring with its seat's shape in it. */
export function startArt(seat: number, theme: Theme): Art {
  return book(`trails start ${seat} ${theme}`, () => ({
    width: 1.3,
    height: 1.3,
    paint(pen, px) {
      const color = fourColor(seat, theme);
      shadow(pen, px, theme === 'dark' ? color : '#00000050', 0.16);
      pen.fillStyle = theme === 'dark' ? '#0b1020' : '#ffffff';
      disc(pen, 0, 0, 0.46);
      pen.fill();
      noShadow(pen);
      pen.strokeStyle = color;
      pen.lineWidth = 0.09;
      pen.stroke();
      pen.fillStyle = color;
      pen.scale(0.24, 0.24);
      pen.fill(new Path2D(seatShape(seat)));
    },
  }));
}

/** A light cycle facing up: a slim body, its wheels, a bright canopy. */
export function cycleArt(seat: number, theme: Theme): Art {
  return book(`trails cycle ${seat} ${theme}`, () => ({
    width: 1.5,
    height: 1.7,
    paint(pen, px) {
      const color = fourColor(seat, theme);
      shadow(pen, px, theme === 'dark' ? color : '#00000070', theme === 'dark' ? 0.22 : 0.1);
      pen.fillStyle = theme === 'dark' ? '#060913' : '#27324a';
      for (const y of [-0.4, 0.36]) {
        roundBox(pen, -0.15, y - 0.2, 0.3, 0.4, 0.13);
        pen.fill();
      }
      pen.fillStyle = vertical(pen, -0.6, 0.6, [
        [0, blend(color, '#ffffff', 0.55)],
        [0.45, color],
        [1, blend(color, '#000000', theme === 'dark' ? 0.45 : 0.22)],
      ]);
      pen.beginPath();
      pen.moveTo(0, -0.66);
      pen.quadraticCurveTo(0.3, -0.3, 0.25, 0.12);
      pen.lineTo(0.32, 0.48);
      pen.quadraticCurveTo(0, 0.6, -0.32, 0.48);
      pen.lineTo(-0.25, 0.12);
      pen.quadraticCurveTo(-0.3, -0.3, 0, -0.66);
      pen.fill();
      noShadow(pen);
      pen.fillStyle = radial(pen, 0, -0.18, 0.3, [
        [0, '#ffffff'],
        [0.5, blend(color, '#ffffff', 0.75)],
        [1, faded(blend(color, '#ffffff', 0.4), 0.6)],
      ]);
      pen.beginPath();
      pen.ellipse(0, -0.16, 0.11, 0.26, 0, 0, Math.PI * 2);
      pen.fill();
    },
  }));
}
