import {
  type Art,
  artBook,
  disc,
  noise,
  noShadow,
  numbering,
  type Pen,
  polygon,
  radial,
  roundBox,
  shadow,
  vertical,
} from '@ludus/viewer/painting.ts';
import { blend, type Theme, twoColor } from '@ludus/viewer/view.ts';
import type { MobFrame } from './timeline.ts';

const book = artBook();
export const CHUNK = 8;
/** Overlap of map squares, in cells, so that no seams are visible. */
export const BLEED = 0.06;

export const TOWN: Record<
  Theme,
  { floor: string; tile: string; joint: string; wall: string; top: string; rim: string; void: string }
> = {
  dark: {
    floor: '#444d63',
    tile: '#4b556d',
    joint: '#3a4257',
    wall: '#0b0d14',
    top: '#1a1e2a',
    rim: '#333b51',
    void: '#0e1119',
  },
  light: {
    floor: '#f1ede4',
    tile: '#f7f4ec',
    joint: '#e2dccf',
    wall: '#9c9184',
    top: '#c3b8a6',
    rim: '#e6dccb',
    void: '#ddd6c8',
  },
};
const CROWD: Record<Theme, string> = { dark: '#aab3c4', light: '#6f747e' };

const mapNumber = numbering();

/** Floor and walls of a square of the map. A wall is a roof with a lit rim and a shadow on the floor to its south. */
export function townArt(theme: Theme, frame: MobFrame, row: number, column: number): Art {
  const rows = Math.min(CHUNK, frame.rows - row);
  const columns = Math.min(CHUNK, frame.columns - column);
  return book(
    `town ${theme} ${mapNumber(frame.map, () => `${frame.columns} ${frame.passable.join()}`)} ${row} ${column}`,
    () => ({
      width: columns + 2 * BLEED,
      height: rows + 2 * BLEED,
      paint(pen) {
        const { floor, tile, joint } = TOWN[theme];
        const isWall = (i: number, j: number) =>
          i < 0 || j < 0 || i >= frame.rows || j >= frame.columns || frame.passable[i * frame.columns + j] === 0;
        pen.translate(-columns / 2 - column, -rows / 2 - row);
        pen.fillStyle = floor;
        pen.fillRect(column - 1, row - 1, columns + 2, rows + 2);
        for (let i = row - 1; i <= row + rows; i++)
          for (let j = column - 1; j <= column + columns; j++) {
            pen.fillStyle = joint;
            pen.fillRect(j, i, 1, 1);
            pen.fillStyle = blend(tile, floor, noise(i, j, 2));
            pen.fillRect(j + 0.025, i + 0.025, 0.95, 0.95);
          }
        // A single path, so that overlapping shades do not add up.
        const shades = new Path2D();
        for (let i = row - 2; i <= row + rows; i++)
          for (let j = column - 2; j <= column + columns; j++) if (isWall(i, j)) shades.addPath(shadeAt(i, j));
        pen.fillStyle = theme === 'dark' ? '#00000066' : '#3a2f2040';
        pen.fill(shades);
        for (let i = row - 1; i <= row + rows; i++)
          for (let j = column - 1; j <= column + columns; j++) if (isWall(i, j)) paintRoof(pen, theme, i, j, isWall);
      },
    }),
  );
}

function shadeAt(i: number, j: number): Path2D {
  const [x, y] = [j, i];
  return new Path2D(`M${x} ${y}H${x + 1}L${x + 1.24} ${y + 0.3}V${y + 1.3}H${x + 0.24}L${x} ${y + 1}Z`);
}

function paintRoof(pen: Pen, theme: Theme, i: number, j: number, isWall: (i: number, j: number) => boolean): void {
  const { wall, top, rim } = TOWN[theme];
  pen.fillStyle = blend(top, wall, 0.14 + 0.1 * noise(i, j, 8));
  pen.fillRect(j - 0.005, i - 0.005, 1.01, 1.01);
  pen.fillStyle = '#ffffff12';
  for (let k = 0; k < 3; k++) pen.fillRect(j + noise(i, j, k) * 0.85, i + noise(i, j, k + 5) * 0.85, 0.13, 0.13);
  const edge = 0.12;
  if (!isWall(i - 1, j)) {
    pen.fillStyle = rim;
    pen.fillRect(j, i, 1, edge);
  }
  if (!isWall(i, j - 1)) {
    pen.fillStyle = rim;
    pen.fillRect(j, i, edge, 1);
  }
  if (!isWall(i + 1, j)) {
    pen.fillStyle = wall;
    pen.fillRect(j, i + 1 - edge * 1.5, 1, edge * 1.5);
  }
  if (!isWall(i, j + 1)) {
    pen.fillStyle = wall;
    pen.fillRect(j + 1 - edge, i, edge, 1);
  }
}

