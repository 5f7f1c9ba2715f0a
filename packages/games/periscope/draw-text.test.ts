import { expect, test } from 'vitest';
import type { Ink } from '../kit.ts';
import { drawText } from './draw-text.ts';
import { watchFigures } from './figures.ts';
import { readBoard } from './rules/board.ts';
import { periscope } from './rules/game.ts';
import { parseMove } from './rules/move.ts';

const same = (text: string) => text;
const PLAIN: Ink = { bold: same, grey: same, red: same, green: same, yellow: same, seat: (_, text) => text };

test('drawText draws a Periscope match, and watchFigures counts its events', () => {
  const read = readBoard(
    'periscope board 1 rounds 9 players 2 submarines 1 sight 2 ping 4 torpedo 5 wrecks 1 rows 4 columns 5 a.*.b ..#.. ..... .....',
  );
  if (!read.ok) throw new Error(read.problem.message);
  const state = periscope.start(read.value, 1);
  const figures = watchFigures(state);
  figures.see(state);
  for (const order of ['ping 1', 'fire 1 left']) {
    const moves = [periscope.newMove(), periscope.newMove()];
    parseMove(order, moves[state.turn]);
    periscope.advance(state, moves);
    figures.see(state);
  }
  expect(drawText(state, ['Ann', 'Bob'], PLAIN)).toEqual([
    'Periscope  round   2 of 9',
    '┌──────────┐',
    '│×× · $ ·B1│',
    '│ · ·██ · ·│',
    '│ · · · · ·│',
    '│ · · · · ·│',
    '└──────────┘',
    'a Ann             0  0 left  ping',
    'b Bob             6  1 left  torpedo',
  ]);
  expect(figures.figures().map(({ label, bySeat }) => [label, ...bySeat])).toEqual([
    ['wrecks salvaged', 0, 0],
    ['pings sent', 1, 0],
    ['torpedoes fired', 0, 1],
    ['submarines sunk', 0, 1],
  ]);
});
