import { sql } from 'kysely';
import type { roster } from '../../api/roster.ts';
import type { ReplyOf } from '../../api/routes.ts';
import { drawBatches } from '../../queue/batches.ts';
import { audit, holdContest } from '../../store/rows.ts';
import type { Database, Row, Tx } from '../../store/schema.ts';
import type { Authorization } from '../guard.ts';
import { contestOf, DONE, type Handlers, personOf, type Server } from '../handler.ts';
import { changeEntrant, rowOf, tieRow, untieRow } from '../link-row.ts';
import { conflict, notFound } from '../refusal.ts';
import { type RosterChanges, type RosterLine, readRoster, readRow, rosterChanges } from '../roster.ts';
import { placeInTeam, teamSizeOf } from '../team.ts';
import { openCode } from './join.ts';

/** Routes for a contest's roster and its codes. */
export const rosterHandlers: Handlers<keyof typeof roster> = {
  async rosterRows({ context }, asked) {
    const { id } = contestOf(asked);
    const { db } = context.store;
    const rows = await rosterOf(db, id);
    const members = await db
      .selectFrom('members')
      .innerJoin('entrants', 'entrants.id', 'members.entrant')
      .innerJoin('people', 'people.id', 'members.person')
      .select([
        'people.id as person',
        'people.name',
        'entrants.number as entrant',
        'entrants.joined',
        'entrants.approved',
      ])
      .where('entrants.contest', '=', id)
      .orderBy('entrants.number')
      .execute();
    const shown = members.map(({ joined, ...member }) => ({ ...member, joined: joined.toISOString() }));
    const byPerson = new Map(shown.map(({ approved: _, ...member }) => [member.person, member]));
    const tied = new Set(rows.map(({ person }) => person));
    return {
      rows: rows.map(({ roster_id, name, group_name, team_name, code, person }) => ({
        id: roster_id,
        name,
        group: group_name,
        team: team_name,
        // Joining an archived contest isn't possible.
        code: contestOf(asked).archived === null ? code : null,
        is: (person !== null && byPerson.get(person)) || null,
      })),
      guests: shown.filter(({ person }) => !tied.has(person)),
    };
  },

  async roster(server, asked) {
    const { id, slug } = contestOf(asked);
    const { preview, remove } = asked.body;
    const changes = await server.context.store.transaction(async (tx) => {
      const held = preview ? contestOf(asked) : await holdContest(tx, id);
      const rows = await rosterOf(tx, id);
      const lines = readRoster(asked.body.csv, rows, teamSizeOf(held) > 1);
      mustFit(held, lines);
      if (preview) return rosterChanges(rows, lines);
      const found = await takeRoster(tx, held, lines, remove);
      await drawBatches(tx, held, server.context.catalog, server.context.kept);
      await audit(tx, personOf(asked).id, `read a roster of ${lines.length}`, slug, id);
      return found;
    });
    if (!preview) await tellChanged(server, asked);
    return shownChanges(changes, remove);
  },

  async addRow(server, asked) {
    const line = readRow(asked.body);
    return await change(server, asked, 'added to a roster', async (tx, contest) => {
      await mustBeFree(tx, contest.id, line.roster_id);
      await tx
        .insertInto('roster')
        .values({ contest: contest.id, ...line })
        .execute();
      mustFit(contest, await rosterOf(tx, contest.id));
      return [{ ...line, person: null }];
    });
  },

  async correctRow(server, asked) {
    const to = readRow(asked.body.to);
    return await change(server, asked, 'corrected a roster', async (tx, contest) => {
      const row = await rowOf(tx, contest.id, asked.body.row);
      if (row.roster_id !== to.roster_id) await mustBeFree(tx, contest.id, to.roster_id);
      await correct(tx, contest, row, to);
      mustFit(contest, await rosterOf(tx, contest.id));
      await drawBatches(tx, contest, server.context.catalog, server.context.kept);
      return [{ ...to, person: row.person }];
    });
  },

  async removeRows(server, asked) {
    return await change(server, asked, 'removed from a roster', async (tx, contest) => {
      const rows = await rowsOf(tx, contest.id, asked.body.rows);
      for (const row of rows) {
        await untieRow(tx, contest, row);
        await tx
          .deleteFrom('roster')
          .where('contest', '=', contest.id)
          .where('roster_id', '=', row.roster_id)
          .execute();
      }
      return rows;
    });
  },

  async renewRows(server, asked) {
    return await change(server, asked, 'made personal codes', async (tx, contest) => {
      const rows = await rowsOf(tx, contest.id, asked.body.rows);
      for (const { roster_id: id, person } of rows) {
        if (person !== null) throw conflict('roster/row-tied', { id });
        await tx
          .updateTable('roster')
          .set({ code: sql`new_roster_code()` })
          .where('contest', '=', contest.id)
          .where('roster_id', '=', id)
          .execute();
      }
      return rows;
    });
  },

  async tieRows(server, asked) {
    const { ties } = asked.body;
    return await change(
      server,
      asked,
      'said who is who',
      async (tx, contest) => {
        const rows: LoggedRow[] = [];
        for (const { row, person } of ties) {
          const found = await rowOf(tx, contest.id, row);
          await tieRow(tx, contest, found, person);
          rows.push({ ...found, person });
        }
        await drawBatches(tx, contest, server.context.catalog, server.context.kept);
        return rows;
      },
      ties.map(({ person }) => person),
    );
  },

  async untieRow(server, asked) {
    return await change(server, asked, 'said who is not who', async (tx, contest) => {
      const row = await rowOf(tx, contest.id, asked.body.row);
      if (row.person === null) throw notFound(`person of id ${row.roster_id}`);
      await untieRow(tx, contest, row);
      return [row];
    });
  },

  openCode,
};

