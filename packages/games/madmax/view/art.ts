import {
  type Art,
  artBook,
  disc,
  noise,
  noShadow,
  type Pen,
  polygon,
  radial,
  roundBox,
  shadow,
  vertical,
} from '@ludus/viewer/painting.ts';
import { blend, fourColor, seatShape, type Theme } from '@ludus/viewer/view.ts';
import { GAS_BONUS, MISSILE_BONUS, POINT_BONUS } from '../../cylinder/rules/position-view.ts';

/** Draws cars, tyres, water, gas cans, and crates of missiles in the wasteland. */
const book = artBook();

export function tyre(theme: Theme, row: number, column: number): Art {
  const variant = Math.floor(noise(row, column, 3) * 3);
  return book(`tyre ${theme} ${variant}`, () => ({
    width: 1.2,
    height: 1.2,
    paint(pen, px) {
      const wheel = (x: number, y: number, r: number) => {
        shadow(pen, px, '#000000a0', 0.12, 0.05, 0.08);
        pen.fillStyle = '#17161a';
        disc(pen, x, y, r);
        pen.fill();
        noShadow(pen);
        pen.strokeStyle = '#3a383f';
        pen.lineWidth = r * 0.2;
        for (let i = 0; i < 18; i++) {
          const a = (i / 18) * Math.PI * 2 + variant;
          pen.beginPath();
          pen.moveTo(x + Math.cos(a) * r * 0.8, y + Math.sin(a) * r * 0.8);
          pen.lineTo(x + Math.cos(a + 0.12) * r * 0.97, y + Math.sin(a + 0.12) * r * 0.97);
          pen.lineWidth = r * 0.1;
          pen.stroke();
        }
        pen.fillStyle = radial(pen, x - r * 0.25, y - r * 0.3, r, [
          [0, '#5d5a63'],
          [0.55, '#2c2a30'],
          [1, '#1b1a1e'],
        ]);
        disc(pen, x, y, r * 0.78);
        pen.fill();
        pen.fillStyle = theme === 'dark' ? '#2a1d16' : '#8a6a42';
        disc(pen, x, y, r * 0.4);
        pen.fill();
        pen.fillStyle = '#00000066';
        disc(pen, x + r * 0.04, y + r * 0.07, r * 0.34);
        pen.fill();
        pen.strokeStyle = '#ffffff5c';
        pen.lineWidth = r * 0.07;
        pen.beginPath();
        pen.arc(x, y, r * 0.88, Math.PI * 1.05, Math.PI * 1.6);
        pen.stroke();
      };
      wheel(0, 0.02, 0.43);
      if (variant === 1) wheel(-0.07, -0.08, 0.38);
    },
  }));
}

export const PRIZE_COLOR: Record<number, string> = {
  [POINT_BONUS]: '#5cc8ff',
  [GAS_BONUS]: '#ff6a4d',
  [MISSILE_BONUS]: '#ffd24d',
};

function water(pen: Pen, px: number): void {
  shadow(pen, px, '#00000090', 0.14, 0.03, 0.07);
  const drop = new Path2D(
    'M0 -0.42C0.1 -0.24 0.3 -0.06 0.3 0.13A0.3 0.3 0 0 1 -0.3 0.13C-0.3 -0.06 -0.1 -0.24 0 -0.42Z',
  );
  pen.fillStyle = vertical(pen, -0.4, 0.42, [
    [0, '#d6f5ff'],
    [0.35, '#59c6ff'],
    [1, '#0a6ed1'],
  ]);
  pen.fill(drop);
  noShadow(pen);
  pen.strokeStyle = '#eafaff';
  pen.lineWidth = 0.045;
  pen.stroke(drop);
  pen.fillStyle = '#ffffffd8';
  pen.beginPath();
  pen.ellipse(-0.12, 0.08, 0.05, 0.12, 0.35, 0, 7);
  pen.fill();
}

