import type { ComparedRound } from '@ludus/referee/hand.ts';
import { expect, test } from 'vitest';
import type { MatchOrder } from '../match/order.ts';
import { goalsOf, isSameMatch } from './goals.ts';
import { agreementOf, comparisonSentence, nextDifference, roundSentence } from './words.ts';

const move = (text: string) => ({ text, arrows: [] });
const round = (n: number, code: string): ComparedRound => ({
  round: n,
  person: move('left'),
  code: move(code),
  agrees: code === 'left',
});
const rounds = [round(3, 'left'), round(4, 'up'), round(5, 'left'), round(7, '')];

test('a comparison counts the rounds, and names the first difference', () => {
  expect(comparisonSentence({ firstRound: 0, rounds })).toBe(
    'Your code agrees with you in 2 of 4 rounds, and first differs in round 4.',
  );
  expect(comparisonSentence({ firstRound: 0, rounds: rounds.slice(0, 1) })).toBe(
    'Your code agrees with you in the only round.',
  );
  expect(comparisonSentence({ firstRound: 0, rounds: [] })).toBe('There is no round to compare.');
  expect(agreementOf({ firstRound: 0, rounds })).toBe(0.5);
});

test('code that fails has an agreement of 0, and the message names the round of the failure', () => {
  const failed = { round: 4, sentence: 'Mine threw in round 4: no.' };
  const comparison = { firstRound: 0, rounds: rounds.slice(0, 1), failed };
  expect(agreementOf(comparison)).toBe(0);
  expect(comparisonSentence(comparison)).toContain('Then it fails in round 4: Mine threw in round 4: no.');
});

test('a round’s sentence names both choices when they differ', () => {
  expect(rounds.map(roundSentence).slice(2)).toEqual([
    'Round 5: you both choose left.',
    'Round 7: you chose left, your code chooses nothing.',
  ]);
});

test('nextDifference goes from the last difference to the first, and back', () => {
  expect(nextDifference(rounds, 4, 1)?.round).toBe(7);
  expect(nextDifference(rounds, 7, 1)?.round).toBe(4);
  expect(nextDifference(rounds, 4, -1)?.round).toBe(7);
  expect(nextDifference(rounds.slice(0, 1), 4, 1)).toBeUndefined();
});

test('the three goals are 80% agreement, a higher score, and a win by the ladder’s rule', () => {
  const reached = (agreed: number, scored: number | null, isBeaten: boolean) =>
    goalsOf({ at: 1, bot: 'Mine', agreed, scored }, 40, 'Moth', isBeaten).map(({ isReached }) => isReached);
  expect(reached(0.799, 40, false)).toEqual([false, false, false]);
  expect(reached(0.8, 41, true)).toEqual([true, true, true]);
  expect(reached(1, null, false)).toEqual([true, false, false]);
  expect(goalsOf({ at: 1, bot: 'Mine', agreed: 0.799, scored: null }, 40, 'Moth', false)[0].state).toContain('79%');
});

test('isSameMatch compares board, seed, and opponents, with the bot in the person’s seat', () => {
  const moth = { kind: 'builtin', name: 'Moth' } as const;
  const byHand: MatchOrder = {
    game: 'trails',
    board: 'b',
    seed: 1,
    players: [moth, { kind: 'hand', name: 'Human', beatMs: 0, turnMs: 0 }],
  };
  const matchOf = (players: MatchOrder['players'], seed = 1): MatchOrder => ({ ...byHand, players, seed });
  const mine = { kind: 'own', name: 'Mine', source: '' } as const;
  expect(isSameMatch(byHand, matchOf([moth, mine]), 'Mine')).toBe(true);
  expect(isSameMatch(byHand, matchOf([moth, mine], 2), 'Mine')).toBe(false);
  expect(isSameMatch(byHand, matchOf([mine, moth]), 'Mine')).toBe(false);
  expect(isSameMatch(byHand, matchOf([moth, { ...mine, name: 'Other' }]), 'Mine')).toBe(false);
});
