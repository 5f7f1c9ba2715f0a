import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contestForm } from '../api/contest.ts';
import type { CallOf } from '../api/routes.ts';
import { type Browser, ended, makeContest, SPRING, sent, springOf } from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { BOARD } from '../testing/test-catalog.ts';
import { language } from '../words.ts';
import type { RunningServer } from './start.ts';

const DAY = 24 * 3_600_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

describe('the form for a contest', () => {
  let server: RunningServer;
  let organiser: Browser;
  let ada: Browser;

  beforeAll(async () => {
    ({
      server,
      organiser,
      people: [ada],
    } = await springOf(await fresh(), ['Ada']));
  });
  afterAll(() => server.close());

  const change = async (body: Record<string, unknown>) =>
    await organiser.ask('changeContest', { ...SPRING, body: body as CallOf<'changeContest'>['body'] });
  /** Returns the status, the invalid field, and the error code. */
  const said = async (response: Response) => {
    const { code, field } = (await response.json()) as { code?: string; field?: string };
    return [response.status, code, field];
  };

  test.each([
    [{ qualify: { builtin: 'Nobody', wins: 1, matches: 2 } }, 'game/player', 'qualify.builtin'],
    [{ languages: ['cpp', 'cpp'] }, 'request/invalid', 'languages'],
    [{ title: 'Spring\u202Egnirps' }, 'request/invalid', 'title'],
    [{ title: 'Spring\nand autumn' }, 'request/invalid', 'title'],
    [{ boards: [BOARD, BOARD] }, 'request/invalid', 'boards'],
    [{ seconds: 6 }, 'request/long', 'seconds'],
    [{ factors: { python: 0.01 } }, 'request/short', 'factors.python'],
    [{ factors: { typescript: 200 } }, 'request/long', 'factors.typescript'],
    [{ seconds: 1, factors: { typescript: 6 } }, 'contest/factor', 'factors.typescript'],
    [{ seconds: 0.02, factors: { cpp: 0.1 } }, 'contest/factor', 'factors.cpp'],
    [{ opens: inDays(3), closes: inDays(2) }, 'contest/order', 'closes'],
  ])('rejects %j when a contest is created or changed', async (wrong, code, field) => {
    expect(await said(await change(wrong))).toEqual([400, code, field]);
    await expect(makeContest(organiser, { slug: 'other', ...wrong })).rejects.toThrow(`400 {"code":"${code}"`);
  });

  test('rejects an end in the past, with one error for a new contest and another for an existing contest', async () => {
    const over = { closes: '2020-01-01T00:00:00Z' };
    expect(await said(await change(over))).toEqual([400, 'contest/past', 'closes']);
    await expect(makeContest(organiser, { slug: 'other', ...over })).rejects.toThrow('400 {"code":"contest/past-new"');
  });

  test('keeps language factors other than 1, and drops them when they are reset', async () => {
    const shown = async () => (await organiser.get('contest', SPRING)).factors;
    expect(await shown()).toBeUndefined();
    await change({ seconds: 0.5, languages: ['cpp', 'typescript'], factors: { cpp: 1, typescript: 10, rust: 3 } });
    expect(await shown()).toEqual({ typescript: 10 });
    expect(await said(await change({ seconds: 1 }))).toEqual([400, 'contest/factor', 'factors.typescript']);
    await change({ factors: {} });
    expect(await shown()).toBeUndefined();
  });

  test('accepts all languages except programs by default', () => {
    expect(contestForm.shape.languages.parse(undefined)?.toSorted()).toEqual(
      language.options.filter((each) => each !== 'program').toSorted(),
    );
  });

  test('neither offers nor accepts a language that the server can’t compile', async () => {
    const games = await organiser.get('games');
    // The test's server doesn't compile Rust.
    const some = games.find(({ boards }) => boards.length > 0)!;
    expect(some.languages).not.toContain('rust');
    const boards = some.boards.slice(0, 1).map(({ name }) => name);
    await makeContest(organiser, { slug: 'summer', game: some.id, boards, languages: some.languages });
    const body = { languages: ['rust' as const] };
    const response = await organiser.ask('changeContest', { params: { contest: 'summer' }, body });
    expect(await said(response)).toEqual([400, 'game/language', 'languages']);
  });

  test('allows changes to other settings when the end has passed', async () => {
    const closes = inDays(-1);
    const { db } = server.context.store;
    const { form } = await db.selectFrom('contests').select('form').executeTakeFirstOrThrow();
    await db
      .updateTable('contests')
      .set({ form: JSON.stringify({ ...form, closes }) })
      .execute();
    // The end as the form sends it, in whole minutes.
    expect((await change({ closes: `${closes.slice(0, 16)}:00.000Z`, title: 'Spring, over' })).status).toBe(200);
    expect((await change({ closes: inDays(1) })).status).toBe(200);
  });

  test('lets an entrant’s last rejected submission, but no earlier submission, qualify under a new rule', async () => {
    const [first, last] = [await sent(ada, 'strength 0'), await sent(ada, 'strength 1')];
    for (const number of [first, last]) expect((await ended(ada, number)).state).toBe('rejected');
    expect((await change({ qualify: { builtin: null, wins: 0, matches: 2 } })).status).toBe(200);
    const { state, steps } = await ended(ada, last);
    expect(state).toBe('in');
    expect(steps.map(({ said }) => said?.code)).toContain('again/rule');
    expect((await ended(ada, first)).state).toBe('rejected');
  });

  test('requires an extension to end in the future', async () => {
    const params = { contest: 'spring', entrant: 1 };
    const extend = async (closes: string) => await organiser.ask('extend', { params, body: { closes } });
    expect(await said(await extend('1970-01-01T00:00:00Z'))).toEqual([400, 'entrant/past', 'closes']);
    expect((await extend(inDays(1))).status).toBe(200);
  });
});
