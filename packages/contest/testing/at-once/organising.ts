import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { contests } from '../../api/contest.ts';
import type { contestLife } from '../../api/contest-life.ts';
import type { courses, launches } from '../../api/lti.ts';
import type { organiser } from '../../api/organiser.ts';
import type { roster } from '../../api/roster.ts';
import type { rounds } from '../../api/rounds.ts';
import type { similar } from '../../api/similar.ts';
import type { staff } from '../../api/staff.ts';
import { type Browser, makeContest, SPRING } from '../contest.ts';
import { BOARD, GAME } from '../test-catalog.ts';
import { ALL, BOARD_TEXT, type Cases, type Crowd, ONCE, TIMES, type WritingRoute } from './crowd.ts';

const ROUND = {
  title: 'The end',
  deadline: '2999-01-01T00:00:00Z',
  format: { kind: 'last-out' as const, matches: 4, out: 1, outPercent: 0 },
};

const platform = (name: string) => ({
  name,
  issuer: `https://${name}.example`,
  clientId: 'ludus',
  deployments: [],
  authUrl: `https://${name}.example/auth`,
  tokenUrl: `https://${name}.example/token`,
  jwksUrl: `https://${name}.example/jwks`,
});

/** Returns the cases for organisers' requests: contests, people, rounds, comparisons. */
export function organisingAtOnce(
  crowd: Crowd,
): Pick<
  Cases,
  WritingRoute<
    | keyof typeof contests
    | keyof typeof launches
    | keyof typeof courses
    | keyof typeof organiser
    | keyof typeof contestLife
    | keyof typeof staff
    | keyof typeof roster
    | keyof typeof rounds
    | keyof typeof similar
  >
