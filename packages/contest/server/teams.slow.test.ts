import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import type { CallOf } from '../api/routes.ts';
import { now } from '../store/times.ts';
import { Browser, joined, makeContest, organiserOf, PASSWORD, serveTest, until } from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { GAME, testCatalog } from '../testing/test-catalog.ts';
import type { RunningServer } from './start.ts';

// Slow: a server on PostgreSQL that hashes passwords and plays a final.

describe('a team', () => {
  let server: RunningServer;
  let organiser: Browser;
  let code: string;
  let contest: { readonly params: { readonly contest: string } };
  let made = 0;

  beforeAll(async () => {
    server = await serveTest(await fresh(), {
      log: { write: (line) => void (line.includes('"level":50') && console.error(line)) },
    });
    organiser = await organiserOf(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    const slug = `teams-${++made}`;
    contest = { params: { contest: slug } };
    code = await makeContest(organiser, { slug, title: `Teams ${made}`, teamSize: 3 });
  });

  const enter = (name: string) => joined(server.url, code, `${name} ${made}`);
  const codeOf = async (browser: Browser) => (await browser.get('renewTeamCode', contest)).code!;
  const joinBy = (browser: Browser, team: string) => browser.ask('joinTeam', { ...contest, body: { code: team } });
  const leave = (browser: Browser, entrant: number) => browser.ask('leaveTeam', { ...contest, body: { entrant } });
  const problemOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];
  const submit = async (browser: Browser, text: string) =>
    (await browser.get('submit', { ...contest, query: { file: 'AIMine.cc' }, bytes: text })).submission.number;
  const submission = (number: number) => ({ params: { ...contest.params, submission: number } });
  const namesOf = async (browser: Browser) => (await browser.get('team', contest)).members.map(({ name }) => name);
  const entrantsNow = () => organiser.get('entrants', contest);
  const isIn = (browser: Browser, number: number) =>
    until(async () => (await browser.get('submission', submission(number))).state === 'in');
  const personalCode = async (id: string) =>
    (await organiser.get('rosterRows', contest)).rows.find((row) => row.id === id)!.code!;
  const joinRow = async (id: string) => {
    const browser = new Browser(server.url);
    await browser.get('join', { body: { code: await personalCode(id), password: PASSWORD } });
    return browser;
  };
  const rosterOf = (csv: string) => organiser.get('roster', { ...contest, body: { csv } });

  test('can be joined with the team’s code until the team is full, and each submission names its sender', async () => {
    const [ada, bob, cyd, dan] = [await enter('Ada'), await enter('Bob'), await enter('Cyd'), await enter('Dan')];
    const team = await codeOf(ada);
    expect((await joinBy(bob, team.toUpperCase().replace('-', ' '))).status).toBe(200);
    expect((await joinBy(cyd, team)).status).toBe(200);
    expect(await problemOf(await joinBy(dan, team))).toEqual([409, 'team/full']);
    expect(await problemOf(await joinBy(dan, 'aaaaa-aaaaa'))).toEqual([403, 'code/wrong']);
    expect(await namesOf(bob)).toEqual([`Ada ${made}`, `Bob ${made}`, `Cyd ${made}`]);
    // Entrants without data are deleted when their only person leaves.
    expect((await entrantsNow()).map(({ name }) => name)).toEqual([
      `Ada ${made}, Bob ${made}, Cyd ${made}`,
      `Dan ${made}`,
    ]);
    const number = await submit(bob, 'strength 4');
    for (const browser of [ada, bob, cyd, organiser])
      expect(await browser.get('submission', submission(number))).toMatchObject({ entrant: 1, by: `Bob ${made}` });
    expect(await (await ada.ask('source', submission(number))).text()).toBe('strength 4');
    expect((await dan.ask('submission', submission(number))).status).toBe(404);
    // In the list of entrants, only the contest's staff see the members of a team.
    expect((await entrantsNow())[0].members).toHaveLength(3);
    expect((await dan.get('entrants', contest))[0]).not.toHaveProperty('members');
    // A new code invalidates the old code.
    await leave(cyd, 1);
    await codeOf(ada);
    expect(await problemOf(await joinBy(dan, team))).toEqual([403, 'code/wrong']);
  });

  test('can choose only a name that no one else has, and the organiser can change it', async () => {
    const [ada, bob] = [await enter('Ada'), await enter('Bob')];
    const name = (browser: Browser, wanted: string | null) =>
      browser.ask('nameTeam', { ...contest, body: { name: wanted } });
    const chosen = `Night Owls ${made}`;
    const codeOfAda = await codeOf(ada);
    expect(await (await name(ada, chosen)).json()).toMatchObject({ name: chosen, chosen });
    // Neither another team nor a new account can have a name that looks the same.
    expect(await problemOf(await name(bob, chosen.toUpperCase()))).toEqual([409, 'name/taken']);
    expect(await problemOf(await name(bob, `Ada ${made}`))).toEqual([409, 'name/taken']);
    expect(await problemOf(await name(bob, 'entrant 3'))).toEqual([400, 'name/reserved']);
    const [{ name: bot }] = testCatalog.kits.find(({ game }) => game.id === GAME.id)!.players;
    for (const like of [
      bot,
      bot.toUpperCase(),
      bot.replace(/^./, '$&\u0301'),
      [...bot].join(' '),
      bot.replace(/[ao]/, (letter) => (letter === 'a' ? '\u0430' : '\u043e')),
    ])
      expect((await problemOf(await name(ada, like)))[1], like).toMatch(/^name\/(?:builtin|mixed)$/);
    expect(await problemOf(await name(ada, bot))).toEqual([400, 'name/builtin']);
    const account = { code, name: chosen.replace('O', '\u041e'), password: PASSWORD };
    expect((await new Browser(server.url).ask('join', { body: account })).status).toBe(400);
    const likeBot = { ...account, name: `${bot.toUpperCase()}\u0301` };
    expect(await problemOf(await new Browser(server.url).ask('join', { body: likeBot }))).toEqual([
      400,
      'name/builtin',
    ]);
    const other = { ...account, name: chosen.toLowerCase() };
    expect(await problemOf(await new Browser(server.url).ask('join', { body: other }))).toEqual([409, 'name/taken']);
    // The name stays when members join or leave.
    await joinBy(bob, codeOfAda);
    expect((await bob.get('team', contest)).name).toBe(chosen);
    expect((await entrantsNow())[0]).toMatchObject({ name: chosen, chosen });
    expect((await bob.get('entrants', contest))[0]).not.toHaveProperty('chosen');
    const entrant = { params: { ...contest.params, entrant: 1 } };
    await organiser.get('extend', { ...entrant, body: { name: `Moderated ${made}` } });
    expect((await bob.get('team', contest)).name).toBe(`Moderated ${made}`);
    await organiser.get('extend', { ...entrant, body: { name: null } });
    expect((await bob.get('team', contest)).name).toBe(`Ada ${made}, Bob ${made}`);
    await name(bob, `Last ${made}`);
    await leave(ada, 1);
    expect((await bob.get('team', contest)).name).toBe(`Last ${made}`);
    await rosterOf('id,name,team\n1,Someone,X\n');
    expect(await problemOf(await name(bob, 'More'))).toEqual([409, 'team/roster']);
    expect(await problemOf(await organiser.ask('extend', { ...entrant, body: { name: 'More' } }))).toEqual([
      409,
      'team/by-row',
    ]);
  });

  test('ends a member’s access to its submissions when the member leaves, and is withdrawn when no member is left', async () => {
    const [ada, bob] = [await enter('Ada'), await enter('Bob')];
    await joinBy(bob, await codeOf(ada));
    const number = await submit(bob, 'strength 5');
    await isIn(ada, number);
    expect((await leave(bob, 1)).status).toBe(200);
    expect(await namesOf(bob)).toEqual([`Bob ${made}`]);
    for (const id of ['submission', 'source'] as const)
      expect((await bob.ask(id, submission(number))).status).toBe(404);
    expect((await bob.ask('takeBack', submission(number))).status).toBe(404);
    // A repeated request to leave has no further effect.
    expect((await leave(bob, 1)).status).toBe(404);
    expect((await entrantsNow()).map(({ name }) => name)).toEqual([`Ada ${made}`, `Bob ${made}`]);
    // Former members can export their own submissions.
    const own = await (await bob.ask('exportMe')).text();
    expect(own).toContain(Buffer.from('strength 5').toString('base64'));
    const lines = own.trim().split('\n');
    const kinds = lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'membership');
    expect(kinds).toMatchObject([
      { contest: contest.params.contest, entrant: 1, ended: expect.any(String) },
      { ended: null },
    ]);
    expect((await leave(ada, 1)).status).toBe(200);
    expect((await ada.get('me')).entrants).toEqual([]);
    const [withdrawn] = await entrantsNow();
    expect(withdrawn).toMatchObject({ number: 1, name: 'entrant 1', live: null, approved: false, members: [] });
    // With the class code, a person can participate again, as a new entrant.
    await ada.get('join', { body: { code } });
    expect((await ada.get('me')).entrants).toMatchObject([{ number: 4 }]);
    expect((await ada.ask('submission', submission(number))).status).toBe(404);
  });

  if (IS_LONG_RUN)
    test('can be left by the same person only 30 times, even if they join the contest again', async () => {
      const ada = await enter('Ada');
      let times = 0;
      for (;;) {
        const [{ number }] = (await ada.get('me')).entrants;
        const left = await leave(ada, number);
        if (left.status !== 200) {
          expect(await problemOf(left)).toEqual([409, 'team/often']);
          break;
        }
        times++;
        await ada.get('join', { body: { code } });
      }
      expect(times).toBe(30);
    });

  test('can neither gain nor lose members while someone involved has an extension', async () => {
    const [ada, bob, cyd] = [await enter('Ada'), await enter('Bob'), await enter('Cyd')];
    await joinBy(cyd, await codeOf(bob));
    const closes = new Date(Date.now() + 86_400_000).toISOString();
    await organiser.get('extend', { params: { ...contest.params, entrant: 2 }, body: { closes } });
    expect(await problemOf(await joinBy(ada, await codeOf(bob)))).toEqual([409, 'team/extended']);
    expect(await problemOf(await leave(cyd, 2))).toEqual([409, 'team/extended']);
    expect(await problemOf(await joinBy(bob, await codeOf(ada)))).toEqual([409, 'team/extended']);
  });

  test('can’t change once the contest is frozen, except through an organiser', async () => {
    const [ada, bob, cyd] = [await enter('Ada'), await enter('Bob'), await enter('Cyd')];
    const team = await codeOf(ada);
    await joinBy(bob, team);
    await organiser.get('setState', { ...contest, body: { state: 'frozen' } });
    expect((await cyd.get('team', contest)).open).toBe(false);
    expect(await problemOf(await joinBy(cyd, team))).toEqual([409, 'team/over']);
    expect(await problemOf(await leave(bob, 1))).toEqual([409, 'team/over']);
    const person = (await bob.get('me')).person!.id;
    const move = (to: number | null) =>
      organiser.ask('moveMember', { params: { ...contest.params, person }, body: { to } });
    expect((await move(3)).status).toBe(200);
    expect(await namesOf(cyd)).toEqual([`Cyd ${made}`, `Bob ${made}`]);
    expect((await move(null)).status).toBe(200);
    expect(await problemOf(await move(null))).toEqual([409, 'team/alone']);
    expect((await move(77)).status).toBe(404);
  });

  test('comes from the roster if the roster names teams, and then changes only with the roster', async () => {
    await rosterOf('id,name,equip\n1,Anna,Els Llops\n2,Biel,Els  Llops\n3,Carla,Óssos\n4,Duna,\n');
    const [anna, biel, carla, duna] = [await joinRow('1'), await joinRow('2'), await joinRow('3'), await joinRow('4')];
    expect((await entrantsNow()).map(({ name, members }) => [name, members!.length])).toEqual([
      ['Els Llops', 2],
      ['Óssos', 1],
      ['Duna', 1],
    ]);
    expect(await biel.get('team', contest)).toMatchObject({ name: 'Els Llops', byRoster: true, code: null });
    expect(await problemOf(await leave(biel, 1))).toEqual([409, 'team/roster']);
    expect(await problemOf(await duna.ask('renewTeamCode', contest))).toEqual([409, 'team/roster']);
    const number = await submit(anna, 'strength 6');
    // If a team's name changes for all members, the team keeps its submissions.
    await rosterOf('id,name,team\n1,Anna,Wolves\n2,Biel,Wolves\n3,Carla,Óssos\n4,Duna,\n');
    expect(await biel.get('submission', submission(number))).toMatchObject({ by: 'Anna' });
    // One member changes to another team.
    const to = { id: '2', name: 'Biel', group: null, team: 'Óssos' };
    await organiser.get('correctRow', { ...contest, body: { row: '2', to } });
    expect((await biel.ask('submission', submission(number))).status).toBe(404);
    expect(await namesOf(carla)).toEqual(['Carla', 'Biel']);
    // A person who loses the row leaves the team immediately.
    await organiser.get('untieRow', { ...contest, body: { row: '2' } });
    expect(await namesOf(carla)).toEqual(['Carla']);
    expect((await biel.get('me')).entrants).toMatchObject([{ name: 'Biel', approved: false }]);
    const large = await organiser.ask('roster', {
      ...contest,
      body: { csv: 'id,name,team\n1,A,X\n2,B,X\n3,C,X\n4,D,X\n', preview: true } as CallOf<'roster'>['body'],
    });
    expect(await problemOf(large)).toEqual([409, 'team/large']);
  });

  if (IS_LONG_RUN)
    test('gives its mark only to people who were members when the final was frozen', async () => {
      const [ada, bob, cyd] = [await enter('Ada'), await enter('Bob'), await enter('Cyd')];
      const team = await codeOf(ada);
      await joinBy(bob, team);
      await isIn(ada, await submit(ada, 'strength 90'));
      await isIn(cyd, await submit(cyd, 'strength 20'));
      const format = { kind: 'last-out', matches: 4, out: 1, outPercent: 0 };
      const late = { aDay: 0, most: 0 };
      const source = { kind: 'places', marks: [10], rest: 5 };
      const marks = { source, late, step: 0.5, rounding: 'nearest', least: 0, most: 10 };
      const body = { title: 'End', deadline: new Date(Date.now() + 3_600_000).toISOString(), format, marks };
      const { number } = await organiser.get('announceRound', { ...contest, body: body as never });
      const round = { params: { ...contest.params, round: number } };
      await server.context.store.db
        .updateTable('rounds')
        .set({ deadline: now })
        .where('number', '=', number)
        .where('contest', '=', (await organiser.get('contest', contest)).id)
        .execute();
      await until(async () => (await organiser.get('round', round)).state === 'played');
      // A member who leaves later keeps the mark, and a member who joins later doesn't get one.
      await leave(bob, 1);
      await joinBy(cyd, team);
      await organiser.get('changeRound', { ...round, body: { what: 'publish' } });
      const sheet = await (await organiser.ask('marks', { ...contest, query: { rounds: String(number) } })).text();
      const [head, ...lines] = sheet.trim().split('\r\n');
      // The team at the time of the final, by its current name.
      expect(head).toBe('id,name,group,team,place,points,mark');
      expect(lines.find((line) => line.includes(`,Bob ${made},`))).toContain(`,"Ada ${made}, Cyd ${made}",`);
      expect(lines.find((line) => line.includes(`,Cyd ${made},`))).toContain(`,,,2,`);
      const exported = await (await organiser.ask('export', contest)).text();
      expect(exported).toContain(`"members":["Ada ${made}","Cyd ${made}"]`);
      const markOf = (name: string) =>
        lines
          .find((line) => line.includes(`,${name} ${made},`))!
          .split(',')
          .at(-1);
      expect([markOf('Ada'), markOf('Bob'), markOf('Cyd')]).toEqual(['10', '10', '5']);
      expect(lines).toHaveLength(3);
    });

  test('continues without a member whose account is deleted or merged into another member’s', async () => {
    const [ada, bob, cyd] = [await enter('Ada'), await enter('Bob'), await enter('Cyd')];
    const team = await codeOf(ada);
    await joinBy(bob, team);
    await joinBy(cyd, team);
    const number = await submit(bob, 'strength 7');
    const [person, other] = [(await ada.get('me')).person!.id, (await cyd.get('me')).person!.id];
    await organiser.get('mergePeople', { params: { id: person }, body: { other } });
    await bob.get('deleteMe', { body: { name: `Bob ${made}`, password: PASSWORD } });
    expect(await namesOf(ada)).toEqual([`Ada ${made}`]);
    expect(await ada.get('submission', submission(number))).toMatchObject({ by: null });
    expect((await entrantsNow()).map(({ name }) => name)).toEqual([`Ada ${made}`]);
    // The last member's deletion removes all data of the team.
    await ada.get('deleteMe', { body: { name: `Ada ${made}`, password: PASSWORD } });
    expect(await problemOf(await organiser.ask('source', submission(number)))).toEqual([404, 'submission/deleted']);
  });

  test('has no code in a contest without teams, and can’t have seven members', async () => {
    await organiser.get('changeContest', { ...contest, body: { teamSize: 1 } });
    const ada = await enter('Ada');
    expect(await problemOf(await ada.ask('renewTeamCode', contest))).toEqual([409, 'team/none']);
    const large = { slug: 'large', title: 'Large', game: 'x', boards: ['x'], teamSize: 7 };
    expect((await organiser.ask('makeContest', { body: large })).status).toBe(400);
  });
});
