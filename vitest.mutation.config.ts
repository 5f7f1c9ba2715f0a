import { defineConfig } from 'vitest/config';

/** The tests that `npm run mutation` runs: those of the cylinder games' rules, without the large runs. */
export default defineConfig({
  test: {
    include: ['packages/rules/cylinder/**/*.test.ts', 'packages/rules/kernel/**/*.test.ts'],
    exclude: ['packages/rules/cylinder/golden.test.ts', 'packages/rules/cylinder/protocol.test.ts'],
    env: { LUDUS_PROPERTY_RUNS: '25' },
    testTimeout: 120_000,
  },
});
