import { expect, test } from 'vitest';
import type { AnyView, Timeline } from '../view/view.ts';
import { cameraFor } from './scene.ts';
import { createViewer, type Viewer } from './state.ts';

/** A viewer with a board of 40 × 19 cells and a sky, and with its pack at a column. */
function viewerOf(pack: number | undefined): Viewer {
  const view = {
    grounded: true,
    extent: () => ({ left: -0.4, top: -0.4, width: 40.8, height: 19.8 }),
    follow: () => pack,
  } as unknown as AnyView;
  const viewer = createViewer([view]);
  viewer.timeline.value = { view, last: 10 } as unknown as Timeline;
  return viewer;
}

/** The edges of the picture, in cells. */
function edges(viewer: Viewer, width: number, height: number, now?: number) {
  const { x, y, cell } = cameraFor(viewer, width, height, 1, now);
  const [w, h] = [width / cell / 2, height / cell / 2];
  return { left: x - w, right: x + w, top: y - h, bottom: y + h, cell };
}

test.each([
  [1160, 750],
  [1000, 560],
  [700, 1200],
  [390, 340],
  [1440, 600],
])('a picture of %i × %i pixels shows at most 12% sky, and the whole height of the board', (width, height) => {
  const { top, bottom } = edges(viewerOf(undefined), width, height, 0);
  expect(-top / (bottom - top)).toBeLessThanOrEqual(0.12 + 1e-9);
  expect(top).toBeLessThanOrEqual(-0.4 + 1e-9);
  expect(bottom).toBeGreaterThanOrEqual(19.4 - 1e-9);
});

test('a wide screen shows all columns', () => {
  const { left, right } = edges(viewerOf(3), 1160, 750, 0);
  expect([left, right]).toEqual([expect.closeTo(-0.4), expect.closeTo(40.4)]);
});

test('a phone shows the units twice as large as if the whole board were shown, and nothing beyond the board’s sides', () => {
  const whole = edges(viewerOf(undefined), 390, 420, 0);
  for (const [pack, middle] of [
    [20, 20],
    [2, undefined],
    [39, undefined],
  ] as const) {
    const near = edges(viewerOf(pack), 390, 420, 0);
    expect(near.cell / whole.cell).toBeCloseTo(2);
    expect(near.left).toBeGreaterThanOrEqual(-0.4 - 1e-9);
    expect(near.right).toBeLessThanOrEqual(40.4 + 1e-9);
    expect(near.left).toBeLessThan(pack);
    expect(near.right).toBeGreaterThan(pack);
    if (middle !== undefined) expect((near.left + near.right) / 2).toBeCloseTo(middle);
  }
});

test('a phone shows the whole height of the board if the picture is short', () => {
  const { top, bottom, cell } = edges(viewerOf(20), 390, 300, 0);
  expect(cell * 19.8).toBeCloseTo(300);
  expect([top, bottom]).toEqual([expect.closeTo(-0.4), expect.closeTo(19.4)]);
});

test('a picture that is saved to a file shows the whole board', () => {
  expect(edges(viewerOf(20), 390, 420).cell).toBeCloseTo(390 / 40.8);
});
