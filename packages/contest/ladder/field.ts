import type { LiveVersion } from '../words.ts';
import type { History } from './history.ts';
import { least } from './least.ts';
import type { Random } from './random.ts';

/** After so many games a version rests, and plays only when others need it as a rival. */
export const REST_AFTER = 200;
/** Rivals are within so many Elo by the rough ratings where there are such, and else within so many. */
const NEAR_NOW = 80;
const NOT_FAR = 150;
/** A version that has less than this part of the games of whoever has most does not rest, however many it has. */
const KEEPING_UP = 0.8;
/** But of those who only have each other as rivals, none has to keep up beyond so many. */
const REST_AT_LAST = 1.2 * REST_AFTER;
/** A rival has at most so many times the games at which versions rest, and so many times the mean and two tables more. */
const MOST_MORE = { rest: 1.2, mean: 1.12 };
/** Of what it is behind, a version gets so much in a batch: meanwhile it is found out where it stands. */
const AT_ONCE = 1 / 2;
/** What is known of a version with fewer games is not enough to seat it with the first, or with those who are behind. */
const KNOWN_AFTER = 24;

interface Given {
  readonly live: readonly LiveVersion[];
  readonly retired: readonly Pick<LiveVersion, 'version' | 'entrant'>[];
  readonly history: History;
  readonly underWay: readonly (readonly number[])[];
  readonly seats: number;
}

/** The versions while a batch is drawn: what each has played and been given so far. */
export class Field {
  private readonly versions: readonly number[];
  private readonly retired: readonly number[];
  private readonly entrants = new Map<number, number>();
  private readonly history: History;
  private readonly seats: number;
  /** Games that a version has in this batch and in the one under way. */
  private readonly planned = new Map<number, number>();
  private readonly tables = new Map<number, number>();
  private readonly together = new Map<string, number>();
  /** Who has so many games rests, and who has so many is no rival any more. */
  private readonly rest: number;
  private readonly ceiling: number;
  private readonly mean: number;

  constructor({ live, retired, history, underWay, seats }: Given, random: Random) {
    const inOrder = (list: readonly Pick<LiveVersion, 'version'>[]) =>
      list.map(({ version }) => version).sort((one, other) => one - other);
    const own = live.filter(({ builtin }) => builtin === undefined);
    // Where nothing else decides, chance does.
    this.versions = random.shuffled(inOrder(own));
    this.history = history;
    this.retired = inOrder(retired).filter((version) => history.games(version) >= KNOWN_AFTER);
    for (const { version, entrant } of [...own, ...retired]) this.entrants.set(version, entrant);
    this.seats = seats;
    for (const match of underWay) this.play(match, 1);
    const games = this.versions.map((version) => this.games(version));
    this.mean = games.reduce((sum, each) => sum + each, 0) / games.length;
    const keepingUp = Math.max(REST_AFTER, KEEPING_UP * Math.max(...games));
    const standIns = new Set(this.retired.map((version) => this.entrants.get(version)));
    // Else its rivals play as much beside it, and who keeps up with them never rests.
    this.rest = standIns.size < seats ? Math.min(keepingUp, REST_AT_LAST) : keepingUp;
    this.ceiling = Math.min(MOST_MORE.rest * this.rest, MOST_MORE.mean * this.mean + 2 * seats);
  }

  /** Who needs a table most: of those who are behind the others, or of all who may not rest yet. Undefined if nobody does. */
  host(need: 'behind' | 'missing'): number | undefined {
    const hungry = this.versions.filter((version) => {
      const games = this.games(version);
      if (games >= this.rest) return false;
      return need === 'missing' || (this.tables.get(version) ?? 0) < this.tablesAtOnce(version);
    });
    return least(hungry, (version) => [this.games(version)]);
  }

  /** How many tables a version gets in a batch before the others get theirs. */
  private tablesAtOnce(version: number): number {
    const behind = this.mean - (this.games(version) - this.seats * (this.tables.get(version) ?? 0));
    return Math.max(1, Math.ceil((AT_ONCE * behind) / this.seats));
  }

