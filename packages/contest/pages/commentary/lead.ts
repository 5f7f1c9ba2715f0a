import type { Candidate, MatchFacts } from './line.ts';

/** A side is called far behind if its value is at most this share of the leader's value. */
const FAR_BEHIND = 0.7;
/**
 * A side is called far ahead if its value is at least this multiple of the second-best value. The two best sides are
 * called level if their values differ by at most the share `LEVEL`.
 */
const FAR_AHEAD = 1.6;
const LEVEL = 0.04;
/**
 * The rounds in which the commentary checks for a side that is far ahead, and for level sides, as shares of the match.
 */
const LOOK_AHEAD_AT = 0.6;
const LOOK_LEVEL_AT = 0.85;

/** Returns the side that alone has the highest value in a round; −1 if there is none. */
function leaderIn(curve: MatchFacts['curve'], round: number): number {
  const values = curve.map((side) => side[round] ?? 0);
  const most = Math.max(...values);
  return values.filter((value) => value === most).length === 1 ? values.indexOf(most) : -1;
}

/** Returns the last round before `until` in which a side was last and far behind; undefined if there is none. */
export function wasLast(curve: MatchFacts['curve'], side: number, until: number): number | undefined {
  for (let round = until - 1; round > 0; round--) {
    const values = curve.map((each) => each[round] ?? 0);
    const own = values[side];
    const isLast = values.every((value, other) => other === side || value > own);
    if (isLast && own <= FAR_BEHIND * Math.max(...values)) return round;
  }
  return undefined;
}

/**
 * Returns lines about changes of the lead, based on earlier leaders. Only leads that were held for some rounds are
 * mentioned.
 */
export function leadLines({ names, rounds, curve }: MatchFacts, gap: number): Candidate[] {
  if (names.length < 2 || curve.length < 2) return [];
  const found: Candidate[] = [];
  const hold = Math.max(2, Math.round(gap / 3));
  const leaders: number[] = [];
  let held = 0;
  for (let round = 1; round < rounds; round++) {
    const leader = leaderIn(curve, round);
    held = leader >= 0 && leader === leaderIn(curve, round - 1) ? held + 1 : 0;
    if (held < hold || leader === leaders.at(-1)) continue;
    const last = wasLast(curve, leader, round);
    const values = { name: names[leader] };
    if (leaders.length === 0) found.push({ round, template: 'lead-first', values, weight: 2 });
    else {
      const other = names[leaders.at(-1)!];
      const n = leaders.length;
      if (last !== undefined && last > rounds / 5)
        found.push({ round, template: 'comeback', values: { ...values, round: last }, weight: 9 });
      else if (n >= 3) found.push({ round, template: 'lead-many', values: { ...values, n }, weight: 6 });
      else if (leaders.includes(leader))
        found.push({ round, template: 'lead-back', values: { ...values, other }, weight: 6 });
      else found.push({ round, template: 'lead', values: { ...values, other }, weight: 5 });
    }
    leaders.push(leader);
  }
  return [...found, ...standLines({ names, rounds, curve })];
}

/** Returns lines about the distance between the sides towards the end. */
function standLines({ names, rounds, curve }: Pick<MatchFacts, 'names' | 'rounds' | 'curve'>): Candidate[] {
  const found: Candidate[] = [];
  const rankedIn = (round: number) =>
    [...names.keys()]
      .map((side) => ({ side, value: curve[side][round] ?? 0 }))
      .sort((one, other) => other.value - one.value);
  const early = Math.round(rounds * LOOK_AHEAD_AT);
  const [first, second] = rankedIn(early);
  if (first.value > 0 && first.value >= FAR_AHEAD * Math.max(1, second.value))
    found.push({ round: early, template: 'far-ahead', values: { name: names[first.side] }, weight: 3 });
  const late = Math.round(rounds * LOOK_LEVEL_AT);
  const [one, other] = rankedIn(late);
  if (one.value > 0 && one.value - other.value <= LEVEL * one.value)
    found.push({
      round: late,
      template: 'level',
      values: { one: names[one.side], other: names[other.side] },
      weight: 6,
    });
  return found;
}
