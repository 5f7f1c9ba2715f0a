import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT, trackedFiles } from './structure/tracked-files.ts';

// docs/decisions/0025: a test that needs more than Node is called `NAME.slow.test.ts` or `NAME.long.test.ts`, or is in
// e2e/.

/** The ways in which a test requests a compiler, a browser, or another language. */
const NEEDS = /playwright|\b(chromium|javac|rustc|bwrap|python3)\b|'(g\+\+|clang\+\+|go|java)'|\bg\+\+ /;

const units = trackedFiles(/\.test\.ts$/).filter(
  (file) => !/\.(slow|long)\.test\.ts$/.test(file) && !file.startsWith('e2e/'),
);

test('a unit test needs only Node', () => {
  expect(units.length).toBeGreaterThan(40);
  const named = units.filter((file) => file !== 'tools/test-names.test.ts' && NEEDS.test(code(file)));
  expect(named).toEqual([]);
});

test('every test file is in a folder of one of the test projects', () => {
  const apart = trackedFiles(/\.test\.tsx?$/).filter(
    (file) => !/^(packages|players|bench|tools|docs|e2e)\/.*\.test\.ts$/.test(file),
  );
  expect(apart).toEqual([]);
});

/** Returns the code of a file without its comments. */
function code(file: string): string {
  return readFileSync(`${ROOT}/${file}`, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}