function gas(pen: Pen, px: number): void {
  shadow(pen, px, '#000000a0', 0.14, 0.03, 0.07);
  pen.fillStyle = vertical(pen, -0.3, 0.4, [
    [0, '#ff7a5c'],
    [1, '#b31f16'],
  ]);
  pen.beginPath();
  pen.moveTo(-0.28, -0.2);
  pen.lineTo(0.06, -0.2);
  pen.lineTo(0.28, 0.0);
  pen.lineTo(0.28, 0.4);
  pen.lineTo(-0.28, 0.4);
  pen.closePath();
  pen.lineJoin = 'round';
  pen.fill();
  noShadow(pen);
  pen.strokeStyle = '#ffd9cc';
  pen.lineWidth = 0.045;
  pen.stroke();
  pen.strokeStyle = '#5e0f0a';
  pen.lineWidth = 0.06;
  pen.strokeRect(-0.2, -0.34, 0.2, 0.13);
  pen.fillStyle = '#ffd24d';
  pen.save();
  pen.translate(0.2, -0.16);
  pen.rotate(0.74);
  pen.fillRect(-0.05, -0.09, 0.12, 0.12);
  pen.restore();
  pen.strokeStyle = '#ffe3da';
  pen.lineWidth = 0.06;
  pen.lineCap = 'round';
  pen.beginPath();
  pen.moveTo(-0.16, -0.04);
  pen.lineTo(0.16, 0.28);
  pen.moveTo(0.16, -0.0);
  pen.lineTo(-0.16, 0.28);
  pen.stroke();
}

function crate(pen: Pen, px: number): void {
  shadow(pen, px, '#000000a0', 0.14, 0.03, 0.07);
  pen.fillStyle = vertical(pen, -0.36, 0.36, [
    [0, '#7d8a4b'],
    [1, '#48542a'],
  ]);
  roundBox(pen, -0.36, -0.34, 0.72, 0.68, 0.07);
  pen.fill();
  noShadow(pen);
  pen.strokeStyle = '#f4efc4';
  pen.lineWidth = 0.045;
  pen.stroke();
  pen.strokeStyle = '#2f371b';
  pen.lineWidth = 0.03;
  pen.strokeRect(-0.28, -0.26, 0.56, 0.52);
  for (const x of [-0.14, 0.14]) {
    pen.fillStyle = vertical(pen, -0.3, 0.25, [
      [0, '#fff3c9'],
      [1, '#d99a1c'],
    ]);
    pen.beginPath();
    pen.moveTo(x - 0.075, 0.22);
    pen.lineTo(x - 0.075, -0.08);
    pen.quadraticCurveTo(x - 0.06, -0.2, x, -0.27);
    pen.quadraticCurveTo(x + 0.06, -0.2, x + 0.075, -0.08);
    pen.lineTo(x + 0.075, 0.22);
    pen.closePath();
    pen.fill();
    pen.fillStyle = '#d8402c';
    pen.fillRect(x - 0.075, -0.05, 0.15, 0.05);
  }
}

export function prize(content: number, theme: Theme): Art {
  const paint = content === POINT_BONUS ? water : content === GAS_BONUS ? gas : crate;
  return book(`prize ${content} ${theme}`, () => ({ width: 1.1, height: 1.1, paint }));
}

/**
 * The seats' cars differ in outline: a coupé, a wedge, a lorry, and a buggy with wide-set wheels. Each entry has the
 * half widths at tail and front, the length of the nose, the position of the front wheels, and an attachment.
 */
const BODIES = [
  { half: 0.25, front: 0.22, nose: 0.16, wheels: 0.26, extra: 'stripes' },
  { half: 0.31, front: 0.28, nose: 0.68, wheels: 0.14, extra: 'spikes' },
  { half: 0.32, front: 0.32, nose: 0.02, wheels: 0.32, extra: 'rack' },
  { half: 0.15, front: 0.12, nose: 0.12, wheels: 0.31, extra: 'wing' },
] as const;

