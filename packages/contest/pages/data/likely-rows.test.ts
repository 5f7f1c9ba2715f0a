import { expect, test } from 'vitest';
import { likelyRows, nameLikeness, sameNames } from './likely-rows.ts';

const ROWS = [
  'Anna Puig',
  'Bernat Tàpies',
  'Biel Puig',
  'Hugo Pons',
  'Núria d’Aigua-Roca',
  'Student 07',
  'Student 08',
].map((name) => ({ name }));
const likely = (name: string) => likelyRows(name, ROWS).map((row) => row.name);

test('likelyRows finds a name that is shortened or misspelt, or has different accents or a different word order', () => {
  expect(likely('anna puig')).toEqual(['Anna Puig']);
  expect(likely('Pons, Hugo')).toEqual(['Hugo Pons']);
  expect(likely('Ben Tapies')).toEqual(['Bernat Tàpies']);
  expect(likely('Nuria Aigua Roca')).toEqual(['Núria d’Aigua-Roca']);
  expect(likely('A. Puig')[0]).toBe('Anna Puig');
  expect(likely('Hugo Posn')).toEqual(['Hugo Pons']);
  expect(likely('Hugo')).toEqual(['Hugo Pons']);
});

test('likelyRows suggests nothing for a name that resembles no row, and only the identical name if the list contains it', () => {
  for (const name of ['Ada Lovelace', 'xXx', '…', '', 'Carla Roig']) expect(likely(name), name).toEqual([]);
  expect(likely('Student 08')).toEqual(['Student 08']);
  expect(likely('Student 09')).toEqual(['Student 07', 'Student 08']);
  expect(nameLikeness('Pons Hugo', 'Hugo Pons')).toBe(1);
  expect(nameLikeness('Hugo', 'Hugo Pons')).toBeLessThan(1);
});

test('sameNames pairs names with the same words if each name is unique', () => {
  const guests = ['puig anna', 'Student 08', 'student 08', 'Hugo Pons i Mas'].map((name) => ({ name }));
  expect(sameNames(guests, ROWS)).toEqual([[guests[0], ROWS[0]]]);
  expect(sameNames([guests[0]], [...ROWS, { name: 'Anna Puig' }])).toEqual([]);
});
