import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'packages/**/*.test.ts',
      'players/**/*.test.ts',
      'e2e/**/*.test.ts',
      'bench/**/*.test.ts',
      'tools/**/*.test.ts',
      'docs/**/*.test.ts',
    ],
    reporters: ['default', './tools/closing-line-reporter.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
