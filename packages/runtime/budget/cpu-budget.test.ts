import type { AnyGame } from '@ludus/game/game.ts';
import { expect, test } from 'vitest';
import { cpuBudget, fuelBudget } from './cpu-budget.ts';

const game = { budget: { per: 'move', cpuMs: 300 } } as AnyGame;

test('a budget follows the game, in CPU time as in fuel', () => {
  expect(cpuBudget({ game })).toEqual({ per: 'move', cpuMs: 300, startMs: 2000 });
  expect(fuelBudget({ game })).toEqual({ per: 'move', seconds: 0.3 });
});

test('a budget has the requested length, per move or per match as the game defines', () => {
  const limits = { cpuMs: 50, startMs: 10 };
  expect(cpuBudget({ game, limits })).toEqual({ per: 'move', cpuMs: 50, startMs: 10 });
  expect(fuelBudget({ game, limits })).toEqual({ per: 'move', seconds: 0.05 });
});