export const rosterOf = (tx: Database | Tx, contest: number): Promise<Row<'roster'>[]> =>
  tx.selectFrom('roster').selectAll().where('contest', '=', contest).orderBy('roster_id').execute();

/**
 * Writes a new list. `remove`: deletes rows that aren't in the list, unless they have a person. The caller must lock
 * the contest.
 */
export async function takeRoster(
  tx: Tx,
  held: Row<'contests'>,
  lines: readonly RosterLine[],
  remove: boolean,
): Promise<RosterChanges> {
  const contest = held.id;
  const rows = await rosterOf(tx, contest);
  const found = rosterChanges(rows, lines);
  for (const { roster_id, name, folded, group_name, team_name } of found.added)
    await tx.insertInto('roster').values({ contest, roster_id, name, folded, group_name, team_name }).execute();
  await renameTeams(tx, contest, rows, found);
  for (const { row, to } of found.changed) await correct(tx, held, row, to);
  const gone = found.absent.filter(({ person }) => person === null).map(({ roster_id }) => roster_id);
  if (remove && gone.length > 0)
    await tx
      .deleteFrom('roster')
      .where('contest', '=', contest)
      .where('person', 'is', null)
      .where('roster_id', 'in', gone)
      .execute();
  mustFit(held, await rosterOf(tx, contest));
  return found;
}

/** Renames a team if the name changes in all its rows, so that the team keeps its submissions. */
async function renameTeams(
  tx: Tx,
  contest: number,
  rows: readonly Row<'roster'>[],
  { changed }: RosterChanges,
): Promise<void> {
  const teams = new Set(rows.map(({ team_name }) => team_name));
  for (const team of teams) {
    const moved = changed.filter(({ row, to }) => row.team_name === team && to.team_name !== team);
    const names = new Set(moved.map(({ to }) => to.team_name));
    const [name = null] = names;
    const all = rows.filter(({ team_name }) => team_name === team).length;
    if (team === null || name === null || teams.has(name) || names.size !== 1 || moved.length < all) continue;
    await sql`update entrants set team_name = ${name}, name = ${name} where contest = ${contest} and team_name = ${team}
      and not exists (select 1 from entrants where contest = ${contest} and team_name = ${name})`.execute(tx);
  }
}

/** Refuses teams with more people than the contest allows. */
function mustFit(contest: Row<'contests'>, rows: readonly Pick<RosterLine, 'team_name'>[]): void {
  const most = teamSizeOf(contest);
  const sizes = new Map<string, number>();
  for (const { team_name } of rows) if (team_name !== null) sizes.set(team_name, (sizes.get(team_name) ?? 0) + 1);
  for (const [team, size] of sizes) if (most > 1 && size > most) throw conflict('team/large', { team, size, most });
}

