import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ContestRole } from '../api/roles.ts';
import { markLines } from '../finals/marks.ts';
import {
  Browser,
  idOf,
  joined,
  makeContest,
  organiserOf,
  PASSWORD,
  refusalOf,
  SPRING,
  serveTest,
} from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { GAME, testCatalog } from '../testing/test-catalog.ts';
import type { RunningServer } from './start.ts';

const CSV = 'id,name\n1001,Anna Puig\n';

let server: RunningServer;
let organiser: Browser;
let code: string;
beforeAll(async () => {
  server = await serveTest(await fresh());
  organiser = await organiserOf(server);
  code = await makeContest(organiser);
  await organiser.get('roster', { ...SPRING, body: { csv: CSV } });
});
afterAll(() => server.close());

const invited = async (role: ContestRole, by = organiser): Promise<string> =>
  (await by.get('inviteStaff', { ...SPRING, body: { role } })).link.split('#')[1];
const accepted = async (token: string, name: string): Promise<Browser> => {
  const browser = new Browser(server.url);
  await browser.get('useLink', { body: { token, name, password: PASSWORD } });
  return browser;
};
/** Returns all lists of participants that contain this name. */
const listed = async (name: string): Promise<string[]> => {
  const { guests } = await organiser.get('rosterRows', SPRING);
  const entrants = await organiser.get('entrants', SPRING);
  const { db } = server.context.store;
  const { id } = await db.selectFrom('contests').select('id').where('slug', '=', 'spring').executeTakeFirstOrThrow();
  const marks = await markLines(db, id, [], { take: 'last', count: 1, absent: null, step: 1, rounding: 'nearest' });
  return [
    ...(guests.some((guest) => guest.name === name) ? ['roster'] : []),
    ...(entrants.some((entrant) => entrant.name === name) ? ['entrants'] : []),
    ...(marks.some((line) => line.name === name) ? ['marks'] : []),
  ];
};

test.each(['owner', 'assistant', 'observer'] as const)(
  'an invitation creates an account that has the role %s and isn’t an entrant',
  async (role) => {
    const token = await invited(role);
    expect(token).toMatch(/^li_/);
    const opened = await new Browser(server.url).get('openLink', { body: { token } });
    expect(opened).toMatchObject({ purpose: 'staff', staff: { contest: 'spring', title: 'Spring', role } });
    const name = `The ${role}`;
    const browser = await accepted(token, name);
    expect(await browser.get('me')).toMatchObject({
      person: { name, role: 'entrant' },
      entrants: [],
      roles: [{ contest: 'spring', role }],
    });
    expect(await listed(name)).toEqual([]);
    // The invitation can be used only once.
    for (const id of ['openLink', 'useLink'] as const) {
      const again = await new Browser(server.url).ask(id, { body: { token, name: 'Mallory', password: PASSWORD } });
      expect(await refusalOf(again)).toEqual([404, 'link/used']);
    }
  },
);

test('an invitation gives its role to a signed-in person, and stays valid if they already have a role', async () => {
  const code = await makeContest(organiser, { slug: 'elsewhere', title: 'Elsewhere' });
  const bea = await joined(server.url, code, 'Bea');
  const [first, second] = [await invited('observer'), await invited('owner')];
  await bea.get('useLink', { body: { token: first } });
  expect((await bea.get('me')).roles).toEqual([{ contest: 'spring', role: 'observer' }]);
  expect(await refusalOf(await bea.ask('useLink', { body: { token: second } }))).toEqual([409, 'staff/known']);
  expect((await new Browser(server.url).get('openLink', { body: { token: second } })).purpose).toBe('staff');
});

test('an invitation requires a name and a password from someone who isn’t signed in', async () => {
  const token = await invited('assistant');
  const stranger = new Browser(server.url);
  expect(await refusalOf(await stranger.ask('useLink', { body: { token, password: PASSWORD } }))).toEqual([
    400,
    'name/missing',
  ]);
  expect(await refusalOf(await stranger.ask('useLink', { body: { token, name: 'Nil' } }))).toEqual([
    400,
    'password/missing',
  ]);
});

test('an invitation doesn’t create an account with a built-in bot’s name, and stays valid', async () => {
  const [{ name: bot }] = testCatalog.kits.find(({ game }) => game.id === GAME.id)!.players;
  const token = await invited('observer');
  const body = { token, name: bot.toUpperCase(), password: PASSWORD };
  expect(await refusalOf(await new Browser(server.url).ask('useLink', { body }))).toEqual([400, 'name/builtin']);
  await accepted(token, 'Laia');
});

