import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser, joined, makeContest, organiserOf, PASSWORD, SPRING, serveTest } from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { startProvider } from '../testing/identity-provider.ts';
import { Visitor } from '../testing/visitor.ts';
import type { RunningServer } from './start.ts';

// Slow: a server on PostgreSQL, and a real OpenID Connect provider that signs with RSA.

const MEMBERS = {
  anna: { name: 'Anna Puig', email: 'anna@uni.example' },
  other: { name: 'Anna Puig', email: 'anna.puig@uni.example' },
  bob: { name: 'Bob Roca', email: 'bob@uni.example' },
  eve: { name: 'Eve', email: 'anna@uni.example', verified: false },
  dan: { name: 'Dan Mas', email: 'DAN@uni.example' },
  gil: { name: 'Gil Mora', email: 'gil@uni.example' },
  rob: { name: 'Roberta', email: 'rob@uni.example' },
  tom: { name: 'Tom', email: 'tom@uni.example' },
  ula: { name: 'Ula', email: 'ula@uni.example' },
  wim: { name: 'Wim', email: 'wim@uni.example' },
  xim: { name: 'Xim', email: 'xim@uni.example' },
  gus: { name: 'Gus', email: 'gus@uni.example' },
  first: { name: 'First', email: 'same@uni.example' },
  second: { name: 'Second', email: 'Same@uni.example' },
};