/** Draws the heads of waiting people around their number. */
export function crowdArt(theme: Theme, count: number, plate: boolean): Art {
  const heads = Math.min(9, count);
  return book(`crowd ${theme} ${heads} ${plate}`, () => ({
    width: 1.1,
    height: 1.1,
    paint(pen, px) {
      const color = CROWD[theme];
      const radius = heads === 1 && !plate ? 0 : 0.2 + 0.16 * Math.sqrt(heads / 9);
      const size = plate ? 0.13 : 0.2;
      for (let k = 0; k < Math.max(heads, 3); k++) {
        const angle = (k / Math.max(heads, 3)) * Math.PI * 2 - Math.PI / 2;
        const [x, y] = [Math.cos(angle) * radius, Math.sin(angle) * radius];
        if (k >= heads) continue;
        shadow(pen, px, '#00000070', 0.05, 0.02, 0.04);
        pen.fillStyle = radial(pen, x - 0.03, y - 0.04, 0.2, [
          [0, blend(color, '#ffffff', 0.5)],
          [1, blend(color, '#000000', 0.2)],
        ]);
        disc(pen, x, y, size);
        pen.fill();
        noShadow(pen);
      }
      if (!plate) return;
      pen.fillStyle = theme === 'dark' ? '#1d2230c8' : '#ffffffd8';
      disc(pen, 0, 0, 0.29);
      pen.fill();
    },
  }));
}

/**
 * Draws a player's crowd. Blue crowds are round and red crowds are square, so colour isn't needed to distinguish them.
 */
export function mobArt(seat: number, theme: Theme): Art {
  return book(`mob ${seat} ${theme}`, () => ({
    width: 1.2,
    height: 1.2,
    paint(pen, px) {
      const color = twoColor(seat, 'light');
      shadow(pen, px, '#00000090', 0.1, 0.02, 0.06);
      pen.fillStyle = vertical(pen, -0.46, 0.46, [
        [0, blend(color, '#ffffff', 0.34)],
        [0.5, color],
        [1, blend(color, '#000000', 0.32)],
      ]);
      if (seat === 0) disc(pen, 0, 0, 0.46);
      else roundBox(pen, -0.43, -0.43, 0.86, 0.86, 0.12);
      pen.fill();
      noShadow(pen);
      pen.lineWidth = 0.06;
      pen.strokeStyle = blend(color, '#ffffff', 0.7);
      if (seat === 0) disc(pen, 0, 0, 0.43);
      else roundBox(pen, -0.4, -0.4, 0.8, 0.8, 0.1);
      pen.stroke();
      // A ring of heads around the number.
      pen.fillStyle = '#ffffff30';
      for (let k = 0; k < 12; k++) {
        const [x, y] = [Math.cos((k / 12) * 6.283) * 0.34, Math.sin((k / 12) * 6.283) * 0.34];
        disc(pen, x, y, 0.045);
        pen.fill();
      }
    },
  }));
}

export function baseArt(seat: number, theme: Theme): Art {
  return book(`base ${seat} ${theme}`, () => ({
    width: 2.6,
    height: 2.6,
    paint(pen, px) {
      const color = twoColor(seat, theme);
      pen.fillStyle = radial(pen, 0, 0, 1.25, [
        [0, `${color}70`],
        [0.5, `${color}30`],
        [1, `${color}00`],
      ]);
      pen.fillRect(-1.3, -1.3, 2.6, 2.6);
      shadow(pen, px, '#00000080', 0.08, 0, 0.04);
      pen.strokeStyle = color;
      pen.lineWidth = 0.12;
      pen.setLineDash([0.2, 0.11]);
      roundBox(pen, -0.58, -0.58, 1.16, 1.16, 0.16);
      pen.stroke();
      pen.setLineDash([]);
      noShadow(pen);
      pen.strokeStyle = theme === 'dark' ? '#e8ecf4' : '#3a332b';
      pen.lineWidth = 0.07;
      pen.beginPath();
      pen.moveTo(0.5, 0.45);
      pen.lineTo(0.5, -1.02);
      pen.stroke();
      shadow(pen, px, '#00000080', 0.06, 0.02, 0.05);
      pen.fillStyle = twoColor(seat, 'light');
      polygon(pen, 0.53, -1.02, 1.16, -0.82, 0.53, -0.6);
      pen.fill();
      noShadow(pen);
    },
  }));
}
