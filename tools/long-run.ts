/**
 * Whether this run plays everything that a table holds (`npm run test:all`). A quick run plays a few rows of a long table. A file that asks
 * for this is in the list `LONGER` of vitest.config.ts.
 */
export const IS_LONG_RUN = process.env.LUDUS_LONG_RUN === '1';
