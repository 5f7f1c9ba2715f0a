import { expect, test } from 'vitest';
import { readRoster } from '../../rounds/marks/roster-csv.ts';
import { codesCsv } from './codes-csv.ts';

test('codesCsv writes a roster that readRoster can read, and escapes formulas', () => {
  const line = {
    id: 'u1',
    name: 'Puig, "Anna"',
    group: null,
    team: null,
    code: 'aaaaa-aaaaa',
    link: 'https://a.example/join#aaaaa-aaaaa',
  };
  const csv = codesCsv([line, { ...line, id: 'u2', name: '=1+1', group: '＝A1', team: 'T' }]);
  expect(readRoster(csv)).toEqual({
    ok: true,
    people: [
      { id: 'u1', name: 'Puig, "Anna"', group: '', team: '' },
      { id: 'u2', name: "'=1+1", group: "'＝A1", team: 'T' },
    ],
  });
  expect(csv).toContain('"https://a.example/join#aaaaa-aaaaa"');
});
