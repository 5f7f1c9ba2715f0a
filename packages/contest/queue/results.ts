import { firstSeats } from '@ludus/game/teams.ts';
import { sql } from 'kysely';
import { Memory } from '../ladder/memory.ts';
import { teamsIn } from '../sides.ts';
import type { Database, StoredResult, Tx } from '../store/schema.ts';
import { afterCommit } from '../store/transaction.ts';
import type { MatchResult, SeatInput } from '../words.ts';

interface Line {
  readonly rated: number;
  readonly batch: number;
  readonly board: string;
  readonly seats: readonly SeatInput[];
  readonly result: StoredResult;
}

/**
 * Returns the rated results of a contest up to a batch, by number. Built-in bots have versions below 0, in the
 * game's order.
 */
export async function ratedResults(
  db: Database | Tx,
  contest: number,
  upTo: number,
  builtins: readonly string[],
): Promise<MatchResult[]> {
  return (await lines(db, contest, 0, upTo)).map((line) => ratedResult(line, builtins));
}

/** The results of a contest that have been read, sorted by number, and how many results there are up to each batch. */
interface KnownResults {
  readonly revised: number;
  readonly upTo: number;
  readonly results: readonly MatchResult[];
  readonly ends: ReadonlyMap<number, number>;
}

/** A cache of results. Results of finished batches change only when a server revises them. */
export class ResultsCache {
  private readonly kept = new Map<number, KnownResults>();
  private readonly memories = new Map<number, Memory>();

  /**
   * Returns the results up to a batch. `tx`: must lock the contest or be a snapshot, since results could otherwise be
   * revised between the reads.
   */
  async upTo(tx: Tx, contest: number, batch: number, builtins: readonly string[]): Promise<readonly MatchResult[]> {
    const revised = await revisionOf(tx, contest);
    let known = this.kept.get(contest);
    if (known?.revised !== revised) known = { revised, upTo: 0, results: [], ends: new Map() };
    if (known.upTo < batch) {
      const next = extended(known, await lines(tx, contest, known.upTo, batch), batch, builtins);
      // If the transaction is rolled back, the results that it read aren't valid.
      afterCommit(() => this.kept.set(contest, next));
      known = next;
    }
    return known.results.slice(0, known.ends.get(batch) ?? 0);
  }

  /** Returns a cache that saves work when the next batch of a contest is drawn. */
  memoryOf(contest: number): Memory {
    const memory = this.memories.get(contest) ?? new Memory();
    this.memories.set(contest, memory);
    return memory;
  }
}

/** Returns the revision of a contest's results. The revision changes when results that may have been read change. */
export async function revisionOf(db: Tx, contest: number): Promise<number> {
  const { revised } = await db
    .selectFrom('contests')
    .select('revised')
    .where('id', '=', contest)
    .executeTakeFirstOrThrow();
  return revised;
}

/**
 * Marks results of finished batches as changed, so that every server reads them again. No revision number is used
 * twice, even after a rollback.
 */
export async function reviseResults(tx: Tx, contest: number): Promise<void> {
  await sql`update contests set revised = nextval('revisions') where id = ${contest}`.execute(tx);
}

function extended(
  { revised, upTo, results, ends }: KnownResults,
  more: readonly Line[],
  batch: number,
  builtins: readonly string[],
): KnownResults {
  const counts = new Map(ends);
  let at = 0;
  for (let each = upTo + 1; each <= batch; each++) {
    while (at < more.length && more[at].batch === each) at++;
    counts.set(each, results.length + at);
  }
  return {
    revised,
    upTo: batch,
    results: [...results, ...more.map((line) => ratedResult(line, builtins))],
    ends: counts,
  };
}

async function lines(db: Database | Tx, contest: number, after: number, upTo: number): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select rated, batch, board, seats, result from matches
    where contest = ${contest} and kind = 'ladder' and state = 'done' and batch > ${after} and batch <= ${upTo}
    order by batch, rated`.execute(db);
  return rows;
}

/** Returns the rated result of a stored match, with one entry per side. */
export function ratedResult(
  { rated, board, seats, result }: Omit<Line, 'batch' | 'result'> & { readonly result: MatchScores },
  builtins: readonly string[],
): MatchResult {
  return {
    match: rated,
    board,
    seats: firstSeats(seats.length, teamsIn(seats)).map((seat) => ({
      version: versionOf(seats[seat], builtins),
      seat,
      points: result.scores[seat],
      place: result.places[seat],
    })),
  };
}
type MatchScores = Pick<StoredResult, 'scores' | 'places'>;

/** Returns a player's number: the submission's number, or the number assigned to a built-in bot. */
export const versionOf = (seated: SeatInput, builtins: readonly string[]): number =>
  seated.kind === 'module' ? seated.version : builtinVersion(seated.name, builtins);

/** Returns the number assigned to a built-in bot. */
export const builtinVersion = (name: string, builtins: readonly string[]): number => -1 - builtins.indexOf(name);