/** A row as it appears in the log. */
type LoggedRow = Pick<Row<'roster'>, 'roster_id' | 'name' | 'person'>;

/** Returns each of these rows once. */
async function rowsOf(tx: Tx, contest: number, ids: readonly string[]): Promise<Row<'roster'>[]> {
  const rows: Row<'roster'>[] = [];
  for (const id of new Set(ids)) rows.push(await rowOf(tx, contest, id));
  return rows;
}

/**
 * Changes a contest's roster while the contest is locked. `people` are locked first. `write` returns the affected rows,
 * which are written to the log.
 */
async function change(
  server: Server,
  asked: Authorization,
  what: string,
  write: (tx: Tx, contest: Row<'contests'>) => Promise<readonly LoggedRow[]>,
  people: readonly number[] = [],
): Promise<typeof DONE> {
  const { id, slug } = contestOf(asked);
  await server.context.store.transaction(async (tx) => {
    if (people.length > 0)
      await tx
        .selectFrom('people')
        .select('id')
        .where('id', 'in', people)
        .orderBy('id')
        // Other transactions may still insert references to these people.
        .forNoKeyUpdate()
        .execute();
    const rows = await write(tx, await holdContest(tx, id));
    const named = rows.map(({ roster_id, name, person }) => ({ id: roster_id, name, person }));
    await audit(tx, personOf(asked).id, what, slug, id, named);
  });
  await tellChanged(server, asked);
  return DONE;
}

/**
 * Ends event streams, since a former member of a team must not receive its events. Pages reconnect with their current
 * rights.
 */
async function tellChanged(server: Server, asked: Authorization): Promise<void> {
  const contest = contestOf(asked);
  if (teamSizeOf(contest) > 1) await server.tell({ kind: 'end', which: { contest: contest.id } });
  server.changed();
}

async function mustBeFree(tx: Tx, contest: number, id: string): Promise<void> {
  const found = await tx
    .selectFrom('roster')
    .select('roster_id')
    .where('contest', '=', contest)
    .where('roster_id', '=', id)
    .executeTakeFirst();
  if (found) throw conflict('roster/id-taken', { id });
}

/** Changes a row. If the row has a person, changes the person's group and team as well. */
async function correct(
  tx: Tx,
  held: Row<'contests'>,
  row: Row<'roster'>,
  { roster_id, name, folded, group_name, team_name }: RosterLine,
): Promise<void> {
  await tx
    .updateTable('roster')
    .set({ roster_id, name, folded, group_name, team_name })
    .where('contest', '=', row.contest)
    .where('roster_id', '=', row.roster_id)
    .execute();
  if (row.person !== null && row.team_name !== team_name) await placeInTeam(tx, held, row.person, team_name);
  if (row.person !== null && row.group_name !== group_name)
    await changeEntrant(tx, row.contest, row.person, { group_name });
}

/** Converts the changes to a reply. `isLinked`: checks whether a row is newly linked to a student of a course. */
export function shownChanges(
  { added, changed, same, absent }: RosterChanges,
  remove: boolean,
  isLinked: (row: Row<'roster'>) => boolean = () => false,
): ReplyOf<'roster'> {
  const entry = ({ roster_id, name, group_name, team_name }: RosterLine) => ({
    id: roster_id,
    name,
    group: group_name,
    team: team_name,
  });
  const isIn = (row: Row<'roster'>) => row.person !== null;
  const known = (kind: 'changed' | 'linked', { row, to }: (typeof changed)[number]) => {
    const { id: _, ...before } = entry(row);
    return { kind, ...entry(to), before, joined: isIn(row) };
  };
  const linked = same.filter(({ row }) => isLinked(row));
  return {
    added: added.length,
    changed: changed.length,
    linked: linked.length + changed.filter(({ row }) => isLinked(row)).length,
    same: same.length - linked.length,
    removed: remove ? absent.filter((row) => !isIn(row)).length : 0,
    changes: [
      ...added.map((line) => ({ kind: 'added' as const, ...entry(line), before: null, joined: false })),
      ...changed.map((each) => known('changed', each)),
      ...linked.map((each) => known('linked', each)),
      ...absent.map((row) => ({ kind: 'absent' as const, ...entry(row), before: null, joined: isIn(row) })),
    ],
  };
}
