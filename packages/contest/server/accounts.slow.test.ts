import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  Browser,
  ended,
  joined,
  makeContest,
  organiserOf,
  PASSWORD,
  SPRING,
  sent,
  serveTest,
  until,
} from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { Passwords } from './password-hashes.ts';
import { hashSecret } from './secrets.ts';
import type { RunningServer } from './start.ts';

const HIDDEN = { params: { contest: 'hidden' } };

describe('accounts', () => {
  let server: RunningServer;
  let organiser: Browser;
  let bob: Browser;
  let eve: Browser;
  const logged: string[] = [];
  let secrets: string[] = [];

  beforeAll(async () => {
    server = await serveTest(await fresh(), {
      contact: 'mailto:x@localhost',
      log: { write: (line) => logged.push(line) },
    });
    // Simulates another server's link.
    const second = { hash: hashSecret('ll_second'), purpose: 'organiser' as const, expires: new Date(8.64e15) };
    await server.context.store.db.insertInto('links').values(second).execute();
    organiser = await organiserOf(server);
    const open = await makeContest(organiser);
    const code = await makeContest(organiser, { slug: 'hidden', title: 'Hidden', open: false });
    const ada = await joined(server.url, code, 'Ada');
    bob = await joined(server.url, code, 'Bob');
    eve = await joined(server.url, open, 'Eve');
    await ada.get('submit', { ...HIDDEN, query: { file: 'AIMine.cc' }, bytes: 'strength 9 ada' });
    secrets = [PASSWORD, code, ...[organiser, ada, bob, eve].flatMap(({ cookie }) => cookie?.split('=')[1] ?? [])];
  });
  afterAll(() => server.close());

  test('are protected from password guesses by a limit per account and address, which doesn’t delay a whole class', async () => {
    const guess = async (name: string, password: string) =>
      (await new Browser(server.url).ask('signIn', { body: { name, password } })).status;
    for (let i = 0; i < 5; i++) expect(await guess('bob', 'wrong password')).toBe(403);
    const late = await new Browser(server.url).ask('signIn', { body: { name: 'BOB ', password: PASSWORD } });
    expect(late.status).toBe(429);
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await guess('Ada', PASSWORD)).toBe(200);
    // A browser that Bob has used before is admitted, but the number of its guesses is also limited.
    const own = bob.known!;
    const from = async (password: string, cookie: string) =>
      (await new Browser(server.url).ask('signIn', { body: { name: 'Bob', password } }, { cookie })).status;
    expect(
      await from(
        PASSWORD,
        own.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      ),
    ).toBe(429);
    expect(await from(PASSWORD, own)).toBe(200);
    for (let i = 0; i < 5; i++) expect(await from('wrong password', own)).toBe(403);
    expect(await from(PASSWORD, own)).toBe(429);
    // Parallel guesses get no additional attempts.
    const atOnce = await Promise.all(Array.from({ length: 30 }, () => guess('Eve', 'wrong password')));
    expect(atOnce.filter((status) => status === 403)).toHaveLength(5);
    expect(atOnce.filter((status) => status === 429)).toHaveLength(25);
    // Guesses for a name that doesn't exist are counted in the same way.
    for (let i = 0; i < 5; i++) expect(await guess('Nobody', 'wrong password')).toBe(403);
    expect(await guess('Nobody', 'wrong password')).toBe(429);
    const { code } = await organiser.get('contest', SPRING);
    for (let i = 0; i < 30; i++)
      expect(
        (await new Browser(server.url).ask('join', { body: { code: 'aaaaa-aaaaa', name: 'X', password: PASSWORD } }))
          .status,
      ).toBe(403);
    const forty = await Promise.all(Array.from({ length: 40 }, (_, i) => joined(server.url, code!, `Student ${i}`)));
    expect(forty).toHaveLength(40);
  });

  test('get a stronger password hash when their owner signs in', async () => {
    const { code } = await organiser.get('contest', SPRING);
    await joined(server.url, code!, 'Ida');
    const { db } = server.context.store;
    const kept = async () =>
      (await db.selectFrom('people').select('password').where('name', '=', 'Ida').executeTakeFirstOrThrow()).password!;
    const signIn = () => new Browser(server.url).get('signIn', { body: { name: 'Ida', password: PASSWORD } });
    const usual = (await kept()).split('$')[1];
    const cheap = await new Passwords(2).hash(PASSWORD, { address: '192.0.2.1' });
    await db.updateTable('people').set({ password: cheap }).where('name', '=', 'Ida').execute();
    await signIn();
    const hashed = await kept();
    expect(hashed.split('$')[1]).toBe(usual);
    await signIn();
    expect(await kept()).toBe(hashed);
  });

  test('can be recovered with an organiser’s access link, which ends other sessions', async () => {
    for (const token of [server.organiserSecret!, 'll_second']) {
      const body = { token, name: 'Mallory', password: PASSWORD };
      expect((await new Browser(server.url).ask('useLink', { body })).status).toBe(404);
    }
    const people = await organiser.get('people');
    const { id } = people.find(({ name }) => name === 'Eve')!;
    const { link } = await organiser.get('accessLink', { params: { id } });
    const token = link.split('#')[1];
    const fresh = new Browser(server.url);
    expect(await fresh.get('openLink', { body: { token } })).toMatchObject({ purpose: 'access', name: 'Eve' });
    const { person } = await fresh.get('useLink', { body: { token, password: 'another password' } });
    expect(person!.name).toBe('Eve');
    expect((await eve.get('me')).person).toBeNull();
    secrets.push(token);
  });

  test('lose tokens and passkeys when a link sets a new password, or on request when the owner changes the password', async () => {
    const { code } = await organiser.get('contest', SPRING);
    const browser = await joined(server.url, code!, 'Hal');
    const { db } = server.context.store;
    const { id } = (await browser.get('me')).person!;
    const link = async () => (await organiser.get('accessLink', { params: { id } })).link.split('#')[1];
    const arm = async () => {
      const values = { person: id, credential: 'key', public_key: new Uint8Array([1]), counter: 0, name: 'phone' };
      await db.insertInto('passkeys').values(values).execute();
      return (await browser.get('makeToken', { body: { name: 'laptop' } })).secret;
    };
    const isGood = async (secret: string) =>
      (await new Browser(server.url).ask('submissions', SPRING, { authorization: `Bearer ${secret}` })).ok;
    const keys = async () => (await db.selectFrom('passkeys').select('id').where('person', '=', id).execute()).length;
    const change = (old: string, fresh: string, endAll: boolean) =>
      browser.get('changeMe', { body: { password: { old, new: fresh, endAll } } });
    const kept = await arm();
    const [first, second, third] = [await link(), await link(), await link()];
    const elsewhere = new Browser(server.url);
    await elsewhere.get('signIn', { body: { name: 'Hal', password: PASSWORD } });
    await change(PASSWORD, 'the second one', false);
    expect([await isGood(kept), await keys()]).toEqual([true, 1]);
    expect((await elsewhere.get('me')).person).toBeNull();
    expect((await new Browser(server.url).ask('openLink', { body: { token: first } })).status).toBe(404);
    await change('the second one', 'the third one', true);
    expect([await isGood(kept), await keys()]).toEqual([false, 0]);
    expect((await browser.get('me')).person!.name).toBe('Hal');
    const stolen = await arm();
    const [used, other] = [await link(), await link()];
    await new Browser(server.url).get('useLink', { body: { token: used, password: 'the fourth one' } });
    expect([await isGood(stolen), await keys()]).toEqual([false, 0]);
    expect((await browser.get('me')).person).toBeNull();
    for (const token of [second, third, other])
      expect((await new Browser(server.url).ask('openLink', { body: { token } })).status).toBe(404);
    secrets.push(kept, stolen, used);
  });

  test('can be merged even if both take part in a contest, but not if both have submissions', async () => {
    const { code } = await organiser.get('contest', HIDDEN);
    const first = await joined(server.url, code!, 'Gil');
    const second = await joined(server.url, code!, 'Gil again');
    await second.get('submit', { ...HIDDEN, query: { file: 'AIMine.cc' }, bytes: 'strength 1 gil' });
    const idOf = async (name: string) => (await organiser.get('people')).find((each) => each.name === name)!.id;
    const [id, other] = [await idOf('Gil'), await idOf('Gil again')];
    await organiser.get('mergePeople', { params: { id }, body: { other } });
    const { entrants } = await first.get('me');
    expect(entrants).toMatchObject([{ contest: 'hidden', name: 'Gil' }]);
    expect(await first.get('submissions', HIDDEN)).toHaveLength(1);
    expect((await second.get('me')).person).toBeNull();
    // Both people have submitted files, and neither may lose any.
    const ada = await organiser.ask('mergePeople', { params: { id: await idOf('Ada') }, body: { other: id } });
    expect(await ada.json()).toMatchObject({ code: 'people/both' });
  });

  test('keep their results when deleted, but lose their name, sources, modules, and replays', async () => {
    const { code } = await organiser.get('contest', SPRING);
    const cyd = await joined(server.url, code!, 'Cyd');
    await ended(cyd, await sent(cyd, 'crash CYDSWORDS'));
    await ended(cyd, await sent(cyd, 'strength 6 CYDSWORDS'));
    const csv = 'id,name,group\nCYD-7,Cyd,CYDSGROUP\n';
    await organiser.get('roster', { ...SPRING, body: { csv } });
    const person = (await cyd.get('me')).person!.id;
    await organiser.get('tieRows', { ...SPRING, body: { ties: [{ row: 'CYD-7', person }] } });
    await cyd.get('makeToken', { body: { name: 'CYDSTOKEN' } });
    await until(
      async () => (await organiser.get('matches', { ...SPRING, query: { kind: 'ladder', state: 'done' } })).length > 3,
    );
    const { id } = (await organiser.get('people')).find(({ name }) => name === 'Cyd')!;
    const { number } = (await organiser.get('entrants', SPRING)).find(({ name }) => name === 'Cyd')!;
    await organiser.get('accessLink', { params: { id } });
    const CYDS = /"Cyd"|CYDSWORDS|CYDSGROUP|CYDSTOKEN|CYD-7|SECRET WORDS/;
    expect(await (await organiser.ask('backup')).text()).toMatch(CYDS);
    await organiser.get('deletePerson', { params: { id } });
    expect((await cyd.get('me')).person).toBeNull();
    const whole = await (await organiser.ask('export', SPRING)).text();
    expect(whole).not.toMatch(CYDS);
    expect(await (await organiser.ask('backup')).text()).not.toMatch(CYDS);
    expect(whole).toContain(`"name":"entrant ${number}"`);
    expect(whole.trimEnd().split('\n').at(-1)).toBe('{"kind":"end"}');
    const left = await server.context.store.db.selectFrom('modules').select('bytes').execute();
    expect(left.some(({ bytes }) => Buffer.from(bytes).includes('CYDSWORDS'))).toBe(false);
  });

  test('let people export their data, and delete their account unless they are organisers', async () => {
    const { code } = await organiser.get('contest', SPRING);
    const [kim, leo] = [await joined(server.url, code!, 'Kim'), await joined(server.url, code!, 'Leo')];
    await ended(kim, await sent(kim, 'strength 6 KIMSWORDS'));
    await ended(leo, await sent(leo, 'strength 5 LEOSWORDS'));
    await kim.get('makeToken', { body: { name: 'KIMSTOKEN' } });
    const lines = (await (await kim.ask('exportMe')).text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(new Set(lines.map(({ kind }) => kind))).toEqual(
      new Set(['person', 'session', 'token', 'entrant', 'membership', 'submission', 'act', 'end']),
    );
    const { source, log } = lines.find(({ kind }) => kind === 'submission');
    expect(Buffer.from(source, 'base64').toString()).toBe('strength 6 KIMSWORDS');
    expect(log.length).toBeGreaterThan(2);
    expect(JSON.stringify(lines)).not.toMatch(/Leo|LEOSWORDS|hash|"password"/);
    const refused = async (browser: Browser, body: { name: string; password?: string }) =>
      (await (await browser.ask('deleteMe', { body })).json()) as unknown;
    expect(await refused(kim, { name: 'Leo', password: PASSWORD })).toMatchObject({ code: 'name/not-own' });
    expect(await refused(kim, { name: 'Kim' })).toMatchObject({ code: 'password/old-wrong' });
    const { name } = (await organiser.get('me')).person!;
    expect(await refused(organiser, { name, password: PASSWORD })).toMatchObject({ code: 'people/own' });
    await kim.get('deleteMe', { body: { name: ' kim ', password: PASSWORD } });
    expect((await kim.get('me')).person).toBeNull();
    const whole = await (await organiser.ask('backup')).text();
    expect(whole).not.toMatch(/"Kim"|KIMSWORDS|KIMSTOKEN/);
    expect(whole).toContain('"Leo"');
  });

  test('are covered by a security.txt that has a contact and expires within a year', async () => {
    const text = await (await fetch(`${server.url}/.well-known/security.txt`)).text();
    const [, expires] = /^Contact: mailto:x@localhost\nExpires: (\S+)\nPreferred-Languages: en, ca, es\n$/.exec(text)!;
    const days = (Date.parse(expires) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(300);
    expect(days).toBeLessThan(365);
  });

  test('leave no secrets in the log', () => {
    const all = logged.join('');
    expect(logged.length).toBeGreaterThan(100);
    for (const secret of [...secrets, '127.0.0.1:'])
      expect(all.replace(/Server listening at \S+/, '')).not.toContain(secret);
  });
});
