/**
 * Whether this run has everything (`npm run test:all`, `vitest run --mode long`): all tests, and whole tables. A quick run has the main way
 * of each thing, and a few rows of a long table.
 */
export const IS_LONG_RUN = process.env.LUDUS_LONG_RUN === '1';
