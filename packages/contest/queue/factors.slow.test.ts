import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { KITS } from 'ludus/registry.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readExport, verifyExport } from '../judge/verify-export.ts';
import { checkExport } from '../rounds/export/check.ts';
import { readExport as readRound } from '../rounds/export/read.ts';
import type { RunningServer } from '../server/start.ts';
import { now } from '../store/times.ts';
import {
  type Browser,
  ENGINE,
  ended,
  joined,
  makeContest,
  organiserOf,
  SPRING,
  sent,
  serveTest,
  until,
} from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { fakePlay, GAME } from '../testing/test-catalog.ts';

/** Plays like `fakePlay`, but a bot with less fuel than it `needs` is disqualified. */
const play: typeof fakePlay = async (job) => {
  const players = job.players.map((player) => {
    if (player.kind !== 'module') return player;
    const needs = Number(/needs (\d+)/.exec(Buffer.from(player.bytes).toString('utf8'))?.[1] ?? 0);
    return needs > (player.seconds ?? job.seconds!) ? { ...player, bytes: Buffer.from('crash') } : player;
  });
  return await fakePlay({ ...job, players });
};

const ROUND = { params: { contest: 'spring', round: 1 } };
let server: RunningServer;
let organiser: Browser;
let code: string;

beforeAll(async () => {
  server = await serveTest(await fresh(), { play });
  organiser = await organiserOf(server);
  code = await makeContest(organiser, {
    languages: ['cpp', 'typescript', 'javascript'],
    seconds: 1,
    factors: { typescript: 4, cpp: 1 },
  });
});
afterAll(() => server.close());

const seats = async () => {
  const rows = await server.context.store.db.selectFrom('matches').select(['kind', 'seats']).orderBy('id').execute();
  return rows.map((row) => ({
    kind: row.kind,
    had: Object.fromEntries(
      row.seats.flatMap((seat) => (seat.kind === 'module' ? [[seat.version, seat.seconds ?? 1] as const] : [])),
    ),
  }));
};

test('a bot gets its language’s fuel factor in checks, qualifying matches, ladder matches, and challenges', async () => {
  const ada = await joined(server.url, code, 'Ada');
  const bob = await joined(server.url, code, 'Bob');
  const cyd = await joined(server.url, code, 'Cyd');
  expect(await ended(ada, await sent(ada, 'strength 9 needs 3', 'AIMine.cc'))).toMatchObject({ state: 'rejected' });
  expect(await ended(bob, await sent(bob, 'strength 9 needs 3', 'Mine.ts'))).toMatchObject({ state: 'in' });
  expect(await ended(cyd, await sent(cyd, 'strength 8', 'Mine.js'))).toMatchObject({ state: 'in' });
  const { number } = (await organiser.get('entrants', SPRING)).find(({ name }) => name === 'Bob')!;
  await cyd.get('challenge', { ...SPRING, body: { against: [number] } });
  await until(async () => new Set((await seats()).map(({ kind }) => kind)).size === 4);
  for (const { had } of await seats())
    for (const [version, seconds] of Object.entries(had)) expect(seconds).toBe(version === '2' ? 4 : 1);
});

test('a final records the factors in its terms, and its export doesn’t verify if a factor was changed', async () => {
  const deadline = new Date(Date.now() + 3_600_000).toISOString();
  const format = { kind: 'last-out' as const, matches: 4, out: 1, outPercent: 0 };
  const { terms } = await organiser.get('announceRound', {
    ...SPRING,
    body: { title: 'The end', format, marks: null, deadline },
  });
  expect(terms).toMatchObject({ seconds: 1, factors: { typescript: 4 } });
  // A final keeps its terms.
  await organiser.get('changeContest', { ...SPRING, body: { factors: { typescript: 2 } } });
  await server.context.store.db.updateTable('rounds').set({ deadline: now }).execute();
  await until(async () => (await organiser.get('round', ROUND)).state === 'played');
  for (const { kind, had } of await seats()) if (kind === 'round') expect(had).toEqual({ 2: 4, 3: 1 });
  await organiser.get('changeRound', { ...ROUND, body: { what: 'publish' } });
  const read = readRound(await (await organiser.ask('exportRound', ROUND)).text());
  if (!read.ok) throw new Error(read.problem.message);
  const { head, entrants } = read.value;
  expect(entrants.map(({ submission, language }) => [submission, language]).sort()).toEqual([
    [2, 'typescript'],
    [3, 'javascript'],
  ]);
  expect(checkExport(read.value)).toMatchObject({ kind: 'ok' });
  const changed = { ...head, terms: { ...head.terms, factors: { typescript: 2 } } };
  expect(checkExport({ ...read.value, head: changed })).toMatchObject({
    kind: 'differs',
    sentence: expect.stringMatching(/^the terms or submissions don’t match their frozen hash/),
  });
});

test('a contest’s export records each seat’s fuel, and doesn’t verify if a seat’s fuel was changed', async () => {
  await until(async () => (await organiser.get('contest', SPRING)).batch > 1);
  const text = await (await organiser.ask('export', SPRING)).text();
  const { game, players } = KITS.find((kit) => kit.game.id === GAME.id)!;
  const builtins = players.map(({ name }) => name);
  const verified = async (lines: string) =>
    await verifyExport(await readExport(createInterface(Readable.from([lines]))), {
      share: 1,
      engine: ENGINE,
      play,
      rules: game,
      builtins,
    });
  expect(await verified(text)).toMatchObject({ differs: undefined });
  const changed = text.replace(/("version": ?2[^}]*"seconds": ?)4|"seconds": ?4([^}]*"version": ?2)/, (hit) =>
    hit.replace(/("seconds": ?)4/, '$13'),
  );
  expect(changed).not.toBe(text);
  expect((await verified(changed)).differs).toMatch(/differs from the input that was played$/);
});
