import { defineConfig } from 'vitest/config';

/** The tests that `npm run mutation` runs: those of the rules, without the large runs. */
export default defineConfig({
  test: {
    include: ['packages/{kernel,game}/**/*.test.ts', 'packages/games/*/rules/**/*.test.ts'],
    exclude: ['packages/games/cylinder/rules/golden.test.ts', 'packages/games/conformance/**'],
    env: { LUDUS_PROPERTY_RUNS: '25' },
    testTimeout: 120_000,
  },
});
