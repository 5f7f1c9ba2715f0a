import { type Art, artBook, disc, noise, radial } from '../paint/art.ts';
import type { Painter } from '../paint/painter.ts';
import type { Theme } from './view.ts';

/** Pictures and effects common to all games. */
const book = artBook();

/** A soft round light, two cells wide. */
export function lightArt(color: string): Art {
  return book(`light ${color}`, () => ({
    width: 2,
    height: 2,
    paint(pen) {
      pen.fillStyle = radial(pen, 0, 0, 1, [
        [0, color],
        [0.25, `${color}b0`],
        [0.6, `${color}38`],
        [1, `${color}00`],
      ]);
      pen.fillRect(-1, -1, 2, 2);
    },
  }));
}

/** The shape of a player on a disc in the player's colour, one cell wide. */
export function shapeArt(path: string, color: string, theme: Theme): Art {
  return book(`shape ${path} ${color} ${theme}`, () => ({
    width: 1.1,
    height: 1.1,
    paint(pen) {
      pen.fillStyle = theme === 'dark' ? '#0b1020' : '#ffffff';
      disc(pen, 0, 0, 0.46);
      pen.fill();
      pen.strokeStyle = color;
      pen.lineWidth = 0.09;
      pen.stroke();
      pen.fillStyle = color;
      pen.scale(0.27, 0.27);
      pen.fill(new Path2D(path));
    },
  }));
}

/** A thin ring, two cells wide. */
export function ringArt(color: string): Art {
  return book(`ring ${color}`, () => ({
    width: 2.2,
    height: 2.2,
    paint(pen) {
      pen.strokeStyle = color;
      pen.lineWidth = 0.09;
      disc(pen, 0, 0, 1);
      pen.stroke();
    },
  }));
}

/** Four corners around one cell. */
export function cornersArt(color: string): Art {
  return book(`corners ${color}`, () => ({
    width: 1.4,
    height: 1.4,
    paint(pen) {
      pen.lineCap = 'round';
      pen.lineJoin = 'round';
      for (const [style, width] of [
        ['#000000a0', 0.16],
        [color, 0.09],
      ] as const) {
        pen.strokeStyle = style;
        pen.lineWidth = width;
        for (const [x, y] of [
          [1, 1],
          [1, -1],
          [-1, -1],
          [-1, 1],
        ]) {
          pen.beginPath();
          pen.moveTo(x * 0.28, y * 0.56);
          pen.lineTo(x * 0.56, y * 0.56);
          pen.lineTo(x * 0.56, y * 0.28);
          pen.stroke();
        }
      }
    },
  }));
}

/** A puff of smoke or dust. */
export function puffArt(color: string): Art {
  return book(`puff ${color}`, () => ({
    width: 1.4,
    height: 1.4,
    paint(pen) {
      for (let i = 0; i < 9; i++) {
        const [x, y] = [(noise(i, 1) - 0.5) * 0.5, (noise(i, 2) - 0.5) * 0.5];
        const size = 0.18 + 0.24 * noise(i, 3);
        pen.fillStyle = radial(pen, x, y, size, [
          [0, `${color}78`],
          [1, `${color}00`],
        ]);
        disc(pen, x, y, size);
        pen.fill();
      }
    },
  }));
}

/** A splinter. */
function shardArt(color: string): Art {
  return book(`shard ${color}`, () => ({
    width: 0.24,
    height: 0.14,
    paint(pen) {
      pen.fillStyle = color;
      pen.beginPath();
      pen.moveTo(-0.11, -0.05);
      pen.lineTo(0.11, 0);
      pen.lineTo(-0.08, 0.06);
      pen.fill();
    },
  }));
}

const easeOut = (t: number) => 1 - (1 - t) ** 3;

/**
 * An explosion at progress 0…1: flash, fireball, splinters in the player's colour, and smoke that stays for some time.
 * `size` in cells.
 */
export function drawBlast(
  painter: Painter,
  x: number,
  y: number,
  size: number,
  progress: number,
  color: string,
  salt: number,
): void {
  if (progress <= 0 || progress >= 1) return;
  const out = easeOut(progress);
  const fade = (1 - progress) ** 1.5;
  painter.put(puffArt('#2a2522'), x, y - 0.1 * out, size * (0.7 + 1.1 * out), salt + progress * 0.6, 0.85 * fade);
  painter.glow(lightArt('#ff7a18'), x, y, size * (0.5 + 0.75 * out), 0, fade);
  painter.glow(lightArt('#ffd36b'), x, y, size * (0.42 + 0.3 * out), 0, fade * 0.95);
  if (progress < 0.35) painter.glow(lightArt('#ffffff'), x, y, size * 0.55 * (1 - progress / 0.35), 0, 1);
  painter.put(ringArt('#ffe2b0'), x, y, size * (0.25 + 0.85 * out), 0, fade * 0.55);
  for (let i = 0; i < 9; i++) {
    const angle = (i / 9) * Math.PI * 2 + noise(i, salt) * 0.6;
    const far = size * (0.25 + (0.55 + 0.5 * noise(i, salt, 7)) * out);
    const paint = i % 3 === 0 ? '#ffe9b8' : color;
    const spin = angle + progress * 5 * (noise(i, salt, 9) - 0.5);
    painter.put(
      shardArt(paint),
      x + Math.cos(angle) * far,
      y + Math.sin(angle) * far,
      size * (1.15 - progress * 0.6),
      spin,
      fade,
    );
  }
}

/** A collected prize: it grows, rises, and disappears, with a ring. */
export function drawPickup(painter: Painter, art: Art, x: number, y: number, progress: number, color: string): void {
  if (progress <= 0 || progress >= 1) return;
  const out = easeOut(progress);
  painter.put(ringArt(color), x, y, 0.3 + 0.65 * out, 0, 1 - progress);
  painter.glow(lightArt(color), x, y, 0.5 + 0.4 * out, 0, 0.5 * (1 - progress));
  painter.put(art, x, y - 0.55 * out, 1 + 0.35 * out, 0, 1 - progress ** 2);
}

export const smooth = (t: number) => t * t * (3 - 2 * t);
export const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
export const mix = (a: number, b: number, t: number) => a + (b - a) * t;