test('only one person gets the role when several use an invitation in parallel', async () => {
  const token = await invited('assistant');
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      new Browser(server.url).ask('useLink', { body: { token, name: `Racer ${index}`, password: PASSWORD } }),
    ),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  const { rows } = await sql`select 1 from people where name like 'Racer %'`.execute(server.context.store.db);
  expect(rows).toHaveLength(1);
});

test('an invitation becomes invalid when it expires, or when its inviter loses their role or changes their password', async () => {
  const late = await invited('owner');
  await sql`update invitations set expires = clock_timestamp()`.execute(server.context.store.db);
  expect(await refusalOf(await organiser.ask('openLink', { body: { token: late } }))).toEqual([404, 'link/used']);
  const owner = await accepted(await invited('owner'), 'Olga');
  const [before, after] = [await invited('owner', owner), await invited('owner', owner)];
  await owner.get('changeMe', { body: { password: { old: PASSWORD, new: 'another password' } } });
  expect((await owner.ask('openLink', { body: { token: before } })).status).toBe(404);
  const token = await invited('owner', owner);
  const person = await idOf(owner);
  await organiser.get('removeStaff', { params: { contest: 'spring', person } });
  // The invitations don't become valid again when the person gets the role back.
  await organiser.get('addStaff', { ...SPRING, body: { name: 'Olga', role: 'owner' } });
  for (const each of [after, token])
    expect(
      await refusalOf(
        await new Browser(server.url).ask('useLink', { body: { token: each, name: 'Ivo', password: PASSWORD } }),
      ),
    ).toEqual([404, 'link/used']);
});

test('an owner sees the valid invitations, and can withdraw them', async () => {
  await sql`delete from invitations`.execute(server.context.store.db);
  const [kept, token] = [await invited('observer'), await invited('assistant')];
  const list = await organiser.get('invitations', SPRING);
  expect(list.map(({ role, inviter }) => [role, inviter])).toEqual([
    ['observer', 'The organiser'],
    ['assistant', 'The organiser'],
  ]);
  expect(JSON.stringify(list)).not.toContain(token);
  const params = { contest: 'spring', invitation: list[1].id };
  await organiser.get('withdrawInvitation', { params });
  const [entry] = await organiser.get('contestAudit', SPRING);
  expect(entry).toMatchObject({ what: 'withdrew an invitation', about: 'spring: {"role":"assistant"}' });
  expect((await organiser.ask('withdrawInvitation', { params })).status).toBe(404);
  const open = async (each: string) => (await organiser.ask('openLink', { body: { token: each } })).status;
  expect([await open(kept), await open(token)]).toEqual([200, 404]);
});

test('the contest’s log shows who made an invitation, and who accepted it', async () => {
  await accepted(await invited('observer'), 'Lola');
  const [last, before] = await organiser.get('contestAudit', SPRING);
  expect(last).toMatchObject({ who: 'Lola', what: 'accepted an invitation', about: 'spring: {"role":"observer"}' });
  expect(before).toMatchObject({ who: 'The organiser', what: 'made an invitation' });
});

test('a waiting entrant who gets a role is no longer listed as an entrant', async () => {
  const byName = await joined(server.url, code, 'Nina');
  const byLink = await joined(server.url, code, 'Lluc');
  const ofServer = await joined(server.url, code, 'Sara');
  for (const name of ['Nina', 'Lluc', 'Sara']) expect(await listed(name)).toEqual(['roster', 'entrants', 'marks']);
  await organiser.get('addStaff', { ...SPRING, body: { name: 'Nina', role: 'assistant' } });
  await byLink.get('useLink', { body: { token: await invited('owner') } });
  await organiser.get('setRole', { params: { id: await idOf(ofServer) }, body: { role: 'organiser' } });
  for (const name of ['Nina', 'Lluc', 'Sara']) expect(await listed(name)).toEqual([]);
  expect((await byName.get('me')).entrants).toEqual([]);
});

test('a person who plays, or has a roster row, remains an entrant after getting a staff role', async () => {
  const open = await makeContest(organiser, { slug: 'open', title: 'Open' });
  const player = await joined(server.url, open, 'Pau');
  await player.get('submit', { params: { contest: 'open' }, query: { file: 'AIMine.cc' }, bytes: 'strength 1' });
  await organiser.get('addStaff', { params: { contest: 'open' }, body: { name: 'Pau', role: 'assistant' } });
  const [row] = (await organiser.get('rosterRows', SPRING)).rows;
  const anna = await joined(server.url, row.code!, 'Anna Puig');
  await organiser.get('addStaff', { ...SPRING, body: { name: 'Anna Puig', role: 'observer' } });
  for (const browser of [player, anna]) expect((await browser.get('me')).entrants).toHaveLength(1);
});
