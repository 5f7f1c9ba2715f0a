import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filled, PROBLEMS } from './problems.ts';

test('every problem code in the list is used in the contest’s code', () => {
  const folder = new URL('../', import.meta.url).pathname;
  const text = globSync('**/*.{ts,tsx}', { cwd: folder, exclude: (name) => ['node_modules', 'i18n'].includes(name) })
    .filter((file) => !/\.test\.ts$|^api\/problems/.test(file))
    .map((file) => readFileSync(`${folder}${file}`, 'utf8'))
    .join('\n');
  // guard.ts builds this code from the missing role.
  const isReported = (code: string) => text.includes(`'${code}'`) || /^not-allowed\/(assistant|observer)$/.test(code);
  expect(text).toMatch(/`not-allowed\/\$\{needs\}`/);
  expect(Object.keys(PROBLEMS).filter((code) => !isReported(code))).toEqual([]);
});

test('the API’s message is the page’s sentence without its capital letter and full stop', () => {
  expect(filled(PROBLEMS['name/taken'], { name: 'Ada' })).toBe(
    'the name Ada is taken: sign in, or choose another name',
  );
  expect(PROBLEMS['server/busy']).toBe('the server is too busy right now: try again in a few seconds');
  expect(PROBLEMS['lti/unreadable']).toBe('{name} sent a response that doesn’t follow LTI');
  expect(filled(PROBLEMS['not-found'], { what: 'round 3' })).toBe('not found: round 3');
  expect(PROBLEMS).not.toHaveProperty('network');
});
