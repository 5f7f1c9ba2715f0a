import type { LiveVersion, MatchResult } from '../words.ts';

/** Where everybody begins who follows nobody. */
export const START = 1500;
const ELO = 400 / Math.LN10;
/** What a first match may move a rating by for each rival, and what it comes down to. */
const FIRST_STEP = 300;
const LAST_STEP = 10;
const SLOWER = 8;

/**
 * What the results say to whoever draws matches: how many games each version has, whom it has met how often, and about how strong it is. The ratings
 * go match by match and only choose rivals; the table has better ones. Gone through for every batch: it is written for speed.
 */
export class History {
  /** By version: its place in the lists. Those that are live come first. */
  private readonly index = new Map<number, number>();
  private readonly counts: number[] = [];
  private readonly strengths: number[] = [];
  /** By pair of live versions, the lower index times their number plus the higher one. */
  private readonly met = new Map<number, number>();
  private readonly before: (readonly number[] | undefined)[] = [];
  private readonly living: number;
  private readonly all = new Int32Array(64);
  private readonly places = new Float64Array(64);
  private readonly surprises = new Float64Array(64);

  /** `results`: in the order of their numbers. */
  constructor(results: readonly MatchResult[], live: readonly LiveVersion[]) {
    for (const { version, before } of live) this.before[this.indexOf(version)] = before;
    this.living = live.length;
    this.extend(results);
  }

  /** More results, with higher numbers than those before. */
  extend(results: readonly MatchResult[]): void {
    for (const result of results) this.add(result.seats);
  }

  games(version: number): number {
    const i = this.index.get(version);
    return i === undefined ? 0 : this.counts[i];
  }

  /** In Elo, roughly. A version that has not played stands where the last one before it that has stands. */
  rating(version: number): number {
    const i = this.index.get(version);
    return i === undefined ? START : this.strength(i);
  }

  /** In how many matches both have been, if both are live; 0 of others. */
  meetings(one: number, other: number): number {
    const [i, j] = [this.index.get(one), this.index.get(other)];
    if (i === undefined || j === undefined || i >= this.living || j >= this.living) return 0;
    return this.met.get(Math.min(i, j) * this.living + Math.max(i, j)) ?? 0;
  }

  private indexOf(version: number): number {
    let i = this.index.get(version);
    if (i === undefined) {
      i = this.counts.length;
      this.index.set(version, i);
      this.counts.push(0);
      this.strengths.push(Number.NaN);
    }
    return i;
  }

  private strength(i: number): number {
    if (this.counts[i] > 0) return this.strengths[i];
    for (const version of this.before[i] ?? []) {
      const earlier = this.index.get(version);
      if (earlier !== undefined && this.counts[earlier] > 0) return this.strengths[earlier];
    }
    return START;
  }

  private add(seats: MatchResult['seats']): void {
    const { all, places, surprises, living } = this;
    const players = this.gather(seats);
    surprises.fill(0, 0, players);
    for (let a = 0; a < players; a++) {
      const i = all[a];
      const own = this.strength(i);
      for (let b = 0; b < a; b++) {
        const j = all[b];
        const expected = 1 / (1 + Math.exp((this.strength(j) - own) / ELO));
        const surprise = (places[a] < places[b] ? 1 : places[a] > places[b] ? 0 : 0.5) - expected;
        surprises[a] += surprise;
        surprises[b] -= surprise;
        if (i < living && j < living) {
          const key = i < j ? i * living + j : j * living + i;
          this.met.set(key, (this.met.get(key) ?? 0) + 1);
        }
      }
    }
    const scale = 1 / Math.sqrt(Math.max(1, players - 1));
    for (let a = 0; a < players; a++) surprises[a] = this.strength(all[a]) + this.step(all[a]) * scale * surprises[a];
    for (let a = 0; a < players; a++) {
      this.strengths[all[a]] = surprises[a];
      this.counts[all[a]]++;
    }
  }

  private step(i: number): number {
    return Math.max(LAST_STEP, FIRST_STEP / (1 + this.counts[i] / SLOWER));
  }

  /** Puts the players of a match into `all`, each once with its best place, and says how many they are. */
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
