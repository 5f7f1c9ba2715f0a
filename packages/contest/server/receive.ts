import { sql } from 'kysely';
import { SUBMISSION_BYTES } from '../api/submissions.ts';
import { sha256 } from '../queue/chance.ts';
import { PATIENCE } from '../queue/qualify.ts';
import { logStep } from '../queue/steps.ts';
import type { Store } from '../store/open.ts';
import { announce, holdContest, takeNumbers } from '../store/rows.ts';
import type { Database, Row, Tx } from '../store/schema.ts';
import { stepMessage } from '../store/step-messages.ts';
import { SUBMISSION_COLUMNS, type SubmissionRow } from '../store/submission-row.ts';
import { inSeconds } from '../store/times.ts';
import { endingsOf, languageOf } from '../words.ts';
import type { Authorization } from './guard.ts';
import { notAllowed, tooSoon, wrong } from './refusal.ts';

/** Maximum size of a source in bytes; a module may be larger. */
const SOURCE_BYTES = 2 ** 20;

export interface ReceivedFile {
  readonly file: string;
  readonly source: Uint8Array;
}

/** Accepts a submission. `same`: the entrant's last submission has the same bytes, so nothing was changed. */
export async function receive(
  tx: Tx,
  contestId: number,
  { id }: Pick<Row<'entrants'>, 'id'>,
  person: number,
  sent: ReceivedFile,
): Promise<{ readonly row: SubmissionRow; readonly same: boolean }> {
  const { source } = sent;
  const kind = languageOf(sent.file);
  if (kind === undefined) {
    const { form } = await tx
      .selectFrom('contests')
      .select('form')
      .where('id', '=', contestId)
      .executeTakeFirstOrThrow();
    throw wrong('file', 'file/language', { endings: endingsOf(form.languages).join(', ') });
  }
  if (source.length === 0) throw wrong('file', 'file/empty');
  const most = kind === 'module' ? SUBMISSION_BYTES : SOURCE_BYTES;
  if (source.length > most) throw wrong('file', 'file/long', { most: most / 2 ** 20 });
  const contest = await holdContest(tx, contestId);
  const entrant = await entrantNow(tx, id, person);
  const language = languageOf(sent.file, contest.form.languages) ?? kind;
  if (!contest.form.languages.includes(language))
    throw wrong('file', 'file/language-closed', { endings: endingsOf(contest.form.languages).join(', ') });
  await mustBeOpen(tx, contest, entrant);
  const hash = sha256(source);
  const last = await tx
    .selectFrom('submissions')
    .select(SUBMISSION_COLUMNS)
    .where('entrant', '=', entrant.id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last?.sha256 === hash && last.file === sent.file && last.taken_back === null) return { row: last, same: true };
  await mustNotBeTooSoon(tx, contest, entrant);
  const number = await takeNumbers(tx, contest.id, 'submissions');
  const row = await tx
    .insertInto('submissions')
    .values({
      contest: contest.id,
      number,
      entrant: entrant.id,
      person,
      file: sent.file,
      language,
      source,
      size: source.length,
      sha256: hash,
      state: 'received',
      deadline: inSeconds(PATIENCE),
    })
    .returning(SUBMISSION_COLUMNS)
    .executeTakeFirstOrThrow();
  await logStep(tx, row.id, 'received', stepMessage('received', { file: sent.file, bytes: source.length }));
  await announce(tx, contest.id, 'submission', { number, state: 'received' }, entrant.id);
  return { row, same: false };
}

/**
 * Returns the current entrant while its contest is locked. Since the request was authorised, the entrant may have been
 * merged or deleted, or the person may have left the entrant.
 */
export async function entrantNow(tx: Tx, id: number, person: number): Promise<Row<'entrants'>> {
  const entrant = await tx.selectFrom('entrants').selectAll().where('id', '=', id).executeTakeFirst();
  const member = await tx
    .selectFrom('members')
    .select('person')
    .where('entrant', '=', id)
    .where('person', '=', person)
    .executeTakeFirst();
  if (!entrant || !member) throw notAllowed('entrant/none');
  return entrant;
}

/**
 * Refuses submissions outside of the allowed time, by the database's clock. The time of receipt is the time when the
 * submission is stored.
 */
async function mustBeOpen(tx: Tx, contest: Row<'contests'>, entrant: Row<'entrants'>): Promise<void> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx);
  const { at } = rows[0];
  const { opens, closes } = contest.form;
  if (opens !== null && at < new Date(opens)) throw notAllowed('contest/opens', { opens });
  const extended = entrant.closes !== null && at < entrant.closes;
  if (extended && contest.state !== 'closed') return;
  if (contest.state !== 'open') throw notAllowed('contest/takes-none');
  if (closes !== null && at >= new Date(closes)) throw notAllowed('contest/ended', { closes });
}

/**
 * @throws RefusalError with status 429 if the entrant's attempts in the last hour have reached the contest's limit;
 * rejected submissions are included
 */
async function mustNotBeTooSoon(
  db: Database,
  contest: Row<'contests'>,
  entrant: Pick<Row<'entrants'>, 'id'>,
): Promise<void> {
  const { perHour } = contest.form;
  const { rows } = await sql<{ again: Date }>`
    select at + interval '1 hour' as again from (
      select received as at from submissions where entrant = ${entrant.id}
      union all select at from refused_attempts where entrant = ${entrant.id}) tries
    where at > clock_timestamp() - interval '1 hour'
    order by at desc offset ${perHour - 1} limit 1`.execute(db);
  if (rows.length === 0) return;
  const [{ again }] = rows;
  throw tooSoon('submissions/many', again, { most: perHour, again: again.toISOString() });
}

/** Counts files that were rejected for their content towards the limit per hour, like accepted files. */
export async function countRefused({ db }: Store, entrant: number): Promise<void> {
  await db.insertInto('refused_attempts').values({ entrant }).execute();
}

/**
 * Refuses a request early if files of the entrant were rejected and the entrant has reached the limit. Otherwise, the
 * limit is checked later, so that the same bytes can be submitted again.
 */
export async function mayTry({ db }: Store, { contest, entrant }: Authorization): Promise<void> {
  if (!contest || !entrant) return;
  const { rows } = await sql`
    select 1 from refused_attempts where entrant = ${entrant.id} and at > clock_timestamp() - interval '1 hour'
    limit 1`.execute(db);
  if (rows.length > 0) await mustNotBeTooSoon(db, contest, entrant);
}
