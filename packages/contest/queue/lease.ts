import { sql } from 'kysely';
import type { QueueContext } from '../context.ts';
import { kitIn } from '../game-catalog.ts';
import { boardText } from '../rounds/board-text.ts';
import type { Database, Row, Tx } from '../store/schema.ts';
import { inSeconds, now } from '../store/times.ts';
import type { Lease, MatchInput } from '../words.ts';
import { sha256 } from './chance.ts';
import { QuestionBatcher } from './gather.ts';

/**
 * Time without a heartbeat after which a match is leased again, in seconds, unless the server's options set another
 * time.
 */
export const LEASE_SECONDS = 60;

/** Maximum age of a lease in seconds, even if the worker sends heartbeats. No match takes that long. */
const MAX_LEASE_SECONDS = 900;

export interface LeasedJob {
  readonly lease: Lease;
  readonly forMs: number;
  readonly input: MatchInput;
}

/** The caller: a worker's token, and an id that the worker chooses at each start. */
export interface WorkerIdentity {
  readonly worker: string;
  readonly token: Pick<Row<'tokens'>, 'id' | 'own' | 'set_aside'>;
  /** Whether the worker has the full sandbox, and can play matches of contests that allow programs. */
  readonly programs?: boolean | undefined;
}

/** A worker's request, with its engine, for up to `want` matches. */
export interface LeaseRequest {
  readonly asker: WorkerIdentity;
  readonly engine: string;
  readonly want: number;
}

/** Maximum number of requests that are answered together. */
const MAX_TOGETHER = 64;

/**
 * Leases matches to workers. All requests that arrive while earlier requests are being answered are answered together
 * afterwards.
 */
export class Leases {
  private readonly given: QuestionBatcher<LeaseRequest, LeasedJob[]>;

  constructor(context: QueueContext) {
    this.given = new QuestionBatcher<LeaseRequest, LeasedJob[]>(
      (all) => giveLeases(context, all),
      () => MAX_TOGETHER,
    );
  }

  async take(asker: WorkerIdentity, engine: string, want: number): Promise<LeasedJob[]> {
    return await this.given.of({ asker, engine, want });
  }
}

/**
 * Leases matches, the most urgent first, and returns the matches for each request. A worker gets no matches if its
 * engine differs from the server's, or if its token was set aside.
 */
export async function giveLeases(context: QueueContext, all: readonly LeaseRequest[]): Promise<LeasedJob[][]> {
  return await context.store.transaction(async (tx) => {
    const given = new Map<LeaseRequest, LeasedJob[]>(all.map((each) => [each, []]));
    // Workers with the same token and the same sandbox may play the same matches.
    const groups = new Map<string, LeaseRequest[]>();
    for (const each of await welcome(tx, context, all)) {
      const key = `${each.asker.token.id} ${each.asker.programs}`;
      groups.set(key, [...(groups.get(key) ?? []), each]);
    }
    for (const group of groups.values()) {
      const most = group.reduce((sum, { want }) => sum + want, 0);
      const rows = await nextMatches(tx, context, group[0].asker, most);
      for (const { to, job } of await lend(tx, context, deal(rows, group))) given.get(to)!.push(job);
    }
    return [...given.values()];
  });
}

/** Records that these workers are active, and returns the requests of the workers that may play. */
async function welcome(tx: Tx, context: QueueContext, all: readonly LeaseRequest[]): Promise<LeaseRequest[]> {
  // Reads the current tokens, with a lock, because a token may have been set aside since its worker's request.
  const tokens = await tx
    .selectFrom('tokens')
    .select(['id', 'set_aside'])
    .where('id', 'in', [...new Set(all.map(({ asker }) => asker.token.id))])
    .orderBy('id')
    .forShare()
    .execute();
  const asked = all.map((request) => ({
    request,
    why:
      tokens.find(({ id }) => id === request.asker.token.id)!.set_aside ??
      (request.engine === context.engine ? null : 'its engine differs from this server’s engine'),
  }));
  const rows = new Map(
    asked.map(({ request: { asker, engine }, why }) => [
      asker.worker,
      { worker: asker.worker, token: asker.token.id, engine, seen: now, why },
    ]),
  );
  await tx
    .insertInto('workers')
    .values([...rows.values()].sort((one, other) => (one.worker < other.worker ? -1 : 1)))
    .onConflict((conflict) =>
      conflict
        .column('worker')
        .doUpdateSet(({ ref }) => ({ seen: now, engine: ref('excluded.engine'), why: ref('excluded.why') })),
    )
    .execute();
  return asked.filter(({ why }) => why === null).map(({ request }) => request);
}

