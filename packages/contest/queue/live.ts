import { sql } from 'kysely';
import type { Database, Tx } from '../store/schema.ts';

/** A version that plays on the ladder. */
export interface LiveVersionRow {
  /** The submission's number, and the id of its row. */
  readonly version: number;
  readonly submission: number;
  readonly entrant: number;
  readonly module: string;
  /** The first batch for which the version was live; null: the version hasn't been live for any batch yet. */
  readonly since: number | null;
  /** Earlier live versions of the entrant, the latest first. */
  readonly before: readonly number[];
}

/**
 * Returns the live versions of a contest by entrant: each entrant's last submission that was accepted, wasn't
 * withdrawn, and isn't quarantined.
 * @param owners ids of the requested entrants; absent: all
 */
export async function liveVersions(
  db: Database | Tx,
  contest: number,
  owners?: readonly number[],
): Promise<LiveVersionRow[]> {
  if (owners?.length === 0) return [];
  const wanted = owners === undefined ? sql`` : sql`and s.entrant in (${sql.join(owners)})`;
  const { rows } = await sql<LiveVersionRow>`
    select distinct on (e.number) s.number as version, s.id as submission, e.number as entrant, s.module, s.live_since as since,
      coalesce((select jsonb_agg(o.number order by o.number desc) from submissions o
        where o.entrant = s.entrant and o.number < s.number and o.live_since is not null), '[]'::jsonb) as before
    from submissions s join entrants e on e.id = s.entrant
    where s.contest = ${contest} and s.state = 'in' and s.taken_back is null and s.module is not null and e.approved
      and not exists (select 1 from quarantine q where q.module = s.module) ${wanted}
    order by e.number, s.number desc`.execute(db);
  return rows;
}

/** A replaced version that may still play: it wasn't withdrawn, and isn't quarantined. */
export type RetiredVersionRow = Pick<LiveVersionRow, 'version' | 'entrant' | 'module'>;

/** Returns the earlier live versions of entrants that have a live version. */
export async function retiredVersions(
  db: Database | Tx,
  contest: number,
  live: readonly LiveVersionRow[],
): Promise<RetiredVersionRow[]> {
  const { rows } = await sql<RetiredVersionRow>`
    select s.number as version, e.number as entrant, s.module
    from submissions s join entrants e on e.id = s.entrant
    where s.contest = ${contest} and s.live_since is not null and s.state = 'in' and s.taken_back is null and s.module is not null
      and not exists (select 1 from quarantine q where q.module = s.module)
    order by s.number`.execute(db);
  const now = new Map(live.map(({ entrant, version }) => [entrant, version]));
  return rows.filter(({ entrant, version }) => version < (now.get(entrant) ?? 0));
}
