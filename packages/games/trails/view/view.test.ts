import { newRoundRecord } from '@ludus/game/game.ts';
import { createPainter } from '@ludus/viewer/painting.ts';
import type { Scene, Timeline } from '@ludus/viewer/view.ts';
import { describe, expect, test } from 'vitest';
import { readBoard } from '../rules/board.ts';
import { trails } from '../rules/game.ts';
import { parseMove } from '../rules/move.ts';
import { view } from './index.ts';
import type { TrailsFrame } from './timeline.ts';
import { between, piecesOf } from './trail.ts';

const read = readBoard(`trails board 1 rounds 400 bonus 60 trails go players 3 a up b left c left rows 5 columns 6
  ......
  .a..#.
  ....b.
  ......
  ..c...`);
if (!read.ok) throw new Error(read.problem.message);
const board = read.value;
const NAMES = ['Ann', 'Bob', 'Cid'];
const INFO = { seed: 7, names: NAMES, limited: true };

/** The replay of a match; `failing`: the seat that fails, and the round. */
function replayOf(rounds: readonly string[], failing?: { seat: number; round: number }): string {
  const state = trails.start(board, 7);
  let text = trails.replay.head(board, INFO, state);
  const record = newRoundRecord(INFO);
  rounds.forEach((words, index) => {
    const asked = words.split(' ').map((word) => {
      const move = trails.newMove();
      parseMove(word, move);
      return move;
    });
    record.failed.length = 0;
    record.shares.fill((index + 1) / 8);
    if (failing?.round === index + 1) {
      trails.freeze(state, failing.seat, 'time');
      record.faults[failing.seat] = 'time';
      record.failed.push(failing.seat);
    }
    trails.advance(state, asked);
    text += trails.replay.round(asked, state, record);
  });
  return text + trails.replay.tail(state);
}

/** The ending of a two-player match in which both go straight ahead, or `a` turns left. */
function endingOf(setting: string, start: string, turns: boolean): string | undefined {
  const two = readBoard(`trails board 1 ${setting} trails stay players 2 ${start} rows 5 columns 7
    .......
    .......
    .a...b.
    .......
    .......`);
  if (!two.ok) throw new Error(two.problem.message);
  const state = trails.start(two.value, 7);
  const info = { seed: 7, names: ['Ann', 'Bob'], limited: false };
  let text = trails.replay.head(two.value, info, state);
  while (!trails.isOver(state)) {
    const asked = [trails.newMove(), trails.newMove()];
    if (turns) parseMove('left', asked[0]);
    trails.advance(state, asked);
    text += trails.replay.round(asked, state, newRoundRecord(info));
  }
  const timeline = open(text + trails.replay.tail(state));
  timeline.finish();
  return timeline.ending;
}

test.each([
  ['rounds 400 bonus 60', 'a right b left', false, 'Ann and Bob share the win: no one outlived them (+30 each)'],
  ['rounds 400 bonus 0', 'a right b left', false, 'Ann and Bob share the win: no one outlived them'],
  ['rounds 2 bonus 61', 'a up b up', false, 'Ann and Bob share the win: alive after all 2 rounds (+30 each)'],
  ['rounds 400 bonus 60', 'a right b up', true, 'Bob wins: last player alive (+60)'],
])('a Trails match with %s and the starts %s ends with the text “$3”', (setting, start, turns, ending) => {
  expect(endingOf(setting, start, turns)).toBe(ending);
});

function open(text: string): Timeline<TrailsFrame> {
  const opened = view.open(text);
  if (!opened.ok) throw new Error(opened.problem.message);
  return opened.value;
}

/** a leaves across the upper edge and hits c's trail in round 2; b hits the wall in round 3. */
const REPLAY = replayOf(['ahead left ahead', 'ahead up left', 'ahead right up']);

describe('a Trails replay', () => {
  const timeline = open(REPLAY);
  timeline.finish();

  test('is recognised, and its timeline has the expected rounds, names, seed, and size', () => {
    expect(view.recognizes(REPLAY)).toBe(true);
    expect([timeline.last, timeline.planned, timeline.problem]).toEqual([3, 3, undefined]);
    expect([timeline.names, timeline.seed, timeline.rows, timeline.columns]).toEqual([NAMES, '7', 5, 6]);
  });

  test('has frames that show which players are alive, and how the other players were eliminated', () => {
    const rows = [0, 1, 2, 3].map((round) =>
      view.seats(timeline.frame(round)).map(({ score, alive }) => `${score} ${alive}`),
    );
    expect(rows[0]).toEqual(['0 1', '0 1', '0 1']);
    expect(rows[1]).toEqual(['1 1', '1 1', '1 1']);
    expect(rows[2]).toEqual(['1 0', '2 1', '2 1']);
    // The bonus for the last player is added at the end.
    expect(rows[3]).toEqual(['1 0', '2 0', '63 1']);
    expect(timeline.ending).toBe('Cid wins: last player alive (+60)');
    // Points are explained if they differ from the rounds survived.
    const points = view.seats(timeline.frame(3)).map(({ facts }) => facts.slice(1));
    expect(points).toEqual([
      [],
      [],
      [
        { label: 'rounds survived', value: '3' },
        { label: 'bonus for the last survivor', value: '+60' },
      ],
    ]);
    const marks = [1, 2, 3].map((round) => view.marks(timeline.frame(round - 1), timeline.frame(round), NAMES));
    expect(marks).toEqual([
      [],
      [
        {
          ...{ round: 2, kind: 'death', seat: 0, text: 'Ann runs into the trail of Cid' },
          // The line starts at Cid's position in that round.
          cause: { at: { row: 4, column: 1 }, from: { row: 4, column: 0 }, by: 2, text: 'runs into the trail of Cid' },
        },
      ],
      [
        {
          ...{ round: 3, kind: 'death', seat: 1, text: 'Bob runs into a wall' },
          cause: { at: { row: 1, column: 4 }, from: undefined, by: -1, text: 'runs into a wall' },
        },
      ],
    ]);
    expect(view.describe(timeline.frame(1), timeline.frame(0), NAMES)).toBe(
      'Round 1. Ann (a) is at row 0, column 1. Bob (b) is at row 2, column 3. Cid (c) is at row 4, column 1.',
    );
  });

  test('has frames with the recorded budgets', () => {
    expect(view.seats(timeline.frame(2)).map(({ status }) => status)).toEqual([0.25, 0.25, 0.25]);
  });

  test('shows the contents of an inspected cell', () => {
    const facts = (round: number, row: number, column: number) =>
      view.inspect(timeline.frame(round), { kind: 'cell', row, column })!;
    expect(facts(1, 1, 4).facts).toEqual([{ label: 'holds', value: 'a wall' }]);
    expect(facts(1, 3, 3).facts).toEqual([{ label: 'holds', value: 'nothing' }]);
    expect(facts(1, 1, 1)).toMatchObject({ seat: 0, facts: [{ value: 'a, Ann' }, { value: 'its start' }] });
    expect(facts(1, 0, 1)).toMatchObject({ seat: 0, facts: [{}, { value: 'in round 1' }, { value: 'Ann itself' }] });
    // The player's trail disappeared together with the player.
    expect(facts(2, 0, 1).facts).toEqual([{ label: 'holds', value: 'nothing' }]);
    expect(view.inspect(timeline.frame(1), { kind: 'cell', row: 9, column: 0 })).toBeUndefined();
  });
});

