import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import { BOARD_DESIGNS, ERROR_RATE_DESIGNS } from './designs.ts';
import { scoreOfElo } from './elo.ts';
import { meanInterval } from './interval.ts';
import { simulateDuels, withMean } from './simulate.ts';
import { addTo, EMPTY_TALLY } from './tally.ts';

// The same designs with the default hypotheses (0 and 10 Elo) take minutes: `npm run bench -- duel`. This test uses
// wider hypotheses, which need fewer groups and are more demanding for the GSPRT's approximation.
const DUELS = IS_LONG_RUN ? 2000 : 500;
const MAX_ERROR_RATE = 0.05;

for (const { name, model } of ERROR_RATE_DESIGNS) {
  for (const elo1 of IS_LONG_RUN ? [60, 200] : [200]) {
    test(`a duel makes at most 5% wrong decisions of each kind (${name}, 0 and ${elo1} Elo)`, () => {
      const random = new Lehmer(elo1);
      const plan = { elo0: 0, elo1, limit: 3000 };
      const none = simulateDuels([withMean(model(), scoreOfElo(0))], plan, DUELS, random);
      const full = simulateDuels([withMean(model(), scoreOfElo(elo1))], plan, DUELS, random);
      expect(none.h1).toBeLessThanOrEqual(MAX_ERROR_RATE);
      expect(full.h0).toBeLessThanOrEqual(MAX_ERROR_RATE);
      expect(none.weaker).toBeLessThanOrEqual(MAX_ERROR_RATE);
      expect(none.h0).toBeGreaterThan(0.9);
      expect(full.h1).toBeGreaterThan(0.9);
    });
  }
}

for (const { name, models } of BOARD_DESIGNS) {
  for (const elo1 of IS_LONG_RUN ? [60, 200] : [200]) {
    test(`a duel that distinguishes boards makes at most 5% wrong decisions of each kind (${name}, 0 and ${elo1} Elo)`, () => {
      const plan = { elo0: 0, elo1, limit: 3000 };
      const [within, over] = [true, false].map((apart) => {
        const random = new Lehmer(elo1);
        const none = simulateDuels(models(0.5), plan, DUELS, random, apart);
        return { none, full: simulateDuels(models(scoreOfElo(elo1)), plan, DUELS, random, apart) };
      });
      expect(within.none.h1).toBeLessThanOrEqual(MAX_ERROR_RATE);
      expect(within.full.h0).toBeLessThanOrEqual(MAX_ERROR_RATE);
      expect(within.none.weaker).toBeLessThanOrEqual(MAX_ERROR_RATE);
      if (elo1 === 60 && !name.includes('alike'))
        expect(within.none.meanGroups).toBeLessThan(0.75 * over.none.meanGroups);
    });
  }
}

// The default hypotheses of `ludus duel`. The test is exact: without a limit, 5% of duels between equal players end on
// each side. With this limit, about 3% do. A long run has the limit of `ludus duel`, with which nearly 5% do. In
// `OPEN_DUELS` duels, the share may be different by chance.
const OPEN = { elo0: 0, elo1: 0, limit: IS_LONG_RUN ? 2000 : 300 };
const OPEN_DUELS = IS_LONG_RUN ? 3000 : 400;
const MAX_OPEN = IS_LONG_RUN
  ? MAX_ERROR_RATE + 2 * Math.sqrt((MAX_ERROR_RATE * (1 - MAX_ERROR_RATE)) / OPEN_DUELS)
  : MAX_ERROR_RATE;
const designs = [
  ...ERROR_RATE_DESIGNS.map(({ name, model }) => ({ name, models: (mean: number) => [withMean(model(), mean)] })),
  ...BOARD_DESIGNS,
];
// A quick run tests one in three designs, with one of each kind.
for (const { name, models } of designs.filter((_, i) => IS_LONG_RUN || i % 3 === 0)) {
  test(`a duel finds the stronger player, and rarely calls one of two equally strong players stronger (${name})`, () => {
    const equal = simulateDuels(models(0.5), OPEN, OPEN_DUELS, new Lehmer(3));
    expect(equal.h1).toBeLessThanOrEqual(MAX_OPEN);
    expect(equal.h0).toBeLessThanOrEqual(MAX_OPEN);
    const better = simulateDuels(models(scoreOfElo(100)), { ...OPEN, limit: 2000 }, 200, new Lehmer(4));
    expect(better.h0).toBeLessThanOrEqual(0.01);
    expect(better.h1).toBeGreaterThan(0.99);
  });
}

test('very lopsided duels are decided correctly after fewer than 20 pairs on average', () => {
  for (const { model } of ERROR_RATE_DESIGNS) {
    const rates = simulateDuels([withMean(model(), 0.99)], { elo0: 0, elo1: 10, limit: 3000 }, 500, new Lehmer(1));
    expect(rates.h1).toBe(1);
    expect(rates.meanGroups).toBeLessThan(20);
    const open = simulateDuels([withMean(model(), 0.99)], OPEN, 500, new Lehmer(1));
    expect(open.h1).toBe(1);
    expect(open.meanGroups).toBeLessThan(8);
  }
});

test('an interval contains the truth in more than 91% of samples', () => {
  const random = new Lehmer(4);
  for (const n of [8, 30, 200]) {
    let covered = 0;
    for (let i = 0; i < 1000; i++) {
      let sample = EMPTY_TALLY;
      for (let k = 0; k < n; k++) sample = addTo(sample, [0, 0.25, 0.25, 0.5, 0.5, 1][random.range(0, 5)]);
      const { low, high } = meanInterval(sample);
      if (low <= 2.5 / 6 && high >= 2.5 / 6) covered++;
    }
    expect(covered).toBeGreaterThan(915);
  }
});
