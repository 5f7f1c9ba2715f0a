import { expect, test } from 'vitest';
import { createPainter } from '../paint/painter.ts';
import type { AnyView, Mark, Scene, Timeline } from '../view/view.ts';
import { newAnalysis } from './analysis.ts';
import { drawCauses } from './causes.ts';
import { isDirected, momentsOf, slowness } from './director.ts';
import { play, tick } from './playback.ts';
import { createListener, type Sound, soundsBetween } from './sound.ts';
import { createViewer, type Viewer } from './state.ts';

const DELAY_MS = 100;

/** A viewer of a match of 100 rounds with losses in these rounds. */
function viewerWith(rounds: readonly number[], kinds: readonly Mark['kind'][] = ['death']): Viewer {
  const view = {
    ...{ id: 'none', delayMs: DELAY_MS, charts: [], modes: [] },
    extent: () => ({ left: 0, top: 0, width: 20, height: 10 }),
    locate: (_scene: unknown, { row, column }: { row: number; column: number }) => ({ x: column, y: row }),
    seatColor: () => '#00ff00',
  } as unknown as AnyView;
  const timeline = { view, names: ['Ann', 'Bob'], last: 100, planned: 100 } as unknown as Timeline;
  const viewer = createViewer([view]);
  viewer.timeline.value = timeline;
  viewer.last.value = 100;
  const analysis = newAnalysis(timeline);
  const cause = { at: { row: 5, column: 9 }, from: { row: 5, column: 4 }, by: 1, text: 'shot by Bob' };
  for (const round of rounds)
    for (const kind of kinds) analysis.marks.push({ round, kind, seat: 0, text: 'Ann is hit', cause });
  analysis.done = 101;
  viewer.analysis.value = analysis;
  return viewer;
}

/** Plays up to a round with a frame every 16 ms, and returns the duration in milliseconds. */
function timeTo(viewer: Viewer, round: number): number {
  play(viewer);
  let ms = 0;
  for (; viewer.position < round; ms += 16) tick(viewer, 16, ms);
  return ms;
}

test('playback is slowest at a loss, and has normal speed away from losses', () => {
  const viewer = viewerWith([50]);
  const [{ at }] = momentsOf(viewer);
  expect(slowness(viewer, at)).toBeGreaterThan(2);
  expect(slowness(viewer, at - 1)).toBeLessThan(slowness(viewer, at));
  expect(slowness(viewer, at + 2)).toBeLessThan(slowness(viewer, at));
  expect([slowness(viewer, at - 5), slowness(viewer, at + 10)]).toEqual([1, 1]);
});

test('a loss adds about one second to playback, and ten losses add less than 40%', () => {
  const plain = timeTo(viewerWith([]), 99);
  expect(plain).toBeLessThan(10_000);
  const one = timeTo(viewerWith([50]), 99) - plain;
  expect(one).toBeGreaterThan(800);
  expect(one).toBeLessThan(1100);
  const ten = timeTo(viewerWith([5, 15, 25, 35, 45, 55, 65, 75, 85, 95]), 99) - plain;
  expect(ten).toBeLessThan(0.4 * plain);
});

test('slow motion takes half as long at twice the speed', () => {
  const viewer = viewerWith([50]);
  const usual = timeTo(viewerWith([50]), 99);
  viewer.speed.value = 2;
  expect(timeTo(viewer, 99) / usual).toBeCloseTo(0.5, 1);
});

test('playback isn’t slowed if slow motion is off, with reduced motion, or in a live match', () => {
  for (const [name, value] of [
    ['slows', false],
    ['calm', true],
    ['live', true],
  ] as const) {
    const viewer = viewerWith([50]);
    expect(isDirected(viewer)).toBe(true);
    viewer[name].value = value;
    expect(isDirected(viewer)).toBe(false);
  }
  const viewer = viewerWith([50]);
  viewer.calm.value = true;
  expect(timeTo(viewer, 99)).toBe(timeTo(viewerWith([]), 99));
});

test('a mark makes a sound once when it is shown, and only if sound is on', () => {
  const heard = (isOn: boolean): string[] => {
    const viewer = viewerWith([3, 5]);
    viewer.sound.value = isOn;
    const said: Sound[] = [];
    const listener = createListener(viewer, () => ({ say: (sound) => said.push(sound), close() {} }));
    viewer.slows.value = false;
    play(viewer);
    const at: string[] = [];
    for (let ms = 0; ms < 1000; ms += 16) {
      tick(viewer, 16, ms);
      listener.hear();
      for (const { voice } of said.splice(0)) at.push(`${voice} ${viewer.round.value}`);
    }
    return at;
  };
  // The loss in round 3 is shown between rounds 2 and 3.
  expect(heard(true)).toEqual(['death 2', 'death 4']);
  expect(heard(false)).toEqual([]);
});

test('the end of a match makes a sound, but events skipped by a jump don’t', () => {
  const viewer = viewerWith([3, 50, 99]);
  viewer.sound.value = true;
  const said: string[] = [];
  const listener = createListener(viewer, () => ({ say: ({ voice }) => said.push(voice), close() {} }));
  viewer.round.value = 90;
  play(viewer);
  for (let ms = 0; ms < 4000; ms += 16) {
    tick(viewer, 16, ms);
    listener.hear();
  }
  expect(said).toEqual(['death', 'end']);
});

test('only marks of the rarest kinds make a sound if one round has many marks', () => {
  const viewer = viewerWith([7], ['kill', 'death', 'freeze', 'base']);
  expect(soundsBetween(viewer, 0, 100).map(({ voice }) => voice)).toEqual(['base', 'freeze', 'death']);
});

test('the cause of a loss is shown for a while where the loss happened, with a line from the player that caused the loss', () => {
  const viewer = viewerWith([50]);
  const painter = createPainter();
  const drawnAt = (position: number) => {
    const round = Math.floor(position);
    painter.clear({ x: 10, y: 5, cell: 30, width: 600, height: 300, ratio: 1 });
    const timeline = viewer.timeline.value!;
    const scene = { timeline, fromRound: round, toRound: round + 1, t: position - round, theme: 'dark', mode: '' };
    drawCauses(viewer, painter, scene as Scene<unknown>);
    const { art, x, y, count } = painter.list;
    return art.slice(0, count).map(({ key }, n) => ({ key, x: x[n], y: y[n] }));
  };
  expect(drawnAt(49)).toEqual([]);
  const drawn = drawnAt(50);
  const words = drawn.find(({ key }) => key.endsWith('shot by Bob'))!;
  expect([words.x, words.y < 5, words.y > 2]).toEqual([9, true, true]);
  // The middle of the line, in the colour of the seat that caused the loss.
  expect(drawn).toContainEqual({ key: 'solid #00ff00', x: 6.5, y: 5 });
  expect(drawnAt(70)).toEqual([]);
});
