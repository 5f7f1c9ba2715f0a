import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isName, MAX_NAME_LENGTH, nameFrom, nameProblem } from './names.ts';

test('a name has 1 to 40 Latin letters, digits, and permitted marks', () => {
  for (const name of ['Demo', 'player0', 'Núria', 'Demo#2', 'python3_bot.py', "O'Hara", 'x'.repeat(MAX_NAME_LENGTH)])
    expect(isName(name)).toBe(true);
  for (const name of [
    '',
    'a b',
    'a\n',
    'a\tb',
    '\u001b[31mRed',
    'a\u202eb',
    'a\u200bb',
    '<b>',
    'a/b',
    '?',
    '"',
    '\u0430',
    'x'.repeat(41),
  ])
    expect(isName(name)).toBe(false);
});

// Generating fast-check's strings of arbitrary characters takes seconds.
const TEXT = fc.array(fc.nat(0x10ffff)).map((codes) => String.fromCodePoint(...codes));

test('nameFrom makes a valid name from any text, and keeps a valid name', () => {
  expect(nameFrom('my bot <1>')).toBe('my_bot_1_');
  expect(nameFrom('')).toBe('player');
  expect(nameFrom('Nu\u0301ria')).toBe('Núria');
  fc.assert(
    fc.property(TEXT, (text) => {
      const name = nameFrom(text);
      expect(isName(name)).toBe(true);
      expect(nameFrom(name)).toBe(name);
    }),
  );
});

test('an invalid name is quoted without control characters', () => {
  expect(nameProblem(['A', 'B'])).toBeUndefined();
  expect(nameProblem(['A', '\u001b[2J\u009b\u202e'])).toMatch(
    /^"\\u001b\[2J\?\?" isn’t a valid name: a name has 1 to 40 /,
  );
});
