import { sql } from 'kysely';
import { boardText } from '../rounds/board-text.ts';
import type { Database, Row, Tx } from '../store/schema.ts';
import { inSeconds, now } from '../store/times.ts';
import type { Lease, MatchInput } from '../words.ts';
import { sha256 } from './chance.ts';
import type { Desk } from './desk.ts';
import { kitIn } from './house.ts';

/** How long a lease can be kept, in seconds, however often its worker is heard of: longer than any match takes. */
const MAX_LEASE_SECONDS = 900;

export interface GivenJob {
  readonly lease: Lease;
  readonly forMs: number;
  readonly input: MatchInput;
}

/** The caller: a worker under a token, with an id that it chooses at each start. */
export interface Asker {
  readonly worker: string;
  readonly token: Pick<Row<'tokens'>, 'id' | 'own' | 'set_aside'>;
  /** It has the full sandbox, and plays matches of contests that allow programs. */
  readonly programs?: boolean | undefined;
}

/** Gives matches out, the most urgent first. A worker of another engine, or one that was set aside, gets none. */
export async function giveLeases(
  desk: Desk,
  { worker, token, programs = false }: Asker,
  engine: string,
  want: number,
): Promise<GivenJob[]> {
  return await desk.store.transaction(async (tx) => {
    // As it is now: it may have been set aside since it asked, and who does that holds the row.
    const { set_aside } = await tx
      .selectFrom('tokens')
      .select('set_aside')
      .where('id', '=', token.id)
      .forShare()
      .executeTakeFirstOrThrow();
    const why = set_aside ?? (engine === desk.engine ? null : 'it plays with another engine than this server');
    await tx
      .insertInto('workers')
      .values({ worker, token: token.id, engine, seen: now, why })
      .onConflict((conflict) => conflict.column('worker').doUpdateSet({ seen: now, engine, why }))
      .execute();
    if (why !== null) return [];
    const rows = await tx
      .selectFrom('matches')
      .selectAll()
      .where('state', '=', 'queued')
      .where(({ or, eb }) => or([eb('own_only', '=', false), eb.val(token.own)]))
      .where(({ or, eb }) =>
        or([
          eb.val(programs),
          sql<boolean>`not exists (
            select 1 from contests c where c.id = matches.contest and c.form -> 'languages' ? 'program')`,
        ]),
      )
      // A final is played by one engine: during an upgrade there may be servers of two.
      .where(
        sql<boolean>`(round is null or exists (
          select 1 from rounds r where r.id = matches.round and r.terms ->> 'engine' = ${desk.engine}))`,
      )
      // A worker that has answered already can't give a second opinion.
      .where(({ or, eb, not, exists, selectFrom }) =>
        or([
          eb('compare', '=', false),
          not(
            exists(
              selectFrom('answers')
                .whereRef('answers.match', '=', 'matches.id')
                .where('answers.token', '=', token.id)
                .select('answers.match'),
            ),
          ),
        ]),
      )
      // Nor is who has said that it cannot be played, or under whose token it has just failed, while another worker is there.
      .where(
        sql<boolean>`(matches.refused_by is distinct from ${token.id}
            and (matches.token is distinct from ${token.id} or matches.own_only or matches.compare or matches.deadline < clock_timestamp())
          or not exists (
            select 1 from workers w
            where w.token <> ${token.id} and w.why is null and w.seen > clock_timestamp() - interval '60 seconds'))`,
      )
      .orderBy('priority')
      .orderBy('id')
      .limit(want)
      .forUpdate()
      .skipLocked()
      .execute();
    return await lend(tx, desk, rows, worker, token.id);
  });
}

/** Gives these matches to a worker. */
async function lend(
  tx: Tx,
  desk: Desk,
  rows: readonly Row<'matches'>[],
  worker: string,
  token: number,
): Promise<GivenJob[]> {
  if (rows.length === 0) return [];
  const inputs = await inputsOf(tx, desk, rows);
  const jobs = rows.map((row, index): GivenJob => {
    const input = inputs[index];
    const lease = { match: row.id, number: row.lease + 1, input: hashOf(input) };
    return { lease, forMs: desk.leaseSeconds * 1000, input };
  });
  const leases = jobs.map(
    ({ lease }) => sql`(${lease.match}::integer, ${lease.number}::integer, ${lease.input}::text)`,
  );
  await sql`
    update matches m set state = 'leased', lease = of.lease, worker = ${worker}, token = ${token},
      leased = ${now}, deadline = ${inSeconds(desk.leaseSeconds)}, engine = ${desk.engine}, input = of.input
    from (values ${sql.join(leases)}) of (id, lease, input) where m.id = of.id`.execute(tx);
  return jobs;
}

