import { readFileSync } from 'node:fs';
import { playMatchSync } from '@ludus/referee/match.ts';
import { madmax } from 'ludus/madmax/rules.ts';
import { view } from 'ludus/madmax/testing.ts';
import { builtinPlayer } from 'ludus/registry.ts';
import { expect, test } from 'vitest';
import { append, finish, loadText, startLive } from './load.ts';
import { between, pause, play, seek, step, tick } from './playback.ts';
import { createViewer, type Viewer } from './state.ts';

let text = '';
function replay(): string {
  if (text !== '') return text;
  const board = madmax.readBoard(
    readFileSync(new URL('../../games/madmax/boards/default.cnf', import.meta.url), 'utf8'),
  );
  if (!board.ok) throw new Error(board.problem.message);
  const runners = ['Demo', 'Demo', 'Demo', 'Null'].map((name) => builtinPlayer('madmax', name).open());
  playMatchSync({ game: madmax, board: board.value, seed: 1, runners, record: (piece) => (text += piece) });
  return text;
}

function loaded(): Viewer {
  const viewer = createViewer([view]);
  expect(loadText(viewer, replay(), 'a.res')).toBe(true);
  viewer.delayMs.value = 100;
  return viewer;
}

test('playback advances with time, and advances faster at a higher speed', () => {
  const viewer = loaded();
  play(viewer);
  tick(viewer, 50, 50);
  expect(between(viewer, 50)).toEqual({ from: 0, to: 1, t: 0.5 });
  tick(viewer, 100, 150);
  expect(between(viewer, 150)).toEqual({ from: 1, to: 2, t: 0.5 });
  viewer.speed.value = 64;
  tick(viewer, 100, 250);
  expect(viewer.round.value).toBe(65);
  viewer.speed.value = 0.25;
  tick(viewer, 200, 450);
  expect(viewer.position).toBeCloseTo(66);
  pause(viewer);
  expect(between(viewer, 460)).toEqual({ from: 66, to: 66, t: 0 });
});

test('a picture with text stays longer unless slow motion is off', () => {
  const viewer = loaded();
  const still = { ...view, stillMs: () => 300 };
  viewer.timeline.value = Object.create(viewer.timeline.value!, { view: { value: still } });
  play(viewer);
  for (let now = 16; now <= 288; now += 16) tick(viewer, 16, now);
  expect(viewer.position).toBeLessThan(0.02);
  for (let now = 304; now <= 368; now += 16) tick(viewer, 16, now);
  expect(viewer.position).toBeGreaterThan(0.4);
  viewer.slows.value = false;
  seek(viewer, 1);
  tick(viewer, 100, 468);
  expect(viewer.position).toBeCloseTo(2);
});

test('a jump is animated directly from one round to the other', () => {
  const viewer = loaded();
  seek(viewer, 200, 1000);
  expect(viewer.round.value).toBe(200);
  const half = between(viewer, 1000 + viewer.jump!.duration / 2);
  expect(half).toEqual({ from: 0, to: 200, t: 0.5 });
  tick(viewer, 300, 1300);
  expect(between(viewer, 1300)).toEqual({ from: 200, to: 200, t: 0 });
  viewer.calm.value = true;
  seek(viewer, 3, 2000);
  expect(between(viewer, 2001)).toEqual({ from: 3, to: 3, t: 0 });
  step(viewer, -10, 3000);
  expect(viewer.round.value).toBe(0);
});

test('playback reports its end once, in the last round, and starts again if the loop is on', () => {
  const viewer = loaded();
  const ended: number[] = [];
  viewer.onEnded = () => ended.push(viewer.round.value);
  seek(viewer, 299);
  play(viewer);
  for (let i = 0; i < 4; i++) tick(viewer, 100, i);
  expect(ended).toEqual([300]);
  viewer.loop.value = true;
  seek(viewer, 299);
  play(viewer);
  tick(viewer, 200, 10);
  expect(viewer.playing.value).toBe(true);
  expect(viewer.round.value).toBeLessThan(5);
});

test('a live match that arrives in pieces gives the same rounds as the whole file', () => {
  const whole = loaded().timeline.value!;
  const viewer = createViewer([view]);
  startLive(viewer, 'live');
  const all = replay();
  let before = 0;
  for (let at = 0; at < all.length; at += 7919) {
    append(viewer, all.slice(at, at + 7919));
    expect(viewer.last.value).toBeGreaterThanOrEqual(before);
    before = viewer.last.value;
  }
  finish(viewer);
  expect(viewer.last.value).toBe(300);
  expect(viewer.problem.value).toBeUndefined();
  const { view: game } = whole;
  for (const round of [0, 1, 150, 299, 300])
    expect(game.describe(viewer.timeline.value!.frame(round), undefined, whole.names)).toBe(
      game.describe(whole.frame(round), undefined, whole.names),
    );
});
