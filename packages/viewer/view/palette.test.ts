import { expect, test } from 'vitest';
import { fourColor, seatShape, sixteenColor, twoColor, twoTeamsColor } from './palette.ts';

/**
 * The effect of each kind of colour blindness on a colour, as row-major matrices over linear red, green, and blue.
 * Source: Machado, Oliveira and Fernandes 2009, severity 1.
 */
const SIGHT = {
  usual: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const;
/** From linear RGB to XYZ relative to the white point D65. */
const XYZ = [0.433953, 0.376219, 0.189828, 0.212673, 0.715152, 0.072175, 0.017758, 0.109477, 0.872766];

type Triple = readonly [number, number, number];

const times = (m: readonly number[], [a, b, c]: Triple): Triple => [
  m[0] * a + m[1] * b + m[2] * c,
  m[3] * a + m[4] * b + m[5] * c,
  m[6] * a + m[7] * b + m[8] * c,
];
const map = ([a, b, c]: Triple, change: (value: number) => number): Triple => [change(a), change(b), change(c)];

function linear(color: string): Triple {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255) as unknown as Triple;
  return map(parts, (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
}

/** Converts to CIELAB. */
function lab(light: Triple): Triple {
  const [x, y, z] = map(times(XYZ, light), (c) => (c > 0.008856 ? Math.cbrt(c) : 7.787 * c + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** The distance between two colours. A distance of about 2 is just visible if the colours are side by side. */
function apart(a: string, b: string, sight: readonly number[]): number {
  const [one, two] = [a, b].map((color) => lab(map(times(sight, linear(color)), (c) => Math.min(1, Math.max(0, c)))));
  return Math.hypot(one[0] - two[0], one[1] - two[1], one[2] - two[2]);
}

const PALETTES = {
  four: [0, 1, 2, 3].map((seat) => [seat, fourColor] as const),
  eight: [0, 1, 2, 3, 4, 5, 6, 7].map((seat) => [seat, sixteenColor] as const),
  two: [0, 1].map((seat) => [seat, twoColor] as const),
  'two teams’': [0, 1, 2, 3, 4, 5, 6, 7].map((seat) => [seat, twoTeamsColor] as const),
};

for (const theme of ['dark', 'light'] as const)
  for (const [name, seats] of Object.entries(PALETTES))
    for (const [kind, sight] of Object.entries(SIGHT))
      test(`the colours of ${name} seats differ by 25 or more (${theme}, ${kind})`, () => {
        for (const [a, colorA] of seats)
          for (const [b, colorB] of seats)
            if (a < b)
              expect(apart(colorA(a, theme), colorB(b, theme), sight), `seats ${a} and ${b}`).toBeGreaterThanOrEqual(
                25,
              );
      });

/** The hue of a colour, 0 to 360 degrees; 0 is red, 90 yellow, 180 green, and 270 blue. */
function hue(color: string): number {
  const [, a, b] = lab(linear(color));
  return (Math.atan2(b, a) * 180) / Math.PI + (b < 0 ? 360 : 0);
}

test.each(['dark', 'light'] as const)('teammates have colours from the same family, cold or warm (%s)', (theme) => {
  for (let seat = 0; seat < 8; seat++) {
    const isCold = Math.abs(hue(twoTeamsColor(seat, theme)) - 240) < 80;
    expect(isCold, `seat ${seat}`).toBe(seat % 2 === 0);
  }
});

test('the colour distance is 100 from black to white, and 0 from a colour to itself', () => {
  expect(apart('#000000', '#ffffff', SIGHT.usual)).toBeCloseTo(100, 0);
  expect(apart('#4f86ff', '#4f86ff', SIGHT.deuteranopia)).toBe(0);
});

test('no two seats have the same shape', () => {
  const seats = Array.from({ length: 16 }, (_, seat) => seat);
  expect(new Set(seats.map(seatShape)).size).toBe(16);
});

for (const theme of ['dark', 'light'] as const)
  for (const [kind, sight] of Object.entries(SIGHT))
    test(`sixteen seats’ colours differ by 15 or more, and the first four are the four seats’ colours (${theme}, ${kind})`, () => {
      for (let a = 0; a < 16; a++)
        for (let b = 0; b < a; b++)
          expect(apart(sixteenColor(a, theme), sixteenColor(b, theme), sight)).toBeGreaterThanOrEqual(15);
      for (let seat = 0; seat < 4; seat++) expect(sixteenColor(seat, theme)).toBe(fourColor(seat, theme));
    });
