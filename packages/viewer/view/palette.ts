import type { Theme } from './view.ts';

/**
 * Four colours for dark and light backgrounds. The colours stay distinct with any common colour blindness, because they
 * also differ in lightness. In addition, four shapes distinguish the players.
 */
const FOUR: Record<Theme, readonly string[]> = {
  dark: ['#4f86ff', '#f97a1a', '#3fe8a0', '#f6bdf2'],
  light: ['#1a3fd4', '#b57600', '#009a72', '#70104f'],
};
/** Blue and red, for games with two players. */
const TWO: Record<Theme, readonly string[]> = {
  dark: ['#4d9bff', '#ff5d5d'],
  light: ['#1667d9', '#cf2f35'],
};

/**
 * Colours for games with more than four seats. The first four are the four colours above. The first eight are as far
 * apart as the first four, and the shapes distinguish all sixteen.
 */
const SIXTEEN: Record<Theme, readonly string[]> = {
  dark: [
    ...FOUR.dark,
    ...['#5a874b', '#876987', '#96e169', '#e1ff00'],
    ...['#d278d2', '#a5a5a5', '#ff0f4b', '#c31ed2', '#e1ffff', '#d24b00', '#f0e14b', '#f09678'],
  ],
  light: [
    ...FOUR.light,
    ...['#004b00', '#4b0f87', '#875aa5', '#a587ff'],
    ...['#e1004b', '#c387b4', '#4b693c', '#694bb4', '#a53c78', '#e1784b', '#5a0f69', '#ff3c78'],
  ],
};

/**
 * Two teams with alternating seats: even seats have cold colours, odd seats warm colours. Within a team, lightness
 * distinguishes the seats, so all eight are as far apart as in games without teams.
 */
const TEAMS: Record<Theme, readonly string[]> = {
  dark: ['#4b69b4', '#ff8778', '#1effd2', '#d20f69', '#d2c3ff', '#f0c34b', '#963cff', '#876900'],
  light: ['#3c87ff', '#870f0f', '#3c1e69', '#ff4b2d', '#9678b4', '#4b0f2d', '#6900ff', '#d26969'],
};

export const twoTeamsColor = (seat: number, theme: Theme): string => TEAMS[theme][seat % 8];
export const sixteenColor = (seat: number, theme: Theme): string => SIXTEEN[theme][seat % 16];
export const fourColor = (seat: number, theme: Theme): string => FOUR[theme][seat % 4];
export const twoColor = (seat: number, theme: Theme): string => TWO[theme][seat % 2];

/**
 * SVG paths in a box of −1…1. The first four are a disc, a triangle, a square, and a four-pointed star. The next four
 * are a diamond, a pentagon, a plus, and a cross. Then come an inverted triangle, a hexagon, an upright bar, and a flat
 * bar. The last are an hourglass, an arrow, a house, and a crescent.
 */
const SHAPES = [
  'M0 -0.9A0.9 0.9 0 1 1 0 0.9A0.9 0.9 0 1 1 0 -0.9Z',
  'M0 -1L0.98 0.8L-0.98 0.8Z',
  'M-0.8 -0.8H0.8V0.8H-0.8Z',
  'M0 -1.1L0.32 -0.32L1.1 0L0.32 0.32L0 1.1L-0.32 0.32L-1.1 0L-0.32 -0.32Z',
  'M0 -1.1L0.75 0L0 1.1L-0.75 0Z',
  'M0 -1L0.95 -0.31L0.59 0.81L-0.59 0.81L-0.95 -0.31Z',
  'M-0.3 -1H0.3V-0.3H1V0.3H0.3V1H-0.3V0.3H-1V-0.3H-0.3Z',
  'M-0.95 -0.55L-0.55 -0.95L0 -0.4L0.55 -0.95L0.95 -0.55L0.4 0L0.95 0.55L0.55 0.95L0 0.4L-0.55 0.95L-0.95 0.55L-0.4 0Z',
  'M0 1L-0.98 -0.8L0.98 -0.8Z',
  'M-0.5 -0.87H0.5L1 0L0.5 0.87H-0.5L-1 0Z',
  'M-0.4 -1H0.4V1H-0.4Z',
  'M-1 -0.4H1V0.4H-1Z',
  'M-0.8 -0.9H0.8L0.1 0L0.8 0.9H-0.8L-0.1 0Z',
  'M0 -1L0.9 0H0.4V1H-0.4V0H-0.9Z',
  'M0 -1L0.9 -0.2H0.7V0.9H-0.7V-0.2H-0.9Z',
  'M0.5 -0.85A1 1 0 1 0 0.5 0.85A0.85 0.85 0 0 1 0.5 -0.85Z',
] as const;
export const seatShape = (seat: number): string => SHAPES[seat % SHAPES.length];

/** The project's logo: a mark of each seat, in a box of 24 × 24. */
export const LOGO: readonly { readonly path: string; readonly color: string }[] = [
  'M7 2.7a4.3 4.3 0 1 1 0 8.6a4.3 4.3 0 1 1 0 -8.6z',
  'M17 2.6l5 8.6H12z',
  'M3 13h8v8H3z',
  'M17 12.2l1.5 3.3 3.3 1.5-3.3 1.5L17 21.8l-1.5-3.3-3.3-1.5 3.3-1.5z',
].map((path, seat) => ({ path, color: FOUR.dark[seat] }));

/** Mixes two colours `#rrggbb`; a share of 0 returns the first. */
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
