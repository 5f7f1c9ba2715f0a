import { sql } from 'kysely';
import type { Database, Row, Tx } from '../../store/schema.ts';
import { now } from '../../store/times.ts';
import { notAllowed, notFound } from '../refusal.ts';
import { readClassCode } from '../secrets.ts';
import { CLAIMS, type LinkMessage } from './message.ts';
import type { Platform } from './platform.ts';

type Contest = Row<'contests'>;

/**
 * Returns the contest of a link in a course. After the first use of a link with a contest's class code, the link
 * belongs to that contest, and the server stores this. Undefined: the link belongs to no contest.
 */
export async function courseOf(
  db: Database,
  platform: Platform,
  message: LinkMessage,
): Promise<{ readonly contest: Contest; readonly course: number } | undefined> {
  const deployment = message[CLAIMS.deployment];
  const { id: link, title } = message[CLAIMS.link];
  const known = await db
    .selectFrom('lti_courses')
    .select('contest')
    .where('platform', '=', platform.id)
    .where('deployment', '=', deployment)
    .where('link', '=', link)
    .executeTakeFirst();
  const contest = known ? await contestBy(db, 'id', known.contest) : await named(db, message);
  if (!contest) return undefined;
  const [grades, members] = [message[CLAIMS.grades], message[CLAIMS.members]];
  const context = message[CLAIMS.context];
  // The platform lists this server's permissions in each launch.
  const said = {
    title: (context?.title || context?.label || title || link).slice(0, 200),
    members_url: members?.context_memberships_url ?? null,
    line_items_url: grades?.lineitems ?? null,
    scopes: JSON.stringify(grades?.scope ?? []),
    used: now,
  };
  const { id } = await db
    .insertInto('lti_courses')
    .values({
      platform: platform.id,
      deployment,
      link,
      contest: contest.id,
      ...said,
      line_item_url: grades?.lineitem ?? null,
    })
    .onConflict((again) =>
      again.columns(['platform', 'deployment', 'link']).doUpdateSet(({ ref, fn }) => ({
        ...said,
        // A line item that this server created stays.
        line_item_url: fn.coalesce(ref('excluded.line_item_url'), ref('lti_courses.line_item_url')),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return { contest, course: id };
}

/** Returns the contest whose class code is the parameter `code` of a new link. */
async function named(db: Database, message: LinkMessage): Promise<Contest | undefined> {
  const custom = message[CLAIMS.custom];
  const code = typeof custom === 'object' && custom !== null ? (custom as Record<string, unknown>).code : undefined;
  if (typeof code !== 'string' || code.trim() === '') return undefined;
  const contest = await contestBy(db, 'code', readClassCode(code));
  if (!contest) throw notAllowed('lti/code');
  return contest;
}

const contestBy = (db: Database, column: 'id' | 'code', value: number | string): Promise<Contest | undefined> =>
  db
    .selectFrom('contests')
    .selectAll()
    .where(column, '=', value as never)
    .executeTakeFirst();

export interface Course {
  readonly row: Row<'lti_courses'>;
  readonly platform: Platform;
}

/** Returns a contest's link in a course, and the course's platform. */
export async function placeOf(db: Database | Tx, contest: number, id: number): Promise<Course> {
  const row = await db
    .selectFrom('lti_courses')
    .selectAll()
    .where('id', '=', id)
    .where('contest', '=', contest)
    .executeTakeFirst();
  const platform =
    row && (await db.selectFrom('lti_platforms').selectAll().where('id', '=', row.platform).executeTakeFirst());
  if (!platform) throw notFound(`course ${id}`);
  return { row, platform };
}

/** Returns the current time by the database's clock. */
export async function clockOf(db: Database): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
  return rows[0].at;
}
