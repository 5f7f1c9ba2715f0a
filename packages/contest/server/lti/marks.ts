import { sql } from 'kysely';
import type { MarkOutcome } from '../../api/lti.ts';
import { markLines, type PersonMarks } from '../../finals/marks.ts';
import type { Combination } from '../../rounds/marks/rule.ts';
import type { Database, Row, Tx } from '../../store/schema.ts';
import { conflict, RefusalError } from '../refusal.ts';
import { type Course, clockOf } from './courses.ts';
import { SCOPES } from './message.ts';
import { identityIssuer } from './platform.ts';
import { Services } from './services.ts';

/** Number of marks that are sent at the same time. */
const AT_ONCE = 4;

interface Marks {
  readonly rounds: readonly Row<'rounds'>[];
  readonly rule: Combination;
  readonly most: number;
}

/**
 * Sends the marks that the platform doesn't have yet, each separately, so that a rejected mark doesn't delay the other
 * marks. All marks are sent to the course's only line item. The time sent with them is taken before the marks are read,
 * so that the platform rejects older marks that arrive later.
 */
export async function sendMarks(
  db: Database,
  contest: Row<'contests'>,
  { row, platform }: Course,
  { rounds, rule, most }: Marks,
): Promise<MarkOutcome[]> {
  const canMake = row.line_items_url !== null && row.scopes.includes(SCOPES.lineItem);
  if (!row.scopes.includes(SCOPES.score) || !(canMake || row.line_item_url !== null)) throw conflict('lti/no-marks');
  const at = await clockOf(db);
  const lines = await markLines(db, contest.id, rounds, rule);
  const subjects = await subjectsOf(db, contest.id, identityIssuer(platform));
  const kept = await db.selectFrom('lti_scores').selectAll().where('course', '=', row.id).execute();
  const last = new Map(kept.map((score) => [score.subject, score]));
  const services = await Services.open(db, platform, canMake ? [SCOPES.score, SCOPES.lineItem] : [SCOPES.score]);
  const item =
    row.line_item_url ?? (await madeItem(db, services, row, { slug: contest.slug, title: contest.form.title, most }));
  const send = async (line: PersonMarks): Promise<MarkOutcome> => {
    const { id, name, mark } = line;
    const outcome = (state: MarkOutcome['state'], why: string | null = null) => ({
      id,
      name,
      mark: mark ?? null,
      state,
      why,
    });
    if (mark === undefined) return outcome('none');
    const subject = (id !== '' && subjects.byRow.get(id)) || subjects.byPerson.get(line.person ?? 0);
    if (subject === undefined) return outcome('missing');
    if (mark < 0) return outcome('failed', 'learning platforms don’t accept marks below 0');
    const before = last.get(subject);
    if (before && before.mark === mark && before.most === most) return outcome('same');
    try {
      await services.sendScore(item, { subject, mark, most, at });
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      return outcome('failed', error.message);
    }
    await db
      .insertInto('lti_scores')
      .values({ course: row.id, subject, mark, most, sent: at })
      .onConflict((again) =>
        again.columns(['course', 'subject']).doUpdateSet({ mark, most, sent: at }).where('lti_scores.sent', '<', at),
      )
      .execute();
    return outcome('sent');
  };
  return await inOrder(lines, send);
}

/** Runs a few calls at a time, and returns the results in the list's order. */
async function inOrder<T, U>(list: readonly T[], run: (each: T) => Promise<U>): Promise<U[]> {
  const found: U[] = [];
  let next = 0;
  const work = async () => {
    for (let at = next++; at < list.length; at = next++) found[at] = await run(list[at]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
}

/** Returns a course's line item. Concurrent requests create only one line item. */
async function madeItem(
  db: Database,
  services: Services,
  { id, link, line_items_url }: Row<'lti_courses'>,
  { slug, title, most }: { slug: string; title: string; most: number },
): Promise<string> {
  return await db.transaction().execute(async (tx) => {
    const held = await holdCourse(tx, id);
    if (held.line_item_url !== null) return held.line_item_url;
    const url = await services.lineItem(line_items_url!, { link, resource: slug, title, most });
    await tx.updateTable('lti_courses').set({ line_item_url: url }).where('id', '=', id).execute();
    return url;
  });
}

const holdCourse = (tx: Tx, id: number): Promise<Row<'lti_courses'>> =>
  tx.selectFrom('lti_courses').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow();

/** Returns people's ids on the platform: from their rows, and from their sign-ins. */
async function subjectsOf(db: Database, contest: number, issuer: string) {
  const rows = await db
    .selectFrom('roster')
    .select(['roster_id', 'subject'])
    .where('contest', '=', contest)
    .where('issuer', '=', issuer)
    .execute();
  const { rows: people } = await sql<{ person: number; subject: string }>`
    select i.person, min(i.subject) as subject from identities i join members m on m.person = i.person
    where m.contest = ${contest} and i.issuer = ${issuer} group by i.person having count(*) = 1`.execute(db);
  return {
    byRow: new Map(rows.flatMap(({ roster_id, subject }) => (subject === null ? [] : [[roster_id, subject] as const]))),
    byPerson: new Map(people.map(({ person, subject }) => [person, subject])),
  };
}
