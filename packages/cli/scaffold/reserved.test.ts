import { expect, test } from 'vitest';
import { reservedName } from './reserved.ts';

const reason = (said: string): string | undefined => {
  const [name, language] = said.split(' in ');
  return reservedName(name, language as Parameters<typeof reservedName>[1], ['Null', 'Moth']);
};

test.each([
  ['class in java', 'java keeps the word'],
  ['String in java', 'java keeps the word'],
  ['new in typescript', 'typescript keeps the word'],
  ['None in python', 'python keeps the word'],
  ['template in cpp', 'cpp keeps the word'],
  ['match in rust', 'rust keeps the word'],
  ['func in go', 'go keeps the word'],
  ['Moth in go', 'Moth comes with the game'],
  ['moth in python', 'Moth comes with the game'],
])('%s is no name of a player', (said, why) => {
  expect(reason(said)).toContain(why);
});

test.each(['Mine in java', 'match in python', 'new in python', 'String in go'])('%s is one', (said) => {
  expect(reason(said)).toBeUndefined();
});
