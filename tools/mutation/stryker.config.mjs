import areas from './areas.json' with { type: 'json' };

const area = process.env.LUDUS_MUTATION;
const { mutate, ignored } = areas[area];

/** The configuration for `npm run mutation`, which sets the area. */
export default {
  packageManager: 'npm',
  testRunner: 'vitest',
  vitest: { configFile: 'tools/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  mutate,
  ignoreStatic: true,
  ignorePatterns: ['/docs', '/e2e', '/reports', '/dist', '/.cache', ...ignored],
  tsconfigFile: 'none: Stryker cannot read it with TypeScript 7',
  incremental: true,
  incrementalFile: `reports/mutation/${area}.incremental.json`,
  jsonReporter: { fileName: `reports/mutation/${area}.json` },
  concurrency: 2,
  timeoutMS: 5000,
  reporters: ['clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: 85, break: 85 },
  disableTypeChecks: false,
};
