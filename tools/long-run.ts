/**
 * Whether this run is complete (`npm run test:all`, `vitest run --mode long`), with all tests and whole tables. A quick
 * run tests the main case of each feature, and a few rows of a long table.
 */
export const IS_LONG_RUN = process.env.LUDUS_LONG_RUN === '1';
