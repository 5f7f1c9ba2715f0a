import type { LiveVersion, MatchResult, PlannedMatch } from '../../words.ts';
import { drawBatch } from '../draw.ts';
import { REST_AFTER } from '../field.ts';
import { Memory } from '../memory.ts';
import { modelResult } from '../model.ts';
import { Random } from '../random.ts';
import type { FieldEvent, LiveField } from './field.ts';

export interface SimulationSetup {
  readonly secret: string;
  readonly seats: number;
  readonly boards: readonly string[];
  /** Number of matches that run at the same time. */
  readonly workers: number;
  /** Mean duration of a match in seconds. */
  readonly matchSeconds: number;
}

interface Batch {
  readonly number: number;
  /** Number of rated matches before this batch; results are numbered across batches, as in a contest. */
  readonly before: number;
  readonly results: MatchResult[];
  /** Matches that haven't started, in reverse order. */
  readonly waiting: PlannedMatch[];
  playing: number;
}

/** Two batches run at the same time, so that no worker is idle at the end of a batch. */
const AT_ONCE = 2;

/**
 * Simulates a contest with a virtual clock. Batches are drawn, and workers play the matches, while entrants arrive and
 * leave.
 */
export class SimulatedContest {
  readonly field: LiveField;
  readonly finished: MatchResult[] = [];
  /** Seconds in which a worker was idle while a live version without a running match had too few games. */
  unfair = 0;
  /** Total time in which workers had no match, in seconds. */
  idle = 0;
  /** Seconds spent drawing, by the constructor's clock `wall`. */
  drawing = 0;
  now = 0;
  private readonly course: SimulationSetup;
  private readonly random: Random;
  private readonly script: FieldEvent[];
  private readonly games = new Map<number, number>();
  /** Results of the finished batches, by their numbers. */
  private readonly known: MatchResult[][] = [];
  /** The results of all batches before the first unfinished batch, and the number of these batches. */
  private readonly drawnFrom: MatchResult[] = [];
  private inDrawnFrom = 0;
  /** The live versions at the last draw, if none of them needed another match. */
  private enough: readonly LiveVersion[] | undefined;
  private batches: Batch[] = [];
  private readonly memory: Memory;
  private drawn = 0;
  /** Number of matches in all batches so far. */
  private matches = 0;
  /** The versions in the seats of the last batch's matches. */
  private planned: readonly (readonly number[])[] = [];
  /** The running matches, each with the time when it ends. The match that ends first comes first. */
  private underWay: { at: number; batch: Batch; result: MatchResult }[] = [];
  private readonly wall: () => number;

  /**
   * `wall`: a real clock in milliseconds, to measure the cost of drawing. `memory`: the ratings by which opponents are
   * drawn.
   */
  constructor(
    course: SimulationSetup,
    field: LiveField,
    script: readonly FieldEvent[],
    wall: () => number,
    memory = new Memory(),
  ) {
    this.memory = memory;
    this.course = course;
    this.field = field;
    this.script = [...script];
    this.known[0] = [];
    this.random = new Random(course.secret, 0);
    this.wall = wall;
  }

  /** Continues the simulation up to this number of seconds from the start. */
  until(end: number): void {
    for (;;) {
      this.draw();
      this.begin();
      const next = Math.min(this.underWay[0]?.at ?? Infinity, this.script[0]?.at ?? Infinity);
      this.pass(Math.min(next, end));
      if (next > end) return;
      if (this.underWay[0]?.at === next) this.finish();
      else this.field.apply(this.script.shift()!, this.drawn + 1);
    }
  }

  /** Returns the results of the finished batches. */
  get settled(): MatchResult[] {
    return this.known.flat();
  }

  /** Returns the number of games of each version that has been live for this number of seconds. */
  settledGames(seconds: number): number[] {
    const there = this.field.own.filter(({ version }) => this.now - this.field.came.get(version)! >= seconds);
    return there.map(({ version }) => this.gamesOf(version));
  }

  gamesOf(version: number): number {
    return this.games.get(version) ?? 0;
  }

  private draw(): void {
    const { secret, boards, seats } = this.course;
    const { live } = this.field;
    while (this.batches.length < AT_ONCE && live !== this.enough) {
      const number = this.drawn + 1;
      if (number > 2 && this.known[number - 2] === undefined) return;
      const results = this.resultsUpTo(number - 2);
      const begun = this.wall();
      const underWay = this.planned;
      const { retired } = this.field;
      const planned = drawBatch({ secret, number, live, retired, results, underWay, boards, seats }, this.memory);
      this.drawing += (this.wall() - begun) / 1000;
      if (planned.length === 0) {
        // If no version needs a match, the results of running matches can't change that, but a new version can.
        this.enough = live;
        return;
      }
      this.drawn = number;
      this.planned = planned.map((match) => match.seats);
      this.batches.push({ number, before: this.matches, results: [], waiting: planned.toReversed(), playing: 0 });
      this.matches += planned.length;
    }
  }

  /** Returns the results up to a batch. All of these batches are finished. */
  private resultsUpTo(batch: number): readonly MatchResult[] {
    while (this.inDrawnFrom < batch) for (const result of this.known[++this.inDrawnFrom]) this.drawnFrom.push(result);
    return this.drawnFrom;
  }

  private begin(): void {
    while (this.underWay.length < this.course.workers) {
      const batch = this.batches.find(({ waiting }) => waiting.length > 0);
      if (batch === undefined) return;
      const match = batch.waiting.pop()!;
      batch.playing++;
      const number = batch.before + match.number;
      const strength = (version: number) => this.field.strengths.get(version)!;
      const result = modelResult(match, number, strength, this.random);
      // The duration of matches varies.
      const seconds = this.course.matchSeconds * (0.5 + this.random.inside());
      this.underWay.push({ at: this.now + seconds, batch, result });
      this.underWay.sort((one, other) => one.at - other.at);
    }
  }

  private finish(): void {
    const { batch, result } = this.underWay.shift()!;
    batch.playing--;
    batch.results.push(result);
    this.finished.push(result);
    for (const version of new Set(result.seats.map((seat) => seat.version)))
      this.games.set(version, this.gamesOf(version) + 1);
    if (batch.playing > 0 || batch.waiting.length > 0) return;
    this.batches = this.batches.filter((each) => each !== batch);
    this.known[batch.number] = batch.results.toSorted((one, other) => one.match - other.match);
  }

  private pass(to: number): void {
    const seconds = to - this.now;
    const free = this.course.workers - this.underWay.length;
    this.now = to;
    if (free === 0 || seconds === 0) return;
    this.idle += free * seconds;
    const busy = new Set(this.underWay.flatMap(({ result }) => result.seats.map(({ version }) => version)));
    if (this.field.own.some(({ version }) => this.gamesOf(version) < REST_AFTER && !busy.has(version)))
      this.unfair += seconds;
  }
}
