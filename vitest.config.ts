import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import LongestFirst from './tools/longest-first.ts';

// A test's name says what it needs (docs/decisions/0025): `NAME.test.ts` nothing but Node and some seconds, `NAME.slow.test.ts` a
// compiler, a browser or another language, `NAME.long.test.ts` minutes. Tests in e2e/ drive whole programs from outside.
const FOLDERS = '{packages,players,bench,tools,docs}';

/** Files whose tables are played whole in a long run (tools/long-run.ts). */
const LONGER = [
  'docs/site.slow.test.ts',
  'e2e/angrymob-wrappers.test.ts',
  'e2e/arena-page.test.ts',
  'e2e/battlesnake.test.ts',
  'e2e/contest-colleagues.test.ts',
  'e2e/contest-empty.test.ts',
  'e2e/contest-forms.test.ts',
  'e2e/contest-issuer.test.ts',
  'e2e/contest-languages.test.ts',
  'e2e/contest-organiser.test.ts',
  'e2e/contest-playground.test.ts',
  'e2e/contest-roster.test.ts',
  'e2e/contest-student.test.ts',
  'e2e/dusk.test.ts',
  'e2e/every-command.test.ts',
  'e2e/game.test.ts',
  'e2e/player-files.test.ts',
  'e2e/playground-folder.test.ts',
  'e2e/playground-python.test.ts',
  'e2e/playground.test.ts',
  'e2e/reveal-file.test.ts',
  'e2e/scripts.test.ts',
  'e2e/studio-board.test.ts',
  'e2e/studio-branch.test.ts',
  'e2e/studio-duel.test.ts',
  'e2e/studio-editor.test.ts',
  'e2e/studio-hand.test.ts',
  'e2e/studio-hostile.test.ts',
  'e2e/studio-link.test.ts',
  'e2e/studio-share.test.ts',
  'e2e/studio.test.ts',
  'e2e/viewer-beside.test.ts',
  'e2e/viewer-page.test.ts',
  'e2e/viewer-picture.test.ts',
  'e2e/viewer-timeline.test.ts',
  'e2e/viewer.test.ts',
  'packages/cli/benchmark/benchmark.slow.test.ts',
  'packages/cli/commands/batch.slow.test.ts',
  'packages/cli/commands/begin.slow.test.ts',
  'packages/cli/commands/crash.slow.test.ts',
  'packages/cli/commands/limits.slow.test.ts',
  'packages/cli/commands/merge.slow.test.ts',
  'packages/cli/commands/new-player.slow.test.ts',
  'packages/cli/commands/serve.slow.test.ts',
  'packages/cli/commands/strength.slow.test.ts',
  'packages/cli/commands/watch.slow.test.ts',
  'packages/cli/damaged-files.test.ts',
  'packages/cli/games-elsewhere.slow.test.ts',
  'packages/cli/league/league.slow.test.ts',
  'packages/cli/lesson.slow.test.ts',
  'packages/cli/lessons.slow.test.ts',
  'packages/cli/mcp/mcp.slow.test.ts',
  'packages/cli/mcp/testing/harbor.slow.test.ts',
  'packages/cli/round/verify.slow.test.ts',
  'packages/contest/plagiarism/compare/disguised.slow.test.ts',
  'packages/contest/plagiarism/syntax/unreadable.slow.test.ts',
  'packages/contest/server/at-once.slow.test.ts',
  'packages/contest/server/two-servers.slow.test.ts',
  'packages/contest/store/backup.slow.test.ts',
  'packages/env/python.slow.test.ts',
  'packages/games/angrymob/players/players.test.ts',
  'packages/games/angrymob/rules/naive.test.ts',
  'packages/games/conformance/branches.slow.test.ts',
  'packages/games/conformance/python.slow.test.ts',
  'packages/games/conformance/runtimes.slow.test.ts',
  'packages/games/conformance/scripts.slow.test.ts',
  'packages/games/conformance/searches.slow.test.ts',
  'packages/games/cylinder/players/champion/champion.slow.test.ts',
  'packages/games/cylinder/rules/golden.test.ts',
  'packages/games/cylinder/rules/turn.test.ts',
  'packages/games/cylinder/sdk/tables.slow.test.ts',
  'packages/games/cylinder/simulator.test.ts',
  'packages/games/periscope/samples/samples.slow.test.ts',
  'packages/games/talltales/samples/samples.slow.test.ts',
  'packages/games/trails/players/players.test.ts',
  'packages/lab/report/report.slow.test.ts',
  'packages/lab/stats/simulate.slow.test.ts',
  'packages/referee/chance.slow.test.ts',
  'packages/referee/match-process/match-process.slow.test.ts',
  'packages/referee/verify.test.ts',
  'packages/runtime/compile/compile.slow.test.ts',
  'packages/runtime/compile/places.slow.test.ts',
  'packages/runtime/inprocess/module.slow.test.ts',
  'packages/runtime/process/languages.slow.test.ts',
  'packages/runtime/rust-kind.slow.test.ts',
  'packages/runtime/wasm/modules.slow.test.ts',
  'players/faulty/cpp/endings.slow.test.ts',
  'players/faulty/faulty.slow.test.ts',
  'players/learned/learned.slow.test.ts',
];

/** Tests that run commands in their own process: it loads its games once, and some have other games or another compiler. */
const COMMANDS = [
  'dusk',
  'every-command',
  'game',
  'player-files',
  'playground',
  'playground-python',
  'studio-duel',
].map((name) => `e2e/${name}.test.ts`);

// Only these have players or compilers in sandboxes in the test's own process.
const setupFiles = ['./tools/clear-folders.ts'];

export default defineConfig({
  test: {
    reporters: ['default', './tools/closing-line-reporter.ts'],
    // Vitest leaves one core free, which on two cores means that one file runs at a time. With one file more than there are cores it took as long.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // Vitest's second is too short for a page on a busy machine; Playwright waits as long (tools/browser/use-browser.ts).
    expect: { poll: { timeout: 120_000 } },
    // npm's clang takes ten seconds in each process: only the tests that are about it wait for it.
    // Packing it small for a site takes a minute. Processes that tests start find each other's compiled modules.
    env: {
      LUDUS_WASM_CXX: process.env.LUDUS_WASM_CXX ?? 'system',
      LUDUS_ZSTD_LEVEL: '6',
      NODE_COMPILE_CACHE: fileURLToPath(new URL('.cache/modules', import.meta.url)),
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
      {
        extends: true,
        test: {
          name: 'long',
          include: [`{e2e,${FOLDERS.slice(1, -1)}}/**/*.long.test.ts`, ...LONGER],
          setupFiles,
          env: { LUDUS_LONG_RUN: '1', LUDUS_ZSTD_LEVEL: '19' },
          testTimeout: 900_000,
        },
      },
    ],
  },
});
