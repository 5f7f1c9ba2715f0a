import { expect, test } from 'vitest';
import { reservedName } from './reserved.ts';

const reason = (said: string): string | undefined => {
  const [name, language] = said.split(' in ');
  return reservedName(name, language as Parameters<typeof reservedName>[1], ['Null', 'Moth']);
};

test.each([
  ['class in java', 'it is a reserved word in java'],
  ['String in java', 'it is a reserved word in java'],
  ['new in typescript', 'it is a reserved word in typescript'],
  ['None in python', 'it is a reserved word in python'],
  ['template in cpp', 'it is a reserved word in cpp'],
  ['match in rust', 'it is a reserved word in rust'],
  ['func in go', 'it is a reserved word in go'],
  ['Moth in go', 'Moth is a built-in bot'],
  ['moth in python', 'Moth is a built-in bot'],
])('reservedName rejects the name %s', (said, why) => {
  expect(reason(said)).toContain(why);
});

test.each(['Mine in java', 'match in python', 'new in python', 'String in go'])(
  'reservedName accepts the name %s',
  (said) => {
    expect(reason(said)).toBeUndefined();
  },
);
