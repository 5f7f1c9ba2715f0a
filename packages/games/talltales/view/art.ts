import {
  type Art,
  artBook,
  disc,
  noise,
  noShadow,
  radial,
  roundBox,
  shadow,
  vertical,
} from '@ludus/viewer/painting.ts';
import { blend, seatShape, sixteenColor, type Theme } from '@ludus/viewer/view.ts';
import { HALF } from './layout.ts';

const book = artBook();

interface Looks {
  readonly room: string;
  readonly felt: readonly [string, string];
  readonly wood: readonly [string, string];
  readonly text: string;
  readonly quiet: string;
  readonly mat: string;
  readonly bubble: string;
  readonly ink: string;
  readonly gold: string;
  readonly alarm: string;
}

export const LOOKS: Readonly<Record<Theme, Looks>> = {
  dark: {
    room: '#0d1312',
    felt: ['#1d4a41', '#0f2b27'],
    wood: ['#6d4526', '#3c2413'],
    text: '#f5efdf',
    quiet: '#a9c2b6',
    mat: '#0b211e',
    bubble: '#f7f1e1',
    ink: '#221b12',
    gold: '#ffd24a',
    alarm: '#ff7a66',
  },
  light: {
    room: '#efe8d8',
    felt: ['#d5e6cf', '#b4d0b3'],
    wood: ['#b98551', '#8a5a30'],
    text: '#1d2a22',
    quiet: '#3f5a49',
    mat: '#93b795',
    bubble: '#fffdf6',
    ink: '#221b12',
    gold: '#a86400',
    alarm: '#b3261e',
  },
};

/** The table from above: a wooden frame around felt. */
export function tableArt(theme: Theme): Art {
  return book(`talltales table ${theme}`, () => ({
    width: 2 * HALF.width,
    height: 2 * HALF.height,
    paint(pen, px) {
      const { wood, felt } = LOOKS[theme];
      const [w, h] = [HALF.width - 0.25, HALF.height - 0.25];
      shadow(pen, px, '#00000080', 0.25, 0, 0.1);
      pen.fillStyle = vertical(pen, -h, h, [
        [0, wood[0]],
        [1, wood[1]],
      ]);
      roundBox(pen, -w, -h, 2 * w, 2 * h, 2.2);
      pen.fill();
      noShadow(pen);
      pen.fillStyle = radial(pen, 0, 0, w, [
        [0, felt[0]],
        [1, felt[1]],
      ]);
      roundBox(pen, -w + 0.32, -h + 0.32, 2 * w - 0.64, 2 * h - 0.64, 1.9);
      pen.fill();
      pen.strokeStyle = '#00000040';
      pen.lineWidth = 0.08;
      pen.stroke();
      // The nap of the felt.
      pen.fillStyle = theme === 'dark' ? '#ffffff0a' : '#0000000a';
      for (let n = 0; n < 500; n++)
        pen.fillRect((noise(n, 1) - 0.5) * 2 * (w - 0.7), (noise(n, 2) - 0.5) * 2 * (h - 0.7), 0.12, 0.03);
    },
  }));
}

/** A round mat, two cells wide, with a ring in the seat's colour. */
export function matArt(seat: number, theme: Theme): Art {
  return book(`talltales mat ${seat} ${theme}`, () => ({
    width: 2.3,
    height: 2.3,
    paint(pen) {
      pen.fillStyle = LOOKS[theme].mat;
      disc(pen, 0, 0, 1);
      pen.fill();
      pen.strokeStyle = sixteenColor(seat, theme);
      pen.lineWidth = 0.06;
      pen.stroke();
    },
  }));
}

const PIPS: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

/** A die, one cell wide. A wild die is golden. */
export function dieArt(face: number, isWild: boolean): Art {
  return book(`talltales die ${face} ${isWild}`, () => ({
    width: 1.3,
    height: 1.3,
    paint(pen, px) {
      shadow(pen, px, '#00000090', 0.1, 0, 0.05);
      pen.fillStyle = vertical(pen, -0.45, 0.45, [
        [0, isWild ? '#ffe58a' : '#fffdf5'],
        [1, isWild ? '#e0a420' : '#d9d2be'],
      ]);
      roundBox(pen, -0.44, -0.44, 0.88, 0.88, 0.18);
      pen.fill();
      noShadow(pen);
      pen.strokeStyle = isWild ? '#7a5200' : '#8b8371';
      pen.lineWidth = 0.03;
      pen.stroke();
      pen.fillStyle = '#1c1812';
      for (const [x, y] of PIPS[face]) {
        disc(pen, x * 0.24, y * 0.24, face === 1 ? 0.13 : 0.093);
        pen.fill();
      }
    },
  }));
}