> {
  const { db, newName, newAccount, idOf, entrant, numberOf, liveVersion, byOrganisers, count, job, contestId } = crowd;
  const newCollection = async (): Promise<number> => {
    await db().deleteFrom('collections').execute();
    return (await crowd.organiser.get('addCollection', { ...SPRING, body: { kind: 'earlier', label: '2024' } })).id;
  };
  /** Creates another contest with a roster, and a person who waits in it. */
  const listed = async (csv: string, waiting?: Browser): Promise<{ readonly params: { readonly contest: string } }> => {
    const slug = newName().toLowerCase().replace(' ', '-');
    const code = await makeContest(crowd.organiser, { slug, title: slug });
    const contest = { params: { contest: slug } };
    await crowd.organiser.get('roster', { ...contest, body: { csv } });
    await waiting?.get('join', { body: { code } });
    return contest;
  };
  /** Adds a second owner to the contest. */
  const newOwner = async (): Promise<{ readonly contest: string; readonly person: number }> => {
    const browser = await newAccount();
    const { person } = await browser.get('me');
    await crowd.organiser.get('addStaff', { ...SPRING, body: { name: person!.name, role: 'owner' } });
    return { contest: 'spring', person: idOf(browser) };
  };
  return {
    makeContest: {
      by: byOrganisers,
      call: (how) => ({ body: { slug: `by-${how}`, title: 'New', game: GAME.id, boards: [BOARD] } }),
      granted: ONCE,
      audit: 'made a contest',
    },
    changeContest: {
      by: byOrganisers,
      call: () => ({ ...SPRING, body: { title: 'Changed' } }),
      // The log contains only the first change; the other requests change nothing.
      granted: ALL,
    },
    renewCode: {
      by: byOrganisers,
      call: () => SPRING,
      granted: ALL,
      audit: 'renewed the class code',
      afterwards: async () => {
        crowd.code = (await crowd.organiser.get('contest', SPRING)).code!;
      },
    },
    setState: {
      by: byOrganisers,
      call: () => ({ ...SPRING, body: { state: 'open' } }),
      granted: ALL,
      audit: 'made it open',
    },
    copyContest: {
      by: byOrganisers,
      call: (how) => ({ ...SPRING, body: { slug: `copied-by-${how}`, title: 'Copied', compare: true } }),
      granted: ONCE,
      audit: 'copied a contest',
    },
    archiveContest: {
      by: byOrganisers,
      call: async () => ({ ...(await listed('id,name\n1,One\n')), body: { archived: true } }),
      granted: ALL,
      audit: 'archived a contest',
    },
    deleteContest: {
      by: byOrganisers,
      call: async () => {
        const { params } = await listed('id,name\n1,One\n');
        return { params, body: { slug: params.contest } };
      },
      granted: ONCE,
      audit: 'deleted a contest',
    },
    removeAnnouncement: {
      by: byOrganisers,
      call: async (how) => {
        const { id } = await db()
          .insertInto('announcements')
          .values({ contest: await contestId(), text: `removed by ${how}` })
          .returning('id')
          .executeTakeFirstOrThrow();
        return { params: { ...SPRING.params, announcement: id } };
      },
      granted: ONCE,
      audit: 'deleted an announcement',
    },
    announce: {
      by: byOrganisers,
      call: (how) => ({ ...SPRING, body: { text: `by ${how}` } }),
      granted: ALL,
      audit: 'posted an announcement',
      afterwards: async (how) =>
        expect(await count(sql`select count(*) as many from announcements where text = ${`by ${how}`}`)).toBe(TIMES),
    },
    roster: {
      by: byOrganisers,
      call: async (how) => ({
        ...(await listed('id,name\n0,Someone\n')),
        body: { csv: `id,name\n${how}1,Person 9\n${how}2,Person 10\n` },
      }),
      granted: ALL,
      audit: 'read a roster of 2',
      afterwards: async (_, replies: readonly { added: number }[]) => {
        expect(replies.reduce((sum, { added }) => sum + added, 0)).toBe(2);
      },
    },
    addRow: {
      by: byOrganisers,
      call: async () => ({ ...(await listed('id,name\n1,One\n')), body: { id: '2', name: 'Two', group: null } }),
      granted: ONCE,
      audit: 'added to a roster',
    },
    correctRow: {
      by: byOrganisers,
      call: async () => ({
        ...(await listed('id,name\n1,One\n')),
        body: { row: '1', to: { id: '2', name: 'Two', group: null } },
      }),
      granted: ONCE,
      audit: 'corrected a roster',
    },
    removeRows: {
      by: byOrganisers,
      call: async () => ({ ...(await listed('id,name\n1,One\n')), body: { rows: ['1'] } }),
      granted: ONCE,
      audit: 'removed from a roster',
    },
    renewRows: {
      by: byOrganisers,
      call: async () => ({ ...(await listed('id,name\n1,One\n')), body: { rows: ['1'] } }),
      granted: ALL,
      audit: 'made personal codes',
    },
    tieRows: {
      by: byOrganisers,
      call: async () => {
        const person = await newAccount();
        const contest = await listed('id,name\n1,One\n', person);
        return { ...contest, body: { ties: [{ row: '1', person: idOf(person) }] } };
      },
      // A repeated assignment changes nothing.
      granted: ALL,
      audit: 'said who is who',
    },
    untieRow: {
      by: byOrganisers,
      call: async () => {
        const person = await newAccount();
        const contest = await listed('id,name\n1,One\n', person);
        await crowd.organiser.get('tieRows', { ...contest, body: { ties: [{ row: '1', person: idOf(person) }] } });
        return { ...contest, body: { row: '1' } };
      },
      granted: ONCE,
      audit: 'said who is not who',
    },
    openCode: { by: () => crowd.strangers(), call: () => ({ body: { code: crowd.code } }), granted: ALL },
    extend: {
      by: byOrganisers,
      call: async () => ({
        params: { contest: 'spring', entrant: await numberOf(crowd.entrants[0]) },
        body: { group: 'a' },
      }),
      granted: ALL,
    },
    decideBoard: {
      by: byOrganisers,
      call: async () => {
        const { id } = await crowd.organiser.get('sendBoard', {
          ...SPRING,
          body: { name: newName().replace(' ', '-'), text: BOARD_TEXT },
        });
        return { params: { contest: 'spring', board: id }, body: { state: 'refused' } };
      },
      granted: ALL,
      audit: 'board refused',
    },
    rerunSubmission: {
      by: byOrganisers,
      call: async () => ({ params: { contest: 'spring', submission: await liveVersion(await entrant()) } }),
      granted: ALL,
      audit: 'ran again',
    },
    rerunMatch: {
      by: byOrganisers,
      call: async () => {
        const { lease } = await job();
        await sql`update matches set state = 'void', worker = null, token = null, deadline = null where id = ${lease.match}`.execute(
          db(),
        );
        const match = await count(sql`select number as many from matches where id = ${lease.match}`);
        return { params: { contest: 'spring', match } };
      },
      granted: ONCE,
      audit: 'ran again',
    },
    accessLink: {
      by: byOrganisers,
      call: async () => ({ params: { id: idOf(await newAccount()) } }),
      granted: ALL,
      audit: 'gave an access link',
    },
    endAccess: {
      by: byOrganisers,
      call: async () => ({ params: { id: idOf(await newAccount()) } }),
      granted: ALL,
      audit: 'ended access',
    },
    setRole: {
      by: byOrganisers,
      call: async () => ({ params: { id: idOf(await newAccount()) }, body: { role: 'organiser' } }),
      granted: ALL,
      audit: 'made organiser',
    },
    mergePeople: {
      by: byOrganisers,
      call: async () => {
        const [one, other] = [await entrant(), await newAccount()];
        await other.get('join', { body: { code: crowd.code } });
        return { params: { id: idOf(one) }, body: { other: idOf(other) } };
      },
      granted: ONCE,
      audit: 'merged accounts',
    },
    deletePerson: {
      by: byOrganisers,
      call: async () => ({ params: { id: idOf(await entrant()) } }),
      granted: ONCE,
      audit: 'deleted a person',
    },
    makeWorkerToken: {
      by: byOrganisers,
      call: () => ({ body: { name: 'one' } }),
      granted: ALL,
      audit: 'made a worker’s token',
    },
    revokeWorkerToken: {
      by: byOrganisers,
      call: async () => ({
        params: { id: (await crowd.organiser.get('makeWorkerToken', { body: { name: 'one' } })).id },
      }),
      granted: ONCE,
      audit: 'revoked a worker’s token',
    },
    release: {
      by: byOrganisers,
      call: async () => {
        const module = createHash('sha256').update(newName()).digest('hex');
        await db()
          .insertInto('modules')
          .values({ hash: module, bytes: Buffer.from('x') })
          .execute();
        await db().insertInto('quarantine').values({ module, why: 'it broke workers' }).execute();
        return { params: { module } };
      },
      granted: ONCE,
      audit: 'released from quarantine',
    },
    addStaff: {
      by: byOrganisers,
      call: async () => {
        const { person } = await (await newAccount()).get('me');
        return { ...SPRING, body: { name: person!.name, role: 'assistant' } };
      },
      granted: ONCE,
      audit: 'made assistant',
    },
    inviteStaff: {
      by: byOrganisers,
      call: () => ({ ...SPRING, body: { role: 'assistant' } }),
      granted: ALL,
      audit: 'made an invitation',
    },
    withdrawInvitation: {
      by: byOrganisers,
      call: async () => {
        const [organiser] = await byOrganisers('one');
        await organiser.get('inviteStaff', { ...SPRING, body: { role: 'observer' } });
        const { id } = (await organiser.get('invitations', SPRING)).at(-1)!;
        return { params: { contest: 'spring', invitation: id } };
      },
      granted: ONCE,
      audit: 'withdrew an invitation',
    },
    changeStaff: {
      by: byOrganisers,
      call: async () => ({ params: await newOwner(), body: { role: 'observer' } }),
      granted: ALL,
      audit: 'made observer',
    },
    removeStaff: {
      by: byOrganisers,
      call: async () => ({ params: await newOwner() }),
      granted: ONCE,
      audit: 'took a role away',
    },
    announceRound: {
      by: byOrganisers,
      call: () => ({ ...SPRING, body: ROUND }),
      granted: ALL,
      audit: 'announced a round',
      afterwards: async (_, replies: readonly { number: number }[]) =>
        expect(new Set(replies.map(({ number }) => number)).size).toBe(TIMES),
    },
    changeRound: {
      by: byOrganisers,
      call: async () => {
        const { number } = await crowd.organiser.get('announceRound', { ...SPRING, body: ROUND });
        return { params: { contest: 'spring', round: number }, body: { what: 'cancel' } };
      },
      granted: ONCE,
      audit: 'changed a round',
    },
    savePlatform: {
      by: byOrganisers,
      call: (how) => ({ body: platform(how) }),
      granted: ONCE,
      audit: 'saved a learning platform',
    },
    removePlatform: {
      by: byOrganisers,
      call: async (how) => ({
        params: await crowd.organiser.get('savePlatform', { body: platform(`gone-${how}`) }),
      }),
      granted: ONCE,
      audit: 'removed a learning platform',
    },
    registrationLink: {
      by: byOrganisers,
      call: () => ({}),
      granted: ALL,
      audit: 'made a link for a learning platform',
    },
    // These routes need a platform that responds, so the slow tests in server/lti cover them.
    answerLaunch: { by: byOrganisers, call: () => ({ body: { link: false } }), granted: { one: 0, many: 0 } },
    courseRoster: {
      by: byOrganisers,
      call: () => ({ params: { contest: 'spring', course: 9999 }, body: {} }),
      granted: { one: 0, many: 0 },
    },
    changeCourse: {
      by: byOrganisers,
      call: () => ({ params: { contest: 'spring', course: 9999 }, body: { teachers: true } }),
      granted: { one: 0, many: 0 },
    },
    courseMarks: {
      by: byOrganisers,
      call: () => ({ params: { contest: 'spring', course: 9999 }, body: { rounds: '1' } }),
      granted: { one: 0, many: 0 },
    },
    compare: { by: byOrganisers, call: () => SPRING, granted: ALL, audit: 'compared submissions' },
    addCollection: {
      by: byOrganisers,
      call: async () => {
        const contest = await contestId();
        await db().deleteFrom('collections').execute();
        const values = Array.from({ length: 47 }, () => ({ contest, kind: 'earlier' as const, label: 'x' }));
        await db().insertInto('collections').values(values).execute();
        return { ...SPRING, body: { kind: 'earlier', label: '2024' } };
      },
      granted: { one: 3, many: 3 },
      audit: 'added sources to compare with',
    },
    addSources: {
      by: byOrganisers,
      call: async () => ({
        params: { contest: 'spring', collection: await newCollection() },
        body: { sources: [{ name: 'a', version: '', file: 'a.cc', text: 'int a;' }] },
      }),
      granted: ALL,
      afterwards: async () =>
        expect(
          await count(sql`select count(*) as many from collected where collection = (select max(id) from collections)`),
        ).toBe(TIMES),
    },
    removeCollection: {
      by: byOrganisers,
      call: async () => ({ params: { contest: 'spring', collection: await newCollection() } }),
      granted: ONCE,
      audit: 'deleted sources to compare with',
    },
  };
}
