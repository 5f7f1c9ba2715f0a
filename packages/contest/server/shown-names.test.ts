import { expect, test } from 'vitest';
import { realNameTest } from './shown-names.ts';

const isReal = realNameTest([
  'Ada Lovelace',
  'Grace Brewster Hopper',
  'Núria',
  'Łukasz Øster',
  'Jürgen Müßig',
  'Sean O’Brien',
  'Anne-Marie Curie',
  'Pere de la Torre',
  '  ',
]);

test.each([
  'Ada Lovelace',
  'LOVELACE, Ada',
  'ada  king lovelace',
  'Bob, Ada Lovelace',
  'Nuria 7',
  'Hopper Brewster Grace',
  'Grace Hopper',
  'Lukasz Oster',
  'Juergen Muessig',
  'Jurgen Mussig',
  'Sean OBrien',
  'Sean O Brien',
  'Annemarie Curie',
])('a name from the roster is found in %j', (name) => expect(isReal(name)).toBe(true));

test.each(['Ada', 'Night Owl', 'Grace', 'Adalovelace', 'Joan de la Creu', '', 'entrant 3'])(
  'no name from the roster is found in %j',
  (name) => expect(isReal(name)).toBe(false),
);

test('realNameTest finds no name without a roster', () => expect(realNameTest([])('Ada Lovelace')).toBe(false));
