import { sql } from 'kysely';
import { Memory } from '../ladder/memory.ts';
import type { Database, StoredResult, Tx } from '../store/schema.ts';
import type { MatchResult, Seated } from '../words.ts';

interface Line {
  readonly rated: number;
  readonly batch: number;
  readonly board: string;
  readonly seats: readonly Seated[];
  readonly result: StoredResult;
}

/**
 * The rated results of a contest up to a batch, by their numbers. Players that come with the game have versions below 0, in the order in
 * which the game lists them.
 */
export async function ratedResults(
  db: Database | Tx,
  contest: number,
  upTo: number,
  builtins: readonly string[],
): Promise<MatchResult[]> {
  return (await lines(db, contest, 0, upTo)).map((line) => resultOf(line, builtins));
}

/** What has been read of a contest: results by their numbers, and how many of them are of the batches up to each. */
interface Known {
  upTo: number;
  readonly results: MatchResult[];
  readonly ends: Map<number, number>;
}

/** Keeps what has been read: the results of finished batches change only when somebody was set aside. */
export class ResultsKept {
  private readonly kept = new Map<number, Known>();
  private readonly memories = new Map<number, Memory>();

  async upTo(
    db: Database | Tx,
    contest: number,
    batch: number,
    builtins: readonly string[],
  ): Promise<readonly MatchResult[]> {
    let known = this.kept.get(contest);
    if (!known) {
      known = { upTo: 0, results: [], ends: new Map() };
      this.kept.set(contest, known);
    }
    const before = known.upTo;
    if (before < batch) {
      const more = await lines(db, contest, before, batch);
      // Somebody else may have read the same meanwhile, or all was forgotten.
      if (known.upTo !== before || this.kept.get(contest) !== known)
        return await this.upTo(db, contest, batch, builtins);
      let at = 0;
      for (let each = before + 1; each <= batch; each++) {
        for (; at < more.length && more[at].batch === each; at++) known.results.push(resultOf(more[at], builtins));
        known.ends.set(each, known.results.length);
      }
      known.upTo = batch;
    }
    return known.results.slice(0, known.ends.get(batch) ?? 0);
  }

  /** What spares work when the next batch of a contest is drawn. */
  memoryOf(contest: number): Memory {
    const memory = this.memories.get(contest) ?? new Memory();
    this.memories.set(contest, memory);
    return memory;
  }

  forget(contest: number): void {
    this.kept.delete(contest);
    this.memories.delete(contest);
  }
}

async function lines(db: Database | Tx, contest: number, after: number, upTo: number): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select rated, batch, board, seats, result from matches
    where contest = ${contest} and kind = 'ladder' and state = 'done' and batch > ${after} and batch <= ${upTo}
    order by batch, rated`.execute(db);
  return rows;
}

function resultOf({ rated, board, seats, result }: Line, builtins: readonly string[]): MatchResult {
  return {
    match: rated,
    board,
    seats: seats.map((seated, seat) => ({
      version: seated.kind === 'module' ? seated.version : builtinVersion(seated.name, builtins),
      seat,
      points: result.scores[seat],
      place: result.places[seat],
    })),
  };
}

/** The number that stands for a player that comes with the game. */
export const builtinVersion = (name: string, builtins: readonly string[]): number => -1 - builtins.indexOf(name);
