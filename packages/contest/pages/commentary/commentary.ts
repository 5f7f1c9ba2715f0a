import { closing, opening } from './frame-lines.ts';
import { hitLines } from './hits.ts';
import { leadLines } from './lead.ts';
import type { Candidate, Line, MatchFacts } from './line.ts';

/**
 * Comments on a match with at most one line per `gap` rounds. A line describes an event and relates it to earlier
 * events. The same facts lead to the same lines, so everyone reads the same commentary. No line before the end depends
 * on the winner.
 *
 * @example commentary({ names: ['Ann', 'Bob'], rounds: 40, marks: [{ round: 9, kind: 'death', side: 1, by: 0 }], curve,
 * winners: [0] }, 12); // … { round: 9, template: 'first-hit', values: { by: 'Ann', name: 'Bob' } } …
 */
export function commentary(facts: MatchFacts, gap: number): Line[] {
  const [first, ...more] = opening(facts, gap);
  const last = closing(facts);
  const said = [first, ...last];
  const open = new Set([...more, ...hitLines(facts), ...leadLines(facts, gap)]);
  for (;;) {
    const [best] = [...open]
      .map((line) => ({ line, round: roundFor(line, said, gap), weight: weightNow(line, said) }))
      .filter(({ round, weight }) => round >= 0 && weight >= MIN_WEIGHT)
      .sort((one, other) => other.weight - one.weight || one.round - other.round);
    if (!best) break;
    open.delete(best.line);
    said.push({ ...best.line, round: best.round });
  }
  return said
    .sort((one, other) => one.round - other.round)
    .map(({ round, template, values }) => ({ round, template, values }));
}

/** Minimum weight of a line; lines below this weight are left out. */
const MIN_WEIGHT = 1;
/** Lines with at least this weight may appear up to `gap` rounds late. */
const WEIGHTY = 7;

/** Returns the current weight of a line. Each use of the line's template lowers the weight. */
const weightNow = ({ template, weight }: Candidate, said: readonly Line[]): number =>
  weight / (1 + said.filter((each) => each.template === template).length);

/** Returns the line's round, or a later round with room for the line; −1 if there is none. */
function roundFor({ round, weight }: Candidate, said: readonly Line[], gap: number): number {
  const isFree = (at: number) => said.every((each) => Math.abs(each.round - at) >= gap);
  if (isFree(round)) return round;
  const late = Math.max(...said.flatMap((each) => (each.round <= round ? [each.round] : []))) + gap;
  return weight >= WEIGHTY && late > round && late - round < gap && isFree(late) ? late : -1;
}
