import { playMatchSync } from '@ludus/referee/match.ts';
import { createPainter } from '@ludus/viewer/painting.ts';
import type { Timeline } from '@ludus/viewer/view.ts';
import { expect, test } from 'vitest';
import { hand } from '../hand.ts';
import { kit } from '../kit.ts';
import { talltales } from '../rules/game.ts';
import { generateBoard } from '../rules/generator.ts';
import { isLifted, type TalltalesFrame } from './frame.ts';
import { view } from './index.ts';

const NAMES = ['Ann', 'Bob', 'Cid'];

function timelineOf(players: number): Timeline<TalltalesFrame> {
  const board = { ...generateBoard(3, players), bouts: 2 };
  const clerk = kit.players.find(({ name }) => name === 'Clerk')!;
  let text = '';
  const runners = Array.from({ length: players }, () => clerk.open());
  playMatchSync({ game: talltales, board, seed: 4, runners, record: (piece) => (text += piece) });
  const opened = view.open(text);
  if (!opened.ok) throw new Error(opened.problem.message);
  opened.value.finish();
  return opened.value;
}

const timeline = timelineOf(3);
const frames = Array.from({ length: timeline.last + 1 }, (_, round) => timeline.frame(round));

test('the view describes a Tall Tales match round by round', () => {
  const told = frames.map((frame, round) => view.describe(frame, frames[round - 1], NAMES)).join('\n');
  expect(told).toMatch(/^Round 0\. The cups are shaken\. Dice: Ann \d, Bob \d, Cid \d\.$/m);
  expect(told).toMatch(/Ann claims \d × \d\./);
  expect(told).toMatch(
    /(Ann|Bob|Cid) calls \d × \d of (Ann|Bob|Cid): \d+ fit, so the claim is (true|false)\. (Ann|Bob|Cid) loses a die\./,
  );
  expect(timeline.ending).toMatch(/wins? with \d points|share the win with \d points/);
});

test('the view shows the end of a deal for more than a second, and the next player’s status explains the end', () => {
  const after = frames.filter(({ state }) => isLifted(state));
  expect(after.length).toBeGreaterThan(3);
  for (const frame of after) {
    expect(view.stillMs!(frame)).toBeGreaterThan(1000);
    if (frame.state.round === timeline.last) continue;
    const { state } = timeline.frame(frame.state.round + 1);
    expect(hand.readMs!(state)).toBeGreaterThan(1000);
    const { status } = hand.look(state, state.turn, {});
    expect(status).toMatch(
      /^(You|Another player) called (your|the) claim \d × \d: \d+ fit\. (You|Another player) lost a die\. You begin\./,
    );
    expect(status.includes('You lost')).toBe(state.turn === state.lastLoser);
  }
  expect(hand.look(timeline.frame(1).state, 0, {}).status).toMatch(/^You begin\./);
});

test('the view marks each player’s loss of the last die, so there are two marks in a bout with three players', () => {
  const marks = frames.slice(1).flatMap((frame, n) => view.marks(frames[n], frame, NAMES));
  expect(marks.map(({ kind }) => kind)).toEqual(['death', 'death', 'death', 'death']);
  for (const { seat, cause } of marks) {
    expect(cause).toMatchObject({ at: { row: 0, column: seat }, from: { row: 0, column: cause?.by } });
    expect(cause?.text).toMatch(/^(claimed too much|doubted a true claim)$/);
  }
});

test('a seat sees its own dice, and all dice once the cups are lifted', () => {
  const seen = timeline.seenBy!(1);
  const lifted = frames.findIndex(({ state }) => isLifted(state));
  for (let round = 0; round <= lifted; round++) {
    const { cups, lastDice } = (seen.frame(round) as TalltalesFrame).state;
    expect([...cups.subarray(0, 6), ...cups.subarray(12)].every((count) => count === 0)).toBe(true);
    expect([...cups.subarray(6, 12)]).toEqual([...frames[round].state.cups.subarray(6, 12)]);
    expect([...lastDice]).toEqual([...frames[round].state.lastDice]);
  }
  expect(view.inspect(seen.frame(1), { kind: 'cell', row: 0, column: 0 })?.facts[1].value).toMatch(/^\d unseen$/);
});

test.each([2, 3, 4, 5, 6])('pictures with %i players are drawn within their bounds', (players) => {
  const shown = timelineOf(players);
  const { left, top, width, height } = view.extent(shown, '');
  for (const theme of ['dark', 'light'] as const)
    for (let round = 1; round <= Math.min(shown.last, 60); round++) {
      const painter = createPainter();
      painter.clear({ x: 0, y: 0, cell: 40, width: 1000, height: 800, ratio: 1 });
      const scene = { timeline: shown, from: shown.frame(round - 1), to: shown.frame(round), before: undefined };
      const moment = { fromRound: round - 1, toRound: round, t: 0.5, clock: 1, theme, mode: '', selection: undefined };
      view.draw(painter, { ...scene, ...moment, seat: 0 });
      expect(painter.list.count).toBeGreaterThan(3 * players);
      for (let n = 0; n < painter.list.count; n++) {
        expect(painter.list.x[n]).toBeGreaterThanOrEqual(left);
        expect(painter.list.x[n]).toBeLessThanOrEqual(left + width);
        expect(painter.list.y[n]).toBeGreaterThanOrEqual(top);
        expect(painter.list.y[n]).toBeLessThanOrEqual(top + height);
      }
    }
});

test('a click on a mat selects its player', () => {
  const scene = { timeline, from: frames[1], to: frames[1], before: undefined, fromRound: 1, toRound: 1, t: 1 };
  const whole = { ...scene, clock: 0, theme: 'dark' as const, mode: '', selection: undefined, seat: -1 };
  const { x, y } = view.locate(whole, { row: 0, column: 2 })!;
  expect(view.pick(whole, x, y)).toEqual({ kind: 'cell', row: 0, column: 2 });
  expect(view.pick(whole, 0, -3.9)).toBeUndefined();
});
