import type { Mishap, Skill } from './analysis.ts';
import type { Accident, Chance, Ledger } from './ledger.ts';

/** A weakness of a seat, or a strength in comparison with its opponents. */
export interface Finding {
  /** The skill, mishap, or kind of move, or one of `disqualified`, `refused`, `idle`, `repeats`, `no-points`. */
  readonly id: string;
  readonly seat: number;
  /** The share of the result that is due to this finding. A weight of 1 is enough to decide the match. */
  readonly weight: number;
  /** The finding in words that follow the player's name, in the past tense, without a full stop. */
  readonly text: string;
  /** Rounds to which the finding refers, ascending. */
  readonly rounds: readonly number[];
  /** Advice to the player in one sentence. */
  readonly advice: string | undefined;
}

/** Minimum number of chances before and after the last taken chance, for a text that says “stopped”. */
const MIN_CHANCES = 4;

/** Judges a seat by its chances to show a skill. Undefined if the seat took enough chances or had too few. */
export function skillFinding(skill: Skill, seat: number, chances: readonly Chance[]): Finding | undefined {
  const { took = 'took' } = skill;
  const all = total(chances);
  const missed = chances.filter((chance) => !chance.isTaken);
  const rounds = spread(missed.map(({ round }) => round));
  const found = (weight: number, text: string): Finding => ({
    id: skill.id,
    seat,
    weight: weight * skill.worth,
    text,
    rounds,
    advice: skill.advice,
  });
  const taken = total(chances.filter(({ isTaken }) => isTaken));
  if (taken === 0) return found(skill.norm * all, `never ${skill.did}: it could have ${times(chances.length)}`);
  const stop = stopOf(chances);
  const rate = taken / all;
  if (stop !== undefined) {
    const [before, after] = [chances.slice(0, stop), chances.slice(stop)];
    const late = after.filter(({ isTaken }) => isTaken).length;
    const weight = (Math.max(skill.norm, rateOf(before)) - rateOf(after)) * total(after);
    const early = before.filter(({ isTaken }) => isTaken).length;
    return found(
      weight,
      `stopped ${skill.doing} after round ${before[before.length - 1].round}: it ${took} ${early} of ${before.length} ${skill.chances} before, and ${late === 0 ? 'none' : late} of ${after.length} after`,
    );
  }
  if (chances.length < 3 || rate > 0.75 * skill.norm) return undefined;
  const number = chances.length - missed.length;
  return found((skill.norm - rate) * all, `${took} only ${number} of ${chances.length} ${skill.chances}`);
}

/**
 * The index of the chance from which on a seat takes almost no chances. Undefined if the seat didn't take many chances
 * before, or still takes them.
 */
function stopOf(chances: readonly Chance[]): number | undefined {
  const before = [0];
  for (const { isTaken } of chances) before.push(before[before.length - 1] + (isTaken ? 1 : 0));
  const taken = before[chances.length];
  let best: number | undefined;
  let most = 4;
  for (let at = MIN_CHANCES; at <= chances.length - MIN_CHANCES; at++) {
    if (!chances[at - 1].isTaken) continue;
    const [early, late] = [before[at] / at, (taken - before[at]) / (chances.length - at)];
    if (early < 0.2 || late > early / 5) continue;
    const gain =
      likelihood(before[at], at) +
      likelihood(taken - before[at], chances.length - at) -
      likelihood(taken, chances.length);
    if (gain > most) [best, most] = [at, gain];
  }
  return best;
}

/** The maximum log-likelihood of taking `taken` of `all` chances. */
function likelihood(taken: number, all: number): number {
  const share = taken / all;
  return (taken > 0 ? taken * Math.log(share) : 0) + (taken < all ? (all - taken) * Math.log(1 - share) : 0);
}

export function mishapFinding(
  mishap: Mishap,
  seat: number,
  accidents: readonly Accident[],
  rounds: number,
): Finding | undefined {
  const number = accidents.reduce((sum, { count: each }) => sum + each, 0);
  if (number === 0) return undefined;
  const usual = (mishap.norm * rounds) / 100;
  const when = spread(accidents.map(({ round }) => round));
  return {
    id: mishap.id,
    seat,
    weight: Math.max(number - usual, number / 5) * mishap.worth,
    text: `${mishap.did(number)}${inRounds(when)}`,
    rounds: when,
    advice: mishap.advice,
  };
}

/** The heaviest remark of each kind about a seat. */
export function remarkFindings(ledger: Ledger, seat: number): Finding[] {
  const heaviest = new Map<string, Finding>();
  for (const { id, round, weight, text, advice } of ledger.remarks[seat])
    if (weight > (heaviest.get(id)?.weight ?? 0)) heaviest.set(id, { id, seat, weight, text, rounds: [round], advice });
  return [...heaviest.values()];
}

/** The rounds in words: ` in round 7`, ` in rounds 7 and 9`, ` between rounds 7 and 120`. */
function inRounds(rounds: readonly number[]): string {
  if (rounds.length === 0) return '';
  if (rounds.length === 1) return ` in round ${rounds[0]}`;
  if (rounds.length === 2) return ` in rounds ${rounds[0]} and ${rounds[1]}`;
  return ` between rounds ${rounds[0]} and ${rounds[rounds.length - 1]}`;
}

/** At most six of the rounds, spread evenly, including the first and the last. */
function spread(rounds: readonly number[]): number[] {
  const own = [...new Set(rounds)];
  if (own.length <= 6) return own;
  return Array.from({ length: 6 }, (_, n) => own[Math.round((n * (own.length - 1)) / 5)]);
}

const total = (chances: readonly Chance[]): number => chances.reduce((sum, { share }) => sum + share, 0);
const rateOf = (chances: readonly Chance[]): number =>
  total(chances.filter(({ isTaken }) => isTaken)) / Math.max(1e-9, total(chances));
const times = (number: number): string => (number === 1 ? 'once' : `${number} times`);