export function carArt(seat: number, theme: Theme): Art {
  return book(`car ${seat} ${theme}`, () => ({
    width: 1.3,
    height: 1.1,
    paint(pen, px) {
      paintCar(pen, px, seat, fourColor(seat, 'dark'));
    },
  }));
}

function paintCar(pen: Pen, px: number, seat: number, color: string): void {
  const { nose, half, front, wheels, extra } = BODIES[seat % 4];
  const rear = Math.max(half, extra === 'wing' ? wheels : 0);
  const ink = '#16110e';
  pen.lineJoin = 'round';
  // The shadow of the whole car, followed by the wheels that stick out.
  shadow(pen, px, '#000000b0', 0.16, 0.05, 0.1);
  pen.fillStyle = ink;
  roundBox(pen, -0.43, -half + 0.02, 0.86 - nose, half * 2 - 0.04, Math.min(0.1, half * 0.6));
  pen.fill();
  noShadow(pen);
  // Axles, if the wheels are separate from the body.
  if (rear > half) {
    pen.fillRect(-0.3, -rear, 0.06, rear * 2);
    pen.fillRect(0.24, -wheels, 0.06, wheels * 2);
  }
  for (const [x, y] of [
    [-0.27, -rear - 0.06],
    [-0.27, rear + 0.06],
    [0.27, -wheels - 0.05],
    [0.27, wheels + 0.05],
  ]) {
    const w = x < 0 ? 0.25 : 0.2;
    const h = x < 0 ? 0.16 : 0.13;
    pen.fillStyle = '#121013';
    roundBox(pen, x - w / 2, y - h / 2, w, h, 0.045);
    pen.fill();
    pen.fillStyle = '#55515a';
    for (let i = 0; i < 3; i++) pen.fillRect(x - w / 2 + 0.035 + (i * w) / 3.3, y - h / 2 + 0.02, 0.025, h - 0.04);
  }
  if (extra === 'spikes') {
    pen.fillStyle = '#d8d2c8';
    for (const y of [-0.12, 0, 0.12]) {
      polygon(pen, 0.42, y - 0.045, 0.6, y, 0.42, y + 0.045);
      pen.fill();
    }
  }
  // Body.
  const body = new Path2D();
  body.moveTo(-0.42, -half);
  body.lineTo(0.45 - nose, -front);
  const tip = nose > 0.5 ? [0.5, 0.08] : [0.47, Math.max(0.02, front - nose * 0.55)];
  body.quadraticCurveTo(tip[0] - (nose > 0.5 ? 0.12 : 0), -tip[1], tip[0], 0);
  body.quadraticCurveTo(tip[0] - (nose > 0.5 ? 0.12 : 0), tip[1], 0.45 - nose, front);
  body.lineTo(-0.42, half);
  body.quadraticCurveTo(-0.47, 0, -0.42, -half);
  pen.fillStyle = vertical(pen, -half, half, [
    [0, blend(color, '#ffffff', 0.55)],
    [0.35, color],
    [1, blend(color, '#000000', 0.3)],
  ]);
  pen.fill(body);
  pen.strokeStyle = ink;
  pen.lineWidth = 0.045;
  pen.stroke(body);
  if (extra === 'stripes') {
    pen.fillStyle = '#ffffffb8';
    pen.fillRect(0.14, -0.075, 0.31, 0.05);
    pen.fillRect(0.14, 0.025, 0.31, 0.05);
  }
  if (extra === 'rack') {
    pen.fillStyle = '#26211d';
    pen.fillRect(0.4, -half - 0.03, 0.1, half * 2 + 0.06);
    pen.fillStyle = '#b9b2a6';
    for (let i = -2; i <= 2; i++) pen.fillRect(0.42, i * 0.085 - 0.018, 0.05, 0.036);
  }
  if (extra === 'wing') {
    pen.fillStyle = ink;
    roundBox(pen, -0.52, -0.3, 0.11, 0.6, 0.03);
    pen.fill();
    pen.fillStyle = blend(color, '#ffffff', 0.35);
    pen.fillRect(-0.5, -0.28, 0.06, 0.56);
  }
  // Glass in front of and behind the roof.
  pen.fillStyle = vertical(pen, -0.16, 0.16, [
    [0, '#bfe8f5'],
    [0.5, '#2b3a44'],
    [1, '#141b20'],
  ]);
  polygon(pen, 0.08, -0.135, 0.2, -0.165, 0.2, 0.165, 0.08, 0.135);
  pen.fill();
  polygon(pen, -0.26, -0.12, -0.35, -0.15, -0.35, 0.15, -0.26, 0.12);
  pen.fill();
  pen.fillStyle = vertical(pen, -0.17, 0.17, [
    [0, blend(color, '#000000', 0.25)],
    [1, blend(color, '#000000', 0.5)],
  ]);
  roundBox(pen, -0.29, -0.19, 0.38, 0.38, 0.07);
  pen.fill();
  pen.strokeStyle = '#16110e90';
  pen.lineWidth = 0.025;
  pen.stroke();
  // The seat's mark on the roof, and the lights.
  pen.save();
  pen.translate(-0.1, 0);
  pen.scale(0.14, 0.14);
  const mark = new Path2D(seatShape(seat));
  pen.lineWidth = 0.5;
  pen.strokeStyle = ink;
  pen.stroke(mark);
  pen.fillStyle = '#ffffff';
  pen.fill(mark);
  pen.restore();
  pen.fillStyle = '#fff4b8';
  for (const y of nose > 0.5 ? [-0.05, 0.05] : [-front * 0.68, front * 0.68]) {
    disc(pen, 0.41 - Math.min(nose, 0.3) * 0.25, y, 0.035);
    pen.fill();
  }
  pen.fillStyle = '#ff4433';
  pen.fillRect(-0.455, -half + 0.03, 0.03, 0.07);
  pen.fillRect(-0.455, half - 0.1, 0.03, 0.07);
}

