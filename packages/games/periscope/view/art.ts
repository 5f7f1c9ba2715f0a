import {
  type Art,
  artBook,
  disc,
  noise,
  noShadow,
  numbering,
  polygon,
  radial,
  roundBox,
  shadow,
  vertical,
} from '@ludus/viewer/painting.ts';
import { blend, faded, type Theme, twoTeamsColor } from '@ludus/viewer/view.ts';
import { type PeriscopeBoard, printBoard } from '../rules/board.ts';

const book = artBook();
export const CHUNK = 8;
/** Overlap of board squares, so that no seams are visible. */
export const BLEED = 0.04;

export const COLORS: Record<
  Theme,
  {
    void: string;
    deep: string;
    sea: string;
    grid: string;
    sand: string;
    land: string;
    top: string;
    foam: string;
    fog: string;
    ink: string;
    gold: string;
    hull: string;
  }
> = {
  dark: {
    void: '#030d16',
    deep: '#06202f',
    sea: '#0a3145',
    grid: '#114258',
    sand: '#8f7c56',
    land: '#31553f',
    top: '#47744f',
    foam: '#4f93a8',
    fog: '#020910',
    ink: '#e8f6fa',
    gold: '#ffcf5a',
    hull: '#b58a5a',
  },
  light: {
    void: '#dcebf0',
    deep: '#a9d3df',
    sea: '#bfe1e9',
    grid: '#a2cdd9',
    sand: '#ead8a8',
    land: '#8fb27c',
    top: '#a8c78f',
    foam: '#ffffff',
    fog: '#37525f',
    ink: '#0e2732',
    gold: '#b37400',
    hull: '#7a5229',
  },
};

const boardNumber = numbering();

/** The sea and the islands of a square of the board. */
export function seaArt(theme: Theme, board: PeriscopeBoard, row: number, column: number): Art {
  const rows = Math.min(CHUNK, board.rows - row);
  const columns = Math.min(CHUNK, board.columns - column);
  return book(`periscope sea ${theme} ${boardNumber(board, () => printBoard(board))} ${row} ${column}`, () => ({
    width: columns + 2 * BLEED,
    height: rows + 2 * BLEED,
    paint(pen) {
      const { deep, sea, grid } = COLORS[theme];
      pen.translate(-columns / 2 - column, -rows / 2 - row);
      const cells: [number, number][] = [];
      for (let i = row - 1; i <= row + rows; i++)
        for (let j = column - 1; j <= column + columns; j++) cells.push([i, j]);
      for (const [i, j] of cells) {
        pen.fillStyle = blend(deep, sea, 0.35 + 0.65 * noise(i, j, 5));
        pen.fillRect(j - 0.01, i - 0.01, 1.02, 1.02);
      }
      pen.strokeStyle = grid;
      pen.lineWidth = 0.025;
      for (const [i, j] of cells) pen.strokeRect(j, i, 1, 1);
      for (const [i, j] of cells) if (noise(i, j, 9) < 0.4) paintWave(pen, theme, i, j);
      const lands = cells.filter(([i, j]) => isIsland(board, i, j));
      for (const layer of [0, 1, 2]) for (const [i, j] of lands) paintIsland(pen, theme, board, i, j, layer);
    },
  }));
}

const isIsland = ({ rows, columns, islands }: PeriscopeBoard, i: number, j: number): boolean =>
  i >= 0 && j >= 0 && i < rows && j < columns && islands[i * columns + j] === 1;

function paintWave(pen: CanvasRenderingContext2D, theme: Theme, i: number, j: number): void {
  pen.strokeStyle = faded(COLORS[theme].foam, theme === 'dark' ? 0.22 : 0.7);
  pen.lineWidth = 0.035;
  const [x, y] = [j + 0.2 + 0.4 * noise(i, j, 1), i + 0.25 + 0.5 * noise(i, j, 2)];
  pen.beginPath();
  pen.moveTo(x, y);
  pen.quadraticCurveTo(x + 0.08, y - 0.08, x + 0.16, y);
  pen.quadraticCurveTo(x + 0.24, y - 0.08, x + 0.32, y);
  pen.stroke();
}

/** Shallow water, then the beach, then the land: rounded next to the sea, and connected to adjacent islands. */
function paintIsland(
  pen: CanvasRenderingContext2D,
  theme: Theme,
  board: PeriscopeBoard,
  i: number,
  j: number,
  layer: number,
): void {
  const { foam, sand, land, top } = COLORS[theme];
  const margin = [-0.07, 0.04, 0.16][layer];
  pen.fillStyle = [faded(foam, theme === 'dark' ? 0.3 : 0.75), sand, blend(land, top, noise(i, j, 4))][layer];
  const joins = (di: number, dj: number) => (isIsland(board, i + di, j + dj) ? 0.01 : -margin);
  const [up, down, left, right] = [joins(-1, 0), joins(1, 0), joins(0, -1), joins(0, 1)];
  const isRound = (a: number, b: number) =>
    a < 0.005 && b < 0.005 ? 0.3 - margin / 2 : layer === 0 && a > 0.005 && b > 0.005 ? 0 : 0;
  pen.beginPath();
  pen.roundRect(j - left, i - up, 1 + left + right, 1 + up + down, [
    isRound(up === 0.01 ? 1 : 0, left === 0.01 ? 1 : 0),
    isRound(up === 0.01 ? 1 : 0, right === 0.01 ? 1 : 0),
    isRound(down === 0.01 ? 1 : 0, right === 0.01 ? 1 : 0),
    isRound(down === 0.01 ? 1 : 0, left === 0.01 ? 1 : 0),
  ]);
  pen.fill();
  if (layer < 2) return;
  // A few trees.
  for (let n = 0; n < 4; n++) {
    const [x, y] = [j + 0.28 + 0.46 * noise(i, j, 20 + n), i + 0.28 + 0.46 * noise(i, j, 30 + n)];
    pen.fillStyle = blend(land, theme === 'dark' ? '#0d2a1c' : '#44703f', 0.75);
    disc(pen, x, y, 0.06 + 0.05 * noise(i, j, 40 + n));
    pen.fill();
  }
}

