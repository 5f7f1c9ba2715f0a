import * as z from 'zod';
import { ROUNDINGS } from './rational.ts';

/** A mark, or what moves one: four decimals at most. */
const figure = z
  .number()
  .min(-1000)
  .max(1000)
  .refine((value) => Math.abs(value * 1e4 - Math.round(value * 1e4)) < 1e-7, 'a mark has four decimals at most');
const percent = z.number().gt(0).max(100).multipleOf(0.1);

/** Where a mark comes from. */
const source = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('places'),
    /** Of the first, the second … place. */
    marks: z.array(figure).min(1).max(1000),
    /** Of all others. */
    rest: figure,
  }),
  z.strictObject({
    /** In equal steps from the first place to the last. */
    kind: z.literal('evenly'),
    first: figure,
    last: figure,
  }),
  z.strictObject({
    /** By the points of the table, on straight lines between the knots [points, mark]; beyond the outermost as there. */
    kind: z.literal('points'),
    knots: z
      .array(z.tuple([z.number().min(-1e9).max(1e9), figure]))
      .min(1)
      .max(100)
      .refine((knots) => knots.every(([at], i) => i === 0 || at - knots[i - 1][0] >= 1e-6), 'points of knots ascend'),
  }),
  z.strictObject({
    /**
     * The best 10% get 10, the best 25% get 9 …: the share of all participants, rounded up to whole people, that contains the
     * place.
     */
    kind: z.literal('ranks'),
    steps: z
      .array(z.strictObject({ percent, mark: figure }))
      .min(1)
      .max(100)
      .refine((steps) => steps.every(({ percent }, i) => i === 0 || percent > steps[i - 1].percent), 'shares ascend'),
    rest: figure,
  }),
]);

const step = z.union([z.literal(0.01), z.literal(0.05), z.literal(0.1), z.literal(0.25), z.literal(0.5), z.literal(1)]);

/** How a mark is made, as an organiser says it in a form. */
export const markRule = z
  .strictObject({
    source,
    /** Marks off for each day late, never more than `most` together. */
    late: z.strictObject({ aDay: figure.min(0), most: figure.min(0) }),
    /** A mark is a multiple of it. */
    step,
    rounding: z.enum(ROUNDINGS),
    /** Whatever comes out, a mark is not beyond these. */
    least: figure,
    most: figure,
  })
  .refine(({ least, most }) => least <= most, 'the least mark is above the most');
export type MarkRule = z.infer<typeof markRule>;

/** How the marks of several rounds are combined. */
export const combination = z.strictObject({
  /** `best`: the mean of the best `count` of them; `last`: that of the last one. */
  take: z.enum(['best', 'last']),
  count: z.int().min(1).max(100),
  /** The value of a round without this person; null: it is left out, and without any round there is no mark. */
  absent: figure.nullable(),
  step,
  rounding: z.enum(ROUNDINGS),
});
export type Combination = z.infer<typeof combination>;
