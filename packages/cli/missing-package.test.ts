import { expect, test } from 'vitest';
import { packageSentence } from './missing-package.ts';
import { VERSION } from './version.ts';

const OWN = { root: '/home/ann/node_modules/ludus/', dependencies: ['zod'] };
const missing = (name: string, importer: string) => `Cannot find package '${name}' imported from ${importer}`;

test.each([
  ['a contest’s package', 'fastify', `serve needs the package ludus-contest: npm install ludus-contest@${VERSION}`],
  [
    'a package that Ludus always needs',
    'zod',
    `the package zod, which Ludus needs, is not installed: npm install ludus@${VERSION}`,
  ],
])('a missing package is reported with the command that installs it: %s', (_, name, sentence) => {
  expect(packageSentence(missing(name, `${OWN.root}packages/shared/a.js`), 'serve', OWN)).toBe(sentence);
});

test('Ludus isn’t blamed for a missing package that a player’s file imports', () => {
  expect(packageSentence(missing('fastify', '/home/ann/Mine.ts'), 'match', OWN)).toBeUndefined();
  expect(packageSentence("Cannot find module '/home/ann/x.js' imported from /a.js", 'match', OWN)).toBeUndefined();
});
