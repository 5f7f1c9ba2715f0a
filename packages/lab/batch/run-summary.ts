import * as z from 'zod/mini';

/** What a run came to, for the report: `summary.json` in its folder. */
export const runSummary = z.object({
  ludus: z.literal('summary'),
  version: z.literal(1),
  /** One plain sentence. */
  sentence: z.optional(z.string()),
  /** A tournament's final table. */
  standings: z.optional(
    z.array(z.object({ rank: z.number(), name: z.string(), points: z.number(), note: z.string() })),
  ),
});
export type RunSummary = Omit<z.infer<typeof runSummary>, 'ludus' | 'version'>;
