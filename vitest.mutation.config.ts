import { defineConfig } from 'vitest/config';

/** The tests that `npm run mutation` runs: those of the rules, without the large runs. */
export default defineConfig({
  test: {
    include: ['packages/rules/**/*.test.ts'],
    exclude: [
      'packages/rules/cylinder/golden.test.ts',
      'packages/rules/cylinder/protocol.test.ts',
      'packages/rules/conformance/**',
    ],
    env: { LUDUS_PROPERTY_RUNS: '25' },
    testTimeout: 120_000,
  },
});