describe('a sign-in through an issuer', () => {
  let server: RunningServer;
  let organiser: Browser;
  let code: string;
  let provider: Awaited<ReturnType<typeof startProvider>>;
  beforeAll(async () => {
    provider = await startProvider(MEMBERS);
    server = await serveTest(await fresh(), { signIn: { issuers: [provider.settings], passwords: true } });
    provider.allow(server.url);
    organiser = await organiserOf(server);
    code = await makeContest(organiser);
    const csv =
      'id,name\nanna@uni.example,Anna Puig i Mas\nbob@uni.example,Bob\ndan@uni.example,Dan\ngil@uni.example,Gil\ngus@uni.example,Gus\n';
    await organiser.get('roster', { ...SPRING, body: { csv } });
  });
  afterAll(async () => {
    await server?.close();
    await provider?.close();
  });
  const rowOf = async (id: string) => (await organiser.get('rosterRows', SPRING)).rows.find((row) => row.id === id)!;
  const come = async (account: string) => {
    const visitor = new Visitor();
    const end = await visitor.signIn(server.url, account);
    return { end, visitor, browser: visitor.asking(server.url) };
  };

  /** Creates an account with a password, and links the issuer's account to it. */
  const linked = async (name: string, account: string): Promise<Browser> => {
    const browser = await joined(server.url, code, name);
    const visitor = new Visitor();
    visitor.take(server.url, browser);
    await visitor.link(server.url, account);
    expect(await browser.get('linkedSignIns')).toHaveLength(1);
    return browser;
  };

  test('creates only one account, however often someone signs in, and is listed as a sign-in method', async () => {
    expect(await organiser.get('signInWays')).toEqual({
      issuers: [{ id: 'uni', name: 'Test University' }],
      passwords: true,
    });
    const first = await come('anna');
    expect(first.end.pathname).toBe('/');
    const me = await first.browser.get('me');
    expect(me.person).toMatchObject({ name: 'Anna Puig', role: 'entrant' });
    expect((await (await come('anna')).browser.get('me')).person!.id).toBe(me.person!.id);
    // Another person with this name gets a different name.
    expect((await (await come('other')).browser.get('me')).person!.name).toBe('Anna Puig 2');
  });

  test('links people to their roster rows, whether they join afterwards or are already waiting', async () => {
    const anna = (await come('anna')).browser;
    await anna.get('join', { body: { code } });
    expect((await anna.get('me')).entrants[0].approved).toBe(true);
    expect(await rowOf('anna@uni.example')).toMatchObject({ is: { name: 'Anna Puig' }, code: null });
    const bob = await joined(server.url, code, 'Robert');
    expect((await bob.get('me')).entrants[0].approved).toBe(false);
    // The user is already signed in, so the account is linked.
    const visitor = new Visitor();
    visitor.take(server.url, bob);
    // Any site can send a browser to this address, so it links nothing.
    expect((await visitor.signIn(server.url, 'bob', '/me')).pathname).toBe('/me');
    expect(await bob.get('linkedSignIns')).toEqual([]);
    expect((await visitor.link(server.url, 'bob')).pathname).toBe('/me');
    expect(await bob.get('linkedSignIns')).toMatchObject([{ name: 'Test University' }]);
    expect((await bob.get('me')).entrants[0].approved).toBe(true);
    expect(await rowOf('bob@uni.example')).toMatchObject({ is: { name: 'Robert' } });
    expect((await (await come('bob')).browser.get('me')).person!.name).toBe('Robert');
    // The case of an e-mail address doesn't matter.
    const dan = (await come('dan')).browser;
    await dan.get('join', { body: { code } });
    expect(await rowOf('dan@uni.example')).toMatchObject({ is: { name: 'Dan Mas' } });
  });

  test('doesn’t link a person to a roster row by an unverified address', async () => {
    const eve = (await come('eve')).browser;
    await eve.get('join', { body: { code } });
    expect((await eve.get('me')).entrants[0].approved).toBe(false);
    const { rows } = await server.context.store.db
      .selectFrom('identities')
      .select('roster_id')
      .where('subject', '=', 'eve')
      .execute()
      .then((rows) => ({ rows }));
    expect(rows).toEqual([{ roster_id: null }]);
  });

  test('doesn’t link an account that belongs to someone else', async () => {
    const visitor = new Visitor();
    visitor.take(server.url, await joined(server.url, code, 'Mallory'));
    const end = await visitor.link(server.url, 'anna');
    expect(end.searchParams.get('problem')).toBe('issuer/other-account');
  });

  test('accepts a response only once, only unchanged, and only in the browser that requested the sign-in', async () => {
    const first = await come('gil');
    const back = first.visitor.seen.find((url) => url.includes('/api/sign-in/end/uni'))!;
    const refused = async (visitor: Visitor, url: string) =>
      new URL((await visitor.go(url)).url).searchParams.get('problem');
    expect(await refused(new Visitor(), back)).toBe('issuer/refused');
    expect(await refused(first.visitor, back)).toBe('issuer/refused');
    // The response to another browser's request.
    const other = new Visitor();
    await other.go(`${server.url}/api/sign-in/begin/uni`);
    expect(await refused(other, back)).toBe('issuer/refused');
    const bent = new Visitor();
    await bent.go(`${server.url}/api/sign-in/begin/uni`);
    const state = new URL(bent.seen.find((url) => url.includes('/auth?'))!).searchParams.get('state')!;
    expect(await refused(bent, `${server.url}/api/sign-in/end/uni?code=guessed&state=${state}`)).toBe('issuer/refused');
    expect(await refused(bent, `${server.url}/api/sign-in/end/uni?error=access_denied&state=${state}`)).toBe(
      'issuer/refused',
    );
  });

  test('redirects only to the server’s own pages, and drops a deleted person’s link', async () => {
    const visitor = new Visitor();
    for (const to of ['//evil.example/', '/\\evil.example', '/me\u0001', '/\u200B'])
      expect((await visitor.signIn(server.url, 'gil', to)).href).toBe(`${server.url}/`);
    const { id } = (await visitor.asking(server.url).get('me')).person!;
    await organiser.get('deletePerson', { params: { id } });
    expect((await (await come('gil')).browser.get('me')).person!.id).not.toBe(id);
  });

  test('can be unlinked, which ends its sessions, but not if it is the account’s only sign-in method', async () => {
    const { browser } = await come('dan');
    const [{ issuer, subject }] = await browser.get('linkedSignIns');
    expect(subject).toBe('dan');
    const only = await browser.ask('unlinkSignIn', { body: { issuer, subject } });
    expect(await only.json()).toMatchObject({ code: 'issuer/only-way' });
    const rob = await linked('Rob', 'rob');
    const thief = (await come('rob')).browser;
    expect((await thief.get('me')).person!.name).toBe('Rob');
    await rob.get('unlinkSignIn', { body: { issuer, subject: 'rob' } });
    expect(await rob.get('linkedSignIns')).toEqual([]);
    expect((await thief.get('me')).person).toBe(null);
    // Another person with this identity gets a different account.
    expect((await (await come('rob')).browser.get('me')).person!.name).not.toBe('Rob');
  });

  test('links only one of an issuer’s accounts to a person, and none for a session that has ended', async () => {
    const tom = await linked('Tomas', 'tom');
    const visitor = new Visitor();
    visitor.take(server.url, tom);
    expect((await visitor.link(server.url, 'ula')).searchParams.get('problem')).toBe('issuer/linked');
    const again = `${PASSWORD}2`;
    await tom.get('changeMe', { body: { password: { old: PASSWORD, new: again, endAll: true } } });
    expect(await tom.get('linkedSignIns')).toEqual([]);
    // Started before all other sessions ended, and completed afterwards.
    const other = new Browser(server.url);
    await other.get('signIn', { body: { name: 'Tomas', password: again } });
    const late = new Visitor();
    late.take(server.url, other);
    late.stops = true;
    const back = await late.link(server.url, 'ula');
    await tom.get('endSessions');
    late.stops = false;
    expect((await late.go(back.href)).url).toContain('problem=issuer%2Frefused');
    expect(await tom.get('linkedSignIns')).toEqual([]);
  });

  test('isn’t linked again by a sign-in during the unlinking', async () => {
    const uma = await linked('Uma', 'ula');
    const [{ issuer, subject }] = await uma.get('linkedSignIns');
    const waiting = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const visitor = new Visitor();
        visitor.stops = true;
        const back = await visitor.signIn(server.url, 'ula');
        visitor.stops = false;
        return () => visitor.go(back.href);
      }),
    );
    await Promise.all([
      ...waiting.slice(0, 2).map((go) => go()),
      uma.get('unlinkSignIn', { body: { issuer, subject } }),
      ...waiting.slice(2).map((go) => go()),
    ]);
    expect(await uma.get('linkedSignIns')).toEqual([]);
  });

  test('no longer leads to a linked account with a password after an organiser ends the account’s access', async () => {
    const vic = await linked('Vic', 'gus');
    const { id } = (await vic.get('me')).person!;
    expect(await rowOf('gus@uni.example')).toMatchObject({ is: { name: 'Vic' } });
    await organiser.get('endAccess', { params: { id } });
    expect((await (await come('gus')).browser.get('me')).person!.id).not.toBe(id);
  });

  test('rejects a request whose session ends while the person’s row is locked', async () => {
    const owner = await joined(server.url, code, 'Zoe');
    const { id } = (await owner.get('me')).person!;
    const thief = new Browser(server.url);
    await thief.get('signIn', { body: { name: 'Zoe', password: PASSWORD } });
    const { db } = server.context.store;
    const tried = await db.transaction().execute(async (tx) => {
      await sql`select 1 from people where id = ${id} for no key update`.execute(tx);
      const asking = thief.ask('makeToken', { body: { name: 'mine' } });
      // The request waits for the row's lock.
      await expect
        .poll(async () => {
          const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
            and wait_event_type = 'Lock'`.execute(db);
          return rows.length;
        })
        .toBeGreaterThan(0);
      await tx.deleteFrom('sessions').where('person', '=', id).execute();
      return { asking };
    });
    expect((await tried.asking).status).toBe(401);
  });

  test('drops a merged account’s link, but not the account’s own link, when an organiser ends access', async () => {
    const thief = await linked('Iris', 'wim');
    const { id: old } = (await thief.get('me')).person!;
    const own = (await come('xim')).browser;
    const { id } = (await own.get('me')).person!;
    await organiser.get('mergePeople', { params: { id }, body: { other: old } });
    await organiser.get('endAccess', { params: { id } });
    expect((await (await come('xim')).browser.get('me')).person!.id).toBe(id);
    expect((await (await come('wim')).browser.get('me')).person!.id).not.toBe(id);
  });

  test('takes a roster id away from the id’s first owner when someone else signs in with that id', async () => {
    await come('first');
    await come('second');
    const rows = await server.context.store.db
      .selectFrom('identities')
      .select(['subject', 'roster_id'])
      .where('subject', 'in', ['first', 'second'])
      .orderBy('subject')
      .execute();
    expect(rows).toEqual([
      { subject: 'first', roster_id: null },
      { subject: 'second', roster_id: 'Same@uni.example' },
    ]);
  });

  test('can’t be started by a request from another site', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const sent = await fetch(`${server.url}/api/sign-in/begin/uni`, { redirect: 'manual', headers });
    expect(sent.headers.get('location')).toBe('/sign-in?to=%2F');
  });

  test('keeps the account’s first sign-in method when an organiser ends all access', async () => {
    const { visitor, browser } = await come('tom');
    const { id } = (await browser.get('me')).person!;
    const token = await browser.get('makeToken', { body: { name: 'mine' } });
    await organiser.get('endAccess', { params: { id } });
    expect((await visitor.asking(server.url).get('me')).person).toBe(null);
    const headers = { authorization: `Bearer ${token.secret}` };
    expect((await fetch(`${server.url}/api/me`, { headers })).status).toBe(403);
    expect((await (await come('tom')).browser.get('me')).person!.id).toBe(id);
  });

  test('rejects another issuer’s response, and loses its roster id when the issuer’s roster claim is removed', async () => {
    const place = await fresh();
    const away = { ...provider.settings, id: 'other', issuer: 'http://127.0.0.1:9' };
    const visitor = new Visitor();
    const ids = async (of: RunningServer) =>
      (await of.context.store.db.selectFrom('identities').select('roster_id').execute()).map((row) => row.roster_id);
    const first = await serveTest(place, { signIn: { issuers: [provider.settings, away], passwords: true } });
    try {
      provider.allow(first.url);
      await visitor.signIn(first.url, 'gil');
      expect(await ids(first)).toEqual(['gil@uni.example']);
      const other = new Visitor();
      await other.go(`${first.url}/api/sign-in/begin/uni`);
      const state = new URL(other.seen.find((url) => url.includes('/auth?'))!).searchParams.get('state')!;
      const end = await other.go(`${first.url}/api/sign-in/end/other?code=any&state=${state}`);
      expect(new URL(end.url).searchParams.get('problem')).toBe('issuer/refused');
    } finally {
      await first.close();
      provider.allow(server.url);
    }
    const second = await serveTest(place, {
      signIn: { issuers: [{ ...provider.settings, rosterClaim: null }], passwords: true },
    });
    expect(await ids(second)).toEqual([null]);
    await second.close();
  });
});
