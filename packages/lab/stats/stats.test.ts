import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { logWealthAbove } from './betting.ts';
import { eloOfScore, scoreOfElo } from './elo.ts';
import { logLikelihoodRatio, waldBounds } from './gsprt.ts';
import { groupsToTell, meanInterval, studentQuantile975 } from './interval.ts';
import { logLikelihoodOfMean, regularised, tiltOf } from './likelihood.ts';
import { countPairs, describeElo, duelSentence, signedElo } from './sentence.ts';
import { asksOneSide, decide, decidedExactly, groupsToDecide, isWeaker, judge } from './stop-rule.ts';
import { addTo, EMPTY_TALLY, meanOf, type Tally, tallyOf, varianceOf } from './tally.ts';

const tally = (values: number[], weights: number[]): Tally => ({
  values,
  weights,
  total: weights.reduce((a, b) => a + b, 0),
});
const scores = fc.array(fc.constantFrom(0, 0.125, 0.25, 1 / 3, 0.5, 0.75, 0.875, 1), { minLength: 1, maxLength: 300 });

test('the conversions between Elo and score are inverses of each other', () => {
  expect(scoreOfElo(0)).toBe(0.5);
  expect(scoreOfElo(400)).toBeCloseTo(10 / 11, 12);
  for (const elo of [-700, -1, 3.5, 200]) expect(eloOfScore(scoreOfElo(elo))).toBeCloseTo(elo, 8);
  expect([-0.1, 0, 1, 1.1].map(eloOfScore)).toEqual([-Infinity, -Infinity, Infinity, Infinity]);
});

test('a tally doesn’t depend on the order of its scores, and rejects scores outside 0 to 1', () => {
  fc.assert(
    fc.property(scores, (list) => {
      expect(tallyOf(list)).toEqual(tallyOf([...list].reverse()));
      expect(tallyOf(list).total).toBe(list.length);
    }),
  );
  expect(() => addTo(EMPTY_TALLY, 1.5)).toThrow(new RangeError('a group score is within 0…1, not 1.5'));
  expect(() => addTo(EMPTY_TALLY, -0.1)).toThrow(RangeError);
  expect(() => addTo(EMPTY_TALLY, Number.NaN)).toThrow(RangeError);
});

test('a tally merges nearly equal values, and clamps rounding errors to the range 0 to 1', () => {
  const [third, more] = [1 / 3, 1 / 3 + 1e-10];
  expect(tallyOf([third, 0.5, more, third - 1e-10])).toEqual({ values: [third, 0.5], weights: [3, 1], total: 4 });
  expect(tallyOf([1 + 1e-10, -1e-10])).toEqual({ values: [0, 1], weights: [1, 1], total: 2 });
  expect(addTo(tallyOf([0.5]), 0.25, 3)).toEqual({ values: [0.25, 0.5], weights: [3, 1], total: 4 });
  expect(tallyOf([0.5, 0.5 + 1e-8]).values).toHaveLength(2);
});

describe('the constrained maximum likelihood', () => {
  test('gives probabilities that sum to 1 and have the requested mean', () => {
    fc.assert(
      fc.property(scores, fc.double({ min: 0.001, max: 0.999, noNaN: true }), (list, mean) => {
        const data = regularised(tallyOf(list));
        const theta = tiltOf(data, mean);
        const p = data.weights.map((w, i) => w / data.total / (1 + theta * (data.values[i] - mean)));
        expect(p.every((x) => x > 0)).toBe(true);
        expect(p.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 6);
        expect(p.reduce((sum, x, i) => sum + x * data.values[i], 0)).toBeCloseTo(mean, 6);
      }),
      { numRuns: 500 },
    );
  });

  test('is at least as good as a search over all distributions with the requested mean', () => {
    // With three values, the distributions of mean m are a line p = (a, 1 − a − b, b) with b = m·1 − …, searched in
    // small steps.
    const data = tally([0, 0.5, 1], [30, 50, 20]);
    for (const mean of [0.35, 0.45, 0.5, 0.6]) {
      let best = -Infinity;
      for (let b = 0.0005; b < 1; b += 0.0005) {
        const middle = 2 * (mean - b);
        const a = 1 - b - middle;
        if (middle <= 0 || a <= 0) continue;
        best = Math.max(best, 30 * Math.log(a / 0.3) + 50 * Math.log(middle / 0.5) + 20 * Math.log(b / 0.2));
      }
      expect(logLikelihoodOfMean(data, mean)).toBeGreaterThanOrEqual(best - 1e-9);
      expect(logLikelihoodOfMean(data, mean)).toBeLessThan(best + 1e-3);
    }
  });

  test('gives a number for one-sided, constant, and enormous tallies', () => {
    for (const value of [0, 0.5, 1])
      for (const count of [1, 20, 1e3, 1e7, 1e12])
        for (const elo1 of [0.001, 10, 800, 3000])
          expect(logLikelihoodRatio(tally([value], [count]), { elo0: 0, elo1 })).not.toBeNaN();
    const lopsided = tally([0, 0.25, 1], [1, 1, 1e9]);
    expect(logLikelihoodRatio(lopsided, { elo0: -5, elo1: 5 })).toBeGreaterThan(3);
  });
});

