import { sql } from 'kysely';
import { type FuelRule, type Language, type MatchKind, type SeatInput, secondsIn } from '../words.ts';
import type { AuditRow, Row, Tx } from './schema.ts';

type Counter = 'entrants' | 'submissions' | 'matches' | 'events' | 'rated';

/**
 * Takes the next numbers of a contest and returns the first of them. This locks the contest's row until the transaction
 * ends.
 */
export async function takeNumbers(tx: Tx, contest: number, counter: Counter, many = 1): Promise<number> {
  const { last } = await tx
    .updateTable('contests')
    .set({ [counter]: sql`${sql.ref(counter)} + ${many}` })
    .where('id', '=', contest)
    .returning(sql<number>`${sql.ref(counter)}`.as('last'))
    .executeTakeFirstOrThrow();
  return last - many + 1;
}

/**
 * Locks a person's row, so that counts per person are updated one after the other. Undefined if the person was deleted.
 * People are always locked before contests, and people and contests each in ascending order.
 */
export const holdPerson = (tx: Tx, person: number): Promise<Row<'people'> | undefined> =>
  tx
    .selectFrom('people')
    .selectAll()
    .where('id', '=', person)
    .where('removed', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Locks a contest's row, so that its batches and results are processed in order. */
export const holdContest = (tx: Tx, contest: number): Promise<Row<'contests'>> =>
  tx
    .selectFrom('contests')
    .selectAll()
    .where('id', '=', contest)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new ContestDeletedError(`contest ${contest} was deleted`));

/**
 * Keeps a contest from being locked or deleted. Steps of a contest lock it before its other rows. A transaction that
 * changes these rows without locking the contest must do this first.
 */
export const keepContest = (tx: Tx, contest: number): Promise<{ readonly id: number }> =>
  tx
    .selectFrom('contests')
    .select('id')
    .where('id', '=', contest)
    .forKeyShare()
    .executeTakeFirstOrThrow(() => new ContestDeletedError(`contest ${contest} was deleted`));

/** Thrown if a contest was deleted before it could be locked. */
export class ContestDeletedError extends Error {}

/**
 * After the transaction, sends an event to all watchers of the contest. If an entrant is given, only the entrant's
 * members and the contest's staff get the event. A list is sent as several events.
 */
export async function announce(
  tx: Tx,
  contest: number,
  kind: string,
  data: object | readonly object[],
  entrant?: number,
): Promise<void> {
  const all: readonly object[] = Array.isArray(data) ? data : [data];
  await sql`
    with held as (update contests set events = events + ${all.length} where id = ${contest} returning events)
    insert into events (contest, id, kind, data, entrant)
    select ${contest}, held.events - ${all.length} + each.at, ${kind}, each.data, ${entrant ?? null}
    from held, jsonb_array_elements(${JSON.stringify(all)}::jsonb) with ordinality each (data, at)`.execute(tx);
}

export interface NewMatch {
  readonly kind: MatchKind;
  readonly board: string;
  readonly seed: string;
  readonly key: string;
  readonly seats: readonly SeatInput[];
  readonly batch?: number;
  readonly rated?: number;
  readonly submission?: number;
  readonly of?: number;
  readonly round?: number;
  readonly inRound?: number;
  readonly ownOnly?: boolean;
}

/** The priority of matches. Matches for which a user is waiting come before matches of the ladder. */
const PRIORITY: Readonly<Record<MatchKind, number>> = {
  round: 0,
  check: 1,
  qualify: 2,
  alone: 3,
  challenge: 4,
  ladder: 5,
  trial: 6,
};

/** Adds matches to the queue and returns their numbers. */
export async function queueMatches(
  tx: Tx,
  contest: Pick<Row<'contests'>, 'id'>,
  fuel: FuelRule,
  matches: readonly NewMatch[],
): Promise<number[]> {
  if (matches.length === 0) return [];
  const { seconds } = fuel;
  const languages = await languagesIn(tx, contest.id, fuel, matches);
  const first = await takeNumbers(tx, contest.id, 'matches', matches.length);
  const rows = matches.map((match, index) => ({
    number: first + index,
    priority: PRIORITY[match.kind],
    ...match,
    seats: match.seats.map((seated) => withSeconds(seated, fuel, languages)),
    own_only: match.ownOnly ?? false,
    in_round: match.inRound,
  }));
  // The matches are passed as one value, since a wave of a large contest has more values than a query allows.
  await sql`
    insert into matches (contest, number, kind, state, priority, board, seed, key, seats, seconds, batch, rated, submission, of,
      round, in_round, own_only)
    select ${contest.id}, number, kind, 'queued', priority, board, seed, key, seats, ${seconds}, batch, rated, submission, of,
      round, in_round, own_only
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m (number integer, kind text, priority integer, board text,
      seed text, key text, seats jsonb, batch integer, rated integer, submission integer, of integer, round integer,
      in_round integer, own_only boolean)
    order by number`.execute(tx);
  return rows.map(({ number }) => number);
}

/** Returns the languages of the players, by submission; empty if no language has a factor. */
async function languagesIn(
  tx: Tx,
  contest: number,
  { factors = {} }: FuelRule,
  matches: readonly NewMatch[],
): Promise<ReadonlyMap<number, Language>> {
  const seated = matches.flatMap(({ seats }) => seats);
  const versions = [...new Set(seated.flatMap((seat) => (seat.kind === 'module' ? [seat.version] : [])))];
  if (Object.keys(factors).length === 0 || versions.length === 0) return new Map();
  const rows = await tx
    .selectFrom('submissions')
    .select(['number', 'language'])
    .where('contest', '=', contest)
    .where(sql<boolean>`number = any(${versions}::integer[])`)
    .execute();
  return new Map(rows.map(({ number, language }) => [number, language]));
}

/** Adds the seconds of fuel for the language of a seat's player, if these seconds differ from the match's seconds. */
export function withSeconds(seated: SeatInput, fuel: FuelRule, languages: ReadonlyMap<number, Language>): SeatInput {
  if (seated.kind === 'builtin') return seated;
  const seconds = secondsIn(fuel, languages.get(seated.version));
  return seconds === fuel.seconds ? seated : { ...seated, seconds };
}

/**
 * Stores a module's bytes, and locks its row until the transaction ends, so that a concurrent deletion of unused
 * modules waits.
 */
export async function keepBytes(tx: Tx, hash: string, bytes: Uint8Array): Promise<void> {
  await tx
    .insertInto('modules')
    .values({ hash, bytes })
    .onConflict((known) => known.column('hash').doUpdateSet(({ ref }) => ({ hash: ref('excluded.hash') })))
    .execute();
}

/**
 * Writes an entry of the log. If the entry has a contest, the contest's staff see the entry. `rows`: the affected rows
 * of the contest's roster.
 */
export async function audit(
  tx: Tx,
  person: number | null,
  what: string,
  about: string,
  contest: number | null = null,
  rows: readonly AuditRow[] = [],
): Promise<void> {
  const roster_rows = rows.length > 0 ? JSON.stringify(rows) : undefined;
  await tx.insertInto('audit').values({ person, what, about, contest, roster_rows }).execute();
}
