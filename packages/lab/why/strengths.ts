import type { Skill } from './analysis.ts';
import type { Finding } from './findings.ts';
import type { Ledger } from './ledger.ts';
import { callOf } from './sentences.ts';

/** Minimum number of chances for a judgement about a seat. */
const MIN_CHANCES = 3;
/** Minimum share of chances that a seat must take for a skill to count as a strength. */
const GOOD = 0.5;
/** Minimum difference between the seat's share of taken chances and the other seats' share. */
const BETTER = 0.1;
const MIN_WEIGHT = 0.02;

/** Returns the skills that a seat showed more often than its opponents did, heaviest first. */
export function strengthsOf(
  skills: readonly Skill[],
  ledger: Ledger,
  seat: number,
  opponents: readonly number[],
  names: readonly string[],
): Finding[] {
  const whose = opponents.length === 1 ? callOf(names, opponents[0]) : 'the others';
  return skills
    .flatMap((skill): Finding[] => {
      const own = countOf(ledger, skill.id, [seat]);
      const other = countOf(ledger, skill.id, opponents);
      if (own.all < MIN_CHANCES || other.all < MIN_CHANCES) return [];
      const [rate, otherRate] = [own.taken / own.all, other.taken / other.all];
      const weight = (rate - otherRate) * own.worth * skill.worth;
      if (rate < GOOD || rate - otherRate < BETTER || weight < MIN_WEIGHT) return [];
      const { took = 'took' } = skill;
      const text = `${took} ${own.taken} of ${own.all} ${skill.chances} (${whose}: ${other.taken} of ${other.all})`;
      return [{ id: skill.id, seat, weight, text, rounds: own.rounds, advice: undefined }];
    })
    .sort((one, next) => next.weight - one.weight);
}

/**
 * Sums up the chances of some seats. `worth` is the sum of the chances' shares. `rounds` contains some of the rounds in
 * which a chance was taken.
 */
function countOf(ledger: Ledger, skill: string, seats: readonly number[]) {
  const chances = seats.flatMap((seat) => ledger.chances(skill, seat));
  const taken = chances.filter(({ isTaken }) => isTaken);
  return {
    all: chances.length,
    taken: taken.length,
    worth: chances.reduce((sum, { share }) => sum + share, 0),
    rounds: [...new Set(taken.map(({ round }) => round))].slice(0, 6),
  };
}
