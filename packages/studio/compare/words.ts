import type { ComparedRound, HandComparison } from '@ludus/referee/hand.ts';

/** Minimum share of rounds in which the code must agree with the person, 0…1. */
export const AGREEMENT_GOAL = 0.8;

/** The share of rounds in which the code agrees with the person, 0…1; 0 for code that fails. */
export function agreementOf({ rounds, failed }: HandComparison): number {
  if (failed || rounds.length === 0) return 0;
  return rounds.filter(({ agrees }) => agrees).length / rounds.length;
}

/** Formats a sentence such as `Your code agrees with you in 61 of 75 rounds, and first differs in round 23.` */
export function comparisonSentence({ rounds, failed }: HandComparison): string {
  const failure = failed ? ` Then it fails in round ${failed.round}: ${failed.sentence}` : '';
  if (rounds.length === 0) return `There is no round to compare.${failure}`;
  const agreed = rounds.filter(({ agrees }) => agrees).length;
  const first = rounds.find(({ agrees }) => !agrees);
  if (!first) return `Your code agrees with you in ${all(rounds.length)}.${failure}`;
  return `Your code agrees with you in ${agreed} of ${countRounds(rounds.length)}, and first differs in round ${first.round}.${failure}`;
}

const countRounds = (count: number): string => (count === 1 ? '1 round' : `${count} rounds`);
const all = (count: number): string => (count === 1 ? 'the only round' : `all ${count} rounds`);

/** Formats a sentence such as `Round 23: you chose left, your code chooses ahead.` */
export function roundSentence({ round, person, code, agrees }: ComparedRound): string {
  const shown = (text: string) => (text === '' ? 'nothing' : text);
  return agrees
    ? `Round ${round}: you both choose ${shown(person.text)}.`
    : `Round ${round}: you chose ${shown(person.text)}, your code chooses ${shown(code.text)}.`;
}

/**
 * The next round, in one direction, in which the code's move differs from the person's move. The search wraps around at
 * the end.
 */
export function nextDifference(
  rounds: readonly ComparedRound[],
  from: number,
  direction: 1 | -1,
): ComparedRound | undefined {
  const differing = rounds.filter(({ agrees }) => !agrees);
  return direction === 1
    ? (differing.find(({ round }) => round > from) ?? differing[0])
    : (differing.findLast(({ round }) => round < from) ?? differing.at(-1));
}
