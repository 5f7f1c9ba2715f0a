import { expect, test } from 'vitest';
import { nameProblem } from './names.ts';

test.each([
  ['entrant 4', 'name/reserved'],
  ['Entrant  12', 'name/reserved'],
  ['entrant\u3164 4', 'name/reserved'],
  ['deleted 3', 'name/reserved'],
  ['entrant 1.', 'name/reserved'],
  ['Night\u3164Owls', 'name/invisible'],
  ['Rаce', 'name/mixed'],
  ['Αda', 'name/mixed'],
  ['\u3164', 'name/invisible'],
  ['\uFE0F \u115F', 'name/invisible'],
  ['...', 'name/invisible'],
  [`a${'\u0301'.repeat(58)}`, 'name/marks'],
])('nameProblem rejects %j', (name, problem) => {
  expect(nameProblem(name)).toBe(problem);
});

test.each(['Entrant', 'entrant four', 'Núria Vidal 2', 'Раса', 'Ελένη', 'Nguyễn', 'สมชาย', 'שָׁלוֹם', '나은', '7'])(
  'nameProblem accepts %j',
  (name) => {
    expect(nameProblem(name)).toBeUndefined();
  },
);
