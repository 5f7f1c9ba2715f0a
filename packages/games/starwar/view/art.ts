import {
  type Art,
  artBook,
  disc,
  noise,
  noShadow,
  type Painter,
  type Pen,
  polygon,
  radial,
  shadow,
  vertical,
} from '@ludus/viewer/painting.ts';
import { blend, fourColor, seatShape, type Theme } from '@ludus/viewer/view.ts';
import { MISSILE_BONUS, POINT_BONUS } from '../../cylinder/rules/position-view.ts';

/**
 * Space: stars at three depths, nebulae, tumbling asteroids, and four types of starship. In the light theme, space is a
 * star chart.
 */
const book = artBook();
const TILE = 20;

function starsArt(theme: Theme, depth: number): Art {
  return book(`stars ${theme} ${depth}`, () => ({
    width: TILE,
    height: TILE,
    paint(pen) {
      const count = [150, 70, 26][depth];
      for (let i = 0; i < count; i++) {
        const [x, y] = [(noise(i, depth, 1) - 0.5) * TILE, (noise(i, depth, 2) - 0.5) * TILE];
        const bright = noise(i, depth, 3);
        const size = [0.022, 0.034, 0.05][depth] * (0.6 + 0.8 * bright);
        const hue = noise(i, depth, 4);
        const night = hue < 0.2 ? '#ffd9b0' : hue < 0.45 ? '#b9d4ff' : '#ffffff';
        pen.globalAlpha = theme === 'dark' ? 0.35 + 0.65 * bright : 0.3 + 0.3 * bright;
        pen.fillStyle = theme === 'dark' ? night : '#6d78b4';
        disc(pen, x, y, size);
        pen.fill();
        if (depth === 2 && bright > 0.72) {
          pen.globalAlpha *= 0.5;
          pen.fillRect(x - 0.16, y - 0.008, 0.32, 0.016);
          pen.fillRect(x - 0.008, y - 0.16, 0.016, 0.32);
        }
      }
      pen.globalAlpha = 1;
    },
  }));
}

function nebulaArt(theme: Theme, which: number): Art {
  return book(`nebula ${theme} ${which}`, () => ({
    width: 18,
    height: 12,
    paint(pen) {
      const colors =
        theme === 'dark' ? ['#5a2fb0', '#1b5fae', '#a02a6e', '#13807c'] : ['#c9b8f5', '#b6d3fb', '#f6c6dd', '#bfeae4'];
      for (let i = 0; i < 12; i++) {
        const [x, y] = [(noise(i, which, 11) - 0.5) * 10, (noise(i, which, 12) - 0.5) * 5];
        const size = 1.2 + 2.6 * noise(i, which, 13);
        const color = colors[(which + Math.floor(noise(i, which, 14) * 2)) % colors.length];
        pen.fillStyle = radial(pen, x, y, size, [
          [0, `${color}3c`],
          [0.5, `${color}18`],
          [1, `${color}00`],
        ]);
        disc(pen, x, y, size);
        pen.fill();
      }
    },
  }));
}

const modulo = (value: number, by: number) => ((value % by) + by) % by;

export function backdrop(painter: Painter, theme: Theme, scroll: number): void {
  const { left, right, top, bottom } = painter.view;
  const span = right - left + 40;
  for (let i = 0; i < 6; i++) {
    const x = left - 20 + modulo(i * 13.7 - scroll * 0.12, span);
    painter.put(nebulaArt(theme, i % 4), x, top + (((i * 7.3) % 20) / 20) * (bottom - top), 1.5);
  }
  for (const [depth, speed] of [0.12, 0.25, 0.5].entries()) {
    const art = starsArt(theme, depth);
    const first = left - modulo(left + scroll * speed + depth * 7, TILE);
    for (let x = first + TILE / 2; x < right + TILE; x += TILE)
      for (let y = Math.floor(top / TILE) * TILE + TILE / 2; y < bottom + TILE; y += TILE) painter.put(art, x, y);
  }
}

/** A dot in each corner of a cell, so that cells can be counted. */
export function ground(theme: Theme, _row: number, _column: number, rows: number, columns: number): Art {
  return book(`dots ${theme} ${rows} ${columns}`, () => ({
    width: columns,
    height: rows,
    paint(pen) {
      pen.fillStyle = theme === 'dark' ? '#9fb6ff2e' : '#39458a38';
      for (let i = 0; i < rows; i++)
        for (let j = 0; j < columns; j++) {
          disc(pen, j - columns / 2 + 0.02, i - rows / 2 + 0.02, 0.03);
          pen.fill();
        }
    },
  }));
}

