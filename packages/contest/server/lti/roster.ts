import { sql } from 'kysely';
import { entryProblem } from '../../rounds/marks/roster-csv.ts';
import { foldName } from '../../store/name-key.ts';
import type { Row, Tx } from '../../store/schema.ts';
import { provenRow } from '../issuer-rows.ts';
import { tieRow } from '../link-row.ts';
import { RefusalError } from '../refusal.ts';
import type { RosterLine } from '../roster.ts';
import { isLearner, nameOf, rosterIdOf } from './message.ts';
import { identityIssuer, type Platform } from './platform.ts';
import type { Member } from './services.ts';

const MAX_NAME_LENGTH = 100;
const MAX_PROBLEMS = 20;

export interface MemberLine extends RosterLine {
  readonly subject: string;
}

/**
 * Converts the students of a course to lines of a roster. A student who is on the roster by the platform's id keeps the
 * roster id; all students keep their group and team. A row that someone else wrote matches only by an id that the
 * platform verifies. A new row has that id, otherwise the student number, the e-mail address, or the platform's id.
 */
export function linesOf(
  platform: Pick<Platform, 'issuer' | 'roster_claim'>,
  members: readonly Member[],
  rows: readonly Pick<Row<'roster'>, 'roster_id' | 'group_name' | 'team_name' | 'issuer' | 'subject'>[],
): MemberLine[] {
  const issuer = identityIssuer(platform);
  const bySubject = new Map(rows.flatMap((row) => (row.issuer === issuer ? [[row.subject, row] as const] : [])));
  const byId = new Map(rows.map((row) => [row.roster_id.toLowerCase(), row]));
  const used = new Set([...bySubject.values()].map(({ roster_id }) => roster_id.toLowerCase()));
  const problems: string[] = [];
  const lines = studentsIn(members).map((member): MemberLine => {
    const { user_id: subject, email, lis_person_sourcedid: sourcedId } = member;
    const vouched = rosterIdOf(platform, member, sourcedId);
    const isFree = (id: string | undefined): id is string => id !== undefined && !used.has(id.toLowerCase());
    const row = bySubject.get(subject) ?? (isFree(vouched) ? byId.get(vouched.toLowerCase()) : undefined);
    const made = [vouched, sourcedId?.trim(), email?.trim(), subject].find((id) => id !== '' && isFree(id)) ?? subject;
    const entry = {
      id: row?.roster_id ?? made,
      name: (nameOf(member) ?? subject).slice(0, MAX_NAME_LENGTH),
      group: row?.group_name ?? '',
      team: row?.team_name ?? '',
    };
    const isTaken = row === undefined && !isFree(entry.id);
    used.add(entry.id.toLowerCase());
    const why =
      entryProblem(entry)?.why ??
      (isTaken ? `another student of the course has the id ${entry.id}` : undefined) ??
      (row === undefined && byId.has(entry.id.toLowerCase())
        ? `the roster already has the id ${entry.id}, but the platform doesn’t verify this id`
        : undefined);
    if (why !== undefined) problems.push(`${entry.name}: ${why}`);
    return {
      roster_id: entry.id,
      name: entry.name,
      folded: foldName(entry.name),
      group_name: row?.group_name ?? null,
      team_name: row?.team_name ?? null,
      subject,
    };
  });
  if (problems.length > 0)
    throw new RefusalError(409, 'roster/wrong', { values: { why: problems.slice(0, MAX_PROBLEMS).join('\n') } });
  return lines;
}

/** Returns each student once, even if they are in several sections of the course. */
const studentsIn = (members: readonly Member[]): Member[] => [
  ...new Map(
    members
      .filter(({ status, roles }) => (status ?? 'Active') === 'Active' && isLearner(roles))
      .map((member) => [member.user_id, member]),
  ).values(),
];

/** Returns a function that checks whether these lines change the link between a row and a student of the platform. */
export function linkedBy(
  platform: Platform,
  lines: readonly MemberLine[],
): (row: Pick<Row<'roster'>, 'roster_id' | 'issuer' | 'subject'>) => boolean {
  const issuer = identityIssuer(platform);
  const subjects = new Map(lines.map(({ roster_id, subject }) => [roster_id, subject]));
  return (row) => row.issuer !== issuer || row.subject !== subjects.get(row.roster_id);
}

/** Stores the platform's ids of these rows, and gives waiting people their rows. The caller must lock the contest. */
export async function tieMembers(
  tx: Tx,
  held: Row<'contests'>,
  platform: Platform,
  lines: readonly MemberLine[],
): Promise<void> {
  const contest = held.id;
  const issuer = identityIssuer(platform);
  const named = JSON.stringify(lines.map(({ roster_id, subject }) => ({ id: roster_id, subject })));
  await sql`
    update roster r set issuer = ${issuer}, subject = l.subject
    from jsonb_to_recordset(${named}::jsonb) l (id text, subject text)
    where r.contest = ${contest} and r.roster_id = l.id and (r.issuer, r.subject) is distinct from (${issuer}, l.subject)`.execute(
    tx,
  );
  const { rows } = await sql<{ person: number }>`
    select distinct i.person from identities i join roster r on r.issuer = i.issuer and r.subject = i.subject
      join members m on m.contest = r.contest and m.person = i.person
    where r.contest = ${contest} and r.person is null order by i.person`.execute(tx);
  for (const { person } of rows) {
    const row = await provenRow(tx, contest, person);
    if (row) await tieRow(tx, held, row, person);
  }
}