/** Locks and returns the next matches that workers with this token may play. */
async function nextMatches(
  tx: Tx,
  context: QueueContext,
  asker: WorkerIdentity,
  most: number,
): Promise<Row<'matches'>[]> {
  return await tx
    .selectFrom('matches')
    .selectAll()
    .where('state', '=', 'queued')
    .where(({ or, eb }) => or([eb('own_only', '=', false), eb.val(asker.token.own)]))
    .where(({ or, eb }) =>
      or([
        eb.val(asker.programs ?? false),
        sql<boolean>`not exists (
          select 1 from contests c where c.id = matches.contest and c.form -> 'languages' ? 'program')`,
      ]),
    )
    // One engine plays a whole final, even while an upgrade is in progress and servers have two different engines.
    .where(
      sql<boolean>`(round is null or exists (
        select 1 from rounds r where r.id = matches.round and r.terms ->> 'engine' = ${context.engine}))`,
    )
    // A worker that has already answered can't give a second opinion.
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('compare', '=', false),
        not(
          exists(
            selectFrom('answers')
              .whereRef('answers.match', '=', 'matches.id')
              .where('answers.token', '=', asker.token.id)
              .select('answers.match'),
          ),
        ),
      ]),
    )
    // While another worker is active, skips matches that this token has refused, or that have just failed under this
    // token.
    .where(
      sql<boolean>`(matches.refused_by is distinct from ${asker.token.id}
          and (matches.token is distinct from ${asker.token.id} or matches.own_only or matches.compare or matches.deadline < clock_timestamp())
        or not exists (
          select 1 from workers w
          where w.token <> ${asker.token.id} and w.why is null and w.seen > clock_timestamp() - interval '60 seconds'))`,
    )
    .orderBy('priority')
    .orderBy('id')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
}

interface MatchAssignment {
  readonly row: Row<'matches'>;
  readonly to: LeaseRequest;
}

/**
 * Deals matches to the requests in rotation, so that one worker doesn't get all matches if there are only a few. There
 * are at most as many matches as requested.
 */
function deal(rows: readonly Row<'matches'>[], group: readonly LeaseRequest[]): MatchAssignment[] {
  const wanted = group.map(({ want }) => want);
  let at = -1;
  return rows.map((row) => {
    do at = (at + 1) % group.length;
    while (wanted[at] === 0);
    wanted[at]--;
    return { row, to: group[at] };
  });
}

/** Leases these matches to their workers. */
async function lend(
  tx: Tx,
  context: QueueContext,
  dealt: readonly MatchAssignment[],
): Promise<{ readonly to: LeaseRequest; readonly job: LeasedJob }[]> {
  if (dealt.length === 0) return [];
  const inputs = await inputsOf(
    tx,
    context,
    dealt.map(({ row }) => row),
  );
  const lent = dealt.map(({ row, to }, index) => {
    const input = inputs[index];
    const lease = { match: row.id, number: row.lease + 1, input: hashOf(input) };
    return { to, job: { lease, forMs: context.leaseSeconds * 1000, input } };
  });
  const leases = lent.map(
    ({ to, job: { lease } }) =>
      sql`(${lease.match}::integer, ${lease.number}::integer, ${lease.input}::text, ${to.asker.worker}::text, ${to.asker.token.id}::integer)`,
  );
  await sql`
    update matches m set state = 'leased', lease = of.lease, worker = of.worker, token = of.token,
      leased = ${now}, deadline = ${inSeconds(context.leaseSeconds)}, engine = ${context.engine}, input = of.input
    from (values ${sql.join(leases)}) of (id, lease, input, worker, token) where m.id = of.id`.execute(tx);
  return lent;
}

/** Returns the full inputs of these matches. */
export async function inputsOf(
  tx: Database | Tx,
  context: Pick<QueueContext, 'engine' | 'catalog'>,
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
      board: boardText(kitIn(context.catalog, form.game).game, text, Number(seed)),
      seed,
      key,
      seats: [...seats],
      seconds,
      engine: context.engine,
    };
  });
}

/** Hashes the keys in a fixed order, so that the same inputs have the same hash on every server. */
export function hashOf({ game, revision, board, seed, key, seats, seconds, engine }: MatchInput): string {
  const seated = seats.map((seat) =>
    seat.kind === 'module'
      ? ['module', seat.module, seat.version, ...(seat.seconds === undefined ? [] : [seat.seconds])]
      : ['builtin', seat.name],
  );
  const more = revision === undefined ? [] : [revision];
  return sha256(JSON.stringify([game, board, seed, key, seated, seconds, engine, ...more]));
}

/** Sorts leases into the order in which every transaction locks matches. */
const ascending = (leases: readonly Lease[]): Lease[] => leases.toSorted((one, other) => one.match - other.match);

/** Renews these leases. Returns the matches whose leases are lost or too old. */
export async function keepLeases(
  context: QueueContext,
  asker: WorkerIdentity,
  epoch: string,
  leases: readonly Lease[],
): Promise<number[]> {
  if (epoch !== context.epoch) return leases.map(({ match }) => match);
  return await context.store.transaction(async (tx) => {
    const lost: number[] = [];
    for (const { match, number } of ascending(leases)) {
      const kept = await tx
        .updateTable('matches')
        .set({ deadline: inSeconds(context.leaseSeconds) })
        .where('id', '=', match)
        .where('state', '=', 'leased')
        .where('lease', '=', number)
        .where('worker', '=', asker.worker)
        .where('token', '=', asker.token.id)
        .where('leased', '>', inSeconds(-MAX_LEASE_SECONDS))
        .executeTakeFirst();
      if (kept.numUpdatedRows === 0n) lost.push(match);
    }
    // The worker is locked after the matches, as when an answer is stored.
    await tx.updateTable('workers').set({ seen: now }).where('worker', '=', asker.worker).execute();
    return lost;
  });
}

/**
 * Queues leased matches again, so that other workers can play them immediately. Returns the number of these matches.
 */
export async function giveBack(
  context: QueueContext,
  asker: WorkerIdentity,
  epoch: string,
  leases: readonly Lease[],
): Promise<number> {
  if (epoch !== context.epoch || leases.length === 0) return 0;
  return await context.store.transaction(async (tx) => {
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
