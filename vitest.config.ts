import { defineConfig } from 'vitest/config';

// A test's name says what it needs: `NAME.test.ts` nothing but Node and some seconds, `NAME.slow.test.ts` a compiler, a browser,
// another language, or longer. What is in e2e/ drives whole programs from outside. docs/decisions/0025 says why.
const FOLDERS = '{packages,players,bench,tools,docs}';

// Only these have players or compilers in sandboxes in the test's own process.
const setupFiles = ['./tools/clear-folders.ts'];

export default defineConfig({
  test: {
    reporters: ['default', './tools/closing-line-reporter.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // npm's clang takes ten seconds in each process: only the tests that are about it wait for it.
    env: { LUDUS_WASM_CXX: process.env.LUDUS_WASM_CXX ?? 'system' },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [`${FOLDERS}/**/*.test.ts`],
          exclude: ['**/node_modules/**', '**/*.slow.test.ts'],
        },
      },
      { extends: true, test: { name: 'slow', include: [`${FOLDERS}/**/*.slow.test.ts`], setupFiles } },
      { extends: true, test: { name: 'e2e', include: ['e2e/**/*.test.ts'], setupFiles } },
    ],
  },
});
