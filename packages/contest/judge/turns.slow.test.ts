import { ProcessStartError } from '@ludus/shell/start-process.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import type { RunningServer } from '../server/start.ts';
import { now } from '../store/times.ts';
import { type Browser, joined, makeContest, organiserOf, sent, serveTest, until } from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { BOARD, fakeCompile, GAME } from '../testing/test-catalog.ts';

/** The submissions in the order of their compilation; the first one runs until it is released. */
const compiled: string[] = [];
/** Number of compilers whose start will fail. */
let notStarted = 0;
let letGo = () => {};
const first = new Promise<void>((done) => {
  letGo = done;
});

let server: RunningServer;
let organiser: Browser;
let code: string;
beforeAll(async () => {
  server = await serveTest(await fresh(), {
    play: undefined,
    compile: async (game, submission, signal) => {
      if (notStarted-- > 0) throw new ProcessStartError('the process cannot be started: EAGAIN');
      compiled.push(Buffer.from(submission.source!).toString());
      if (compiled.length === 1) await first;
      return await fakeCompile(game, submission, signal);
    },
  });
  organiser = await organiserOf(server);
  code = await makeContest(organiser, { perHour: 100 });
});
afterAll(() => server.close());

test('an entrant’s queue doesn’t delay others, and submissions for a pending final are compiled first', async () => {
  const ada = await joined(server.url, code, 'Ada');
  const bob = await joined(server.url, code, 'Bob');
  const cyd = await joined(server.url, code, 'Cyd');
  await organiser.get('makeContest', {
    body: { slug: 'autumn', title: 'Autumn', game: GAME.id, boards: [BOARD] } as never,
  });
  const autumn = { params: { contest: 'autumn' } } as const;
  await cyd.get('join', { body: { code: (await organiser.get('contest', autumn)).code! } });
  for (let i = 1; i <= 6; i++) await sent(ada, `broken Ada ${i}`);
  await until(async () => compiled.length === 1);
  await sent(bob, 'broken Bob 1');
  await sent(bob, 'broken Bob 2');
  await cyd.get('submit', { ...autumn, query: { file: 'AIMine.cc' }, bytes: 'broken Cyd 1' });
  await cyd.get('submit', { ...autumn, query: { file: 'AIMine.cc' }, bytes: 'broken Cyd 2' });
  await organiser.get('announceRound', {
    ...autumn,
    body: {
      title: 'The end',
      deadline: new Date(Date.now() + 3_600_000).toISOString(),
      format: { kind: 'last-out', matches: 4, out: 1, outPercent: 0 },
    },
  });
  await server.context.store.db.updateTable('rounds').set({ deadline: now }).execute();
  letGo();
  await until(async () => compiled.length === 10);
  expect(compiled).toEqual([
    'broken Ada 1',
    ...['broken Cyd 1', 'broken Cyd 2'],
    'broken Bob 1',
    'broken Ada 2',
    'broken Bob 2',
    ...[3, 4, 5, 6].map((i) => `broken Ada ${i}`),
  ]);
});

if (IS_LONG_RUN)
  test('a submission waits while no compiler can be started, and isn’t rejected', async () => {
    const dan = await joined(server.url, code, 'Dan');
    notStarted = 3;
    const number = await sent(dan, 'strength 1');
    await until(async () => {
      // Every change by an organiser lets the compiler look for work immediately.
      await organiser.get('changeContest', { params: { contest: 'spring' }, body: { perHour: 100 } });
      return notStarted < 0;
    });
    const { state, steps } = await until(async () => {
      const found = await dan.get('submission', { params: { contest: 'spring', submission: number } });
      return found.state === 'checking' && found;
    });
    expect(state).toBe('checking');
    expect(steps.map((step) => step.state)).not.toContain('rejected');
  });
