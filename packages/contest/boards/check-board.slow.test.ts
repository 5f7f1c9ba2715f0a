import { readFileSync } from 'node:fs';
import type { AnyGame } from '@ludus/game/game.ts';
import { builtinPlayer, kitOf } from 'ludus/registry.ts';
import { expect, test } from 'vitest';
import { type BoardReport, checkBoard } from './check-board.ts';

const { game } = kitOf('madmax');
const players = ['Dummy', 'Demo'].map((name) => builtinPlayer('madmax', name));

function boardOf(text: string): unknown {
  const read = game.readBoard(text);
  if (!read.ok) throw new Error(read.problem.message);
  return read.value;
}
const text = (name: string) => readFileSync(new URL(`../../games/madmax/boards/${name}.cnf`, import.meta.url), 'utf8');

function checked(own: AnyGame, board: unknown, count: number): { report: BoardReport; steps: number[] } {
  const steps: number[] = [];
  const run = checkBoard(
    own,
    board,
    players,
    Array.from({ length: count }, (_, i) => 1 + 7919 * i),
  );
  for (let step = run.next(); ; step = run.next()) {
    if (step.done) return { report: step.value, steps };
    steps.push(step.value.done / step.value.of);
  }
}

test('the board check finds no unfair seat on the default board, and places a strong bot clearly above a weak bot', () => {
  const { report, steps } = checked(game, boardOf(text('default')), 8);
  expect(report).toMatchObject({ game: 'madmax', seats: 4, alike: 16, unfair: [], flat: false });
  expect(report.players.map(({ name }) => name)).toEqual(['Dummy', 'Demo']);
  expect(report.players[0].share.low).toBeGreaterThan(report.players[1].share.high);
  expect(report.rounds).toBe(300);
  expect(steps).toHaveLength(24);
  expect(steps.at(-1)).toBe(1);
});

test('the board check reports all four seats as unfair when seats with higher numbers have an advantage', () => {
  // A game in which the second seat's score counts more, so that every board is unfair.
  const biased: AnyGame = {
    ...game,
    outcome(state) {
      const { scores, reason } = game.outcome(state);
      return { scores: scores.map((score, seat) => score + 10_000 * seat), reason };
    },
  };
  const { report } = checked(biased, boardOf(text('default')), 8);
  expect(report.unfair).toEqual([0, 1, 2, 3]);
  expect(report.bySeat[3].mean).toBe(1);
});

test('the board check with only one seed reports no seat as unfair, and is reproducible', () => {
  const { report } = checked(game, boardOf(text('default')), 1);
  expect(report.unfair).toEqual([]);
  expect(checked(game, boardOf(text('default')), 1).report).toEqual(report);
});