describe('the log-likelihood ratio', () => {
  test('is close to the normal approximation (m₁ − m₀)(2m̂ − m₀ − m₁)·n / 2σ² for close hypotheses', () => {
    const data = tally([0, 0.25, 0.5, 0.75, 1], [105, 402, 1003, 450, 140]);
    const [m0, m1] = [scoreOfElo(0), scoreOfElo(10)];
    const normal = ((m1 - m0) * (2 * meanOf(data) - m0 - m1) * data.total) / (2 * varianceOf(data));
    expect(logLikelihoodRatio(data, { elo0: 0, elo1: 10 })).toBeCloseTo(normal, 0);
  });

  test('changes its sign when players and hypotheses are swapped', () => {
    const data = tally([0, 0.25, 0.5, 0.75, 1], [7, 30, 61, 39, 12]);
    const mirrored = tally([0, 0.25, 0.5, 0.75, 1], [12, 39, 61, 30, 7]);
    expect(logLikelihoodRatio(data, { elo0: 0, elo1: 10 })).toBeCloseTo(
      -logLikelihoodRatio(mirrored, { elo0: -10, elo1: 0 }),
      9,
    );
  });

  test('is zero with no pairs or only even pairs, but not when every pair has the same uneven result', () => {
    const hypotheses = { elo0: 0, elo1: 10 };
    expect(logLikelihoodRatio(EMPTY_TALLY, hypotheses)).toBe(0);
    expect(logLikelihoodRatio(tally([0.5], [100]), hypotheses)).toBe(0);
    expect(logLikelihoodRatio(tally([0.25], [100]), hypotheses)).toBeLessThan(0);
    expect(logLikelihoodRatio(tally([0.5, 0.75], [50, 50]), hypotheses)).toBeGreaterThan(0);
  });

  test('has Wald’s bounds of ±2.94 for two error rates of 5%', () => {
    expect(waldBounds(0.05, 0.05).upper).toBeCloseTo(2.944, 3);
    expect(waldBounds(0.05, 0.05).lower).toBeCloseTo(-2.944, 3);
    expect(waldBounds(0.01, 0.2)).toEqual({ lower: Math.log(0.2 / 0.99), upper: Math.log(80) });
  });
});

test('the wealth against a mean is a martingale: one more pair leaves its expected value unchanged', () => {
  const before = tally([0, 0.5, 1], [3, 4, 6]);
  const wealth = (t: Tally) => Math.exp(logWealthAbove(t, 0.5));
  const after = 0.3 * wealth(addTo(before, 0)) + 0.4 * wealth(addTo(before, 0.5)) + 0.3 * wealth(addTo(before, 1));
  expect(after).toBeCloseTo(wealth(before), 9);
});

