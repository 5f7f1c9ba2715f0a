import type { AnyGame } from '@ludus/game/game.ts';
import { expect, test } from 'vitest';
import { cpuBudget, fuelBudget, Meter } from './budget.ts';

const game = { budget: { per: 'move', cpuMs: 300 } } as AnyGame;

test('a budget defaults to the game’s budget, in CPU time and in fuel', () => {
  expect(cpuBudget({ game })).toEqual({ per: 'move', cpuMs: 300, startMs: 2000 });
  expect(fuelBudget({ game })).toEqual({ per: 'move', seconds: 0.3 });
});

test('a requested amount replaces the game’s amount, but the budget is still per move', () => {
  const limits = { cpuMs: 50, startMs: 10 };
  expect(cpuBudget({ game, limits })).toEqual({ per: 'move', cpuMs: 50, startMs: 10 });
  expect(fuelBudget({ game, limits })).toEqual({ per: 'move', seconds: 0.05 });
});

const MS = 1e6;

test('start-up time is free up to its allowance, and all later time counts', () => {
  const meter = new Meter({ cpuMs: 100, per: 'match', startMs: 50 });
  expect(meter.share(50 * MS)).toBe(0);
  expect(meter.share(60 * MS)).toBeCloseTo(0.1);
  meter.started(40 * MS);
  expect(meter.used()).toBe(0);
  // Only the 40 ms that the start took are free, not the whole allowance for the start.
  expect(meter.share(60 * MS)).toBeCloseTo(0.2);
  meter.answered(90 * MS);
  expect(meter.used()).toBeCloseTo(0.5);
  expect(meter.leftSeconds(90 * MS)).toBeCloseTo(0.05);
  expect(meter.share(150 * MS)).toBeGreaterThan(1);
});

test('a player is over its budget if its use exceeds the budget by more than the measurement error', () => {
  for (const per of ['match', 'move'] as const) {
    const meter = new Meter({ cpuMs: 100, per, startMs: 50 });
    meter.started(10 * MS);
    expect([110, 120, 134, 136].map((ms) => meter.isOver(ms * MS))).toEqual([false, false, false, true]);
    meter.answered(120 * MS);
    expect([meter.used(), meter.leftSeconds(meter.budget.per === 'match' ? 120 * MS : 220 * MS)]).toEqual([1, 0]);
  }
});

test('a budget per move reports the most expensive move, and charges time between moves to the next move', () => {
  const meter = new Meter({ cpuMs: 100, per: 'move', startMs: 0 });
  meter.started(0);
  meter.answered(70 * MS);
  meter.answered(90 * MS);
  expect(meter.used()).toBeCloseTo(0.7);
  expect(meter.share(190 * MS)).toBeCloseTo(1);
  expect(meter.leftSeconds(140 * MS)).toBeCloseTo(0.05);
});