export function asteroid(theme: Theme, row: number, column: number): Art {
  const variant = Math.floor(noise(row, column, 3) * 6);
  return book(`asteroid ${theme} ${variant}`, () => ({
    width: 1.2,
    height: 1.2,
    paint(pen, px) {
      const points: number[] = [];
      for (let i = 0; i < 13; i++) {
        const angle = (i / 13) * Math.PI * 2;
        const radius = 0.36 + 0.11 * noise(i, variant, 21);
        points.push(Math.cos(angle) * radius, Math.sin(angle) * radius);
      }
      shadow(pen, px, theme === 'dark' ? '#000000c0' : '#1d235060', 0.14, 0.03, 0.06);
      const [lit, mid, shade] =
        theme === 'dark' ? ['#c2b3a2', '#7b6d62', '#38302d'] : ['#e8ded2', '#a39384', '#6b5d54'];
      pen.fillStyle = radial(pen, -0.16, -0.2, 0.72, [
        [0, lit],
        [0.5, mid],
        [1, shade],
      ]);
      polygon(pen, ...points);
      pen.fill();
      noShadow(pen);
      pen.save();
      pen.clip();
      for (let i = 0; i < 5; i++) {
        const [x, y] = [(noise(i, variant, 31) - 0.5) * 0.6, (noise(i, variant, 32) - 0.5) * 0.6];
        const size = 0.05 + 0.09 * noise(i, variant, 33);
        pen.fillStyle = '#00000042';
        disc(pen, x, y, size);
        pen.fill();
        pen.fillStyle = '#ffffff26';
        disc(pen, x + size * 0.2, y + size * 0.25, size * 0.8);
        pen.fill();
      }
      pen.restore();
      pen.strokeStyle = theme === 'dark' ? '#e6d9c940' : '#4a3f3880';
      pen.lineWidth = 0.03;
      pen.lineJoin = 'round';
      polygon(pen, ...points);
      pen.stroke();
    },
  }));
}

/** A cut gem, worth points. */
function gem(pen: Pen, px: number): void {
  shadow(pen, px, '#ffc83c90', 0.2);
  const outline = [0, -0.38, 0.3, -0.12, 0.19, 0.3, -0.19, 0.3, -0.3, -0.12];
  pen.fillStyle = vertical(pen, -0.38, 0.32, [
    [0, '#fff3b8'],
    [0.5, '#ffc634'],
    [1, '#d97a06'],
  ]);
  polygon(pen, ...outline);
  pen.fill();
  noShadow(pen);
  pen.fillStyle = '#ffffffa0';
  polygon(pen, 0, -0.38, 0.12, -0.1, 0, -0.02, -0.12, -0.1);
  pen.fill();
  pen.fillStyle = '#8a420040';
  polygon(pen, 0.12, -0.1, 0.3, -0.12, 0.19, 0.3, 0, -0.02);
  pen.fill();
  pen.strokeStyle = '#fff8d8';
  pen.lineWidth = 0.04;
  pen.lineJoin = 'round';
  polygon(pen, ...outline);
  pen.stroke();
}

/** A capsule with missiles. */
function capsule(pen: Pen, px: number): void {
  shadow(pen, px, '#ff5f7a90', 0.18);
  pen.fillStyle = vertical(pen, -0.26, 0.26, [
    [0, '#ffffff'],
    [0.45, '#c9d2e6'],
    [1, '#6c7796'],
  ]);
  pen.beginPath();
  pen.roundRect(-0.38, -0.25, 0.76, 0.5, 0.25);
  pen.fill();
  noShadow(pen);
  pen.strokeStyle = '#2b3350';
  pen.lineWidth = 0.035;
  pen.stroke();
  for (const y of [-0.1, 0.1]) {
    pen.fillStyle = '#e5304f';
    pen.beginPath();
    pen.moveTo(-0.2, y - 0.06);
    pen.lineTo(0.1, y - 0.06);
    pen.quadraticCurveTo(0.2, y - 0.04, 0.25, y);
    pen.quadraticCurveTo(0.2, y + 0.04, 0.1, y + 0.06);
    pen.lineTo(-0.2, y + 0.06);
    pen.fill();
    pen.fillStyle = '#ffffffb0';
    pen.fillRect(-0.12, y - 0.06, 0.05, 0.12);
  }
}