/** All that each of these matches depends on. */
export async function inputsOf(
  tx: Database | Tx,
  desk: Pick<Desk, 'engine' | 'house'>,
  rows: readonly Row<'matches'>[],
): Promise<MatchInput[]> {
  const boards = await tx
    .selectFrom('boards')
    .innerJoin('contests', 'contests.id', 'boards.contest')
    .select(['boards.contest', 'boards.name', 'boards.text', 'contests.form'])
    .where('boards.contest', 'in', [...new Set(rows.map(({ contest }) => contest))])
    .where('boards.name', 'in', [...new Set(rows.map(({ board }) => board))])
    .execute();
  return rows.map(({ board, contest, key, seats, seconds, seed }) => {
    const found = boards.find((each) => each.contest === contest && each.name === board);
    if (!found) throw new Error(`there is no board ${board} in the contest ${contest}`);
    const { form, text } = found;
    return {
      game: form.game,
      ...(form.revision !== undefined && { revision: form.revision }),
      board: boardText(kitIn(desk.house, form.game).game, text, Number(seed)),
      seed,
      key,
      seats: [...seats],
      seconds,
      engine: desk.engine,
    };
  });
}

/** In a fixed order of keys, so that equal inputs have equal hashes wherever they were. */
export function hashOf({ game, revision, board, seed, key, seats, seconds, engine }: MatchInput): string {
  const seated = seats.map((seat) =>
    seat.kind === 'module' ? ['module', seat.module, seat.version] : ['builtin', seat.name],
  );
  const more = revision === undefined ? [] : [revision];
  return sha256(JSON.stringify([game, board, seed, key, seated, seconds, engine, ...more]));
}

/** The order in which every transaction takes matches. */
const ascending = (leases: readonly Lease[]): Lease[] => leases.toSorted((one, other) => one.match - other.match);

/** Restarts the time of these leases; returns those that are lost, or have been kept for too long. */
export async function keepLeases(desk: Desk, asker: Asker, epoch: string, leases: readonly Lease[]): Promise<number[]> {
  if (epoch !== desk.epoch) return leases.map(({ match }) => match);
  return await desk.store.transaction(async (tx) => {
    const lost: number[] = [];
    for (const { match, number } of ascending(leases)) {
      const kept = await tx
        .updateTable('matches')
        .set({ deadline: inSeconds(desk.leaseSeconds) })
        .where('id', '=', match)
        .where('state', '=', 'leased')
        .where('lease', '=', number)
        .where('worker', '=', asker.worker)
        .where('token', '=', asker.token.id)
        .where('leased', '>', inSeconds(-MAX_LEASE_SECONDS))
        .executeTakeFirst();
      if (kept.numUpdatedRows === 0n) lost.push(match);
    }
    // After the matches: an answer takes them in this order as well.
    await tx.updateTable('workers').set({ seen: now }).where('worker', '=', asker.worker).execute();
    return lost;
  });
}

/** A worker that ends gives its matches back: nothing is lost by that, and they are played elsewhere at once. */
export async function giveBack(desk: Desk, asker: Asker, epoch: string, leases: readonly Lease[]): Promise<number> {
  if (epoch !== desk.epoch || leases.length === 0) return 0;
  return await desk.store.transaction(async (tx) => {
    let given = 0;
    for (const { match, number } of ascending(leases)) {
      const back = await tx
        .updateTable('matches')
        .set({ state: 'queued', worker: null, token: null, deadline: null })
        .where('id', '=', match)
        .where('state', '=', 'leased')
        .where('lease', '=', number)
        .where('worker', '=', asker.worker)
        .executeTakeFirst();
      given += Number(back.numUpdatedRows);
    }
    await sql`delete from workers where worker = ${asker.worker}`.execute(tx);
    return given;
  });
}
