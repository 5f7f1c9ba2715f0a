/** A match's result as the input of the fit. Players are whole numbers, so that names can't affect the fit. */
export interface PlacedMatch {
  /** Distinct indices from 0 to the number of players − 1. */
  readonly players: readonly number[];
  /** The place of each of `players`, in the same order. Lower places are better, and equal places are ties. */
  readonly places: readonly number[];
}

/**
 * Results split into choices. In each choice, which counts `weight` times, one of the players `members[start[c]] …
 * members[start[c + 1] − 1]` was chosen first. The log-likelihood of all results is Σ wins[i]·θᵢ − Σ weight·log Σ exp(θ
 * of the members).
 */
export interface Choices {
  readonly start: Int32Array;
  readonly members: Int32Array;
  readonly weight: Float64Array;
  readonly wins: Float64Array;
  /** The match of each choice. */
  readonly match: Int32Array;
  readonly matches: readonly PlacedMatch[];
}

/**
 * Maximum size of a tie for which all orders are considered. In a larger tie, all players count as if they were chosen
 * from the whole group.
 */
const MAX_TIE_SIZE = 8;

/**
 * Choices of the Plackett–Luce model: the first player is chosen from all players, the second from the rest, and so on.
 * A tie represents all possible orders of its players: the log-likelihood is the mean over them. (The mean of the
 * likelihoods doesn't work: for two players, this mean is always one half, so a draw would give no information.)
 */
export function choicesOf(players: number, matches: readonly PlacedMatch[]): Choices {
  const start = [0];
  const members: number[] = [];
  const weight: number[] = [];
  const match: number[] = [];
  const wins = new Float64Array(players);
  matches.forEach((each, at) => {
    const groups = tieGroups(each);
    winsOf(each).forEach((share, i) => {
      wins[each.players[i]] += share;
    });
    groups.forEach((group, g) => {
      const below = groups.slice(g + 1).flat();
      for (const { set, part } of remainders(group, below.length === 0)) {
        if (set.length + below.length < 2) continue;
        for (const player of set) members.push(player);
        for (const player of below) members.push(player);
        start.push(members.length);
        weight.push(part);
        match.push(at);
      }
    });
  });
  return {
    start: Int32Array.from(start),
    members: Int32Array.from(members),
    weight: Float64Array.from(weight),
    match: Int32Array.from(match),
    wins,
    matches,
  };
}

/**
 * The number of choices that each player of a match has won, in the match's order. The last player wins no choice.
 * Several players tied for last place win one choice fewer than their number, in equal parts.
 */
export function winsOf({ places }: PlacedMatch): number[] {
  const last = Math.max(...places);
  const lasts = places.filter((place) => place === last).length;
  return places.map((place) => (place === last ? 1 - 1 / lasts : 1));
}

/** The players of a match in groups of tied players, best group first. */
function tieGroups({ players, places }: PlacedMatch): number[][] {
  const order = players.map((_, i) => i).sort((a, b) => places[a] - places[b]);
  const groups: number[][] = [];
  order.forEach((i, at) => {
    if (at > 0 && places[order[at - 1]] === places[i]) groups[groups.length - 1].push(players[i]);
    else groups.push([players[i]]);
  });
  return groups;
}

/**
 * The possible sets of members that remain while a tied group is being ranked. `part` is the share (0 to 1) of the
 * group's orders in which exactly this set remains. For a group of more than `MAX_TIE_SIZE`, the only set is the whole
 * group, and `part` is the number of choices.
 */
function remainders(
  group: readonly number[],
  areLast: boolean,
): { readonly set: readonly number[]; readonly part: number }[] {
  if (group.length === 1) return [{ set: group, part: 1 }];
  if (group.length > MAX_TIE_SIZE) return [{ set: group, part: group.length - (areLast ? 1 : 0) }];
  const found: { set: number[]; part: number }[] = [];
  for (let bits = 1; bits < 1 << group.length; bits++) {
    const set = group.filter((_, i) => (bits >> i) & 1);
    found.push({ set, part: 1 / binomial(group.length, set.length) });
  }
  return found;
}

function binomial(n: number, k: number): number {
  let value = 1;
  for (let i = 1; i <= k; i++) value = (value * (n - k + i)) / i;
  return value;
}
