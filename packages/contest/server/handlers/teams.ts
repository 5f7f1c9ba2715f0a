import type { Team, teams } from '../../api/teams.ts';
import { kitIn } from '../../game-catalog.ts';
import { drawBatches } from '../../queue/batches.ts';
import { audit, holdContest, holdPerson } from '../../store/rows.ts';
import type { Database, Row, Tx } from '../../store/schema.ts';
import { beginCode, rightCode } from '../code-throttle.ts';
import type { Authorization } from '../guard.ts';
import { contestOf, DONE, type Handlers, personOf, type Server } from '../handler.ts';
import { lockNames } from '../name-lock.ts';
import { conflict, notAllowed, notFound, RefusalError, tooSoon } from '../refusal.ts';
import { newClassCode, readClassCode } from '../secrets.ts';
import {
  entrantOf,
  hasRosterTeams,
  mayTeamsChange,
  membersOf,
  moveMember,
  mustNotMoveOften,
  takeOut,
  teamSizeOf,
  withdraw,
} from '../team.ts';
import { nameTeam } from '../team-name.ts';

/**
 * Teams of several people who are one entrant. The log contains the numbers of entrants and people, and shows their
 * names while they exist.
 */
export const teamHandlers: Handlers<keyof typeof teams> = {
  async team({ context }, asked) {
    const { db } = context.store;
    if (!asked.entrant) throw notAllowed('entrant/none');
    return await teamOf(db, contestOf(asked), asked.entrant);
  },

  async joinTeam(server, asked) {
    mustHaveTeams(contestOf(asked));
    const { store } = server.context;
    const person = personOf(asked);
    const origin = { device: `signed in ${person.id}` };
    const again = await beginCode(store, origin);
    if (again) throw tooSoon('code/wait', again);
    const code = readClassCode(asked.body.code);
    const joined = await change(server, asked, person.id, async (tx, contest, own) => {
      await mustChange(tx, contest);
      const to = await tx
        .selectFrom('entrants')
        .selectAll()
        .where('contest', '=', contest.id)
        .where('code', '=', code)
        .where('approved', '=', true)
        .executeTakeFirst();
      if (!to) throw new RefusalError(403, 'code/wrong', { field: 'code' });
      if (to.id !== own.id) {
        mustBeUnextended(own, to);
        await mustNotMoveOften(tx, contest.id, person.id);
        await moveMember(tx, contest, person.id, to.id);
        await audit(tx, person.id, 'joined a team', aboutEntrant(contest, to), contest.id);
      }
      return await ownTeam(tx, contest, person.id);
    });
    await rightCode(store, origin);
    return joined;
  },

  async leaveTeam(server, asked) {
    const person = personOf(asked);
    return await change(server, asked, person.id, async (tx, contest, own) => {
      if (own.number !== asked.body.entrant) throw notFound(`entrant ${asked.body.entrant}`);
      await mustChange(tx, contest);
      await mustNotMoveOften(tx, contest.id, person.id);
      const isLast = (await membersOf(tx, [own.id])).length === 1;
      mustBeUnextended(own);
      if (isLast) await withdraw(tx, contest.id, own.id, person.id);
      else await takeOut(tx, contest, person.id);
      if (isLast) await audit(tx, person.id, 'withdrew', contest.slug, contest.id);
      else await audit(tx, person.id, 'left a team', aboutEntrant(contest, own), contest.id);
      return DONE;
    });
  },

  async nameTeam(server, asked) {
    mustHaveTeams(contestOf(asked));
    const person = personOf(asked);
    const write = async (tx: Tx, contest: Row<'contests'>, own: Row<'entrants'>) => {
      await mustChange(tx, contest);
      await nameTeam(tx, kitIn(server.context.catalog, contest.form.game), contest.id, own, asked.body.name);
      await audit(tx, person.id, 'named a team', aboutEntrant(contest, own), contest.id);
      return await ownTeam(tx, contest, person.id);
    };
    return await change(server, asked, person.id, write, lockNames);
  },

  async renewTeamCode(server, asked) {
    mustHaveTeams(contestOf(asked));
    const person = personOf(asked);
    return await change(server, asked, person.id, async (tx, contest, own) => {
      await mustChange(tx, contest);
      await tx.updateTable('entrants').set({ code: newClassCode() }).where('id', '=', own.id).execute();
      if (own.code === null) await audit(tx, person.id, 'made a team', aboutEntrant(contest, own), contest.id);
      else await audit(tx, person.id, 'renewed a team’s code', aboutEntrant(contest, own), contest.id);
      return await ownTeam(tx, contest, person.id);
    });
  },

  async moveMember(server, asked) {
    const { person } = asked.params;
    const { to } = asked.body;
    return await change(server, asked, person, async (tx, contest, own) => {
      if (await hasRosterTeams(tx, contest.id)) throw conflict('team/by-row');
      if (to === null) {
        if ((await membersOf(tx, [own.id])).length === 1) throw conflict('team/alone');
        await takeOut(tx, contest, person);
      } else {
        const entrant = await tx
          .selectFrom('entrants')
          .select('id')
          .where('contest', '=', contest.id)
          .where('number', '=', to)
          .where('approved', '=', true)
          .executeTakeFirst();
        if (!entrant) throw notFound(`entrant ${to}`);
        await moveMember(tx, contest, person, entrant.id);
      }
      const about = `person ${person} of ${contest.slug}: ${JSON.stringify({ from: own.number, to })}`;
      await audit(tx, personOf(asked).id, 'moved a member', about, contest.id);
      return DONE;
    });
  },
};

