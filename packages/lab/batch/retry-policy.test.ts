import { expect, test } from 'vitest';
import { type Attempt, Suspicion } from './retry-policy.ts';

const died: Attempt = { sentence: 'the worker was killed by SIGKILL' };
const asked = (seat: number): Attempt => ({ ...died, account: { how: 'asked', seat, round: 4, seconds: 0 } });

test('a player is blamed only if the worker stops twice while asking the player', () => {
  const match = new Suspicion(['A', 'B']);
  expect(match.next(died)).toEqual({ isolated: true, out: [] });
  expect(match.next(asked(1))).toEqual({ isolated: true, out: [] });
  expect(match.next(asked(1))?.out).toEqual([
    {
      seat: 1,
      round: 4,
      fault: 'crash',
      sentence: 'B ended the process that plays the match: the worker was killed by SIGKILL.',
    },
  ]);
});

test('a match without a suspect is repeated without each player in turn, and then has no result', () => {
  const match = new Suspicion(['A', 'B']);
  const cares = Array.from({ length: 5 }, () => match.next(died));
  expect(cares.map((policy) => policy?.out.map(({ seat }) => seat))).toEqual([[], [], [0], [1], undefined]);
});

test('a player is blamed only once per match', () => {
  const match = new Suspicion(['A', 'B']);
  const silent: Attempt = { ...died, account: { how: 'silent', seat: 0, round: 1, seconds: 30 } };
  expect(match.next(silent)?.out).toMatchObject([
    { seat: 0, fault: 'time', sentence: 'A did not answer within 30 s.' },
  ]);
  expect(match.next(silent)?.out).toHaveLength(1);
});
