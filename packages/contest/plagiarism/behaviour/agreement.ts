import type { Answers } from './answers.ts';

/** How much more two players agree than the game itself causes. */
export interface Agreement {
  readonly left: number;
  readonly right: number;
  /**
   * The share (0 to 1) of rounds with the same choice; a round in which only some instructions are the same is included
   * in part.
   */
  readonly same: number;
  /** The expected agreement, based on how much each of the two agrees with all others in the same rounds. */
  readonly expected: number;
  /**
   * The agreement beyond `expected`, as a share of the possible maximum. 0: the two agree as often as any two players.
   * 1: they always agree. Negative: they agree less often than others.
   */
  readonly excess: number;
  /**
   * Half the width of the 95% interval of `excess`, from the variance between matches; infinite with fewer than two
   * matches.
   */
  readonly margin: number;
  /** Number of rounds in which both players made a choice and the other players didn't all agree. */
  readonly rounds: number;
}

/**
 * Returns every pair of players, the largest excess first. `players[p][m][r]`: the choice of player p in round r of
 * recorded match m; all players see the same boards. Two players that follow the same obvious rule agree with all
 * others as well; only additional agreement is reported. With fewer than three players, no conclusion is possible, and
 * there are no pairs.
 */
export function agreements(players: readonly Answers[]): Agreement[] {
  const count = players.length;
  if (count < 3) return [];
  const sums = Array.from({ length: count * count }, () => new PairSums());
  const showings = Math.max(0, ...players.map((answers) => answers.length));
  for (let showing = 0; showing < showings; showing++) {
    const rounds = Math.max(0, ...players.map((answers) => answers[showing]?.length ?? 0));
    for (const each of sums) each.begin();
    for (let round = 0; round < rounds; round++)
      addRound(
        players.map((answers) => answers[showing]?.[round]),
        sums,
      );
  }
  const all: Agreement[] = [];
  for (let left = 0; left < count; left++)
    for (let right = left + 1; right < count; right++) all.push(sums[left * count + right].told(left, right));
  return all.sort((a, b) => b.excess - a.excess || a.left - b.left || a.right - b.right);
}

function addRound(asked: readonly (readonly string[] | undefined)[], sums: readonly PairSums[]): void {
  const count = asked.length;
  const there = asked.flatMap((each, at) => (each === undefined ? [] : [at]));
  if (there.length < 3) return;
  const same = new Float64Array(count * count);
  const row = new Float64Array(count);
  for (const i of there)
    for (const j of there) {
      if (j <= i) continue;
      const share = sharedOf(asked[i]!, asked[j]!);
      same[i * count + j] = share;
      row[i] += share;
      row[j] += share;
    }
  const others = 2 * (there.length - 2);
  for (const i of there)
    for (const j of there) {
      if (j <= i) continue;
      const own = same[i * count + j];
      const expected = (row[i] + row[j] - 2 * own) / others;
      if (expected < 1) sums[i * count + j].add(own, expected);
    }
}

/** Returns the similarity of two lists of instructions: the share of instructions that are in both lists. */
function sharedOf(a: readonly string[], b: readonly string[]): number {
  if (a.length + b.length === 0) return 1;
  const all = new Set([...a, ...b]).size;
  const both = new Set(a.filter((each) => b.includes(each))).size;
  return both / all;
}

/**
 * The sums of a pair, kept separately for each match. Rounds of one match are similar, so only whole matches are
 * independent.
 */
class PairSums {
  private rounds = 0;
  private same = 0;
  private expected = 0;
  private readonly matches: { gained: number; open: number }[] = [];

  begin(): void {
    this.matches.push({ gained: 0, open: 0 });
  }

  add(same: number, expected: number): void {
    this.rounds++;
    this.same += same;
    this.expected += expected;
    const match = this.matches[this.matches.length - 1];
    match.gained += same - expected;
    match.open += 1 - expected;
  }

  told(left: number, right: number): Agreement {
    const used = this.matches.filter(({ open }) => open > 0);
    const gained = used.reduce((sum, match) => sum + match.gained, 0);
    const open = used.reduce((sum, match) => sum + match.open, 0);
    const excess = open > 0 ? gained / open : 0;
    // The variance of a ratio of sums, from the residual of each match.
    const n = used.length;
    const squares = used.reduce((sum, match) => sum + (match.gained - excess * match.open) ** 2, 0);
    const margin = n > 1 ? (1.96 * Math.sqrt((squares * n) / (n - 1))) / open : Number.POSITIVE_INFINITY;
    const rounds = Math.max(1, this.rounds);
    return {
      left,
      right,
      same: this.same / rounds,
      expected: this.expected / rounds,
      excess,
      margin,
      rounds: this.rounds,
    };
  }
}

/**
 * Returns pairs whose excess minus its margin is above `least` and above the outlier threshold of the quartile rule.
 */
export function unusualAgreements(all: readonly Agreement[], least = 0.8): Agreement[] {
  const sorted = all.map(({ excess }) => excess).sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const far = Math.max(least, at(0.75) + 3 * (at(0.75) - at(0.25)));
  // If most pairs agree, no pair is an outlier, and a fixed threshold is used instead.
  return all.filter(({ excess, margin }) => excess - margin > Math.min(0.95, far));
}