/** A submarine facing up, seen from above. */
export function submarineArt(seat: number, theme: Theme): Art {
  return book(`periscope submarine ${seat} ${theme}`, () => ({
    width: 0.9,
    height: 1.2,
    paint(pen, px) {
      const color = twoTeamsColor(seat, theme);
      shadow(pen, px, theme === 'dark' ? '#000000b0' : '#0e273270', 0.12, 0.03, 0.06);
      pen.fillStyle = blend(color, '#000000', 0.45);
      roundBox(pen, -0.3, 0.24, 0.6, 0.1, 0.04);
      pen.fill();
      pen.fillStyle = vertical(pen, -0.5, 0.5, [
        [0, blend(color, '#ffffff', 0.35)],
        [0.5, color],
        [1, blend(color, '#000000', 0.3)],
      ]);
      pen.beginPath();
      pen.moveTo(0, -0.5);
      pen.bezierCurveTo(0.25, -0.5, 0.22, -0.05, 0.18, 0.2);
      pen.quadraticCurveTo(0.13, 0.42, 0, 0.5);
      pen.quadraticCurveTo(-0.13, 0.42, -0.18, 0.2);
      pen.bezierCurveTo(-0.22, -0.05, -0.25, -0.5, 0, -0.5);
      pen.fill();
      noShadow(pen);
      pen.fillStyle = blend(color, '#000000', 0.55);
      roundBox(pen, -0.09, -0.2, 0.18, 0.32, 0.09);
      pen.fill();
      pen.fillStyle = '#ffffff';
      disc(pen, 0, -0.12, 0.045);
      pen.fill();
    },
  }));
}

/** A site is a buoy. If it has a wreck, there is a broken hull below it. */
export function siteArt(content: 'wreck' | 'empty' | 'unknown', theme: Theme): Art {
  return book(`periscope site ${content} ${theme}`, () => ({
    width: 1,
    height: 1,
    paint(pen) {
      const { gold, hull, foam, ink } = COLORS[theme];
      pen.strokeStyle =
        content === 'wreck' ? gold : faded(theme === 'dark' ? foam : ink, content === 'empty' ? 0.25 : 0.55);
      pen.lineWidth = 0.05;
      pen.setLineDash([0.14, 0.1]);
      disc(pen, 0, 0, 0.4);
      pen.stroke();
      pen.setLineDash([]);
      if (content === 'empty') return;
      if (content === 'unknown') {
        pen.fillStyle = faded(theme === 'dark' ? foam : ink, 0.55);
        disc(pen, 0, 0, 0.08);
        pen.fill();
        return;
      }
      pen.fillStyle = hull;
      polygon(pen, -0.3, -0.06, 0.02, 0.02, -0.03, 0.24, -0.18, 0.2);
      pen.fill();
      polygon(pen, 0.08, -0.02, 0.31, -0.13, 0.2, 0.2, 0.04, 0.22);
      pen.fill();
      pen.strokeStyle = hull;
      pen.lineWidth = 0.05;
      pen.beginPath();
      pen.moveTo(-0.12, 0);
      pen.lineTo(-0.05, -0.28);
      pen.moveTo(-0.2, -0.15);
      pen.lineTo(0.04, -0.2);
      pen.stroke();
      pen.fillStyle = gold;
      for (const [x, y] of [
        [-0.1, 0.13],
        [0.12, 0.1],
        [0.2, 0.02],
      ]) {
        disc(pen, x, y, 0.05);
        pen.fill();
      }
    },
  }));
}

/** A torpedo facing up. */
export function torpedoArt(): Art {
  return book('periscope torpedo', () => ({
    width: 0.4,
    height: 0.6,
    paint(pen) {
      pen.fillStyle = vertical(pen, -0.24, 0.24, [
        [0, '#ff5a3c'],
        [0.3, '#f4f4f4'],
        [1, '#8e9aa0'],
      ]);
      roundBox(pen, -0.07, -0.24, 0.14, 0.46, 0.07);
      pen.fill();
    },
  }));
}

/** The place where a submarine sank: an oil slick and a cross. */
export function slickArt(seat: number, theme: Theme): Art {
  return book(`periscope slick ${seat} ${theme}`, () => ({
    width: 1,
    height: 1,
    paint(pen) {
      pen.fillStyle = radial(pen, 0, 0, 0.48, [
        [0, faded('#000000', theme === 'dark' ? 0.6 : 0.35)],
        [1, faded('#000000', 0)],
      ]);
      disc(pen, 0, 0, 0.48);
      pen.fill();
      pen.strokeStyle = twoTeamsColor(seat, theme);
      pen.lineWidth = 0.09;
      pen.lineCap = 'round';
      pen.beginPath();
      pen.moveTo(-0.17, -0.17);
      pen.lineTo(0.17, 0.17);
      pen.moveTo(0.17, -0.17);
      pen.lineTo(-0.17, 0.17);
      pen.stroke();
    },
  }));
}
