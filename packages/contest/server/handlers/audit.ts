import { sql } from 'kysely';
import type { ReplyOf } from '../../api/routes.ts';
import type { Database } from '../../store/schema.ts';
import type { AuthorizedRequest } from '../handler.ts';

/** Returns a page of the log: of the whole server, or of a contest. */
export async function auditOf(
  db: Database,
  { before, limit }: AuthorizedRequest<'audit'>['query'],
  contest?: number,
): Promise<ReplyOf<'audit'>> {
  let found = db
    .selectFrom('audit')
    .leftJoin('people', 'people.id', 'audit.person')
    .leftJoin('contests', 'contests.id', 'audit.contest')
    .select(['audit.id', 'audit.at', 'people.name as who', 'audit.what', 'audit.about', 'audit.roster_rows'])
    .select(['contests.slug as contest', 'contests.id as of'])
    .orderBy('audit.id', 'desc')
    .limit(limit);
  if (before !== undefined) found = found.where('audit.id', '<', before);
  if (contest !== undefined) found = found.where('audit.contest', '=', contest);
  const rows = await found.execute();
  const asked = rows.flatMap(({ about, of }) => mentionsIn(about).map((each) => ({ ...each, of })));
  const names = await namesOf(db, asked);
  return rows.map(({ at, roster_rows, of, ...row }) => ({
    ...row,
    at: at.toISOString(),
    names: Object.fromEntries(
      mentionsIn(row.about).flatMap(({ kind, number }) => {
        const name = names.get(`${of} ${kind} ${number}`);
        return name === undefined ? [] : [[`${kind} ${number}`, name]];
      }),
    ),
    rows: (roster_rows ?? []).map(({ id, name }) => ({ id, name })),
  }));
}

interface Mention {
  readonly kind: string;
  readonly number: number;
}

/**
 * Finds references in the log. The log contains numbers instead of names, since names are deleted with their people.
 * `"to":5` refers to an entrant as well.
 */
function mentionsIn(about: string): Mention[] {
  const found = about.matchAll(/^(entrant|person|submission) (\d{1,9}) of |"(?:entrant|from|to)":(\d{1,9})/g);
  return [...found].map(([, kind = 'entrant', number, entrant]) => ({ kind, number: Number(number ?? entrant) }));
}

/** Returns the mentioned names, by contest, kind, and number. */
async function namesOf(
  db: Database,
  mentions: readonly (Mention & { readonly of: number | null })[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ of: number; kind: string; number: number; name: string }>`
    with m as (select * from jsonb_to_recordset(${JSON.stringify(mentions)}::jsonb) as m ("of" integer, kind text, number integer))
    select m."of", m.kind, m.number, e.name from m join entrants e on m.kind = 'entrant' and e.contest = m."of" and e.number = m.number
    union select m."of", m.kind, m.number, p.name from m join people p on m.kind = 'person' and p.id = m.number
      -- Of those who were never in the contest no one learns the name.
      and exists (select 1 from members o where o.person = p.id and o.contest = m."of"
        union all select 1 from former_members o where o.person = p.id and o.contest = m."of")
    union select m."of", m.kind, m.number, e.name from m
      join submissions s on m.kind = 'submission' and s.contest = m."of" and s.number = m.number
      join entrants e on e.id = s.entrant`.execute(db);
  return new Map(rows.map(({ of, kind, number, name }) => [`${of} ${kind} ${number}`, name]));
}