export function prize(content: number): Art {
  const paint = content === POINT_BONUS ? gem : capsule;
  return book(`space prize ${content}`, () => ({ width: 1.2, height: 1.2, paint }));
}

/** The hulls of the four types: each list is the upper half, which is mirrored below. */
const HULLS: readonly (readonly [number, number][])[] = [
  // An arrow with swept wings.
  [
    [0.5, 0],
    [0.12, -0.1],
    [-0.2, -0.42],
    [-0.4, -0.42],
    [-0.28, -0.12],
    [-0.44, -0.07],
  ],
  // A delta.
  [
    [0.5, 0],
    [0.3, -0.08],
    [-0.42, -0.44],
    [-0.3, -0.14],
    [-0.42, 0],
  ],
  // A broad hauler with two prongs.
  [
    [0.26, 0],
    [0.28, -0.12],
    [0.48, -0.2],
    [0.44, -0.3],
    [-0.18, -0.38],
    [-0.42, -0.28],
    [-0.42, -0.1],
  ],
  // A needle with forward wings.
  [
    [0.52, 0],
    [0.26, -0.07],
    [0.2, -0.36],
    [0.04, -0.42],
    [0.04, -0.1],
    [-0.3, -0.12],
    [-0.44, -0.3],
    [-0.44, 0],
  ],
];

export function shipArt(seat: number, theme: Theme): Art {
  return book(`ship ${seat} ${theme}`, () => ({
    width: 1.3,
    height: 1.2,
    paint(pen, px) {
      const color = fourColor(seat, 'dark');
      const half = HULLS[seat % 4];
      const points = [...half, ...[...half].reverse().map(([x, y]) => [x, -y])].flat();
      pen.lineJoin = 'round';
      shadow(
        pen,
        px,
        theme === 'dark' ? `${color}c0` : '#1d235090',
        theme === 'dark' ? 0.16 : 0.12,
        0.02,
        theme === 'dark' ? 0 : 0.07,
      );
      pen.fillStyle = vertical(pen, -0.42, 0.42, [
        [0, blend(color, '#ffffff', 0.55)],
        [0.48, color],
        [0.52, blend(color, '#0a0d20', 0.18)],
        [1, blend(color, '#0a0d20', 0.6)],
      ]);
      polygon(pen, ...points);
      pen.fill();
      noShadow(pen);
      pen.strokeStyle = '#0b0e1e';
      pen.lineWidth = 0.04;
      pen.stroke();
      // A spine, engines, and a cockpit.
      pen.fillStyle = '#10142a';
      for (const y of [-0.08, 0.08]) pen.fillRect(-0.46, y - 0.045, 0.1, 0.09);
      pen.fillStyle = radial(pen, 0.2, -0.02, 0.16, [
        [0, '#e8fbff'],
        [0.5, '#4a6f9c'],
        [1, '#101a33'],
      ]);
      pen.beginPath();
      pen.ellipse(0.17, 0, 0.13, 0.055, 0, 0, 7);
      pen.fill();
      pen.save();
      pen.translate(-0.12, 0);
      pen.scale(0.135, 0.135);
      const mark = new Path2D(seatShape(seat));
      pen.lineWidth = 0.5;
      pen.strokeStyle = '#0b0e1e';
      pen.stroke(mark);
      pen.fillStyle = '#ffffff';
      pen.fill(mark);
      pen.restore();
    },
  }));
}

export function missileArt(seat: number, theme: Theme): Art {
  const color = fourColor(seat, theme);
  return book(`bolt ${seat} ${theme}`, () => ({
    width: 1,
    height: 0.4,
    paint(pen, px) {
      shadow(pen, px, color, 0.14);
      pen.fillStyle = color;
      pen.beginPath();
      pen.ellipse(0.05, 0, 0.32, 0.085, 0, 0, 7);
      pen.fill();
      noShadow(pen);
      pen.fillStyle = '#ffffff';
      pen.beginPath();
      pen.ellipse(0.12, 0, 0.2, 0.045, 0, 0, 7);
      pen.fill();
      if (theme === 'light') {
        pen.strokeStyle = '#1d2350';
        pen.lineWidth = 0.025;
        pen.beginPath();
        pen.ellipse(0.05, 0, 0.32, 0.085, 0, 0, 7);
        pen.stroke();
      }
    },
  }));
}

export const PRIZE_COLOR: Record<number, string> = { [POINT_BONUS]: '#ffd24d', [MISSILE_BONUS]: '#ff7a90' };
