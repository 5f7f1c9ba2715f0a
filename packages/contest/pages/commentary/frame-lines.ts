import { wasLast } from './lead.ts';
import type { Candidate, MatchFacts, Template } from './line.ts';

/** Minimum length of streaks that are mentioned. */
const STREAK = 3;
const SLUMP = 4;
/** An upset is a win by a side that is this number of places below the best side. */
const UPSET = 3;

type FrameLine = Omit<Candidate, 'round' | 'weight'>;

/** Introduces the players and mentions their earlier matches. */
export function opening({ names, history }: MatchFacts, gap: number): Candidate[] {
  const said: FrameLine[] = [];
  const add = (template: Template, values: Candidate['values']) => said.push({ template, values });
  const meeting = history?.meetings
    .filter(({ ahead }) => ahead[0] + ahead[1] > 0)
    .toSorted((a, b) => Math.min(...b.ahead) - Math.min(...a.ahead) || sum(b.ahead) - sum(a.ahead))[0];
  if (meeting) {
    const { one, other, ahead } = meeting;
    add('open-again', { one: names[one], other: names[other], a: ahead[0], b: ahead[1] });
  }
  const streaks = history?.streaks ?? [];
  const best = streaks.indexOf(Math.max(...streaks));
  const worst = streaks.indexOf(Math.min(...streaks));
  if (streaks[best] >= STREAK) add('open-streak', { name: names[best], n: streaks[best] });
  else if (streaks[worst] <= -SLUMP) add('open-slump', { name: names[worst], n: -streaks[worst] });
  const top = history?.places.indexOf(1) ?? -1;
  if (top >= 0 && said.length < 2) {
    const others = names.filter((_, side) => side !== top);
    if (others.length > 0) add('open-top', { name: names[top], others });
  }
  if (said.length === 0) add('open', { names });
  return said.slice(0, 2).map((line, at) => ({ ...line, round: at * gap, weight: 3 }));
}

const sum = (pair: readonly [number, number]): number => pair[0] + pair[1];

/** Names the winner and compares the win with earlier matches. */
export function closing(facts: MatchFacts): Candidate[] {
  const { winners, rounds, turn } = facts;
  if (winners.length === 0) return [];
  const lines = [ending(facts)];
  // An earlier line would reveal the winner.
  if (turn !== undefined && winners.length === 1 && turn > 0)
    lines.push({ template: 'turned', values: { round: turn } });
  return lines.map((line) => ({ ...line, round: rounds, weight: 0 }));
}

function ending({ names, rounds, winners, curve, history }: MatchFacts): FrameLine {
  const line = (template: Template, values: Candidate['values']): FrameLine => ({ template, values });
  if (winners.length === names.length) return line('end-draw', {});
  if (winners.length > 1) return line('end-shared', { names: winners.map((side) => names[side]) });
  const [winner] = winners;
  const name = names[winner];
  const last = wasLast(curve, winner, rounds);
  if (last !== undefined && last >= rounds / 3) return line('end-comeback', { name, round: last });
  const places = history?.places ?? [];
  const place = places[winner] ?? null;
  const best = Math.min(...places.filter((each) => each !== null));
  if (place !== null && place - best >= UPSET)
    return line('end-upset', { name, other: names[places.indexOf(best)], place, best });
  const streak = history?.streaks[winner] ?? 0;
  if (streak <= -SLUMP) return line('end-slump', { name, n: -streak });
  if (streak + 1 >= STREAK) return line('end-streak', { name, n: streak + 1 });
  const lost = history?.meetings.find(
    ({ one, other, last: front }) => front !== null && front !== winner && (one === winner || other === winner),
  );
  if (lost) return line('end-revenge', { name, other: names[lost.one === winner ? lost.other : lost.one] });
  return line('end', { name });
}
