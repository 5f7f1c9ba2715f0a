import { defineConfig } from 'vitest/config';
import areas from './areas.json' with { type: 'json' };

const { LUDUS_MUTATION: area = 'rules' } = process.env;

/** The tests for `npm run mutation`: the unit tests of one area, without the long runs. */
export default defineConfig({
  test: {
    include: areas[area as keyof typeof areas].tests,
    exclude: [
      '**/*.{slow,long}.test.ts',
      'packages/games/cylinder/rules/golden.test.ts',
      'packages/games/conformance/**',
    ],
    env: { LUDUS_PROPERTY_RUNS: '25' },
    testTimeout: 120_000,
  },
});
