import type { LiveVersion, MatchResult } from '../words.ts';

/** The initial rating of a version without a predecessor. */
export const START = 1500;
const ELO = 400 / Math.LN10;
/**
 * Variances, in squared units of strength. `entrants`: among entrants; `change`: of the change from a version to the
 * next; `least`: the minimum.
 */
const VARIANCE = { entrants: 1.8, change: 0.15, least: 0.001 };
/**
 * Weight of an opponent's variance, as in Glicko, because a match against an opponent of uncertain strength reveals
 * less about a player.
 */
const DOUBT = 3 / Math.PI ** 2;
/**
 * Returns the weight of each pair in a match, by the number of players, since the places in a match aren't independent.
 */
const together = (players: number): number => 3 / (players + 1);

/** By version: its entrant's previous version. */
export type PreviousVersions = ReadonlyMap<number, number>;

/** Returns the previous version of each version, from the live versions' records. */
export function previousOf(live: readonly LiveVersion[]): PreviousVersions {
  const previous = new Map<number, number>();
  for (const { version, before = [] } of live) {
    let later = version;
    for (const earlier of before) {
      previous.set(later, earlier);
      later = earlier;
    }
  }
  return previous;
}

/**
 * The results in the form that the draw needs: each version's number of games, its opponents, and its approximate
 * strength. Each match updates the ratings according to their uncertainty. These ratings only select opponents; the
 * leaderboard's ratings are more accurate. The class is optimised for speed, since every wave uses it.
 */
export class History {
  /** By version: its index in the lists. */
  private readonly index = new Map<number, number>();
  private readonly counts: number[] = [];
  private readonly strengths: number[] = [];
  /** By index: the variance of the strength, in squared units. */
  private readonly variances: number[] = [];
  /** By index: the versions that this version met, once per match. */
  private readonly met: number[][] = [];
  private readonly versions: number[] = [];
  private previous: PreviousVersions;
  private readonly all = new Int32Array(64);
  private readonly places = new Float64Array(64);
  private readonly surprises = new Float64Array(64);
  private readonly information = new Float64Array(64);
  private readonly doubts = new Float64Array(64);

  /** `results`: in the order of their numbers. */
  constructor(results: readonly MatchResult[], previous: PreviousVersions) {
    this.previous = previous;
    this.extend(results, previous);
  }

  /** Adds results whose numbers are higher than the numbers of all results added before. */
  extend(results: readonly MatchResult[], previous: PreviousVersions): void {
    this.previous = previous;
    for (const result of results) this.add(result.seats);
  }

  /** Checks whether all results so far would be evaluated in the same way with these predecessors. */
  fits(previous: PreviousVersions): boolean {
    for (const [version, earlier] of this.previous) if (previous.get(version) !== earlier) return false;
    if (previous.size === this.previous.size) return true;
    for (const version of previous.keys()) if (!this.previous.has(version) && this.games(version) > 0) return false;
    return true;
  }

  games(version: number): number {
    const i = this.index.get(version);
    return i === undefined ? 0 : this.counts[i];
  }

  /**
   * Returns the approximate rating in Elo. A version that hasn't played has the rating of its last predecessor that has
   * played.
   */
  rating(version: number): number {
    const i = this.index.get(version);
    return i === undefined ? this.inherited(version) : this.strength(i);
  }

  /** Returns the versions that this version has met, once per match. */
  rivalsOf(version: number): readonly number[] {
    const i = this.index.get(version);
    return i === undefined ? [] : this.met[i];
  }

  private indexOf(version: number): number {
    let i = this.index.get(version);
    if (i === undefined) {
      i = this.counts.length;
      this.index.set(version, i);
      this.versions.push(version);
      this.counts.push(0);
      this.strengths.push(Number.NaN);
      this.variances.push(VARIANCE.entrants);
      this.met.push([]);
    }
    return i;
  }

  private strength(i: number): number {
    return this.counts[i] > 0 ? this.strengths[i] : this.inherited(this.versions[i]);
  }

  private inherited(version: number): number {
    const earlier = this.playedBefore(version);
    return earlier === undefined ? START : this.strengths[earlier];
  }

  /** Returns the index of this version's last predecessor that has played. */
  private playedBefore(version: number): number | undefined {
    for (let each = this.previous.get(version); each !== undefined; each = this.previous.get(each)) {
      const earlier = this.index.get(each);
      if (earlier !== undefined && this.counts[earlier] > 0) return earlier;
    }
    return undefined;
  }

  private firstVariance(version: number): number {
    const earlier = this.playedBefore(version);
    if (earlier === undefined) return VARIANCE.entrants;
    return Math.min(VARIANCE.entrants, this.variances[earlier] + VARIANCE.change);
  }

  private add(seats: MatchResult['seats']): void {
    const { all, places, surprises, information, doubts, met, versions, variances } = this;
    const players = this.gather(seats);
    surprises.fill(0, 0, players);
    information.fill(0, 0, players);
    for (let a = 0; a < players; a++) {
      const i = all[a];
      if (this.counts[i] === 0) variances[i] = this.firstVariance(versions[i]);
      doubts[a] = 1 / Math.sqrt(1 + DOUBT * variances[i]);
      const own = this.strength(i);
      for (let b = 0; b < a; b++) {
        const j = all[b];
        const difference = (own - this.strength(j)) / ELO;
        const won = places[a] < places[b] ? 1 : places[a] > places[b] ? 0 : 0.5;
        const expected = 1 / (1 + Math.exp(-doubts[b] * difference));
        surprises[a] += doubts[b] * (won - expected);
        information[a] += doubts[b] * doubts[b] * expected * (1 - expected);
        const other = 1 / (1 + Math.exp(doubts[a] * difference));
        surprises[b] += doubts[a] * (1 - won - other);
        information[b] += doubts[a] * doubts[a] * other * (1 - other);
        met[i].push(versions[j]);
        met[j].push(versions[i]);
      }
    }
    const part = together(players);
    for (let a = 0; a < players; a++) {
      const variance = 1 / (1 / variances[all[a]] + part * information[a]);
      surprises[a] = this.strength(all[a]) + ELO * variance * part * surprises[a];
      information[a] = Math.max(VARIANCE.least, variance);
    }
    for (let a = 0; a < players; a++) {
      this.strengths[all[a]] = surprises[a];
      variances[all[a]] = information[a];
      this.counts[all[a]]++;
    }
  }

  /** Adds each player of a match to `all` once, with the player's best place. Returns the number of players. */
  private gather(seats: MatchResult['seats']): number {
    const { all, places } = this;
    let players = 0;
    for (const { version, place } of seats) {
      const i = this.indexOf(version);
      let at = 0;
      while (at < players && all[at] !== i) at++;
      if (at < players) places[at] = Math.min(places[at], place);
      else {
        all[players] = i;
        places[players++] = place;
      }
    }
    return players;
  }
}