  /**
   * Those among the first that have never met, table by table: a pair, and whoever else has not met these. None of those who have hardly
   * played.
   */
  strangers(first: number, most: number): number[][] {
    if (this.versions.length < this.seats) return [];
    const known = this.versions.filter((version) => this.history.games(version) >= KNOWN_AFTER);
    const best = known.sort((a, b) => this.history.rating(b) - this.history.rating(a)).slice(0, first);
    const found: number[][] = [];
    const met = (one: number, other: number) =>
      this.meetings([one], other) > 0 || found.some((table) => table.includes(one) && table.includes(other));
    for (const [i, one] of best.entries())
      for (const other of best.slice(i + 1)) {
        if (found.length === most || met(one, other)) continue;
        const table = [one, other];
        for (const third of best) {
          const unmet = table.filter((each) => !met(each, third)).length;
          if (table.length < this.seats && !table.includes(third) && unmet === table.length) table.push(third);
        }
        found.push(table);
      }
    return found;
  }

  /** As many as there are seats for beside those at the table; an entrant has one version at it. `isOpen`: anybody with few games. */
  rivals(begun: readonly number[], isOpen: boolean): number[] {
    const table = [...begun];
    while (table.length < this.seats) {
      const there = new Set(table.map((each) => this.entrants.get(each)));
      const isFree = (version: number) => !there.has(this.entrants.get(version));
      const others = this.versions.filter(isFree);
      const distance = (version: number) =>
        Math.max(...table.map((each) => Math.abs(this.history.rating(each) - this.history.rating(version))));
      // Nobody plays much more than the others because there are few of its strength.
      const spared = others.filter((version) => this.games(version) + this.seats <= this.ceiling);
      const order = (version: number) => [this.games(version), this.meetings(table, version), distance(version)];
      const rival =
        (isOpen ? least(spared, order) : undefined) ??
        this.nearest(table, spared, this.retired.filter(isFree), distance) ??
        least(spared, (version) => [distance(version)]) ??
        least(this.retired.filter(isFree), (version) => [distance(version)]) ??
        least(others, order);
      if (rival === undefined) break;
      table.push(rival);
    }
    return table.slice(begun.length);
  }

  /** One who is near: of those with few games where there are such, else of those that have been replaced; else one who is not far. */
  private nearest(
    table: readonly number[],
    live: readonly number[],
    retired: readonly number[],
    distance: (version: number) => number,
  ): number | undefined {
    const within = (most: number, versions: readonly number[]) =>
      versions.filter((version) => distance(version) <= most);
    const met = (version: number) => this.meetings(table, version);
    return (
      least(within(NEAR_NOW, live), (version) => [this.games(version), met(version), distance(version)]) ??
      least(within(NEAR_NOW, retired), (version) => [met(version), distance(version)]) ??
      least(within(NOT_FAR, live), (version) => [distance(version)]) ??
      least(within(NOT_FAR, retired), (version) => [distance(version)])
    );
  }

  /** These sit down: they play once for every seat. */
  seated(table: readonly number[]): void {
    for (const version of new Set(table)) this.tables.set(version, (this.tables.get(version) ?? 0) + 1);
    this.play(table, this.seats);
  }

  private play(players: readonly number[], times: number): void {
    const all = new Set(players);
    for (const version of all) {
      this.planned.set(version, (this.planned.get(version) ?? 0) + times);
      for (const other of all) {
        const key = `${version} ${other}`;
        this.together.set(key, (this.together.get(key) ?? 0) + times);
      }
    }
  }

  private games(version: number): number {
    return this.history.games(version) + (this.planned.get(version) ?? 0);
  }

  private meetings(table: readonly number[], version: number): number {
    return table.reduce(
      (sum, each) => sum + this.history.meetings(each, version) + (this.together.get(`${each} ${version}`) ?? 0),
      0,
    );
  }
}
