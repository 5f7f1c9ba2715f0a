import { expect, test } from 'vitest';
import { starterTest } from './starters.ts';

const TEXT = 'export class Seeker {\n  name = "Seeker";\n}\n';
const isStarter = starterTest([{ file: 'seeker.ts', text: TEXT, name: 'Seeker' }]);

test.each([
  ['is one', TEXT, true],
  ['is one under the player’s own name', TEXT.replaceAll('Seeker', 'Mine'), true],
  ['is one with other line ends and blanks', `\ufeff${TEXT.replaceAll('\n', '\r\n')}\n\n`, true],
  ['is none when the name is changed in one place only', TEXT.replace('Seeker', 'Mine'), false],
  ['is none when something is added', `${TEXT}// mine`, false],
  ['is none when it is something else', 'export class {', false],
])('a starter %s', (_, text, is) => {
  expect(isStarter(text)).toBe(is);
});
