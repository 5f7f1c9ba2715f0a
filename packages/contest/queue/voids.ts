import { sql } from 'kysely';
import type { QueueContext } from '../context.ts';
import { fillerOf, kitIn } from '../game-catalog.ts';
import { isSameSide } from '../sides.ts';
import { queueMatches } from '../store/rows.ts';
import type { Row, Tx } from '../store/schema.ts';
import { inSeconds } from '../store/times.ts';

/** A match is given up after so many leases that came to nothing. */
const MAX_LOSSES = 3;
/** A module that ended so many matches when it played alone is kept from others. */
const MAX_SUSPICIONS = 2;
/** How many times its players play alone before a match is given up. */
const MAX_TRIALS = 2;
/** Seconds for which workers under another token may take a match before the token under which it failed gets it again (lease.ts). */
const PASS_OVER_SECONDS = 120;

export interface Failure {
  /** One plain sentence. */
  readonly why: string;
  /** Whose module was at work. */
  readonly seat?: number | undefined;
  /** The token whose worker says that it cannot be played, however often it is tried; `own`: the server's. */
  readonly refused?: { readonly by: number; readonly own: boolean } | undefined;
  /** The worker was not heard of again. */
  readonly lost: boolean;
}

/**
 * A match came to nothing, and no one has lost it. It is played again; after three times it is void, and those who sat in it play
 * alone, so that it shows who breaks workers. The value is the match that stays void for good now, if one does.
 */
export async function matchFailed(
  tx: Tx,
  context: QueueContext,
  contest: Row<'contests'>,
  match: Row<'matches'>,
  failure: Failure,
): Promise<Row<'matches'> | undefined> {
  const losses = match.losses + 1;
  const isAlone = match.kind === 'alone';
  const [subject] = match.seats.flatMap((seated) => (seated.kind === 'module' ? [seated.module] : []));
  // The word of one worker elsewhere is not enough: another one is asked first, if there is one (lease.ts).
  const isRefused = failure.refused !== undefined && (failure.refused.own || match.refused_by !== null);
  // A worker that is not heard of again may have gone for any reason; one that says what happened is believed sooner.
  const most = isRefused ? 1 : isAlone && !failure.lost ? MAX_SUSPICIONS : MAX_LOSSES;
  const isVoid = losses >= most;
  await tx
    .updateTable('matches')
    .set({
      state: isVoid ? 'void' : 'queued',
      losses,
      worker: null,
      // Passed over while others are there: one worker's word, however often it gives it, voids no match and quarantines no module.
      token: isVoid ? null : match.token,
      deadline: isVoid ? null : inSeconds(PASS_OVER_SECONDS),
      why: failure.why,
      ...(failure.refused && { refused_by: failure.refused.by }),
    })
    .where('id', '=', match.id)
    .execute();
  if (isAlone) await suspect(tx, subject, match, failure.why, isVoid);
  if (!isVoid) return undefined;
  if (isAlone) return await aloneEnded(tx, match);
  if (isRefused || subject === undefined) return { ...match, state: 'void', why: failure.why };
  await playAlone(tx, context, contest, match);
  return undefined;
}

/** Each module of a void match plays by itself among built-in players. */
async function playAlone(
  tx: Tx,
  context: QueueContext,
  contest: Row<'contests'>,
  match: Row<'matches'>,
): Promise<void> {
  const filler = fillerOf(kitIn(context.catalog, contest.form.game));
  const ownOnly = await isOwnWorkerThere(tx);
  const modules = new Map(
    match.seats.flatMap((each) => (each.kind === 'module' ? [[each.module, each] as const] : [])),
  );
  await queueMatches(
    tx,
    contest,
    { seconds: match.seconds },
    [...modules.values()].map((subject) => {
      const at = match.seats.findIndex((each) => each.kind === 'module' && each.module === subject.module);
      return {
        kind: 'alone' as const,
        board: match.board,
        seed: match.seed,
        key: match.key,
        // With teams it plays all seats of its team.
        seats: match.seats.map(({ team }, seat) => ({
          ...(isSameSide(match.seats, at, seat) ? subject : { kind: 'builtin' as const, name: filler }),
          ...(team !== undefined && { team }),
        })),
        of: match.id,
        // Whose word puts someone's module away: the server's own, if it plays.
        ownOnly,
      };
    }),
  );
}

async function isOwnWorkerThere(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    select 1 from workers w join tokens t on t.id = w.token
    where t.own and w.seen > clock_timestamp() - interval '60 seconds' limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * When all single-player matches are through: if none broke a worker, the match is played again. Otherwise it stays void, and is
 * the value.
 */
export async function aloneEnded(tx: Tx, alone: Row<'matches'>): Promise<Row<'matches'> | undefined> {
  if (alone.of === null) return undefined;
  const siblings = await tx.selectFrom('matches').select(['state', 'seats']).where('of', '=', alone.of).execute();
  if (siblings.some(({ state }) => state === 'queued' || state === 'leased')) return undefined;
  const match = await tx
    .selectFrom('matches')
    .selectAll()
    .where('id', '=', alone.of)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (match.state !== 'void') return undefined;
  const modules = new Set(match.seats.flatMap((each) => (each.kind === 'module' ? [each.module] : [])));
  // A match that is void only in combination stays void.
  if (siblings.some(({ state }) => state === 'void') || siblings.length >= MAX_TRIALS * modules.size) return match;
  await tx
    .updateTable('matches')
    .set({ state: 'queued', losses: 0, refused_by: null })
    .where('id', '=', match.id)
    .execute();
  return undefined;
}

async function suspect(tx: Tx, module: string, match: Row<'matches'>, why: string, isVoid: boolean): Promise<void> {
  await tx
    .insertInto('suspicions')
    .values({ module, match: match.id, why })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (!isVoid) return;
  await tx
    .insertInto('quarantine')
    .values({ module, why: `it ended matches that it played alone: ${why}` })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Its opponents play in other matches, so that it breaks no further match.
  await sql`
    update matches set state = 'void', why = 'a module in it was quarantined'
    where state = 'queued' and seats @> jsonb_build_array(jsonb_build_object('kind', 'module', 'module', ${module}::text))`.execute(
    tx,
  );
  await sql`
    update submissions set deadline = clock_timestamp() where module = ${module} and state in ('checking', 'qualifying')`.execute(
    tx,
  );
  await sql`
    insert into audit (what, about) select 'module quarantined', 'submission ' || number || ' of contest ' || contest
    from submissions where module = ${module}`.execute(tx);
}
