import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { apiReport, REPORT } from './report.ts';

// Slow, because the compiler takes some seconds for the declarations of all modules.

test('the API report is up to date (npm run api writes it)', () => {
  expect(apiReport()).toBe(readFileSync(REPORT, 'utf8'));
});
