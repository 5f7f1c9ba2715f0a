import type { Explanation } from './explanation.ts';
import type { Finding } from './findings.ts';

const ORDINALS = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

type Facts = Omit<Explanation, 'sentences' | 'version'>;

/** Findings below this weight don't lead to advice. */
const LIGHT = 0.08;

/** Writes the sentences of an explanation, most important first. */
export function sentencesOf(
  facts: Facts,
  bySeat: readonly (readonly Finding[])[],
  points: readonly number[],
  teams: readonly number[] | undefined,
): string[] {
  const { names, seat, findings, result, turningPoint, moments } = facts;
  const name = callOf(names, seat);
  const sentences = [resultSentence(facts, points, teams)];
  if (result === 'lost') {
    for (const finding of findings.slice(0, 2)) sentences.push(`${name} ${finding.text}.`);
    if (findings.length === 0) sentences.push(`${name} made no obvious mistake: the others played better.`);
  } else {
    if (result === 'won')
      for (const { seat: who, text } of causesOf(facts, bySeat, points, teams))
        sentences.push(`${callOf(names, who)} ${text}.`);
    const [own] = findings;
    if (own) sentences.push(result === 'won' ? `Even so, ${name} ${own.text}.` : `${name} ${own.text}.`);
  }
  const better = moments.filter((moment) => moment.better).sort((one, other) => other.weight - one.weight)[0];
  if (turningPoint)
    sentences.push(
      `The match turned between rounds ${turningPoint.from} and ${turningPoint.to}: the chances of ${name} ${turnWord(turningPoint)} from ${percent(turningPoint.before)} to ${percent(turningPoint.after)}.`,
    );
  if (better?.better) sentences.push(avoided(name, better.round, better.better));
  const advice = findings.find(({ advice: each, weight }) => each !== undefined && weight >= LIGHT)?.advice;
  if (advice !== undefined) sentences.push(advice);
  return sentences;
}

/**
 * The causes of a win: the winner's strengths, and the heaviest mistake of the next player. There is at least one
 * cause.
 */
function causesOf(
  { seat, strengths }: Facts,
  bySeat: readonly (readonly Finding[])[],
  points: readonly number[],
  teams: readonly number[] | undefined,
): Pick<Finding, 'seat' | 'text'>[] {
  const next = nextSeat(points, seat, teams);
  const theirs = next === undefined ? [] : bySeat[next].slice(0, 1);
  const causes = [...strengths.slice(0, 1), ...theirs].sort((one, other) => other.weight - one.weight);
  return causes.length > 0 ? causes : [{ seat, text: 'played better, but no single cause stands out' }];
}

export const turnWord = ({ before, after }: { before: number; after: number }): string =>
  after > before ? 'rose' : 'fell';

/**
 * Describes a better move: `In round 12, Mine could have played …, and that would have avoided what happened in round
 * 14.`
 */
export function avoided(name: string, when: number, { round, text }: { round: number; text: string }): string {
  return round === when
    ? `In round ${round}, ${name} would have avoided this with ${text}.`
    : `${name} would have avoided the trouble in round ${when} with ${text} in round ${round}.`;
}

function resultSentence(
  { names, seat, scores, result, place, rounds }: Facts,
  points: readonly number[],
  teams: readonly number[] | undefined,
): string {
  const name = callOf(names, seat);
  const isPlain = scores.every((score) => score === 0 || score === 1 || score === 0.5);
  const sides = new Set(teams ?? names.map((_, each) => each)).size;
  const with_ = (who: number) => (isPlain ? '' : ` with ${counted(scores[who])}`);
  if (result === 'drawn') return `${name} drew${with_(seat)} after ${rounds} rounds.`;
  if (result === 'won') {
    const next = nextSeat(points, seat, teams);
    return `${name} won${with_(seat)}${next === undefined || isPlain ? '' : `, against ${counted(scores[next])} of ${callOf(names, next)}`}${isPlain ? ` after ${rounds} rounds` : ''}.`;
  }
  const best = points.indexOf(Math.max(...points));
  const won = `${callOf(names, best)} won${with_(best)}`;
  if (sides === 2)
    return isPlain
      ? `${name} lost to ${callOf(names, best)} after ${rounds} rounds.`
      : `${name} lost${with_(seat)}; ${won}.`;
  return `${name} came ${ORDINALS[place] ?? `to place ${place}`} of ${NUMBERS[sides] ?? sides}${with_(seat)}; ${won}.`;
}

const counted = (points: number): string => `${Number(points.toFixed(2))} ${points === 1 ? 'point' : 'points'}`;

/** The best-placed of the other seats. */
function nextSeat(points: readonly number[], seat: number, teams: readonly number[] | undefined): number | undefined {
  let next: number | undefined;
  for (let other = 0; other < points.length; other++) {
    if (other === seat || (teams && teams[other] === teams[seat])) continue;
    if (next === undefined || points[other] > points[next]) next = other;
  }
  return next;
}

/** A player's name, with its seat if several players share the name. */
export function callOf(names: readonly string[], seat: number): string {
  const name = names[seat];
  return names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (seat ${seat})`;
}

/**
 * The names for a page. Names that several seats share get a number. Pages number seats from 1, as the viewer does.
 *
 * @example distinctNames(['Mole', 'Mine', 'Mole']); // ['Mole (1)', 'Mine', 'Mole (3)']
 */
export const distinctNames = (names: readonly string[]): string[] =>
  names.map((name, seat) => (names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${seat + 1})`));

export const percent = (share: number): string => `${Math.round(100 * share)}%`;