export function missileArt(seat: number, theme: Theme): Art {
  const color = fourColor(seat, theme);
  return book(`missile ${seat} ${theme}`, () => ({
    width: 0.9,
    height: 0.5,
    paint(pen, px) {
      shadow(pen, px, '#000000a0', 0.1, 0.02, 0.08);
      pen.fillStyle = vertical(pen, -0.09, 0.09, [
        [0, '#ffffff'],
        [0.5, '#cfcac2'],
        [1, '#77716a'],
      ]);
      pen.beginPath();
      pen.moveTo(-0.3, -0.085);
      pen.lineTo(0.14, -0.085);
      pen.quadraticCurveTo(0.3, -0.06, 0.37, 0);
      pen.quadraticCurveTo(0.3, 0.06, 0.14, 0.085);
      pen.lineTo(-0.3, 0.085);
      pen.closePath();
      pen.fill();
      noShadow(pen);
      pen.fillStyle = color;
      pen.fillRect(-0.06, -0.085, 0.14, 0.17);
      polygon(pen, -0.3, -0.085, -0.14, -0.085, -0.33, -0.2);
      pen.fill();
      polygon(pen, -0.3, 0.085, -0.14, 0.085, -0.33, 0.2);
      pen.fill();
      pen.strokeStyle = '#1a1512';
      pen.lineWidth = 0.028;
      pen.beginPath();
      pen.moveTo(-0.3, -0.085);
      pen.lineTo(0.14, -0.085);
      pen.quadraticCurveTo(0.3, -0.06, 0.37, 0);
      pen.quadraticCurveTo(0.3, 0.06, 0.14, 0.085);
      pen.lineTo(-0.3, 0.085);
      pen.closePath();
      pen.stroke();
    },
  }));
}
