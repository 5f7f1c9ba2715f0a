/**
 * Returns the round in which a match was decided. From this round on, the same seats are in the lead as at the end, and
 * no others. `curve`: the score by seat and round.
 */
export function decisiveRound(curve: readonly (readonly number[])[]): number {
  const last = (curve[0]?.length ?? 0) - 1;
  if (last < 0) return 0;
  const inFront = (round: number): string => {
    const scores = curve.map((seat) => seat[round]);
    const most = Math.max(...scores);
    return scores.map((score) => (score === most ? '1' : '0')).join('');
  };
  const end = inFront(last);
  let round = last;
  while (round > 0 && inFront(round - 1) === end) round--;
  return round;
}

/** Returns the round from which to show a match: a few rounds before the decisive round. */
export const lead = (round: number): number => Math.max(0, round - 5);
