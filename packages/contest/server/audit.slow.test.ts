import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, idOf, joined, makeContest, organiserOf, SPRING, serveTest } from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { BOARD } from '../testing/test-catalog.ts';
import type { RunningServer } from './start.ts';

let server: RunningServer;
let organiser: Browser;
let code: string;
beforeAll(async () => {
  server = await serveTest(await fresh());
  organiser = await organiserOf(server);
  code = await makeContest(organiser);
});
afterAll(() => server.close());

const newest = async (contest = SPRING as { readonly params: { readonly contest: string } }) => {
  const [{ id: _, at: __, ...entry }] = await organiser.get('contestAudit', contest);
  return entry;
};

test('a contest’s log contains only the settings that changed, and has no entry if nothing changed', async () => {
  const before = await newest();
  const { languages } = await organiser.get('contest', SPRING);
  const same = { title: 'Spring', boards: [BOARD], languages, opens: null, closes: null, perHour: 12 };
  await organiser.get('changeContest', { ...SPRING, body: same });
  expect(await newest()).toEqual(before);
  await organiser.get('changeContest', { ...SPRING, body: { ...same, perHour: 30, until: 7 } });
  const entry = await newest();
  expect(entry.what).toBe('changed settings');
  expect(entry.about).toBe('spring: {"perHour":[12,30],"until":[null,7]}');
  await organiser.get('changeContest', { ...SPRING, body: { ...same, perHour: 30, until: null } });
});

test('the log names a changed entrant, with the changed fields', async () => {
  const ada = await joined(server.url, code, 'Ada');
  const [{ number }] = (await ada.get('me')).entrants;
  const params = { contest: 'spring', entrant: number };
  await organiser.get('extend', { params, body: { group: 'A', closes: null } });
  expect(await newest()).toMatchObject({
    what: 'changed an entrant',
    about: `entrant ${number} of spring: {"group":[null,"A"]}`,
    names: { [`entrant ${number}`]: 'Ada' },
  });
  await organiser.get('extend', { params, body: { group: 'A', closes: '2999-01-01T00:00:00Z' } });
  expect((await newest()).about).toBe(`entrant ${number} of spring: {"closes":[null,"2999-01-01T00:00:00.000Z"]}`);
  // The same time in a different notation.
  const before = await newest();
  await organiser.get('extend', { params, body: { closes: '2999-01-01T00:00:00.000Z' } });
  expect(await newest()).toEqual(before);
});

test('the log names roster rows, even after they are removed', async () => {
  await organiser.get('addRow', { ...SPRING, body: { id: '7', name: 'Zoe Nil', group: null } });
  expect(await newest()).toMatchObject({ what: 'added to a roster', rows: [{ id: '7', name: 'Zoe Nil' }] });
  await organiser.get('correctRow', { ...SPRING, body: { row: '7', to: { id: '8', name: 'Zoé Nil', group: null } } });
  expect((await newest()).rows).toEqual([{ id: '8', name: 'Zoé Nil' }]);
  await organiser.get('renewRows', { ...SPRING, body: { rows: ['8'] } });
  expect(await newest()).toMatchObject({ what: 'made personal codes', rows: [{ id: '8', name: 'Zoé Nil' }] });
  await organiser.get('removeRows', { ...SPRING, body: { rows: ['8'] } });
  expect(await newest()).toMatchObject({ what: 'removed from a roster', rows: [{ id: '8', name: 'Zoé Nil' }] });
  await organiser.get('addRow', { ...SPRING, body: { id: '9', name: 'Zed Roc', group: null } });
  await joined(server.url, (await organiser.get('rosterRows', SPRING)).rows[0].code!, 'Zed');
  expect(await newest()).toMatchObject({ what: 'joined', who: 'Zed', rows: [{ id: '9', name: 'Zed Roc' }] });
});

test('a deleted person’s name and a deleted contest’s roster names disappear from the log', async () => {
  const lists = await makeContest(organiser, { slug: 'lists', title: 'Lists' });
  const contest = { params: { contest: 'lists' } };
  const mia = await joined(server.url, lists, 'Mia Roca');
  for (const [id, name] of [
    ['1', 'Mia Roca'],
    ['2', 'Nil Puig'],
  ])
    await organiser.get('addRow', { ...contest, body: { id, name, group: null } });
  const ties = [{ row: '1', person: await idOf(mia) }];
  await organiser.get('tieRows', { ...contest, body: { ties } });
  expect(await newest(contest)).toMatchObject({ what: 'said who is who', rows: [{ id: '1', name: 'Mia Roca' }] });
  await organiser.get('deletePerson', { params: { id: await idOf(mia) } });
  const named = async () => JSON.stringify(await organiser.get('audit', { query: { limit: 500 } }));
  expect(await named()).not.toContain('Mia Roca');
  expect(await named()).toContain('Nil Puig');
  await organiser.get('deleteContest', { ...contest, body: { slug: 'lists' } });
  expect(await named()).not.toContain('Nil Puig');
});

test('changes to teams appear in their contest’s log', async () => {
  const teams = await makeContest(organiser, { slug: 'teams', title: 'Teams', teamSize: 3 });
  const contest = { params: { contest: 'teams' } };
  const [ada, bob, cid] = [
    await joined(server.url, teams, 'Tea'),
    await joined(server.url, teams, 'Bob'),
    await joined(server.url, teams, 'Cid'),
  ];
  const { code: own } = await ada.get('renewTeamCode', contest);
  await ada.get('nameTeam', { ...contest, body: { name: 'The A team' } });
  await bob.get('joinTeam', { ...contest, body: { code: own! } });
  await ada.get('renewTeamCode', contest);
  const [entrant] = (await bob.get('me')).entrants.filter((each) => each.contest === 'teams');
  await bob.get('leaveTeam', { ...contest, body: { entrant: entrant.number } });
  await organiser.get('moveMember', { params: { contest: 'teams', person: await idOf(cid) }, body: { to: 1 } });
  const log = await organiser.get('contestAudit', contest);
  expect(log.slice(0, 6).map(({ who, what, names }) => [who, what, Object.values(names)])).toEqual([
    ['The organiser', 'moved a member', expect.arrayContaining(['Cid', 'The A team'])],
    ['Bob', 'left a team', ['The A team']],
    ['Tea', 'renewed a team’s code', ['The A team']],
    ['Bob', 'joined a team', ['The A team']],
    ['Tea', 'named a team', ['The A team']],
    ['Tea', 'made a team', ['The A team']],
  ]);
});

test('the log doesn’t reveal a name through a label that contains a person’s number', async () => {
  const eve = await joined(server.url, code, 'Eve');
  await makeContest(organiser, { slug: 'apart', title: 'Apart' });
  const apart = { params: { contest: 'apart' } };
  const label = `person ${await idOf(eve)} of apart`;
  await organiser.get('addCollection', { ...apart, body: { kind: 'template', label } });
  expect((await newest(apart)).names).toEqual({});
});