test('the Trails view shows a failed player with its fault', () => {
  const timeline = open(replayOf(['ahead left ahead', 'right up ahead'], { seat: 2, round: 2 }));
  timeline.finish();
  const [, , cid] = view.seats(timeline.frame(2));
  expect(cid).toMatchObject({ alive: 0, status: -1, verdict: 'runs out of time in round 2' });
  const marks = view.marks(timeline.frame(1), timeline.frame(2), NAMES);
  expect(marks).toMatchObject([{ round: 2, kind: 'freeze', seat: 2, text: 'Cid runs out of time' }]);
});

test('a Trails replay that arrives in two parts, split anywhere, ends like the complete replay', () => {
  const whole = open(REPLAY);
  whole.finish();
  const first = REPLAY.indexOf('\n1: ') + 1;
  for (let cut = first; cut <= REPLAY.length; cut++) {
    const growing = open(REPLAY.slice(0, cut));
    expect(growing.last).toBeLessThanOrEqual(3);
    growing.append(REPLAY.slice(cut));
    growing.finish();
    expect([growing.last, growing.ending, growing.problem]).toEqual([3, whole.ending, undefined]);
  }
});

test('a Trails replay that ends too early is reported as truncated once no more text can arrive', () => {
  const timeline = open(REPLAY.slice(0, REPLAY.indexOf('\n3: ') + 1));
  expect(timeline.last).toBe(2);
  timeline.finish();
  expect([timeline.last, timeline.problem?.code]).toEqual([2, 'text/truncated']);
});

describe('a path over the board', () => {
  const cell = (row: number, column: number) => row * board.columns + column;

  test('is one segment while it is straight, and starts another segment at a turn', () => {
    expect(piecesOf(board, [cell(3, 0), cell(3, 1), cell(3, 2), cell(2, 2)], 2.5)).toEqual([
      { x1: 0.5, y1: 3.5, x2: 2.5, y2: 3.5 },
      { x1: 2.5, y1: 3.5, x2: 2.5, y2: 3 },
    ]);
  });

  test('leaves on one side and enters on the other when it crosses the edge', () => {
    const pieces = piecesOf(board, [cell(3, 5), cell(3, 0), cell(3, 1)], 2);
    expect(pieces.length).toBe(2);
    expect(pieces[0].x2).toBeCloseTo(6, 1);
    expect(pieces[1]).toEqual({ x1: 0, y1: 3.5, x2: 1.5, y2: 3.5 });
    expect(between(board, cell(0, 1), 0, 0.25)).toEqual({ x: 1.5, y: 0.25 });
    expect(between(board, cell(0, 1), 0, 0.75)).toEqual({ x: 1.5, y: 4.75 });
  });
});

test('all rounds of a Trails replay can be drawn, including jumps between rounds and the time after a crash', () => {
  const timeline = open(REPLAY);
  timeline.finish();
  const painter = createPainter();
  for (const theme of ['dark', 'light'] as const)
    for (const [fromRound, toRound] of [
      [0, 0],
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 3],
      [3, 0],
      [0, 3],
    ])
      for (const t of [0, 0.3, 0.8, 1]) {
        painter.clear({ x: 3, y: 2.5, cell: 40, width: 400, height: 300, ratio: 1 });
        const [from, to] = [timeline.frame(fromRound), timeline.frame(toRound)];
        const scene: Scene<TrailsFrame> = {
          timeline,
          from,
          to,
          fromRound,
          toRound,
          t,
          theme,
          before: fromRound > 0 ? timeline.frame(fromRound - 1) : undefined,
          clock: 1.5,
          mode: '',
          selection: { kind: 'cell', row: 1, column: 1 },
          seat: 0,
        };
        view.draw(painter, scene);
        const { list } = painter;
        expect(list.count).toBeGreaterThan(20);
        for (const numbers of [list.x, list.y, list.scaleX, list.scaleY, list.rotation, list.alpha])
          expect(numbers.subarray(0, list.count).every(Number.isFinite)).toBe(true);
      }
});