const aboutEntrant = ({ slug }: Row<'contests'>, { number }: Row<'entrants'>): string => `entrant ${number} of ${slug}`;

function mustHaveTeams(contest: Row<'contests'>): void {
  if (teamSizeOf(contest) === 1) throw conflict('team/none');
}

/** Refuses if an entrant has an extension, which is only for its current people and must not be transferred. */
function mustBeUnextended(...entrants: readonly Row<'entrants'>[]): void {
  if (entrants.some(({ closes }) => closes !== null)) throw conflict('team/extended');
}

/** Refuses if members can't change their own teams now, or if a roster determines the teams. */
async function mustChange(tx: Tx, contest: Row<'contests'>): Promise<void> {
  if (await hasRosterTeams(tx, contest.id)) throw conflict('team/roster');
  if (!(await mayTeamsChange(tx, contest))) throw conflict('team/over');
}

/**
 * Changes team memberships. The person and the contest are locked, so that only one of two people gets the last place.
 */
async function change<T>(
  server: Server,
  asked: Authorization,
  person: number,
  write: (tx: Tx, contest: Row<'contests'>, own: Row<'entrants'>) => Promise<T>,
  first?: (tx: Tx) => Promise<void>,
): Promise<T> {
  const { context } = server;
  const done = await context.store.transaction(async (tx) => {
    await first?.(tx);
    if (!(await holdPerson(tx, person))) throw notFound(`person ${person}`);
    const contest = await holdContest(tx, contestOf(asked).id);
    const own = await entrantOf(tx, contest.id, person);
    if (!own) throw asked.person?.id === person ? notAllowed('entrant/none') : notFound(`person ${person}`);
    if (asked.person?.id === person && !own.approved && !asked.role) throw notAllowed('entrant/waits');
    const result = await write(tx, contest, own);
    await drawBatches(tx, contest, context.catalog, context.kept);
    return result;
  });
  // A former member must not receive the team's events.
  await server.tell({ kind: 'changed' });
  await server.tell({ kind: 'end', which: { person } });
  server.changed();
  return done;
}

async function ownTeam(tx: Tx, contest: Row<'contests'>, person: number): Promise<Team> {
  return await teamOf(tx, contest, (await entrantOf(tx, contest.id, person))!);
}

async function teamOf(db: Database | Tx, contest: Row<'contests'>, entrant: Row<'entrants'>): Promise<Team> {
  const byRoster = await hasRosterTeams(db, contest.id);
  const members = await membersOf(db, [entrant.id]);
  return {
    entrant: entrant.number,
    name: entrant.name,
    chosen: entrant.chosen_name,
    size: teamSizeOf(contest),
    byRoster,
    open: await mayTeamsChange(db, contest),
    code: byRoster ? null : entrant.code,
    members: members.map(({ person, name, joined }) => ({ person, name, joined: joined.toISOString() })),
  };
}
