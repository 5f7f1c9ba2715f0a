import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Browser,
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
import { BOARD, fakePlay } from '../testing/test-catalog.ts';
import type { RunningServer } from './start.ts';

describe('a contest', () => {
  let server: RunningServer;
  let organiser: Browser;
  let ada: Browser;
  let bob: Browser;
  let code = '';
  const jobs: Parameters<typeof fakePlay>[0][] = [];
  beforeAll(async () => {
    const play: typeof fakePlay = (job) => {
      jobs.push(job);
      return fakePlay(job);
    };
    server = await serveTest(await fresh(), { play });
    organiser = await organiserOf(server);
    code = await makeContest(organiser);
    ada = await joined(server.url, code.toUpperCase().replace('-', ' '), 'Ada');
    bob = await joined(server.url, code, "Bob O'Hara");
  });
  afterAll(() => server.close());

  test('takes a submission to the ladder step by step', async () => {
    const number = await sent(ada, 'strength 9');
    const { state, steps, live } = await ended(ada, number);
    expect(steps.map((step) => step.text)).toEqual([
      'AIMine.cc, 10 bytes',
      'compilation started',
      'compiled',
      expect.stringMatching(`^played 10 rounds on board ${BOARD}$`),
      expect.stringMatching(/^matches against \w+: 2, of which the bot must win 1$/),
      expect.stringMatching(/^won: the bot scored (?:9|10)\d{3} against [345]\d{3}(?:, [345]\d{3})* on board /),
      expect.stringMatching(/^won: the bot scored (?:9|10)\d{3} against [345]\d{3}(?:, [345]\d{3})* on board /),
      'matches won: 2 of 2; needed: 1',
    ]);
    expect({ state, live }).toEqual({ state: 'in', live: true });
    await sent(bob, 'strength 5').then((other) => ended(bob, other));
    const { rows } = await until(async () => {
      const ladder = await ada.get('ladder', SPRING);
      return ladder.rows.length === 2 && ladder.rows.every(({ games }) => games > 8) && ladder;
    });
    expect(rows.map(({ name, place }) => ({ name, place }))).toEqual([
      { name: 'Ada', place: 1 },
      { name: "Bob O'Hara", place: 2 },
    ]);
  });

  test('rejects a submission that crashes, doesn’t compile, or doesn’t win, and keeps the previous submission', async () => {
    const before = await ada.get('submissions', SPRING);
    expect(await ended(ada, await sent(ada, 'broken'))).toMatchObject({
      state: 'rejected',
      why: 'line 1: it is broken',
    });
    const crashed = await ended(ada, await sent(ada, 'crash'));
    expect(crashed.why).toMatch(/^failed the check in round 3 on board \S+: SECRET WORDS/);
    const weak = await ended(ada, await sent(ada, 'strength 0'));
    expect(weak.why).toBe('matches won: 0 of 2; needed: 1');
    expect(weak.steps.at(-2)!.text).toMatch(
      /^not won: the bot scored [01]?\d{1,3} against [345]\d{3}(?:, [345]\d{3})* on/,
    );
    const after = await ada.get('submissions', SPRING);
    expect(after.filter(({ live }) => live)).toEqual(before.filter(({ live }) => live));
  });

  test('gives each check and qualifying match its own key, even for identical submissions', async () => {
    const told: string[] = [];
    for (const [browser, text] of [
      [ada, 'strength 0.1'],
      [ada, 'strength 0.2'],
      [bob, 'strength 0.1'],
    ] as const) {
      const version = await sent(browser, text);
      await ended(browser, version);
      const matches = await browser.get('matches', { ...SPRING, query: { version } });
      expect(matches.map(({ kind }) => kind).sort()).toEqual([...Array(4).fill('check'), 'qualify', 'qualify']);
      for (const { number: match } of matches)
        told.push(await (await browser.ask('replay', { params: { contest: 'spring', match } })).text());
    }
    expect(new Set(told).size).toBe(3 * 6);
  });

  test('ignores an identical submission, and plays the previous version after a withdrawal', async () => {
    const second = await sent(ada, 'strength 8');
    await ended(ada, second);
    const { submission, same } = await ada.get('submit', {
      ...SPRING,
      query: { file: 'AIMine.cc' },
      bytes: 'strength 8',
    });
    expect({ same, number: submission.number }).toEqual({ same: true, number: second });
    const live = async () =>
      (await ada.get('submissions', SPRING)).filter((each) => each.live).map(({ number }) => number);
    expect(await live()).toEqual([second]);
    await ada.get('takeBack', { params: { contest: 'spring', submission: second } });
    expect(await live()).toEqual([1]);
    const again = await ada.ask('takeBack', { params: { contest: 'spring', submission: second } });
    expect(again.status).toBe(409);
  });

  test('shows an entrant neither other entrants’ logs nor their sources', async () => {
    const { number, seats } = await until(async () =>
      (await ada.get('matches', { ...SPRING, query: { kind: 'ladder', state: 'done' } })).find((match) =>
        [1, 2].every((entrant) => match.seats.some((seat) => seat.entrant === entrant)),
      ),
    );
    const seen = { params: { contest: 'spring', match: number } };
    const own = (entrant: number) => seats.filter((seat) => seat.entrant !== 3 - entrant).map(({ seat }) => seat);
    const logged = async (browser: Browser) =>
      ((await browser.get('sidecar', seen)) as { log: { seat: number }[] }).log.map(({ seat }) => seat);
    expect(await logged(ada)).toEqual(own(1));
    expect(await logged(bob)).toEqual(own(2));
    expect(await logged(organiser)).toEqual([0, 1, 2, 3]);
    expect(await (await ada.ask('replay', seen)).text()).toMatch(/^replay of [0-9a-f]{64}\n$/);
    for (const id of ['source', 'submission'] as const)
      expect((await bob.ask(id, { params: { contest: 'spring', submission: 1 } })).status).toBe(404);
    expect(await (await ada.ask('source', { params: { contest: 'spring', submission: 1 } })).text()).toBe('strength 9');
  });

  test('plays a challenge without rating anyone', async () => {
    const { match } = await ada.get('challenge', { ...SPRING, body: { against: [2] } });
    const played = await until(async () => {
      const found = await bob.get('match', { params: { contest: 'spring', match } });
      return found.state === 'done' && found;
    });
    expect(played).toMatchObject({ kind: 'challenge', batch: null });
    expect(played.seats.slice(0, 2).map(({ name }) => name)).toEqual(['Ada', "Bob O'Hara"]);
  });

  test('pauses the ladder after enough games, until a new entrant joins', async () => {
    const rested = await until(async () => {
      const now = await ada.get('contest', SPRING);
      return now.waiting === 0 && now;
    });
    const third = await joined(server.url, code, 'Cyd');
    await ended(third, await sent(third, 'strength 7'));
    await until(async () => (await ada.get('contest', SPRING)).batch > rested.batch);
    const { history } = await ada.get('entrant', { params: { contest: 'spring', entrant: 1 } });
    expect(history.length).toBeGreaterThan(0);
  });
});

test('a contest continues where it stopped when the server restarts', async () => {
  const place = await fresh();
  const first = await serveTest(place, { play: undefined });
  const organiser = await organiserOf(first);
  const ada = await joined(first.url, await makeContest(organiser), 'Ada');
  const number = await sent(ada, 'strength 9');
  await until(
    async () =>
      (await ada.get('submission', { params: { contest: 'spring', submission: number } })).state === 'checking',
  );
  expect((await ada.get('ladder', SPRING)).noWorker).toBe(true);
  await first.close();
  const second = await serveTest(place);
  expect(second.organiserSecret).toBeUndefined();
  const again = Object.assign(ada, { url: second.url });
  expect((await ended(again, number)).state).toBe('in');
  await second.close();
});
