import { sql } from 'kysely';
import { isRepeatable } from '../game-catalog.ts';
import type { Row, Tx } from '../store/schema.ts';
import { drawKey } from './chance.ts';
import type { WorkerIdentity } from './lease.ts';
import { reviseResults } from './results.ts';

/**
 * The consequence of an answer for its match. `final`: the answer is the result. `again`: a worker with another token
 * plays the match as well. `decide`: two answers differ, and the server's own worker plays the match.
 */
export type Verdict = 'final' | 'again' | 'decide';

/** Seconds of silence after which a worker isn't expected to give a second answer. */
const SEEN_SECONDS = 30;

/** Compares an answer with the stored answers of other trusted tokens. */
export async function weigh(
  tx: Tx,
  contest: Row<'contests'>,
  match: Row<'matches'>,
  asker: WorkerIdentity,
  {
    hash,
    others,
  }: { readonly hash: string; readonly others: readonly Pick<Row<'answers'>, 'token' | 'result_hash'>[] },
): Promise<Verdict> {
  // The server's own worker is always trusted.
  if (asker.token.own) {
    const wrong = others.filter(({ result_hash }) => result_hash !== hash);
    const why = `its result for match ${match.number} differs from the result of the server’s own worker`;
    for (const { token } of wrong) await setAside(tx, token, match.id, why);
    return 'final';
  }
  if (others.some(({ result_hash }) => result_hash === hash)) return 'final';
  if (others.length > 0) return 'decide';
  if (match.own_only) return 'decide';
  return isDrawnTwice(contest, match) && (await isAnotherThere(tx, asker)) ? 'again' : 'final';
}

/** Checks whether a match is drawn to be played by two workers. */
function isDrawnTwice(contest: Row<'contests'>, match: Row<'matches'>): boolean {
  const drawn = Number.parseInt(drawKey(contest.secret, 'twice', match.number).slice(0, 8), 16) / 2 ** 32;
  return isRepeatable(contest) && drawn < contest.form.twice;
}

async function isAnotherThere(tx: Tx, asker: WorkerIdentity): Promise<boolean> {
  const { rows } = await sql`
    select 1 from workers w join tokens t on t.id = w.token
    where w.token <> ${asker.token.id} and w.why is null and t.revoked is null and t.set_aside is null
      and w.seen > clock_timestamp() - make_interval(secs => ${SEEN_SECONDS}) limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Sets a token aside. Its workers get no more matches, and matches whose result depends only on this token are played
 * again. Matches of deleted entrants, and of published or cancelled rounds, stay. `match`: the match of the current
 * answer; the caller handles this match.
 */
export async function setAside(tx: Tx, token: number, match: number, why: string): Promise<void> {
  await tx.updateTable('tokens').set({ set_aside: why }).where('id', '=', token).execute();
  await tx.insertInto('audit').values({ person: null, what: 'worker set aside', about: why }).execute();
  const { rows } = await sql<{ contest: number; batch: number | null }>`
    update matches m set state = 'queued', worker = null, token = null, deadline = null, compare = false
    where m.id <> ${match} and m.state = 'done' and m.kind in ('ladder', 'round', 'challenge')
      and not exists (select 1 from rounds r where r.id = m.round and r.state in ('published', 'cancelled'))
      and not exists (
        select 1 from jsonb_array_elements(m.seats) seat join submissions s on s.contest = m.contest and s.number = (seat ->> 'version')::int
        where seat ->> 'kind' = 'module' and s.module is null)
      and exists (select 1 from answers a where a.match = m.id and a.token = ${token} and a.result_hash = m.result_hash)
      and not exists (
        select 1 from answers a join tokens t on t.id = a.token
        where a.match = m.id and a.token <> ${token} and a.result_hash = m.result_hash and t.set_aside is null)
    returning m.contest, m.batch`.execute(tx);
  await sql`
    update matches set state = 'queued', worker = null, token = null, deadline = null
    where token = ${token} and state = 'leased'`.execute(tx);
  // The workers are locked after the matches, as in all other transactions.
  await tx.updateTable('workers').set({ why }).where('token', '=', token).execute();
  for (const contest of new Set(rows.map((row) => row.contest))) {
    await sql`
      update batches b set finished = null where contest = ${contest} and exists (
        select 1 from matches m where m.contest = b.contest and m.batch = b.number and m.state = 'queued')`.execute(tx);
    // Tables that depend on these results are computed again.
    const batches = rows.flatMap((row) => (row.contest === contest && row.batch !== null ? [row.batch] : []));
    if (batches.length > 0)
      await tx
        .deleteFrom('tables')
        .where('contest', '=', contest)
        .where('batch', '>=', Math.min(...batches))
        .execute();
    await reviseResults(tx, contest);
  }
}
