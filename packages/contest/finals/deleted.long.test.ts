import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkExport } from '../rounds/export/check.ts';
import { readExport } from '../rounds/export/read.ts';
import type { RunningServer } from '../server/start.ts';
import { now } from '../store/times.ts';
import { type Browser, ended, SPRING, sent, springOf, until } from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { fakePlay } from '../testing/test-catalog.ts';

const ROUND = { params: { contest: 'spring', round: 1 } };
const SECOND = { params: { contest: 'spring', round: 2 } };

let server: RunningServer;
let organiser: Browser;
/** Matches start when this gate opens. */
let gate = Promise.resolve();
let open = () => {};

beforeAll(async () => {
  let people: Browser[];
  const play: typeof fakePlay = async (job) => {
    await gate;
    return await fakePlay(job);
  };
  ({ server, organiser, people } = await springOf(await fresh(), ['Ada', 'Bob', 'Cyd', 'Dan', 'Eve'], { play }));
  for (const [i, person] of people.entries()) await ended(person, await sent(person, `strength ${50 - 10 * i}`));
});
afterAll(() => server.close());

const announce = () =>
  organiser.get('announceRound', {
    ...SPRING,
    body: {
      title: 'The end',
      deadline: new Date(Date.now() + 3_600_000).toISOString(),
      format: { kind: 'last-out', matches: 6, out: 1, outPercent: 0 },
    } as never,
  });
const begin = async (number: number) => {
  await server.context.store.db.updateTable('rounds').set({ deadline: now }).where('number', '=', number).execute();
  await until(
    async () => (await organiser.get('round', { params: { contest: 'spring', round: number } })).field.length,
  );
};
const personOf = async (name: string) => (await organiser.get('people')).find((each) => each.name === name)!.id;

test('a final continues without an entrant who is deleted during the final', async () => {
  gate = new Promise((done) => {
    open = done;
  });
  await announce();
  await begin(1);
  await organiser.get('deletePerson', { params: { id: await personOf('Dan') } });
  expect((await organiser.get('round', ROUND)).void).toEqual([]);
  const { match } = await server.context.store.db
    .selectFrom('matches')
    .select('number as match')
    .where('kind', '=', 'round')
    .where('state', '=', 'void')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const again = await organiser.ask('rerunMatch', { params: { contest: 'spring', match } });
  expect([again.status, ((await again.json()) as { code: string }).code]).toEqual([409, 'match/gone']);
  open();
  await until(async () => (await organiser.get('round', ROUND)).state === 'played');
  await organiser.get('changeRound', { ...ROUND, body: { what: 'publish' } });
  const read = readExport(await (await organiser.ask('exportRound', ROUND)).text());
  if (!read.ok) throw new Error(read.problem.message);
  expect(checkExport(read.value)).toMatchObject({ kind: 'ok' });
});

test('a published final’s export contains no replays with a deleted entrant, and still verifies', async () => {
  await announce();
  await begin(2);
  await until(async () => (await organiser.get('round', SECOND)).state === 'played');
  await organiser.get('changeRound', { ...SECOND, body: { what: 'publish' } });
  const before = await (await organiser.ask('exportRound', SECOND)).text();
  expect(before).toContain('replay of');
  await organiser.get('deletePerson', { params: { id: await personOf('Eve') } });
  const after = await (await organiser.ask('exportRound', SECOND)).text();
  const read = readExport(after);
  if (!read.ok) throw new Error(read.problem.message);
  expect(checkExport(read.value)).toMatchObject({ kind: 'ok' });
  const gone = read.value.entrants.find(({ entrant }) => entrant === 5)!.submission;
  for (const { seats, text } of read.value.matches) expect(text === null).toBe(seats.includes(gone));
  // Deleted entrants can't be admitted, and nothing is published twice.
  const letIn = await organiser.ask('extend', { params: { contest: 'spring', entrant: 5 }, body: { approved: true } });
  expect([letIn.status, ((await letIn.json()) as { code: string }).code]).toEqual([409, 'entrant/gone']);
  const twice = await organiser.ask('changeRound', { ...SECOND, body: { what: 'publish' } });
  expect(((await twice.json()) as { code: string }).code).toBe('round/published');
});
