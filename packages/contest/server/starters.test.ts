import { expect, test } from 'vitest';
import { starterTest } from './starters.ts';

const TEXT = 'export class Seeker {\n  name = "Seeker";\n}\n';
const isStarter = starterTest([{ file: 'seeker.ts', text: TEXT, name: 'Seeker' }]);

test.each([
  ['recognises a starter', TEXT, true],
  ['recognises a starter in which the name was replaced', TEXT.replaceAll('Seeker', 'Mine'), true],
  [
    'recognises a starter with a byte order mark, Windows line ends, and blank lines at the end',
    `\ufeff${TEXT.replaceAll('\n', '\r\n')}\n\n`,
    true,
  ],
  ['rejects a starter in which the name was replaced in only one place', TEXT.replace('Seeker', 'Mine'), false],
  ['rejects a starter with an addition', `${TEXT}// mine`, false],
  ['rejects text that isn’t a starter', 'export class {', false],
])('starterTest %s', (_, text, is) => {
  expect(isStarter(text)).toBe(is);
});
