import { sql } from 'kysely';
import type { QueueContext } from '../context.ts';
import { fillerOf, kitIn } from '../game-catalog.ts';
import { isSameSide } from '../sides.ts';
import { queueMatches } from '../store/rows.ts';
import type { Row, Tx } from '../store/schema.ts';
import { inSeconds } from '../store/times.ts';

/** Number of leases that must fail before a match is void. */
const MAX_LOSSES = 3;
/** Number of matches that a module may break while it plays alone. After that, the module is quarantined. */
const MAX_SUSPICIONS = 2;
/** Number of times that each of a match's players plays alone before the match stays void. */
const MAX_TRIALS = 2;
/** Seconds for which a failed match is reserved for workers with other tokens, if there are any (lease.ts). */
const PASS_OVER_SECONDS = 120;

export interface Failure {
  /** The reason, as a message. */
  readonly why: string;
  /** The seat whose module was running. */
  readonly seat?: number | undefined;
  /** The token whose worker reports that the match can never be played; `own`: the server's own worker. */
  readonly refused?: { readonly by: number; readonly own: boolean } | undefined;
  /** Whether the match failed because the worker never answered. */
  readonly lost: boolean;
}

/**
 * Processes a failed match, which no player has lost. The match is played again. After several failures, the match is
 * void, and each of its players plays alone, to find the player that breaks workers. Returns the match if it now stays
 * void.
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
  // One remote worker's report isn't enough, so another worker must try the match first, if there is one (lease.ts).
  const isRefused = failure.refused !== undefined && (failure.refused.own || match.refused_by !== null);
  // A worker may stop answering for any reason. If workers report the problem instead, fewer failures are needed.
  const most = isRefused ? 1 : isAlone && !failure.lost ? MAX_SUSPICIONS : MAX_LOSSES;
  const isVoid = losses >= most;
  await tx
    .updateTable('matches')
    .set({
      state: isVoid ? 'void' : 'queued',
      losses,
      worker: null,
      // While workers with other tokens are active, this token is skipped. So the reports of a single worker can't void
      // a match or quarantine a module.
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

/** Queues matches in which each module of a void match plays alone with built-in bots. */
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
        // With teams, the module plays all seats of its team.
        seats: match.seats.map(({ team }, seat) => ({
          ...(isSameSide(match.seats, at, seat) ? subject : { kind: 'builtin' as const, name: filler }),
          ...(team !== undefined && { team }),
        })),
        of: match.id,
        // Whether only the server's own worker may play the match, since a report about it can quarantine the module.
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
 * Processes the end of a match that a module played alone. If none of these matches broke a worker, the original match
 * is played again, up to a limit. Otherwise, the original match stays void and is returned.
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
  // A match stays void if it fails only with this combination of players.
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
    .values({ module, why: `it made matches void although it played alone: ${why}` })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Voids the module's other matches, so that the module breaks no more workers. The module's opponents play in other
  // matches.
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