describe('the interval of a mean', () => {
  test('contains the mean, and narrows with more pairs', () => {
    let width = 1;
    for (const n of [5, 20, 100, 1000, 10000]) {
      const { low, mean, high } = meanInterval(tally([0, 0.5, 1], [n, 3 * n, 2 * n]));
      expect(low).toBeLessThan(mean);
      expect(high).toBeGreaterThan(mean);
      expect(high - low).toBeLessThan(width);
      width = high - low;
    }
  });
  test('excludes an even share after the number of pairs that groupsToTell gives, but not before', () => {
    expect(groupsToTell(tally([1], [1]), 100)).toBe(6);
    const enough = groupsToTell(tally([0, 1], [5, 7]), 1000)!;
    const after = (groups: number) => meanInterval(tally([0, 1], [(5 * groups) / 12, (7 * groups) / 12])).low;
    expect(after(enough - 1)).toBeLessThanOrEqual(0.5);
    expect(after(enough)).toBeGreaterThan(0.5);
    expect(groupsToTell(tally([0, 1], [5, 7]), 20)).toBeUndefined();
    expect(groupsToTell(tally([0.5], [12]), 1000)).toBeUndefined();
    expect(groupsToTell(EMPTY_TALLY, 1000)).toBeUndefined();
  });

  test('is from 0 to 1 with fewer than two pairs', () => {
    expect(meanInterval(EMPTY_TALLY)).toEqual({ mean: 0.5, low: 0, high: 1 });
    expect(meanInterval(tally([0.75], [1]))).toEqual({ mean: 0.75, low: 0, high: 1 });
    const { low, high } = meanInterval(tally([0.25, 0.75], [1, 1]));
    expect(low).toBeGreaterThan(0);
    expect(high).toBeLessThan(1);
  });
  test('uses Student’s threshold with n − 1 degrees of freedom for n pairs', () => {
    expect([1, 2, 3, 10, 100].map((degrees) => Number(studentQuantile975(degrees).toFixed(2)))).toEqual([
      12.71, 4.3, 3.16, 2.23, 1.98,
    ]);
    // The log-likelihoods at the interval's ends are lower than at the mean by this amount, and by a quarter more for
    // the wider interval.
    const data = tally([0, 0.5, 1], [4, 9, 7]);
    for (const widened of [1, 1.25]) {
      const { low, mean, high } = meanInterval(data, widened);
      const threshold = -0.5 * (widened * studentQuantile975(19)) ** 2;
      expect(mean).toBe(meanOf(data));
      for (const edge of [low, high]) expect(logLikelihoodOfMean(regularised(data), edge)).toBeCloseTo(threshold, 6);
    }
  });
  test('is about as wide as the rule of three if there are only wins', () => {
    const { low, high } = meanInterval(tally([1], [100]));
    expect(high).toBe(1);
    expect(low).toBeGreaterThan(0.96);
    expect(low).toBeLessThan(0.99);
  });
});

