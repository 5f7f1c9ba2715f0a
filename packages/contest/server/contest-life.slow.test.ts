import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QueueContext } from '../context.ts';
import { type Browser, ended, makeContest, SPRING, sent, springOf } from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { BOARD } from '../testing/test-catalog.ts';
import type { RunningServer } from './start.ts';

// Slow: a server on PostgreSQL.

describe('a contest whose term has ended', () => {
  let server: RunningServer;
  let organiser: Browser;
  let people: Browser[];
  const db = (): QueueContext['store']['db'] => server.context.store.db;
  const NEXT = { params: { contest: 'next' } };

  beforeAll(async () => {
    ({ server, organiser, people } = await springOf(await fresh(), ['Ada', 'Bob']));
    for (const [i, person] of people.entries()) await ended(person, await sent(person, `strength ${20 + i}`));
    await organiser.get('addCollection', { ...SPRING, body: { kind: 'earlier', label: '2024' } });
  });
  afterAll(() => server.close());

  test('is copied with settings and boards but without people, and is compared with the copy on request', async () => {
    await people[0].get('sendBoard', { ...SPRING, body: { name: 'mine', text: await textOf(organiser) } });
    const mine = (await organiser.get('boards', SPRING)).find(({ name }) => name === 'mine')!;
    await organiser.get('decideBoard', { params: { ...SPRING.params, board: mine.id }, body: { state: 'in' } });
    await organiser.get('changeContest', { ...SPRING, body: { perHour: 7 } });
    const opens = '2998-01-01T00:00:00.000Z';
    const body = { slug: 'next', title: 'Next term', opens, closes: '2999-01-01T00:00:00.000Z', compare: true };
    const made = await organiser.get('copyContest', { ...SPRING, body });
    expect(made).toMatchObject({ title: 'Next term', perHour: 7, entrants: 0, matches: 0, state: 'open' });
    expect(made.closes).toBe('2999-01-01T00:00:00.000Z');
    expect(made.code).not.toBe((await organiser.get('contest', SPRING)).code);
    const boards = await organiser.get('boards', NEXT);
    expect(boards.map(({ name, state, from }) => [name, state, from])).toEqual([
      [BOARD, 'in', null],
      ['mine', 'in', null],
    ]);
    const { collections } = await organiser.get('similar', NEXT);
    expect(collections.map(({ label, contest, sources }) => [label, contest, sources])).toEqual([
      ['Spring', 'spring', 2],
      ['2024', null, 0],
    ]);
    expect((await organiser.ask('copyContest', { ...SPRING, body })).status).toBe(409);
    const without = await organiser.get('copyContest', { ...SPRING, body: { slug: 'alone', title: 'Alone' } });
    expect((await organiser.get('similar', { params: { contest: without.slug } })).collections).toEqual([]);
  });

  test('is copied without dates, and the copy accepts no submissions until its owner opens it', async () => {
    const later = { params: { contest: 'later' } };
    const made = await organiser.get('copyContest', { ...SPRING, body: { slug: 'later', title: 'Later' } });
    expect(made.state).toBe('planned');
    await people[0].get('join', { body: { code: made.code! } });
    const submitted = () => people[0].ask('submit', { ...later, query: { file: 'AIMine.cc' }, bytes: 'strength 5' });
    expect((await submitted()).status).toBe(403);
    await organiser.get('setState', { ...later, body: { state: 'open' } });
    expect((await submitted()).status).toBe(200);
    await organiser.get('deleteContest', { ...later, body: { slug: 'later' } });
  });

  test('can be archived and restored, and is visible but unchangeable while it is archived', async () => {
    const round = {
      title: 'End',
      deadline: '2999-01-01T00:00:00Z',
      format: { kind: 'knock-out', matches: 1, lives: 1 },
    };
    await organiser.get('announceRound', { ...SPRING, body: round as never });
    const archived = (is: boolean) => organiser.ask('archiveContest', { ...SPRING, body: { archived: is } });
    expect(await (await archived(true)).json()).toMatchObject({ code: 'contest/final' });
    await organiser.get('changeRound', { params: { ...SPRING.params, round: 1 }, body: { what: 'cancel' } });
    expect(await (await archived(true)).json()).toMatchObject({ state: 'closed', archived: expect.any(String) });
    expect((await people[0].get('contests')).find(({ slug }) => slug === 'spring')).toMatchObject({ state: 'closed' });
    for (const [who, id, call] of [
      [organiser, 'setState', { ...SPRING, body: { state: 'open' } }],
      [organiser, 'announce', { ...SPRING, body: { text: 'hear' } }],
      [people[0], 'sendBoard', { ...SPRING, body: { name: 'more', text: 'x' } }],
    ] as const)
      expect(await (await who.ask(id, call as never)).json()).toMatchObject({ code: 'contest/archived' });
    expect((await people[0].get('ladder', SPRING)).rows).toHaveLength(2);
    expect(await (await archived(false)).json()).toMatchObject({ archived: null, state: 'closed' });
    await organiser.get('setState', { ...SPRING, body: { state: 'open' } });
  });

  test('is deleted with only its own data after its short name is typed, and the log names the organiser', async () => {
    const wrong = await organiser.ask('deleteContest', { ...SPRING, body: { slug: 'next' } });
    expect(await wrong.json()).toMatchObject({ code: 'contest/not-name', field: 'slug' });
    await makeContest(organiser, { slug: 'other', title: 'Other' });
    await people[1].get('join', { body: { code: (await organiser.get('contest', NEXT)).code! } });
    await organiser.get('deleteContest', { ...SPRING, body: { slug: 'spring' } });
    expect((await organiser.ask('contest', SPRING)).status).toBe(404);
    expect((await organiser.ask('deleteContest', { ...SPRING, body: { slug: 'spring' } })).status).toBe(404);
    const left = await organiser.get('contests');
    expect(left.map(({ slug }) => slug).sort()).toEqual(['alone', 'next', 'other']);
    for (const table of ['submissions', 'matches', 'modules', 'replays', 'steps', 'batches', 'tables', 'rounds'])
      expect([table, await count(table)]).toEqual([table, 0]);
    expect(await count('people')).toBe(3);
    // Of the sources for comparison, only those of the deleted contest are gone.
    expect((await organiser.get('similar', NEXT)).collections.map(({ label }) => label)).toEqual(['2024']);
    const [last] = await organiser.get('audit', { query: { limit: 1 } });
    expect(last).toMatchObject({ what: 'deleted a contest', about: 'spring', who: 'The organiser' });
  });

  async function count(table: string): Promise<number> {
    const { rows } = await sql<{ many: number }>`select count(*)::int as many from ${sql.table(table)}`.execute(db());
    return rows[0].many;
  }

  async function textOf(browser: Browser): Promise<string> {
    const [board] = await browser.get('boards', SPRING);
    return await (await browser.ask('board', { params: { ...SPRING.params, board: board.id } })).text();
  }
});
