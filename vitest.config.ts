import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import LongestFirst from './tools/longest-first.ts';

// The name of a test file says what the test needs (docs/decisions/0025). `NAME.test.ts` needs only Node and a few
// seconds, and `NAME.slow.test.ts` a compiler, a browser, or another language. `NAME.long.test.ts` is only part of a
// long run. Tests in e2e/ drive whole programs from outside.
const FOLDERS = '{packages,players,bench,tools,docs}';

/**
 * Tests that run commands in their own process, which loads its games only once, while some tests need other games or a
 * different compiler.
 */
const COMMANDS = ['dusk', 'every-command', 'game', 'playground', 'studio-duel'].map((name) => `e2e/${name}.test.ts`);

// Only these tests have players or compilers in sandboxes in the test's own process.
const setupFiles = ['./tools/clear-folders.ts'];

export default defineConfig(({ mode }) => {
  // `--mode long`: all tests, and whole tables (tools/long-run.ts).
  const isLongRun = mode === 'long';
  return {
    test: {
      reporters: ['default', './tools/closing-line-reporter.ts'],
      // Vitest leaves one core free, which on two cores means that one file runs at a time. One file more than there
      // are cores took just as long.
      maxWorkers: availableParallelism(),
      sequence: { sequencer: LongestFirst },
      testTimeout: isLongRun ? 900_000 : 240_000,
      hookTimeout: 240_000,
      // Vitest's default of one second is too short for a page on a busy machine. Playwright has the same limit
      // (tools/browser/use-browser.ts).
      expect: { poll: { timeout: 120_000 } },
      // npm's clang takes ten seconds in each process, so only tests of npm's clang wait for it. Processes that tests
      // start find each other's compiled modules.
      env: {
        LUDUS_WASM_CXX: process.env.LUDUS_WASM_CXX ?? 'system',
        NODE_COMPILE_CACHE: fileURLToPath(new URL('.cache/modules', import.meta.url)),
        ...(isLongRun && { LUDUS_LONG_RUN: '1' }),
      },
      projects: [
        {
          extends: true,
          test: {
            name: 'unit',
            // Loading the modules once per worker instead of once per file saves a quarter of the time.
            isolate: false,
            include: [`${FOLDERS}/**/*.test.ts`],
            exclude: ['**/node_modules/**', '**/*.{slow,long}.test.ts'],
          },
        },
        { extends: true, test: { name: 'slow', include: [`${FOLDERS}/**/*.slow.test.ts`], setupFiles } },
        {
          extends: true,
          test: {
            name: 'e2e',
            isolate: false,
            include: ['e2e/**/*.test.ts'],
            exclude: ['e2e/**/*.long.test.ts', ...COMMANDS],
            setupFiles,
          },
        },
        { extends: true, test: { name: 'e2e-commands', include: COMMANDS, setupFiles } },
        ...(isLongRun
          ? [
              {
                extends: true as const,
                test: { name: 'long', include: [`{e2e,${FOLDERS.slice(1, -1)}}/**/*.long.test.ts`], setupFiles },
              },
            ]
          : []),
      ],
    },
  };
});