/** A leather cup from above, two cells wide, with the seat's band and mark. */
export function cupArt(seat: number, theme: Theme): Art {
  return book(`talltales cup ${seat} ${theme}`, () => ({
    width: 2.4,
    height: 2.4,
    paint(pen, px) {
      const color = sixteenColor(seat, theme);
      shadow(pen, px, '#000000a0', 0.18, 0, 0.08);
      pen.fillStyle = radial(pen, -0.25, -0.3, 1.3, [
        [0, '#8a5b34'],
        [0.7, '#5b381d'],
        [1, '#3a2210'],
      ]);
      disc(pen, 0, 0, 0.96);
      pen.fill();
      noShadow(pen);
      pen.strokeStyle = color;
      pen.lineWidth = 0.12;
      disc(pen, 0, 0, 0.82);
      pen.stroke();
      pen.strokeStyle = '#ffffff30';
      pen.lineWidth = 0.03;
      disc(pen, 0, 0, 0.92);
      pen.stroke();
      pen.fillStyle = radial(pen, -0.15, -0.2, 0.8, [
        [0, '#a06c40'],
        [1, '#6a4323'],
      ]);
      disc(pen, 0, 0, 0.64);
      pen.fill();
    },
  }));
}

/** The rim of a transparent cup. */
export function glassArt(seat: number, theme: Theme): Art {
  return book(`talltales glass ${seat} ${theme}`, () => ({
    width: 2.2,
    height: 2.2,
    paint(pen) {
      const color = sixteenColor(seat, theme);
      pen.fillStyle = `${color}24`;
      disc(pen, 0, 0, 0.95);
      pen.fill();
      pen.strokeStyle = color;
      pen.lineWidth = 0.09;
      pen.stroke();
      pen.strokeStyle = '#ffffff70';
      pen.lineWidth = 0.05;
      pen.beginPath();
      pen.arc(0, 0, 0.8, 3.5, 4.4);
      pen.stroke();
    },
  }));
}

/** The seat's mark, two cells wide. */
export function markArt(seat: number, theme: Theme): Art {
  return book(`talltales mark ${seat} ${theme}`, () => ({
    width: 2.6,
    height: 2.6,
    paint(pen) {
      const shape = new Path2D(seatShape(seat));
      pen.fillStyle = sixteenColor(seat, theme);
      pen.fill(shape);
      pen.strokeStyle = theme === 'dark' ? '#00000090' : '#ffffffc0';
      pen.lineWidth = 0.14;
      pen.stroke(shape);
    },
  }));
}

const BUBBLE = { width: 1.5, height: 0.56 } as const;

/** A speech bubble with an edge in the seat's colour; its tail points down (1) or up (−1). */
export function bubbleArt(seat: number, theme: Theme, side: number): Art {
  return book(`talltales bubble ${seat} ${theme} ${side}`, () => ({
    width: 3.6,
    height: 2.2,
    paint(pen, px) {
      const { width, height } = BUBBLE;
      shadow(pen, px, '#00000070', 0.12, 0, 0.06);
      pen.fillStyle = LOOKS[theme].bubble;
      pen.beginPath();
      pen.roundRect(-width, -height, 2 * width, 2 * height, 0.4);
      pen.moveTo(-0.25, side * (height - 0.02));
      pen.lineTo(0, side * (height + 0.36));
      pen.lineTo(0.25, side * (height - 0.02));
      pen.fill();
      noShadow(pen);
      pen.strokeStyle = blend(sixteenColor(seat, theme), '#000000', theme === 'dark' ? 0.15 : 0);
      pen.lineWidth = 0.08;
      roundBox(pen, -width, -height, 2 * width, 2 * height, 0.4);
      pen.stroke();
    },
  }));
}

/** The translucent background of the message in the middle of the board. */
export function plateArt(theme: Theme, width: number): Art {
  return book(`talltales plate ${theme} ${width}`, () => ({
    width: width + 0.4,
    height: 1.4,
    paint(pen) {
      pen.fillStyle = theme === 'dark' ? '#00000070' : '#ffffffb0';
      roundBox(pen, -width / 2, -0.5, width, 1, 0.5);
      pen.fill();
    },
  }));
}
