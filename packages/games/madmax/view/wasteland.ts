import { type Art, artBook, disc, noise, type Painter, type Pen, radial, vertical } from '@ludus/viewer/painting.ts';
import type { Theme } from '@ludus/viewer/view.ts';

/** Draws the land of Mad Max: scrolling dry ground, table mountains on the horizon, and dust in the wind. */
const book = artBook();
/** Overlap of ground squares, so that no seams are visible. */
const BLEED = 0.06;
const modulo = (value: number, by: number) => ((value % by) + by) % by;

interface Land {
  readonly base: string;
  readonly blotches: readonly string[];
  readonly grid: string;
  readonly crack: string;
  readonly stone: string;
  readonly track: string;
  readonly grass: string;
  readonly sky: readonly [number, string][];
  readonly sun: string;
  readonly mesas: readonly [string, string];
  readonly front: string;
}

export const SKY_TOP: Readonly<Record<Theme, string>> = { dark: '#17131f', light: '#bfe0ee' };
const LANDS: Record<Theme, Land> = {
  dark: {
    base: '#5a4030',
    blotches: ['#6b4c37', '#4a3327', '#725139', '#523828'],
    grid: '#00000026',
    crack: '#33221a',
    stone: '#8a6a52',
    track: '#3f2b20',
    grass: '#9a8a48',
    sky: [
      [0, '#17131f'],
      [0.45, '#41233a'],
      [0.78, '#a3452f'],
      [1, '#f08a3c'],
    ],
    sun: '#ffd27a',
    mesas: ['#5a2c33', '#3a2026'],
    front: '#1d1411',
  },
  light: {
    base: '#e6c694',
    blotches: ['#edd2a6', '#dab681', '#f1dab2', '#dfbd8b'],
    grid: '#7a51201f',
    crack: '#b98f5c',
    stone: '#b58f62',
    track: '#c9a56e',
    grass: '#98873a',
    sky: [
      [0, '#bfe0ee'],
      [0.6, '#e6efe4'],
      [1, '#fbe6bb'],
    ],
    sun: '#fff6cf',
    mesas: ['#dba877', '#c58a5a'],
    front: '#c9a06a',
  },
};

function groundCell(pen: Pen, land: Land, row: number, column: number): void {
  const at = (salt: number) => noise(row, column, salt);
  pen.fillStyle = land.grid;
  if ((row + column) % 2 === 0) {
    pen.globalAlpha = 0.5;
    pen.fillRect(column, row, 1, 1);
  }
  // Old tyre tracks along some rows.
  if (noise(row, 0, 77) < 0.24) {
    pen.globalAlpha = 0.45;
    pen.fillStyle = land.track;
    for (let i = 0; i < 6; i++) {
      pen.fillRect(column + i / 6, row + 0.27, 0.1, 0.08);
      pen.fillRect(column + i / 6 + 0.05, row + 0.65, 0.1, 0.08);
    }
  }
  pen.globalAlpha = 0.6;
  for (let i = 0; i < 3; i++) {
    if (at(10 + i) > 0.42) continue;
    const size = 0.02 + 0.05 * at(40 + i) ** 3;
    const [x, y] = [column + 0.1 + 0.8 * at(20 + i), row + 0.1 + 0.8 * at(30 + i)];
    pen.fillStyle = land.crack;
    disc(pen, x + size * 0.4, y + size * 0.5, size);
    pen.fill();
    pen.fillStyle = land.stone;
    disc(pen, x, y, size);
    pen.fill();
  }
  if (at(50) < 0.09) {
    pen.strokeStyle = land.crack;
    pen.lineWidth = 0.03;
    pen.beginPath();
    let [x, y] = [column + 0.15, row + 0.2 + 0.6 * at(51)];
    pen.moveTo(x, y);
    for (let i = 0; i < 4; i++) {
      x += 0.17;
      y += (at(60 + i) - 0.5) * 0.26;
      pen.lineTo(x, y);
    }
    pen.stroke();
  }
  if (at(70) < 0.04) {
    pen.globalAlpha = 0.85;
    pen.strokeStyle = land.grass;
    pen.lineWidth = 0.035;
    for (let i = -2.5; i <= 2.5; i++) {
      pen.beginPath();
      pen.moveTo(column + 0.5, row + 0.6);
      pen.quadraticCurveTo(
        column + 0.5 + i * 0.04,
        row + 0.45,
        column + 0.5 + i * 0.1,
        row + 0.36 + 0.02 * Math.abs(i),
      );
      pen.stroke();
    }
  }
  pen.globalAlpha = 1;
}

