import { sql } from 'kysely';
import { expect } from 'vitest';
import type { jobs } from '../../api/jobs.ts';
import type { submissions } from '../../api/submissions.ts';
import { ENGINE, SPRING } from '../contest.ts';
import { ALL, BOARD_TEXT, type Cases, type Crowd, ONCE, TIMES, type Writing } from './crowd.ts';

/** Entrants' and workers' requests: submissions, matches. */
export function playingAtOnce(crowd: Crowd): Pick<Cases, Writing<keyof typeof submissions | keyof typeof jobs>> {
  const { db, entrant, numberOf, liveVersion, byEntrants, byWorkers, eight, job, finished } = crowd;
  return {
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
