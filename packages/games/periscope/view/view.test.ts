import { newRoundRecord } from '@ludus/game/game.ts';
import { createPainter } from '@ludus/viewer/painting.ts';
import type { Scene, Timeline } from '@ludus/viewer/view.ts';
import { expect, test } from 'vitest';
import { readBoard } from '../rules/board.ts';
import { periscope } from '../rules/game.ts';
import { parseMove } from '../rules/move.ts';
import { SUNK } from '../rules/state.ts';
import type { PeriscopeFrame } from './frame.ts';
import { view } from './index.ts';

const read =
  readBoard(`periscope board 1 rounds 40 players 2 submarines 1 sight 2 ping 4 torpedo 5 wrecks 2 rows 4 columns 5
  a.*.b
  ..#..
  *....
  .....`);
if (!read.ok) throw new Error(read.problem.message);
const board = read.value;
const NAMES = ['Ann', 'Bob'];
const INFO = { seed: 7, names: NAMES, limited: true };

/** a salvages a wreck; b fires at it and sinks it. */
function replay(): string {
  const state = periscope.start(board, 7);
  const record = newRoundRecord(INFO);
  let text = periscope.replay.head(board, INFO, state);
  for (const order of ['move 1 right right', 'ping 1', 'silent', 'fire 1 left']) {
    const asked = NAMES.map(() => periscope.newMove());
    parseMove(order, asked[state.turn]);
    record.actors = [state.turn];
    record.shares[state.turn] += 1 / 8;
    periscope.advance(state, asked);
    text += periscope.replay.round(asked, state, record);
  }
  return text + periscope.replay.tail(state);
}

function open(): Timeline<PeriscopeFrame> {
  const opened = view.open(replay());
  if (!opened.ok) throw new Error(opened.problem.message);
  opened.value.finish();
  return opened.value;
}

const timeline = open();

test('a Periscope replay is recognised, and its timeline has all rounds and the ending', () => {
  expect(view.recognizes(replay())).toBe(true);
  expect([timeline.last, timeline.problem]).toEqual([4, undefined]);
  // Bob gets the remaining wreck.
  expect(timeline.ending).toBe('Bob wins, 6 to 2: only Bob has submarines left');
});

test('frames of a Periscope match show each player’s state, and marks show salvages and sinkings', () => {
  const seats = view.seats(timeline.frame(4)).map(({ score, alive, status }) => [score, alive, status]);
  expect(seats).toEqual([
    ['2', 0, 0.25],
    ['6', 1, 0.25],
  ]);
  const marks = [1, 2, 3, 4].flatMap((round) => view.marks(timeline.frame(round - 1), timeline.frame(round), NAMES));
  expect(marks).toEqual([
    { round: 1, kind: 'base', seat: 0, text: 'Ann salvages a wreck' },
    {
      ...{ round: 4, kind: 'kill', seat: 1, text: 'Bob sinks a1' },
      cause: { at: { row: 0, column: 2 }, from: { row: 0, column: 4 }, by: 1, text: 'sunk by Bob' },
    },
  ]);
  expect(view.describe(timeline.frame(4), timeline.frame(3), NAMES)).toBe(
    'Round 4. Bob fired left from row 0, column 4 to row 0, column 2 and sank a submarine. Ann (a) has 2 points and 0 submarines. Bob (b) has 6 points and 1 submarines.',
  );
});

test('Periscope’s cells and submarines can be inspected and found', () => {
  const frame = timeline.frame(1);
  expect(view.inspect(frame, { kind: 'unit', unit: 0 })).toEqual({
    title: 'a1',
    seat: 0,
    facts: [{ label: 'at', value: 'row 0, column 2' }],
  });
  expect(view.inspect(frame, { kind: 'cell', row: 2, column: 0 })?.facts).toEqual([
    { label: 'site', value: 'a wreck' },
    { label: 'known to', value: 'a' },
  ]);
  expect(view.find(frame, { kind: 'unit', unit: 1 })).toEqual({ row: 0, column: 4 });
  expect(view.find(timeline.frame(4), { kind: 'unit', unit: 0 })).toBeUndefined();
  const lost: unknown[] = [];
  view.losses(timeline.frame(3), timeline.frame(4), 0, (place) => lost.push(place));
  expect([lost, timeline.frame(4).state.cells[0]]).toEqual([[{ row: 0, column: 2 }], SUNK]);
});

test('several moments of a Periscope match can be drawn in both themes, with and without a seat’s fog', () => {
  const painter = createPainter();
  for (const theme of ['dark', 'light'] as const)
    for (const seat of [-1, 0, 1])
      for (const [fromRound, toRound] of [
        [0, 0],
        [0, 1],
        [1, 2],
        [3, 4],
        [4, 0],
      ])
        for (const t of [0, 0.4, 0.9, 1]) {
          const [from, to] = [timeline.frame(fromRound), timeline.frame(toRound)];
          const before = fromRound > 0 ? timeline.frame(fromRound - 1) : undefined;
          const selection = { kind: 'unit', unit: 0 } as const;
          const scene: Scene<PeriscopeFrame> = {
            ...{ timeline, from, to, fromRound, toRound, before, t, clock: 1, theme, mode: '', selection, seat },
          };
          view.draw(painter, scene);
          expect(view.pick(scene, 4.5, 0.5)?.kind).toBe('unit');
        }
});