/** Large soft spots, which look the same no matter which square of ground paints its part of them. */
function blotches(pen: Pen, land: Land, row: number, column: number, rows: number, columns: number): void {
  for (let i = Math.floor(row / 3) - 2; i <= Math.ceil((row + rows) / 3) + 1; i++)
    for (let j = Math.floor(column / 3) - 2; j <= Math.ceil((column + columns) / 3) + 1; j++) {
      const [x, y] = [j * 3 + 3 * noise(i, j, 1), i * 3 + 3 * noise(i, j, 2)];
      const size = 1.6 + 2 * noise(i, j, 3);
      // Only spots that reach into the square are drawn, so the other spots cost nothing.
      if (x + size < column - 1 || x - size > column + columns + 1) continue;
      if (y + size < row - 1 || y - size > row + rows + 1) continue;
      const color = land.blotches[Math.floor(noise(i, j, 4) * land.blotches.length)];
      pen.fillStyle = radial(pen, x, y, size, [
        [0, `${color}b0`],
        [1, `${color}00`],
      ]);
      pen.fillRect(x - size, y - size, size * 2, size * 2);
    }
}

export function ground(theme: Theme, row: number, column: number, rows: number, columns: number): Art {
  return book(`sand ${theme} ${row} ${column} ${rows} ${columns}`, () => ({
    width: columns + 2 * BLEED,
    height: rows + 2 * BLEED,
    paint(pen) {
      const land = LANDS[theme];
      pen.translate(-columns / 2 - column, -rows / 2 - row);
      pen.fillStyle = land.base;
      pen.fillRect(column - 1, row - 1, columns + 2, rows + 2);
      blotches(pen, land, row, column, rows, columns);
      for (let i = row - 1; i <= row + rows; i++)
        for (let j = column - 1; j <= column + columns; j++) groundCell(pen, land, i, j);
    },
  }));
}

const SKY_HEIGHT = 9;
function skyArt(theme: Theme): Art {
  return book(`sky ${theme}`, () => ({
    width: 1,
    height: SKY_HEIGHT,
    flat: true,
    paint(pen) {
      pen.fillStyle = vertical(pen, -SKY_HEIGHT / 2, SKY_HEIGHT / 2, [...LANDS[theme].sky]);
      pen.fillRect(-2, -SKY_HEIGHT, 4, SKY_HEIGHT * 2);
    },
  }));
}

const MESA_WIDTH = 26;
const MESA_HEIGHT = 3;
/** A seamless row of table mountains; `depth` 0 is the row further away. */
function mesaArt(theme: Theme, depth: 0 | 1): Art {
  return book(`mesas ${theme} ${depth}`, () => ({
    width: MESA_WIDTH + 2 * BLEED,
    height: MESA_HEIGHT,
    paint(pen) {
      const bottom = MESA_HEIGHT / 2;
      const color = LANDS[theme].mesas[depth];
      pen.fillStyle = vertical(pen, -bottom, bottom, [
        [0, color],
        [1, LANDS[theme].mesas[1 - depth]],
      ]);
      for (let i = 0; i < 7; i++) {
        const x = -MESA_WIDTH / 2 + 3 + (i * (MESA_WIDTH - 6)) / 6;
        const half = 0.7 + 1.5 * noise(i, depth, 5);
        const top = bottom - (depth === 0 ? 0.9 : 0.4) - 1.2 * noise(i, depth, 6);
        pen.beginPath();
        pen.moveTo(x - half - 0.6, bottom + 0.1);
        pen.lineTo(x - half - 0.15, top + 0.35);
        pen.lineTo(x - half, top);
        pen.lineTo(x - half * 0.2, top + 0.06);
        pen.lineTo(x, top - 0.12 * noise(i, depth, 8));
        pen.lineTo(x + half, top + 0.02);
        pen.lineTo(x + half + 0.2, top + 0.5);
        pen.lineTo(x + half + 0.7, bottom + 0.1);
        pen.fill();
      }
      pen.fillRect(-MESA_WIDTH, bottom - 0.14, MESA_WIDTH * 2, 0.3);
    },
  }));
}

function sunArt(theme: Theme): Art {
  return book(`sun ${theme}`, () => ({
    width: 9,
    height: 9,
    paint(pen) {
      const { sun } = LANDS[theme];
      pen.fillStyle = radial(pen, 0, 0, 4.5, [
        [0, `${sun}ff`],
        [0.26, `${sun}ff`],
        [0.28, `${sun}66`],
        [1, `${sun}00`],
      ]);
      pen.fillRect(-4.5, -4.5, 9, 9);
    },
  }));
}