describe('a duel’s decision', () => {
  const plan = { elo0: 0, elo1: 10, limit: 1000 };
  test('isn’t reached for players that always tie, and 200 pairs or the limit end the duel', () => {
    expect(decide(tally([0.5], [199]), plan).decision).toBe('more');
    expect(decide(tally([0.5], [200]), plan).decision).toBe('limit');
    expect(decide(tally([0.5], [50]), { ...plan, limit: 50 }).decision).toBe('limit');
    expect(decide(tally([0.45, 0.5, 0.55], [1, 198, 1]), { ...plan, elo1: 0 }).decision).toBe('more');
  });
  const sweep = (value: number, elo1: number) => {
    for (let n = 1; ; n++) {
      const { decision } = decide(tally([value], [n]), { ...plan, elo1 });
      if (decision !== 'more') return { n, decision };
    }
  };
  test('is reached after six pairs of a clean sweep, or after ten with two hypotheses', () => {
    expect(sweep(1, 0)).toEqual({ n: 6, decision: 'h1' });
    expect(sweep(0, 0)).toEqual({ n: 6, decision: 'h0' });
    expect(sweep(1, 10)).toEqual({ n: 10, decision: 'h1' });
    expect(sweep(0, 10)).toEqual({ n: 10, decision: 'h0' });
  });
  test('has evidence that is a number even for total losses, whatever the mean', () => {
    for (const mean of [0.03, 1 / 3, 0.5, 0.7, 0.97]) {
      for (const value of [0, 1 / 3, 1]) expect(logWealthAbove(tally([0, value || 0.1], [1, 3]), mean)).not.toBeNaN();
    }
  });
  test('has decidedExactly set if the exact test decided before the likelihood ratio', () => {
    expect(decidedExactly(judge(tally([1], [9]), plan))).toBe(false);
    expect(decidedExactly(judge(tally([1], [10]), plan))).toBe(true);
    // With hypotheses far apart, the ratio reaches its bound first.
    expect(judge(tally([0.25, 0.5, 0.75], [12, 22, 24]), { elo0: 0, elo1: 200, limit: 1000 })).toMatchObject({
      decision: 'h0',
    });
    expect(decidedExactly(judge(tally([0.25, 0.5, 0.75], [12, 22, 24]), { elo0: 0, elo1: 200, limit: 1000 }))).toBe(
      false,
    );
  });
  test('respects each error rate separately', () => {
    const one = { elo0: 0, elo1: 0, limit: 100 };
    const at = (value: number, n: number, rates: object) => decide(tally([value], [n]), { ...one, ...rates }).decision;
    expect([5, 6].map((n) => at(1, n, { alpha: 0.05, beta: 0.4 }))).toEqual(['more', 'h1']);
    expect([5, 6].map((n) => at(0, n, { alpha: 0.4, beta: 0.05 }))).toEqual(['more', 'h0']);
    expect(at(1, 3, { alpha: 0.4 })).toBe('h1');
    expect(at(0, 3, { beta: 0.4 })).toBe('h0');
    expect(at(0, 3, { alpha: 0.4 })).toBe('more');
    expect(at(1, 3, { beta: 0.4 })).toBe('more');
  });
  test('can come from the likelihood ratio after 16 pairs, unless few pairs are spread unequally over 2 to 16 boards', () => {
    const far = { elo0: 0, elo1: 100, limit: 1000 };
    // The exact test would need more groups than these.
    const even = (n: number) => tally([0.45, 0.6], [n / 2, n / 2]);
    expect(logLikelihoodRatio(even(15), far)).toBeLessThan(waldBounds(0.04, 0.04).lower);
    expect(decide(even(15), far).decision).toBe('more');
    expect(decide(even(16), far).decision).toBe('h0');
    expect(decide(tally([0.5, 0.75], [3, 12]), far).decision).toBe('more');
    expect(decide(tally([0.5, 0.75], [4, 16]), far).decision).toBe('h1');
    const boards = (n: number, count: number) => Array.from({ length: count }, () => even(n / count));
    expect(decide(even(17), far, boards(17, 4)).decision).toBe('more');
    expect(decide(even(16), far, boards(16, 4)).decision).toBe('h0');
    // More than sixteen boards are a sample, so the test doesn't wait for all of them.
    expect(decide(even(18), far, boards(18, 17)).decision).toBe('h0');
    expect(decide(even(18), far, boards(18, 16)).decision).toBe('more');
    expect(decide(even(25), far, boards(25, 2)).decision).toBe('h0');
  });
  test('uses bounds of the likelihood ratio for 80% of each error rate', () => {
    const bounds = (rates: object) => {
      const { lower, upper } = judge(tally([0.5], [3]), { ...plan, ...rates });
      return [lower, upper].map((bound) => bound.toFixed(6));
    };
    const logs = (...values: number[]) => values.map((value) => Math.log(value).toFixed(6));
    expect(bounds({ alpha: 0.1, beta: 0.2 })).toEqual(logs(0.16 / 0.92, 0.84 / 0.08));
    expect(bounds({})).toEqual(logs(0.04 / 0.96, 0.96 / 0.04));
  });
  test('is extrapolated from the evidence by groupsToDecide, but not if there is little evidence', () => {
    const one = { elo0: 0, elo1: 0, limit: 100 };
    expect([3, 5].map((n) => groupsToDecide(tally([1], [n]), one))).toEqual([7, 7]);
    expect([3, 5].map((n) => groupsToDecide(tally([0], [n]), one))).toEqual([7, 7]);
    expect(groupsToDecide(tally([0], [5]), { ...one, beta: 0.2 })).toBeLessThan(7);
    expect(groupsToDecide(tally([1], [5]), { ...one, alpha: 0.2 })).toBeLessThan(7);
    expect(groupsToDecide(tally([1], [5]), { ...one, beta: 0.2 })).toBe(7);
    expect(groupsToDecide(tally([0, 1], [10, 11]), one)).toBeUndefined();
  });
  test('calls a player weaker only if a wider-than-usual interval is entirely below 0.5', () => {
    const data = (losses: number) => tally([0, 0.5, 1], [losses, 20, 10]);
    const losses = Array.from({ length: 40 }, (_, n) => n).find((n) => isWeaker(data(n)))!;
    expect(meanInterval(data(losses - 1), 1.25).high).toBeGreaterThanOrEqual(0.5);
    expect(meanInterval(data(losses - 1)).high).toBeLessThan(0.5);
    expect(isWeaker(tally([1], [30]))).toBe(false);
  });
  test('is one-sided according to asksOneSide if both hypotheses are the same', () => {
    expect([asksOneSide({ elo0: 5, elo1: 5 }), asksOneSide({ elo0: 0, elo1: 5 })]).toEqual([true, false]);
  });
  test('comes from the exact test only if the ratio is within its bounds or there are fewer than 16 pairs', () => {
    const standing = judge(tally([0, 0.5, 1], [20, 20, 20]), plan);
    expect(standing.decision).toBe('more');
    expect(decidedExactly(standing)).toBe(false);
    for (const decision of ['h0', 'h1'] as const) {
      const at = (llr: number, groups = 16) => decidedExactly({ ...standing, decision, llr, groups });
      expect([standing.lower, standing.upper].map((llr) => at(llr))).toEqual([false, false]);
      expect(at(0)).toBe(true);
      expect(at(standing.upper, 15)).toBe(true);
    }
  });
  test('isn’t reached without any matches', () => {
    expect(judge(EMPTY_TALLY, plan)).toMatchObject({ groups: 0, decision: 'more', llr: 0, elo: 0, eloLow: -Infinity });
  });
});

