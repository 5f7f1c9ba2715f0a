/** An exact fraction, so that rounding a mark of 4.35 to tenths doesn't depend on the mark's binary representation. */
export interface Rational {
  readonly over: bigint;
  /** The denominator, always > 0. */
  readonly under: bigint;
}

const MILLION = 1_000_000n;

/** Converts a number with at most six decimals. */
export const rational = (value: number): Rational => ({ over: BigInt(Math.round(value * 1e6)), under: MILLION });

export const fraction = (over: number, under: number): Rational => ({ over: BigInt(over), under: BigInt(under) });

export const add = (a: Rational, b: Rational): Rational => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
});
export const minus = (a: Rational, b: Rational): Rational => add(a, { over: -b.over, under: b.under });
export const times = (a: Rational, b: Rational): Rational => ({ over: a.over * b.over, under: a.under * b.under });

/**
 * Returns the quotient.
 *
 * @throws RangeError if `b` is 0
 */
export function divided(a: Rational, b: Rational): Rational {
  if (b.over === 0n) throw new RangeError('nothing can be divided by 0');
  const sign = b.over < 0n ? -1n : 1n;
  return { over: sign * a.over * b.under, under: sign * a.under * b.over };
}

/** Compares two fractions: > 0 if `a` is greater than `b`, 0 if they are equal. */
export function compare(a: Rational, b: Rational): number {
  const difference = a.over * b.under - b.over * a.under;
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

export const least = (a: Rational, b: Rational): Rational => (compare(a, b) <= 0 ? a : b);
export const most = (a: Rational, b: Rational): Rational => (compare(a, b) >= 0 ? a : b);

export const ROUNDINGS = ['nearest', 'down', 'up'] as const;
export type Rounding = (typeof ROUNDINGS)[number];

/** Rounds to a multiple of a step; halves are rounded up. */
export function rounded(value: Rational, step: Rational, how: Rounding): Rational {
  const steps = divided(value, step);
  const doubled: Rational = { over: 2n * steps.over, under: 2n * steps.under };
  const floor = ({ over, under }: Rational) => over / under - (over % under !== 0n && over < 0n ? 1n : 0n);
  const whole =
    how === 'down'
      ? floor(doubled)
      : how === 'up'
        ? -floor({ over: -doubled.over, under: doubled.under })
        : floor({ over: doubled.over + steps.under, under: doubled.under });
  return times({ over: whole, under: 1n }, step);
}

/** Converts to the nearest number with at most six decimals. */
export function numberOf(value: Rational): number {
  const { over, under } = rounded(value, rational(0.000001), 'nearest');
  return Number((over * MILLION) / under) / 1e6;
}
