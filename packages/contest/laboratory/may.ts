import { sql } from 'kysely';
import type { Database, Tx } from '../store/schema.ts';

/** What one person may have at a time. */
export const MOST_RUNS = 8;
export const MOST_WAITING = 1000;

/** What somebody may have played for themselves on this server's workers. */
export interface Allowance {
  /** The games; null: any. Empty: none, and nothing may be played. */
  readonly games: readonly string[] | null;
  /** Matches a day; null: as many as one likes. */
  readonly perDay: number | null;
  readonly today: number;
}

/** Organisers play what they like; entrants the games of contests whose organiser lets them, as many matches a day as the kindest says. */
export async function allowanceOf(db: Database | Tx, person: number, isOrganiser: boolean): Promise<Allowance> {
  const { rows: used } = await sql<{ matches: number }>`
    select matches from lab_uses where person = ${person} and day = current_date`.execute(db);
  const today = used[0]?.matches ?? 0;
  if (isOrganiser) return { games: null, perDay: null, today };
  const { rows } = await sql<{ game: string; most: number }>`
    select c.form->>'game' as game, max((c.form->>'laboratory')::int) as most
    from contests c join entrants e on e.contest = c.id join members m on m.entrant = e.id
    where m.person = ${person} and e.approved and c.state <> 'closed' and coalesce((c.form->>'laboratory')::int, 0) > 0
    group by 1 order by 1`.execute(db);
  return { games: rows.map(({ game }) => game), perDay: Math.max(0, ...rows.map(({ most }) => most)), today };
}

/** Why nothing of this game may be played; undefined where it may. */
export function whyNot({ games }: Allowance, game?: string): string | undefined {
  if (games === null) return undefined;
  if (games.length === 0)
    return 'no contest that you take part in lets its entrants play matches of their own on this server: its organiser can';
  if (game === undefined || games.includes(game)) return undefined;
  return `you may play matches of your own of ${games.join(', ')} here, not of ${game}`;
}

/** The next day by the database's clock. */
export async function tomorrow(db: Database | Tx): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select (current_date + 1)::timestamptz as at`.execute(db);
  return rows[0].at;
}

/** Notes that so many more matches were taken today. */
export async function countUse(tx: Tx, person: number, matches: number): Promise<void> {
  await sql`
    insert into lab_uses (person, day, matches) values (${person}, current_date, ${matches})
    on conflict (person, day) do update set matches = lab_uses.matches + excluded.matches`.execute(tx);
}
