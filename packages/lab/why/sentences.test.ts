import { expect, test } from 'vitest';
import type { Finding } from './findings.ts';
import { sentencesOf } from './sentences.ts';

const found = (seat: number, text: string, weight: number): Finding => ({
  id: text,
  seat,
  weight,
  text,
  rounds: [],
  advice: undefined,
});
const LOSS = found(0, 'lost 9 cars', 2);

/** The sentences for Ann, who won against Bob. */
function told(strengths: readonly Finding[], theirs: readonly Finding[]): string[] {
  const facts = { game: 'x', seat: 0, names: ['Ann', 'Bob'], scores: [30, 20], rounds: 5, reason: '' };
  return sentencesOf(
    {
      ...facts,
      result: 'won',
      place: 1,
      turningPoint: null,
      curve: [],
      strengths,
      findings: [LOSS],
      moments: [],
    },
    [[LOSS], theirs],
    [1, 0],
    undefined,
  );
}

test('the explanation of a win names its causes first, however big the winner’s mistakes', () => {
  const water = found(0, 'took 8 of 9 prizes', 0.5);
  const stuck = found(1, 'stopped moving', 0.7);
  expect(told([water], [stuck])).toEqual([
    'Ann won with 30 points, against 20 points of Bob.',
    'Bob stopped moving.',
    'Ann took 8 of 9 prizes.',
    'Even so, Ann lost 9 cars.',
  ]);
  expect(told([], [])[1]).toBe('Ann played better, but no single cause stands out.');
});
