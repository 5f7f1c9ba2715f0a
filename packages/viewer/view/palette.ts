import type { Theme } from './view.ts';

/**
 * Four colours that stay apart for people with any common colour blindness (they differ in lightness as well), on dark and on
 * light ground, and four shapes that say the same.
 */
const FOUR: Record<Theme, readonly string[]> = {
  dark: ['#4f86ff', '#f97a1a', '#3fe8a0', '#f6bdf2'],
  light: ['#1a3fd4', '#b57600', '#009a72', '#70104f'],
};
/** Blue against red, for games of two. */
const TWO: Record<Theme, readonly string[]> = {
  dark: ['#4d9bff', '#ff5d5d'],
  light: ['#1667d9', '#cf2f35'],
};

export const fourColor = (seat: number, theme: Theme): string => FOUR[theme][seat % 4];
export const twoColor = (seat: number, theme: Theme): string => TWO[theme][seat % 2];

/** SVG paths in a box of −1…1: a disc, a triangle, a square, a four-pointed star. */
const SHAPES = [
  'M0 -0.9A0.9 0.9 0 1 1 0 0.9A0.9 0.9 0 1 1 0 -0.9Z',
  'M0 -1L0.98 0.8L-0.98 0.8Z',
  'M-0.8 -0.8H0.8V0.8H-0.8Z',
  'M0 -1.1L0.32 -0.32L1.1 0L0.32 0.32L0 1.1L-0.32 0.32L-1.1 0L-0.32 -0.32Z',
] as const;
export const seatShape = (seat: number): string => SHAPES[seat % 4];

/** The project's sign: a mark of each seat, in a box of 24. */
export const LOGO: readonly { readonly path: string; readonly color: string }[] = [
  'M7 2.7a4.3 4.3 0 1 1 0 8.6a4.3 4.3 0 1 1 0 -8.6z',
  'M17 2.6l5 8.6H12z',
  'M3 13h8v8H3z',
  'M17 12.2l1.5 3.3 3.3 1.5-3.3 1.5L17 21.8l-1.5-3.3-3.3-1.5 3.3-1.5z',
].map((path, seat) => ({ path, color: FOUR.dark[seat] }));

/** Mixes two colours `#rrggbb`; share 0 gives the first. */
export function blend(a: string, b: string, share: number): string {
  const part = (at: number) => {
    const [x, y] = [Number.parseInt(a.slice(at, at + 2), 16), Number.parseInt(b.slice(at, at + 2), 16)];
    return Math.round(x + (y - x) * share)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(1)}${part(3)}${part(5)}`;
}

/** `#rrggbb` with an alpha of 0…1. */
export function faded(color: string, alpha: number): string {
  return `${color}${Math.round(alpha * 255)
    .toString(16)
    .padStart(2, '0')}`;
}
