import { defineConfig } from 'vitest/config';

// A test's name says what it needs: `NAME.test.ts` nothing but Node and some seconds, `NAME.slow.test.ts` a compiler, a browser,
// another language, or longer. What is in e2e/ drives whole programs from outside. docs/decisions/0025 says why.
const FOLDERS = '{packages,players,bench,tools,docs}';

export default defineConfig({
  test: {
    reporters: ['default', './tools/closing-line-reporter.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [`${FOLDERS}/**/*.test.ts`],
          exclude: ['**/node_modules/**', '**/*.slow.test.ts'],
        },
      },
      { extends: true, test: { name: 'slow', include: [`${FOLDERS}/**/*.slow.test.ts`] } },
      { extends: true, test: { name: 'e2e', include: ['e2e/**/*.test.ts'] } },
    ],
  },
});