describe('a duel’s message', () => {
  const plan = { elo0: 0, elo1: 0, limit: 50 };
  const say = (t: Tally, wins: [number, number, number], asked = plan) => {
    const [won, drawn, lost] = wins;
    return duelSentence({ fresh: 'Lynx', old: 'Moth' }, judge(t, asked), asked, t, { won, drawn, lost });
  };
  test('states whether the new bot is stronger or weaker, and how many matches it won', () => {
    expect(say(tally([1], [6]), [12, 0, 0])).toBe('Lynx is stronger than Moth: it won 12 of 12 matches.');
    expect(say(tally([0], [6]), [0, 0, 12])).toBe('Lynx is weaker than Moth: it won 0 of 12 matches.');
    expect(say(tally([0.5, 1], [2, 12]), [26, 2, 0])).toBe(
      'Lynx is stronger than Moth: it won 26 of 28 matches and drew 2.',
    );
  });
  test('explains why the duel isn’t decided, and what to do next', () => {
    expect(say(tally([0.5], [50]), [0, 100, 0])).toBe(
      'Undecided: all 50 pairs were exactly even, so Lynx and Moth may be the same.',
    );
    expect(say(tally([0, 0.5, 1], [12, 25, 13]), [51, 0, 49])).toBe(
      'Undecided: Lynx won 51 of 100 matches, which may be luck. The advantage is +6.9 Elo (95% interval −63.7 … +77.8): allow many more pairs to find a small difference.',
    );
    expect(say(tally([0, 0.5, 1], [8, 25, 17]), [59, 0, 41])).toMatch(
      /^Undecided: Lynx won 59 of 100 matches, which may still be luck\. Allow about \d+ pairs: if the trend continues, they are enough\.$/,
    );
    expect(say(tally([1], [5]), [10, 0, 0], { ...plan, limit: 5 })).toContain('Allow about 7 pairs');
    expect(say(tally([0, 0.5, 1], [8, 25, 17]), [59, 0, 41], { ...plan, elo1: 10 })).toMatch(
      /which fits both 0 and 10 Elo\. Allow more pairs, or use --elo1 0 to ask only who is stronger\.$/,
    );
  });
  test('reports that further matches would only repeat earlier matches', () => {
    const standing = judge(tally([1], [3]), plan, undefined, { groups: 10, isAll: true });
    expect(standing).toMatchObject({ groups: 3, repeated: 10, decision: 'repeats' });
    const said = (won: number, drawn: number, lost: number) =>
      duelSentence({ fresh: 'Lynx', old: 'Moth' }, standing, plan, tally([1], [3]), { won, drawn, lost });
    expect(said(5, 0, 1)).toBe(
      'Undecided: Lynx won 5 of 6 matches (not counted: 10 pairs that only repeated these). Name more boards.',
    );
    expect(said(5, 1, 0)).toContain('Undecided: Lynx won 5 of 6 matches and drew 1 (not counted');
    // A clean sweep is recognised, although it gives no information about other boards.
    expect(said(6, 0, 0)).toBe(
      'On these boards Lynx is stronger than Moth: it won 6 of 6 matches (not counted: 10 pairs that only repeated these). Name more boards to compare the bots on other boards.',
    );
    expect(said(0, 0, 6)).toContain('On these boards Lynx is weaker than Moth: it won 0 of 6 matches (not counted');
  });
  test('states the Elo difference that the duel’s decision proves, if any', () => {
    const asked = (elo0: number, elo1 = elo0) => ({ elo0, elo1, limit: 50 });
    const sweep = (value: number) => tally([value], [30]);
    const won = (elo0: number, elo1?: number) => say(sweep(1), [60, 0, 0], asked(elo0, elo1));
    const lost = (elo0: number, elo1?: number) => say(sweep(0), [0, 0, 60], asked(elo0, elo1));
    expect(won(0, 10)).toBe('Lynx is stronger than Moth: it won 60 of 60 matches.');
    expect(won(5)).toBe('Lynx is stronger than Moth by more than 5 Elo: it won 60 of 60 matches.');
    expect(won(-5, 0)).toBe('Lynx is not weaker than Moth by 5 Elo or more: it won 60 of 60 matches.');
    expect(lost(-5)).toBe('Lynx is weaker than Moth by more than 5 Elo: it won 0 of 60 matches.');
    expect(lost(5)).toBe('Lynx is weaker than Moth: it won 0 of 60 matches.');
    expect(lost(0, 10)).toBe('Lynx is weaker than Moth: it won 0 of 60 matches.');
  });
  test('doesn’t call a bot weaker if the bots may be equally strong', () => {
    const even = tally([0, 0.5, 1], [30, 40, 30]);
    const told = (elo0: number, elo1: number) => {
      const asked = { elo0, elo1, limit: 50 };
      const standing = { ...judge(even, asked), decision: 'h0' } as const;
      return duelSentence({ fresh: 'Lynx', old: 'Moth' }, standing, asked, even, { won: 90, drawn: 1, lost: 109 });
    };
    expect(told(0, 10)).toBe(
      'Lynx is not shown to be stronger than Moth, and if it is, by less than 10 Elo: it won 90 of 200 matches and drew 1.',
    );
    expect(told(-10, -5)).toBe('Lynx may be weaker than Moth by 5 Elo or more: it won 90 of 200 matches and drew 1.');
    expect(told(5, 5)).toContain('by less than 5 Elo');
    expect(told(0, 0)).toContain('Lynx is weaker than Moth:');
  });
  test('uses the singular for one match and one pair', () => {
    expect([0, 1, 2].map(countPairs)).toEqual(['0 pairs', '1 pair', '2 pairs']);
    expect(say(tally([0.5], [1]), [0, 1, 0], { ...plan, limit: 1 })).toBe(
      'Undecided: the only pair was exactly even, so Lynx and Moth may be the same.',
    );
    expect(say(tally([1], [1]), [1, 0, 0], { ...plan, limit: 1 })).toContain('Lynx won 1 of 1 match, which');
    expect(say(tally([0.75], [1]), [1, 0, 0], { ...plan, limit: 1 })).not.toContain('the same');
  });
  test('gives Elo numbers a sign, and one decimal below 100', () => {
    expect([0, 0.04, -0.04, 12.34, -4.5, 99.44, 99.5, -250.4, 3000].map(signedElo)).toEqual([
      '0.0',
      '0.0',
      '0.0',
      '+12.3',
      '−4.5',
      '+99.4',
      '+100',
      '−250',
      '+3000',
    ]);
    expect([3001, -3001, Infinity, -Infinity].map(signedElo)).toEqual(['+∞', '−∞', '+∞', '−∞']);
    expect(describeElo({ ...judge(EMPTY_TALLY, plan), elo: 12.34, eloLow: 1, eloHigh: Infinity })).toBe(
      '+12.3 Elo (95% interval +1.0 … +∞)',
    );
  });
});
