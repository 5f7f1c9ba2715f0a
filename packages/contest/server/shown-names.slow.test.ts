import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '../api/route.ts';
import { type CallOf, ROUTES, type RouteId } from '../api/routes.ts';
import { now } from '../store/times.ts';
import {
  Browser,
  ended,
  joined,
  listen,
  makeContest,
  organiserOf,
  SPRING,
  sent,
  serveTest,
  until,
} from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { GAME, testCatalog } from '../testing/test-catalog.ts';
import type { RunningServer } from './start.ts';

// Slow: a server that plays a contest and a final.

/** Public routes about a contest. The compiler reports a new route without a line. */
type PublicRouteId = {
  [Id in RouteId]: (typeof ROUTES)[Id]['needs'] extends 'viewer' ? Id : never;
}[RouteId];

const of = (more: Record<string, unknown>) => ({ params: { contest: 'spring', ...more } });
const CALLS: { readonly [Id in PublicRouteId]: unknown } = {
  contest: SPRING,
  ladder: SPRING,
  entrants: SPRING,
  entrant: of({ entrant: 1 }),
  wins: SPRING,
  announcements: SPRING,
  boards: SPRING,
  board: of({ board: 1 }),
  events: SPRING,
  premiere: SPRING,
  callWinner: { ...SPRING, body: { premiere: 1, side: 0, caller: 'a'.repeat(22) } },
  starters: SPRING,
  starter: of({ file: testCatalog.startersOf(GAME.id)[0].file }),
  matches: SPRING,
  match: of({ match: 1 }),
  replay: of({ match: 1 }),
  sidecar: of({ match: 1 }),
  rounds: SPRING,
  round: of({ round: 1 }),
  reveal: of({ round: 1 }),
  exportRound: of({ round: 1 }),
};
const WATCHED = Object.keys(CALLS) as PublicRouteId[];
const PUBLIC = (Object.keys(ROUTES) as RouteId[]).filter((id) => {
  const { needs, method, path }: Route = ROUTES[id];
  return needs === 'public' && method === 'GET' && !path.includes(':');
});

const REAL = /Lovelace|Hopper|Turing|Curie/;

describe('an open contest’s real names', () => {
  let server: RunningServer;
  let organiser: Browser;
  let ada: Browser;
  let outsider: Browser;
  let waiting: Browser;

  beforeAll(async () => {
    server = await serveTest(await fresh());
    organiser = await organiserOf(server);
    const code = await makeContest(organiser, { teamSize: 2 });
    const other = await makeContest(organiser, { slug: 'other', title: 'Other' });
    await organiser.get('roster', {
      ...SPRING,
      body: { csv: 'id,name\n1,"Lovelace, Ada"\n2,Grace Hopper\n3,Alan Turing\n4,Marie Curie\n' },
    });
    const { rows } = await organiser.get('rosterRows', SPRING);
    const enter = async (id: string, name: string) =>
      await joined(server.url, rows.find((row) => row.id === id)!.code!, name);
    ada = await enter('1', 'Ada Lovelace');
    const grace = await enter('2', 'Grace Hopper');
    const owl = await enter('3', 'Night Owl');
    const marie = await enter('4', 'Marie Curie 2');
    await marie.get('joinTeam', { ...SPRING, body: { code: (await grace.get('renewTeamCode', SPRING)).code! } });
    waiting = await joined(server.url, code, 'Who Waits');
    outsider = await joined(server.url, other, 'From Elsewhere');
    const text = await (await ada.ask('board', of({ board: 1 }) as CallOf<'board'>)).text();
    const { id } = await ada.get('sendBoard', { ...SPRING, body: { name: 'mine', text } });
    await organiser.get('decideBoard', { params: { contest: 'spring', board: id }, body: { state: 'in' } });
    for (const [at, person] of [ada, grace, owl].entries())
      await ended(person, await sent(person, `strength ${5 + at}`));
    await organiser.get('changeContest', { ...SPRING, body: { until: 1 } });
    await until(async () => (await organiser.get('ladder', SPRING)).batch > 0);
    await until(async () => (await organiser.get('premiere', SPRING)).premiere);
    const form = {
      title: 'The end',
      deadline: '2999-01-01T00:00:00Z',
      format: { kind: 'last-out', matches: 4, out: 1, outPercent: 0 },
    };
    await organiser.get('announceRound', { ...SPRING, body: form as never });
    await server.context.store.db.updateTable('rounds').set({ deadline: now }).execute();
    const round = of({ round: 1 }) as CallOf<'round'>;
    await until(async () => (await organiser.get('round', round)).state === 'played');
    await organiser.get('changeRound', { ...round, body: { what: 'publish' } } as CallOf<'changeRound'>);
  });
  afterAll(() => server.close());

  const answerTo = async (browser: Browser, id: RouteId): Promise<string> => {
    const call = (CALLS as Record<string, unknown>)[id] as never;
    if (id === 'events') {
      const page = await listen(browser, 0);
      await until(async () => page.events.length > 5);
      await page.close();
      return JSON.stringify(page.events);
    }
    const { cookie } = browser;
    const response = await browser.ask(id, call);
    browser.cookie = cookie;
    return await response.text();
  };

  test.each([...WATCHED, ...PUBLIC])('are withheld when a spectator requests %s', async (id) => {
    // Replies are cached for a moment, and replies with real names must not reach other people.
    await answerTo(ada, id);
    for (const browser of [new Browser(server.url), outsider, waiting])
      expect(await answerTo(browser, id)).not.toMatch(REAL);
  });

  test('are shown to participants and organisers', async () => {
    const named = [
      'boards',
      'entrant',
      'entrants',
      'ladder',
      'matches',
      'premiere',
      'reveal',
      'round',
      'wins',
    ] as const;
    for (const browser of [ada, organiser])
      for (const id of named) expect(await answerTo(browser, id), id).toMatch(REAL);
  });

  test('are replaced by numbers for other people, while chosen names stay visible', async () => {
    const { rows } = await new Browser(server.url).get('ladder', SPRING);
    expect(rows.map(({ name }) => name).sort()).toEqual(['Night Owl', 'entrant 1', 'entrant 2']);
  });

  test('are shown to everyone if the organiser allows it', async () => {
    await organiser.get('changeContest', { ...SPRING, body: { realNames: true } });
    expect(await answerTo(new Browser(server.url), 'ladder')).toMatch(REAL);
    await organiser.get('changeContest', { ...SPRING, body: { realNames: false } });
    expect(await answerTo(new Browser(server.url), 'ladder')).not.toMatch(REAL);
  });

  test('include the name of an entrant who signs in through an issuer', async () => {
    const { id } = (
      await (await joined(server.url, (await organiser.get('contest', SPRING)).code!, 'Self Chosen')).get('me')
    ).person!;
    const shown = async () => await answerTo(new Browser(server.url), 'entrants');
    // Spectators don't see waiting entrants.
    expect(await shown()).not.toContain('Self Chosen');
    const { number } = (await organiser.get('entrants', SPRING)).find(({ name }) => name === 'Self Chosen')!;
    const entrant = { params: { contest: 'spring', entrant: number } };
    await organiser.get('extend', { ...entrant, body: { approved: true } });
    await until(async () => (await shown()).includes('Self Chosen'));
    await server.context.store.db
      .insertInto('identities')
      .values({ issuer: 'https://campus.example', subject: '7', person: id, roster_id: null, used: now })
      .execute();
    await until(async () => !(await shown()).includes('Self Chosen'));
  });
});
