import { sql } from 'kysely';
import { sha256 } from '../queue/chance.ts';
import { PATIENCE } from '../queue/qualify.ts';
import { said } from '../queue/said.ts';
import { logStep } from '../queue/steps.ts';
import { announce, holdContest, takeNumbers } from '../store/rows.ts';
import type { Database, Row, Tx } from '../store/schema.ts';
import { SUBMISSION_COLUMNS, type SubmissionRow } from '../store/submission-row.ts';
import { inSeconds } from '../store/times.ts';
import { LANGUAGES, languageOf } from '../words.ts';
import { SUBMISSION_BYTES } from './api/submissions.ts';
import { HOUR_MS } from './attempts.ts';
import { notAllowed, tooSoon, wrong } from './refusal.ts';

/** Bytes of a source; a module may be longer. */
const SOURCE_BYTES = 2 ** 20;

export interface Sent {
  readonly file: string;
  readonly source: Uint8Array;
  /** When attempts of the last hour were refused, in milliseconds since 1970. */
  readonly refused: readonly number[];
}

/** Takes a submission in. `same`: the entrant's last one has these bytes, and nothing was changed. */
export async function receive(
  tx: Tx,
  contestId: number,
  { id }: Pick<Row<'entrants'>, 'id'>,
  sent: Sent,
): Promise<{ readonly row: SubmissionRow; readonly same: boolean }> {
  const { source } = sent;
  const language = languageOf(sent.file);
  if (language === undefined) {
    const { form } = await tx
      .selectFrom('contests')
      .select('form')
      .where('id', '=', contestId)
      .executeTakeFirstOrThrow();
    throw wrong('file', 'file/language', { endings: form.languages.flatMap((each) => LANGUAGES[each]).join(', ') });
  }
  if (source.length === 0) throw wrong('file', 'file/empty');
  const most = language === 'module' ? SUBMISSION_BYTES : SOURCE_BYTES;
  if (source.length > most) throw wrong('file', 'file/long', { most: most / 2 ** 20 });
  const contest = await holdContest(tx, contestId);
  const entrant = await entrantNow(tx, id);
  if (!contest.form.languages.includes(language)) throw wrong('file', 'file/language-closed');
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
  await mustNotBeTooSoon(tx, contest, entrant, sent.refused);
  const number = await takeNumbers(tx, contest.id, 'submissions');
  const row = await tx
    .insertInto('submissions')
    .values({
      contest: contest.id,
      number,
      entrant: entrant.id,
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
  await logStep(tx, row.id, 'received', said('received', { file: sent.file, bytes: source.length }));
  await announce(tx, contest.id, 'submission', { number, state: 'received' }, entrant.id);
  return { row, same: false };
}

/** An entrant as it is while its contest is held: it may have been merged or deleted since it was let in. */
export async function entrantNow(tx: Tx, id: number): Promise<Row<'entrants'>> {
  const entrant = await tx.selectFrom('entrants').selectAll().where('id', '=', id).executeTakeFirst();
  const member = await tx.selectFrom('members').select('person').where('entrant', '=', id).executeTakeFirst();
  if (!entrant || !member) throw notAllowed('entrant/none');
  return entrant;
}

/** By the database's clock: a submission is received when it is stored. */
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

/** @throws Refusal with status 429 once an entrant has tried as often in the last hour as the contest allows */
export async function mustNotBeTooSoon(
  tx: Database,
  contest: Row<'contests'>,
  entrant: Row<'entrants'>,
  refused: readonly number[],
): Promise<void> {
  const { perHour } = contest.form;
  const { rows } = await sql<{ received: Date }>`
    select received from submissions
    where entrant = ${entrant.id} and received > clock_timestamp() - interval '1 hour'
    order by received desc limit ${perHour}`.execute(tx);
  const tries = [...rows.map(({ received }) => received.getTime()), ...refused].sort((one, other) => other - one);
  if (tries.length < perHour) return;
  const again = new Date(tries[perHour - 1] + HOUR_MS);
  throw tooSoon('submissions/many', again, { most: perHour, again: again.toISOString() });
}
