import { expect, test } from 'vitest';
import { Admission } from './admission.ts';
import { RefusalError } from './refusal.ts';

test('a route accepts a limited number of parallel requests without affecting other routes', () => {
  const admission = new Admission({ ladder: 2 });
  const first = admission.enter('ladder');
  admission.enter('ladder');
  const before = Date.now();
  let refused: unknown;
  try {
    admission.enter('ladder');
  } catch (error) {
    refused = error;
  }
  expect(refused).toBeInstanceOf(RefusalError);
  const { status, problem } = refused as RefusalError;
  expect([status, problem.code, admission.refused]).toEqual([503, 'server/busy', 1]);
  expect(Date.parse(problem.again!)).toBeGreaterThanOrEqual(before + 1000);
  for (let i = 0; i < 9; i++) admission.enter('me');
  first();
  first();
  admission.enter('ladder');
  expect(() => admission.enter('ladder')).toThrow(RefusalError);
});

test('an entrant can use only two upload slots, and other entrants can still upload', () => {
  const admission = new Admission({ submit: 32 });
  const enter = (entrant: number) => [admission.enter('submit'), admission.enterAs('submit', entrant)];
  const [, leave] = enter(7);
  enter(7);
  expect(() => enter(7)).toThrow(RefusalError);
  enter(8);
  leave();
  enter(7);
  expect(() => enter(7)).toThrow(RefusalError);
  for (let i = 0; i < 9; i++) admission.enterAs('ladder', 7);
});
