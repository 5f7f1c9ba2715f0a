import { expect, test } from 'vitest';
import { waysOf } from '../stats/groups.ts';
import { type DuelPlan, groupSpecs } from './duel.ts';

const PLANS = [2, 3, 4].flatMap((seats) =>
  [0, 1, 2].flatMap((fillers) => [1, 2, 3, 5, 6].map((boards) => ({ seats, fillers, boards }))),
);

test.each(PLANS)(
  '$seats seats, $fillers fillers, $boards boards: every way to sit meets every board, equally often',
  (given) => {
    if (given.seats < 2 + given.fillers) return;
    const plan: DuelPlan = { ...given, elo0: 0, elo1: 10, alpha: 0.05, beta: 0.05, limit: 1, firstSeed: 1 };
    const met = new Map<string, number>();
    const groups = given.boards * waysOf(given.seats, given.fillers);
    for (let group = 0; group < groups; group++) {
      const [first] = groupSpecs(plan, group);
      const key = `${first.board}: ${first.players}`;
      met.set(key, (met.get(key) ?? 0) + 1);
    }
    expect([met.size % given.boards, new Set(met.values()).size]).toEqual([0, 1]);
    const seated = new Set([...met.keys()].map((key) => key.split(': ')[1]));
    expect(met.size).toBe(given.boards * seated.size);
    // NEW and OLD have sat in every seat once the two matches of a group are taken together.
    for (let seat = 0; seat < given.seats; seat++)
      expect([...seated].some((players) => Number(players.split(',')[seat]) < 2)).toBe(true);
  },
);
