/**
 * Returns the sides of a match in the order of their first seats; without teams, each seat is a side.
 *
 * @example
 * sidesIn([{ seat: 0, team: 0 }, { seat: 1, team: 1 }, { seat: 2, team: 0 }]); // seats 0 and 2, then seat 1
 */
export function sidesIn<S extends { readonly seat: number; readonly team: number | null }>(
  seats: readonly S[],
): readonly (readonly [S, ...S[]])[] {
  const sideOf = ({ seat, team }: S) => team ?? seat;
  const firsts = seats.filter((one, at) => seats.findIndex((other) => sideOf(other) === sideOf(one)) === at);
  return firsts.map((one) => [one, ...seats.filter((other) => other !== one && sideOf(other) === sideOf(one))]);
}