const FRONT_WIDTH = 24;
const FRONT_HEIGHT = 6;
/** The seamless land in front of the board: it gets darker, and has large stones and grass. */
function frontArt(theme: Theme): Art {
  return book(`front ${theme}`, () => ({
    width: FRONT_WIDTH + 2 * BLEED,
    height: FRONT_HEIGHT,
    paint(pen) {
      const land = LANDS[theme];
      const [half, top] = [FRONT_WIDTH / 2, -FRONT_HEIGHT / 2];
      pen.fillStyle = vertical(pen, top, -top, [
        [0, land.crack],
        [0.12, land.track],
        [1, land.front],
      ]);
      pen.fillRect(-FRONT_WIDTH, top, 2 * FRONT_WIDTH, FRONT_HEIGHT);
      for (let n = 0; n < 26; n++) {
        const x = (noise(n, 1, 91) - 0.5) * (FRONT_WIDTH - 2);
        const y = top + 0.5 + (FRONT_HEIGHT - 1) * noise(n, 2, 91);
        // Nearer objects are larger.
        const size = (0.06 + 0.2 * noise(n, 3, 91) ** 2) * (1 + (y - top) / FRONT_HEIGHT);
        pen.globalAlpha = 0.75 * (1 - (0.7 * (y - top)) / FRONT_HEIGHT);
        if (n % 4 === 0) {
          pen.strokeStyle = land.grass;
          pen.lineWidth = 0.05;
          for (let blade = -2; blade <= 2; blade++) {
            pen.beginPath();
            pen.moveTo(x, y);
            pen.quadraticCurveTo(x + blade * 0.06, y - 0.3, x + blade * 0.17, y - 0.5);
            pen.stroke();
          }
          continue;
        }
        pen.fillStyle = land.front;
        pen.beginPath();
        pen.ellipse(x + size * 0.3, y + size * 0.4, size * 1.5, size * 0.8, 0, 0, 7);
        pen.fill();
        pen.fillStyle = land.stone;
        pen.beginPath();
        pen.ellipse(x, y, size * 1.3, size, 0, 0, 7);
        pen.fill();
      }
      pen.globalAlpha = 1;
      // The bank of the road.
      pen.fillStyle = vertical(pen, top, top + 0.3, [
        [0, land.stone],
        [1, land.crack],
      ]);
      pen.fillRect(-half - 1, top, FRONT_WIDTH + 2, 0.16);
    },
  }));
}

/** The sky above the board and the land in front of it, if the screen has space for them. */
export function horizon(painter: Painter, theme: Theme, scroll: number, _clock: number, rows: number): void {
  const { left, right, top, bottom } = painter.view;
  if (bottom > rows) {
    painter.rect(left, rows, right - left, bottom - rows, LANDS[theme].front);
    const first = left - modulo(left + scroll, FRONT_WIDTH);
    for (let x = first + FRONT_WIDTH / 2; x < right + FRONT_WIDTH; x += FRONT_WIDTH)
      painter.put(frontArt(theme), x, rows + FRONT_HEIGHT / 2);
  }
  if (top >= 0) return;
  painter.stretch(skyArt(theme), (left + right) / 2, -SKY_HEIGHT / 2 + 0.05, right - left + 4, 1);
  painter.put(sunArt(theme), left + (right - left) * 0.76, -1.5);
  for (const [depth, speed] of [
    [0, 0.06],
    [1, 0.14],
  ] as const) {
    const first = left - modulo(left + scroll * speed + depth * 11, MESA_WIDTH);
    for (let x = first + MESA_WIDTH / 2; x < right + MESA_WIDTH; x += MESA_WIDTH)
      painter.put(mesaArt(theme, depth), x, -MESA_HEIGHT / 2 + 0.1);
  }
}

/** Large soft shadows that drift over the ground slightly faster than the ground itself. */
function dustArt(theme: Theme): Art {
  return book(`dust ${theme}`, () => ({
    width: 14,
    height: 5,
    paint(pen) {
      const color = theme === 'dark' ? '#ffb877' : '#fff8e6';
      for (let i = 0; i < 14; i++) {
        const [x, y, size] = [(noise(i, 5) - 0.5) * 9, (noise(i, 6) - 0.5) * 2, 0.9 + 1.5 * noise(i, 7)];
        pen.fillStyle = radial(pen, x, y, size, [
          [0, `${color}0b`],
          [1, `${color}00`],
        ]);
        disc(pen, x, y, size);
        pen.fill();
      }
    },
  }));
}

export function weather(painter: Painter, theme: Theme, scroll: number, clock: number, rows: number): void {
  const art = dustArt(theme);
  const { left, right } = painter.view;
  const span = right - left + 24;
  for (let i = 0; i < 7; i++) {
    const x = left - 12 + modulo(i * 17.3 - scroll * 0.45 - clock * (0.5 + 0.1 * i), span);
    painter.put(art, x, 2 + ((i * 5.7) % (rows - 4)), 1 + 0.3 * (i % 3));
  }
}
