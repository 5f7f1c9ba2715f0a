import { sql } from 'kysely';
import type { JobName, QueueContext } from '../context.ts';
import { sweepRounds } from '../finals/sweep.ts';
import { holdContest } from '../store/rows.ts';
import type { Database, Row, Tx } from '../store/schema.ts';
import { stepMessage } from '../store/step-messages.ts';
import type { SubmissionRow } from '../store/submission-row.ts';
import { inSeconds } from '../store/times.ts';
import { drawBatches } from './batches.ts';
import { followVoid } from './follow.ts';
import { beginCheck, dropMatches, MAX_ATTEMPTS, PATIENCE } from './qualify.ts';
import { holdSubmission, moveTo } from './steps.ts';
import { matchFailed } from './voids.ts';

/** Maximum wait for a second answer, in seconds. */
const COMPARE_SECONDS = 120;
/** Number of events kept for pages that reconnect. */
const EVENTS = 500;

/**
 * Handles due work: expired leases, submissions that no process works on, and answers that no second worker confirms.
 * Every unfinished item has a deadline, so nothing is stuck forever. Returns whether anything was done.
 */
export async function sweep(context: QueueContext): Promise<boolean> {
  let done = 0;
  for (const { contest, id } of await overdueMatches(context)) {
    await context.store.transaction(async (tx) => {
      const held = await holdContest(tx, contest);
      const match = await tx.selectFrom('matches').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
      if (!match || !(await isOverdue(tx, id))) return;
      done++;
      const why = `worker ${match.worker} stopped responding`;
      const given = await matchFailed(tx, context, held, match, { why, lost: true });
      if (given) await followVoid(tx, context, held, given);
    });
  }
  done += await acceptAlone(context);
  for (const { contest, id } of await overdueSubmissions(context)) {
    await context.store.transaction(async (tx) => {
      const held = await holdContest(tx, contest);
      const submission = await holdSubmission(tx, id);
      if (submission.deadline === null || submission.deadline > (await clock(tx))) return;
      done++;
      await pushOn(tx, context, held, submission);
    });
  }
  done += await sweepRounds(context);
  await nudgeWaiting(context);
  const contests = await context.store.db.selectFrom('contests').select('id').where('state', '=', 'open').execute();
  for (const { id } of contests)
    await context.store.transaction(async (tx) => {
      await drawBatches(tx, await holdContest(tx, id), context.catalog, context.kept);
      await sql`delete from events where contest = ${id} and id <= (select events from contests where id = ${id}) - ${EVENTS}`.execute(
        tx,
      );
    });
  return done > 0;
}

/** Starts jobs for submissions that wait to be compiled, compared, or tried, in case the original job was lost. */
async function nudgeWaiting({ store, nudge }: QueueContext): Promise<void> {
  const { rows } = await sql<{ job: JobName }>`
    select 'compile' as job where exists (select 1 from submissions where state = 'received')
    union all select 'compare' where exists (select 1 from comparisons where state = 'waiting')
    union all select 'boards' where exists (select 1 from boards where state = 'sent' and report is null)`.execute(
    store.db,
  );
  if (rows.length === 0) return;
  await store.transaction(async (tx) => {
    for (const { job } of rows) await nudge(tx, job);
  });
}

async function overdueMatches({ store }: QueueContext): Promise<{ contest: number; id: number }[]> {
  const { rows } = await sql<{ contest: number; id: number }>`
    select contest, id from matches where state = 'leased' and deadline < clock_timestamp() order by id`.execute(
    store.db,
  );
  return rows;
}

async function isOverdue(tx: Tx, id: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from matches where id = ${id} and state = 'leased' and deadline < clock_timestamp()`.execute(tx);
  return rows.length > 0;
}

async function overdueSubmissions({ store }: QueueContext): Promise<{ contest: number; id: number }[]> {
  const { rows } = await sql<{ contest: number; id: number }>`
    select contest, id from submissions where state not in ('in', 'rejected') and deadline < clock_timestamp() order by id`.execute(
    store.db,
  );
  return rows;
}

async function clock(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx);
  return rows[0].at;
}

/** Runs the next step of a submission whose deadline has passed. */
async function pushOn(
  tx: Tx,
  context: QueueContext,
  contest: Row<'contests'>,
  submission: SubmissionRow,
): Promise<void> {
  const wait = async (seconds: number) => {
    await tx
      .updateTable('submissions')
      .set({ deadline: inSeconds(seconds) })
      .where('id', '=', submission.id)
      .execute();
  };
  switch (submission.state) {
    case 'received':
      // The submission is still waiting for its turn.
      return await wait(PATIENCE);
    case 'compiling': {
      if (submission.attempts + 1 >= MAX_ATTEMPTS) {
        return await moveTo(tx, submission, { state: 'rejected', text: stepMessage('compile/late') });
      }
      await countAttempt(tx, submission.id);
      return await moveTo(tx, submission, {
        state: 'received',
        text: stepMessage('compile/lost'),
        within: PATIENCE,
      });
    }
    case 'checking':
    case 'qualifying': {
      const waiting = await tx
        .selectFrom('matches')
        .select('id')
        .where('submission', '=', submission.id)
        .where(({ or, eb, exists, selectFrom }) =>
          or([
            eb('state', 'in', ['queued', 'leased']),
            exists(
              selectFrom('matches as alone')
                .whereRef('alone.of', '=', 'matches.id')
                .where('alone.state', 'in', ['queued', 'leased'])
                .select('alone.id'),
            ),
          ]),
        )
        .executeTakeFirst();
      if (waiting) return await wait(PATIENCE);
      await countAttempt(tx, submission.id);
      await dropMatches(tx, submission.id);
      return await beginCheck(tx, context, contest, submission, submission.module!, stepMessage('again/gone'));
    }
    case 'in':
    case 'rejected':
      return;
  }
}

async function countAttempt(tx: Tx, submission: number): Promise<void> {
  await tx
    .updateTable('submissions')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', submission)
    .execute();
}

/** Lets the server's own worker play matches that have waited too long for a second opinion. */
async function acceptAlone({ store }: QueueContext): Promise<number> {
  const { rows } = await sql`
    update matches set own_only = true
    where state = 'queued' and compare and not own_only and not exists (
      select 1 from answers a where a.match = matches.id and a.at > clock_timestamp() - make_interval(secs => ${COMPARE_SECONDS}))
    returning id`.execute(store.db);
  return rows.length;
}

/**
 * Deletes the oldest replays beyond the storage limit (`most` bytes), and outdated rows such as workers that stopped
 * long ago. Results stay. Returns the number of deleted replays.
 */
export async function trim(db: Database, most: number): Promise<number> {
  const { rows } = await sql`
    delete from replays where match in (
      select match from (select match, sum(size) over (order by match desc) as total from replays) as sizes where total > ${most})
    returning match`.execute(db);
  // A worker gets a new row at each start.
  await sql`delete from workers where seen < clock_timestamp() - interval '1 day'`.execute(db);
  await sql`delete from refused_attempts where at < clock_timestamp() - interval '1 hour'`.execute(db);
  await sql`delete from throttles where greatest(until, last + interval '1 day') < clock_timestamp()`.execute(db);
  await sql`delete from lti_nonces where expires < clock_timestamp()`.execute(db);
  await sql`delete from lti_tickets where expires < clock_timestamp()`.execute(db);
  return rows.length;
}
