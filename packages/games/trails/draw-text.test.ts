import { expect, test } from 'vitest';
import type { Ink } from '../kit.ts';
import { drawText } from './draw-text.ts';
import { readBoard } from './rules/board.ts';
import { trails } from './rules/game.ts';

const same = (text: string) => text;
const PLAIN: Ink = { bold: same, grey: same, red: same, green: same, yellow: same, seat: (_, text) => text };

test('drawText shows trails, heads, and which players were eliminated and how', () => {
  const read = readBoard(`trails board 1 rounds 9 bonus 60 trails stay players 3 a right b left c up rows 4 columns 6
    .#....
    .a..b.
    ......
    ..c...`);
  if (!read.ok) throw new Error(read.problem.message);
  const state = trails.start(read.value, 1);
  trails.freeze(state, 2, 'time');
  trails.advance(state, [{ direction: -1 }, { direction: 2 }, { direction: -1 }]);
  expect(drawText(state, ['Ann', 'Bob', 'Cid'], PLAIN)).toEqual([
    'Trails  round   1 of 9',
    '┌────────────┐',
    '│ ·██ · · · ·│',
    '│ ·aaA▶ ·bb ·│',
    '│ · · · ·B▼ ·│',
    '│ · ·C× · · ·│',
    '└────────────┘',
    'a Ann             31  ',
    'b Bob             31  ',
    'c Cid              0  eliminated in round 1: failure',
  ]);
});
