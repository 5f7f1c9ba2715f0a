import * as z from 'zod';
import { ROUNDINGS } from './rational.ts';

/** A mark, or an amount by which a mark changes, with at most four decimals. */
const figure = z
  .number()
  .min(-1000)
  .max(1000)
  .refine((value) => Math.abs(value * 1e4 - Math.round(value * 1e4)) < 1e-7, 'a mark can have at most four decimals');
const percent = z.number().gt(0).max(100).multipleOf(0.1);

/** The source of a mark. */
const source = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('places'),
    /** The marks of the first place, the second, and so on. */
    marks: z.array(figure).min(1).max(1000),
    /** The mark of all other places. */
    rest: figure,
  }),
  z.strictObject({
    /** Marks decrease in equal steps from the first place to the last. */
    kind: z.literal('evenly'),
    first: figure,
    last: figure,
  }),
  z.strictObject({
    /**
     * The mark depends on the points in the table: it is interpolated linearly between the knots [points, mark], and
     * constant beyond the outermost knots.
     */
    kind: z.literal('points'),
    knots: z
      .array(z.tuple([z.number().min(-1e9).max(1e9), figure]))
      .min(1)
      .max(100)
      .refine(
        (knots) => knots.every(([at], i) => i === 0 || at - knots[i - 1][0] >= 1e-6),
        'the points must be in ascending order',
      ),
  }),
  z.strictObject({
    /**
     * The best 10% get 10, the best 25% get 9, and so on. An entrant gets the mark of the smallest share of
     * participants, rounded up to whole people, that contains its place.
     */
    kind: z.literal('ranks'),
    steps: z
      .array(z.strictObject({ percent, mark: figure }))
      .min(1)
      .max(100)
      .refine(
        (steps) => steps.every(({ percent }, i) => i === 0 || percent > steps[i - 1].percent),
        'the shares must be in ascending order',
      ),
    rest: figure,
  }),
]);

const step = z.union([z.literal(0.01), z.literal(0.05), z.literal(0.1), z.literal(0.25), z.literal(0.5), z.literal(1)]);

/** A rule for marks, as an organiser enters it in a form. */
export const markRule = z
  .strictObject({
    source,
    /** For a late submission, `aDay` is subtracted from the mark for each day, up to `most` in total. */
    late: z.strictObject({ aDay: figure.min(0), most: figure.min(0) }),
    /** Marks are rounded to multiples of this step. */
    step,
    rounding: z.enum(ROUNDINGS),
    /** The lowest and the highest possible mark. */
    least: figure,
    most: figure,
  })
  .refine(({ least, most }) => least <= most, 'the lowest mark must not be above the highest mark');
export type MarkRule = z.infer<typeof markRule>;

/** The rule that combines the marks of several rounds. */
export const combination = z.strictObject({
  /** `best`: the mean of the best `count` rounds; `last`: the mark of the last round. */
  take: z.enum(['best', 'last']),
  count: z.int().min(1).max(100),
  /**
   * The mark for a round in which the person didn't take part. Null: such a round is left out, and a person without any
   * round gets no mark.
   */
  absent: figure.nullable(),
  step,
  rounding: z.enum(ROUNDINGS),
});
export type Combination = z.infer<typeof combination>;
