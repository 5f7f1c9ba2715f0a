import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PROBLEMS } from './problems.ts';

test('every problem has a place that reports it', () => {
  const folder = new URL('../', import.meta.url).pathname;
  const text = globSync('**/*.{ts,tsx}', { cwd: folder, exclude: (name) => ['node_modules', 'i18n'].includes(name) })
    .filter((file) => !/\.test\.ts$|^api\/problems/.test(file))
    .map((file) => readFileSync(`${folder}${file}`, 'utf8'))
    .join('\n');
  // guard.ts makes the code of the role that is missing.
  const isReported = (code: string) => text.includes(`'${code}'`) || /^not-allowed\/(assistant|observer)$/.test(code);
  expect(text).toMatch(/`not-allowed\/\$\{needs\}`/);
  expect(Object.keys(PROBLEMS).filter((code) => !isReported(code))).toEqual([]);
});
