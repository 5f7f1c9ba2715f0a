import { sql } from 'kysely';
import { expect } from 'vitest';
import type { jobs } from '../../api/jobs.ts';
import type { premieres } from '../../api/premieres.ts';
import type { submissions } from '../../api/submissions.ts';
import type { teams } from '../../api/teams.ts';
import { type Browser, ENGINE, makeContest, SPRING } from '../contest.ts';
import { ALL, BOARD_TEXT, type Cases, type Crowd, ONCE, TIMES, type WritingRoute } from './crowd.ts';

/** Returns the cases for entrants', workers', and spectators' requests: submissions, matches, calls of winners. */
export function playingAtOnce(
  crowd: Crowd,
): Pick<
  Cases,
  WritingRoute<keyof typeof submissions | keyof typeof teams | keyof typeof jobs | keyof typeof premieres>
> {
  const { db, entrant, numberOf, liveVersion, byEntrants, byWorkers, eight, job, finished, contestId } = crowd;
  const caller = (how: string) => (how + 'x'.repeat(22)).slice(0, 22);
  /** Creates a contest with a captain, and adds these callers to the captain's team. */
  const team = async (teamSize: number, members: readonly Browser[]) => {
    const slug = crowd.newName().toLowerCase().replace(' ', '-');
    const contest = { params: { contest: slug } };
    const code = await makeContest(crowd.organiser, { slug, title: slug, teamSize });
    const captain = await crowd.newAccount();
    for (const browser of new Set([captain, ...crowd.asking])) await browser.get('join', { body: { code } });
    const made = await captain.get('renewTeamCode', contest);
    const body = { code: made.code! };
    for (const member of new Set(members)) await member.get('joinTeam', { ...contest, body });
    return { contest, body, entrant: made.entrant, captain };
  };
  return {
    // Of eight callers who join for the last place, only one gets the place. A member who joins again changes nothing.
    joinTeam: {
      by: crowd.byPeople,
      call: async () => {
        const { contest, body } = await team(2, []);
        return { ...contest, body };
      },
      granted: { one: TIMES, many: 1 },
    },
    leaveTeam: {
      by: crowd.byPeople,
      call: async () => {
        const { contest, entrant } = await team(6, crowd.asking.slice(0, 5));
        return { ...contest, body: { entrant } };
      },
      granted: { one: 1, many: 5 },
      audit: 'left a team',
    },
    // Of eight callers who choose the same team name, only one gets the name.
    nameTeam: {
      by: crowd.byPeople,
      call: async () => ({ ...(await team(2, [])).contest, body: { name: crowd.newName() } }),
      granted: { one: TIMES, many: 1 },
      audit: 'named a team',
    },
    renewTeamCode: { by: crowd.byPeople, call: async () => (await team(2, [])).contest, granted: ALL },
    moveMember: {
      by: crowd.byOrganisers,
      call: async () => {
        const member = await crowd.newAccount();
        const { contest, captain, body } = await team(2, []);
        const code = (await crowd.organiser.get('contest', contest)).code!;
        await member.get('join', { body: { code } });
        await member.get('joinTeam', { ...contest, body });
        return { params: { ...contest.params, person: crowd.idOf(captain) }, body: { to: null } };
      },
      granted: ONCE,
      audit: 'moved a member',
    },
    submit: {
      by: byEntrants,
      call: (how) => ({ ...SPRING, query: { file: 'AIMine.cc' }, bytes: `strength 1 by ${how}` }),
      granted: ALL,
      afterwards: async (how, replies: readonly { submission: { number: number }; same: boolean }[]) => {
        expect(new Set(replies.map(({ submission }) => submission.number)).size).toBe(how === 'one' ? 1 : TIMES);
        expect(replies.filter(({ same }) => !same)).toHaveLength(how === 'one' ? 1 : TIMES);
      },
    },
    takeBack: {
      by: async (how) => (how === 'one' ? eight(crowd.entrants[0]) : crowd.organisers),
      call: async () => ({ params: { contest: 'spring', submission: await liveVersion(crowd.entrants[0]) } }),
      granted: ONCE,
      audit: 'took back',
    },
    challenge: {
      by: byEntrants,
      call: async () => {
        await sql`delete from matches where kind = 'challenge'`.execute(db());
        return { ...SPRING, body: { against: [await numberOf(await entrant())] } };
      },
      granted: { one: 3, many: TIMES },
    },
    sendBoard: {
      by: byEntrants,
      call: (how) => ({ ...SPRING, body: { name: `board-by-${how}`, text: BOARD_TEXT } }),
      granted: ONCE,
    },
    callWinner: {
      by: crowd.strangers,
      call: async (how) => {
        const { lease } = await job();
        await sql`delete from premieres`.execute(db());
        await sql`insert into premieres (contest, number, match, known, history)
          values (${await contestId()}, 7, ${lease.match}, false, '{}')`.execute(db());
        return { ...SPRING, body: { premiere: 7, side: 0, caller: caller(how), name: `Caller ${how}` } };
      },
      granted: ONCE,
      afterwards: async () => expect(await crowd.count(sql`select count(*) as many from calls`)).toBe(1),
    },
    removeCaller: {
      by: crowd.byOrganisers,
      call: async (how) => {
        const { id } = await db()
          .insertInto('callers')
          .values({ contest: await contestId(), secret: `removed ${how}`, name: null, look: null })
          .returning('id')
          .executeTakeFirstOrThrow();
        return { params: { contest: 'spring', caller: id } };
      },
      granted: ONCE,
      audit: 'removed a caller',
    },
    takeWork: {
      by: byWorkers,
      call: () => ({ body: { worker: 'w', engine: ENGINE, want: 2 } }),
      granted: ALL,
      afterwards: async (_, replies: readonly { jobs: readonly { lease: { match: number } }[] }[]) => {
        const given = replies.flatMap(({ jobs }) => jobs.map(({ lease }) => lease.match));
        expect(new Set(given).size).toBe(given.length);
      },
    },
    heartbeat: {
      by: byWorkers,
      call: async () => {
        const { lease, epoch } = await job();
        return { body: { worker: 'w', epoch, leases: [lease] } };
      },
      granted: ALL,
    },
    giveBack: {
      by: byWorkers,
      call: async () => {
        const { lease, epoch } = await job();
        return { body: { worker: 'w', epoch, leases: [lease] } };
      },
      granted: ALL,
      afterwards: async (_, replies: readonly { given: number }[]) =>
        expect(replies.reduce((sum, { given }) => sum + given, 0)).toBe(1),
    },
    result: {
      by: byWorkers,
      call: async () => {
        const given = await job();
        const { lease, epoch } = given;
        return { body: { worker: 'w', epoch, engine: ENGINE, lease, outcome: await finished(given) } };
      },
      granted: { one: TIMES, many: 1 },
      afterwards: async (_, replies: readonly { stored: boolean }[]) =>
        expect(replies.filter(({ stored }) => stored)).toHaveLength(1),
    },
  };
}
