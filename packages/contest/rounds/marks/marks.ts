import {
  add,
  compare,
  divided,
  fraction,
  least,
  minus,
  most,
  numberOf,
  type Rational,
  rational,
  rounded,
  times,
} from './rational.ts';
import type { Combination, MarkRule } from './rule.ts';

/** The parts of a table row that determine its mark. */
export interface Placement {
  /**
   * The place, from 1. Tied entrants share the best of their places; an entrant who was placed behind tied entrants by
   * lot has the last of the tied places.
   */
  readonly place: number;
  /** The points that the table shows, with at most six decimals. */
  readonly points: number;
  readonly daysLate: number;
}

/** Returns the exact mark of one of `field` participants, based on the values in the table. */
export function markOf(rule: MarkRule, { place, points, daysLate }: Placement, field: number): number {
  const full = fromSource(rule.source, place, points, field);
  const off = least(times(fraction(daysLate, 1), rational(rule.late.aDay)), rational(rule.late.most));
  const near = rounded(minus(full, off), rational(rule.step), rule.rounding);
  return numberOf(least(most(near, rational(rule.least)), rational(rule.most)));
}

function fromSource(source: MarkRule['source'], place: number, points: number, field: number): Rational {
  switch (source.kind) {
    case 'places':
      return rational(source.marks[place - 1] ?? source.rest);
    case 'evenly':
      return between(rational(source.first), rational(source.last), fraction(place - 1, Math.max(1, field - 1)));
    case 'points':
      return onLines(source.knots, rational(points));
    case 'ranks': {
      // Rounds up a share that isn’t a whole number of people, so the first place always gets the mark of the best
      // share.
      const before = fraction(100 * (place - 1), field);
      const step = source.steps.find(({ percent }) => compare(before, rational(percent)) < 0);
      return rational(step?.mark ?? source.rest);
    }
  }
}

const between = (a: Rational, b: Rational, share: Rational): Rational => add(a, times(minus(b, a), share));

function onLines(knots: readonly (readonly [number, number])[], at: Rational): Rational {
  const next = knots.findIndex(([points]) => compare(rational(points), at) >= 0);
  if (next === 0) return rational(knots[0][1]);
  if (next < 0) return rational(knots.at(-1)![1]);
  const [[from, low], [to, high]] = [knots[next - 1], knots[next]];
  const share = divided(minus(at, rational(from)), minus(rational(to), rational(from)));
  return between(rational(low), rational(high), share);
}

/**
 * Combines a person's marks of several rounds, in the rounds' order (undefined: the person didn't take part). Returns
 * undefined if no round is included.
 */
export function combined(rule: Combination, marks: readonly (number | undefined)[]): number | undefined {
  const counted = marks.flatMap((mark) => {
    const value = mark ?? rule.absent;
    return value === null ? [] : [rational(value)];
  });
  if (counted.length === 0) return undefined;
  const best = counted.toSorted((a, b) => compare(b, a)).slice(0, rule.count);
  const value =
    rule.take === 'last' ? counted.at(-1)! : divided(best.reduce(add, fraction(0, 1)), fraction(best.length, 1));
  return numberOf(rounded(value, rational(rule.step), rule.rounding));
}
