import { readFileSync } from 'node:fs';
import { playMatchSync } from '@ludus/referee/match.ts';
import { madmax } from 'ludus/madmax/rules.ts';
import { view } from 'ludus/madmax/testing.ts';
import { builtinPlayer } from 'ludus/registry.ts';
import { expect, test } from 'vitest';
import { createPainter } from '../paint/painter.ts';
import type { Scene } from '../view/view.ts';
import { stillScene } from './scene.ts';
import { drawShapes } from './shapes.ts';

test('each living unit is drawn in its player’s shape, at its cell', () => {
  const file = new URL('../../games/madmax/boards/default.cnf', import.meta.url);
  const board = madmax.readBoard(readFileSync(file, 'utf8'));
  if (!board.ok) throw new Error(board.problem.message);
  let text = '';
  const runners = ['Demo', 'Null', 'Demo', 'Null'].map((name) => builtinPlayer('madmax', name).open());
  playMatchSync({ game: madmax, board: board.value, seed: 1, runners, record: (piece) => (text += piece) });
  const opened = view.open(text);
  if (!opened.ok) throw new Error(opened.problem.message);
  const timeline = opened.value;
  timeline.finish();
  const painter = createPainter();
  for (const round of [0, 20, timeline.last]) {
    painter.clear({ x: 0, y: 0, cell: 4, width: 1600, height: 1600, ratio: 1 });
    const scene = { ...stillScene(timeline, round), theme: 'dark', mode: 'window' } as Scene<unknown>;
    drawShapes(painter, scene);
    const { art, count } = painter.list;
    const seats = view.seats(timeline.frame(round));
    expect(count).toBe(seats.reduce((sum, { alive }) => sum + alive, 0));
    for (const [seat, { alive }] of seats.entries())
      expect(art.slice(0, count).filter(({ key }) => key.startsWith(`shape ${view.seatShape(seat)} `))).toHaveLength(
        alive,
      );
  }
});
