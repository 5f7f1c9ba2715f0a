import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser, joined, makeContest, organiserOf, PASSWORD, SPRING, serveTest } from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { startProvider } from '../testing/identity-provider.ts';
import type { RunningServer } from './start.ts';

// Slow: a server on PostgreSQL, and a real provider of OpenID Connect, which signs with RSA.

const MEMBERS = {
  anna: { name: 'Anna Puig', email: 'anna@uni.example' },
  other: { name: 'Anna Puig', email: 'anna.puig@uni.example' },
  bob: { name: 'Bob Roca', email: 'bob@uni.example' },
  eve: { name: 'Eve', email: 'anna@uni.example', verified: false },
  dan: { name: 'Dan Mas', email: 'DAN@uni.example' },
  gil: { name: 'Gil Mora', email: 'gil@uni.example' },
};

/** A browser that follows redirects, with the cookies of both servers. */
class Visitor {
  private readonly jars = new Map<string, Map<string, string>>();
  readonly seen: string[] = [];

  async go(url: string, form?: Record<string, string>): Promise<{ readonly url: string; readonly text: string }> {
    const { origin } = new URL(url);
    const jar = this.jars.get(origin) ?? new Map<string, string>();
    this.jars.set(origin, jar);
    this.seen.push(url);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
      if (/expires=Thu, 01 Jan 1970/i.test(set)) jar.delete(name);
      else jar.set(name, value);
    }
    const next = response.headers.get('location');
    if (next === null) return { url, text: await response.text() };
    return await this.go(new URL(next, url).href);
  }

  /** Goes to the provider's pages, says there who it is, and agrees. Gives the address where it ends. */
  async signIn(server: string, account: string, to = '/', issuer = 0): Promise<URL> {
    let page = await this.go(`${server}/api/sign-in/begin?to=${encodeURIComponent(to)}&issuer=${issuer}`);
    for (const form of [
      { prompt: 'login', login: account, password: 'any' },
      { prompt: 'consent', login: '', password: '' },
    ]) {
      if (new URL(page.url).origin === server) break;
      page = await this.go(page.url, form);
    }
    return new URL(page.url);
  }

  /** The same browser, asking our routes. */
  asking(server: string): Browser {
    const browser = new Browser(server);
    browser.cookie = `ludus=${this.jars.get(server)?.get('ludus')}`;
    return browser;
  }

  take(server: string, browser: Browser): void {
    const [name, value] = browser.cookie!.split(/=(.*)/);
    this.jars.set(server, new Map([[name, value]]));
  }
}

describe('signing in by an issuer', () => {
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
      'id,name\nanna@uni.example,Anna Puig i Mas\nbob@uni.example,Bob\ndan@uni.example,Dan\ngil@uni.example,Gil\n';
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

  test('makes one account, however often someone comes, and tells the page of the issuer', async () => {
    expect(await organiser.get('signInWays')).toEqual({
      issuers: [{ name: 'Test University' }],
      passwords: true,
    });
    const first = await come('anna');
    expect(first.end.pathname).toBe('/');
    const me = await first.browser.get('me');
    expect(me.person).toMatchObject({ name: 'Anna Puig', role: 'entrant' });
    expect((await (await come('anna')).browser.get('me')).person!.id).toBe(me.person!.id);
    // Another person of this name has another one.
    expect((await (await come('other')).browser.get('me')).person!.name).toBe('Anna Puig 2');
  });

  test('proves a row: with the class code someone is in at once, and someone who waits gets theirs', async () => {
    const anna = (await come('anna')).browser;
    await anna.get('join', { body: { code } });
    expect((await anna.get('me')).entrants[0].approved).toBe(true);
    expect(await rowOf('anna@uni.example')).toMatchObject({ is: { name: 'Anna Puig' }, code: null });
    const bob = await joined(server.url, code, 'Robert');
    expect((await bob.get('me')).entrants[0].approved).toBe(false);
    // Signed in already: the account is linked.
    const visitor = new Visitor();
    visitor.take(server.url, bob);
    expect((await visitor.signIn(server.url, 'bob', '/me')).pathname).toBe('/me');
    expect((await bob.get('me')).entrants[0].approved).toBe(true);
    expect(await rowOf('bob@uni.example')).toMatchObject({ is: { name: 'Robert' } });
    expect((await (await come('bob')).browser.get('me')).person!.name).toBe('Robert');
    // The case of an address means nothing.
    const dan = (await come('dan')).browser;
    await dan.get('join', { body: { code } });
    expect(await rowOf('dan@uni.example')).toMatchObject({ is: { name: 'Dan Mas' } });
  });

  test('proves nothing by an address that is not verified', async () => {
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

  test('links no account that someone else has', async () => {
    const visitor = new Visitor();
    visitor.take(server.url, await joined(server.url, code, 'Mallory'));
    const end = await visitor.signIn(server.url, 'anna', '/me');
    expect(end.searchParams.get('problem')).toBe('issuer/other-account');
  });

  test('takes an answer only in the browser that asked, once, and unchanged', async () => {
    const first = await come('gil');
    const back = first.visitor.seen.find((url) => url.includes('/api/sign-in/end'))!;
    const refused = async (visitor: Visitor, url: string) =>
      new URL((await visitor.go(url)).url).searchParams.get('problem');
    expect(await refused(new Visitor(), back)).toBe('issuer/refused');
    expect(await refused(first.visitor, back)).toBe('issuer/refused');
    // Another answer than the one to this browser's question.
    const other = new Visitor();
    await other.go(`${server.url}/api/sign-in/begin`);
    expect(await refused(other, back)).toBe('issuer/refused');
    const bent = new Visitor();
    await bent.go(`${server.url}/api/sign-in/begin`);
    const state = new URL(bent.seen.find((url) => url.includes('/auth?'))!).searchParams.get('state')!;
    expect(await refused(bent, `${server.url}/api/sign-in/end?code=guessed&state=${state}`)).toBe('issuer/refused');
    expect(await refused(bent, `${server.url}/api/sign-in/end?error=access_denied&state=${state}`)).toBe(
      'issuer/refused',
    );
  });

  test('leads to our own pages only, and removes the link of a deleted person', async () => {
    const visitor = new Visitor();
    const end = await visitor.signIn(server.url, 'gil', '//evil.example/');
    expect(end.href).toBe(`${server.url}/`);
    const { id } = (await visitor.asking(server.url).get('me')).person!;
    await organiser.get('deletePerson', { params: { id } });
    expect((await (await come('gil')).browser.get('me')).person!.id).not.toBe(id);
  });

  test('takes people from several issuers, fills in groups, and gives passwords to organisers alone', async () => {
    const second = await startProvider({
      pia: { name: 'Pia Vidal', email: 'pia@uni.example', groups: ['Tuesday', 'Staff'] },
      quim: { name: 'Quim Sala', email: 'quim@uni.example', groups: ['Tuesday'] },
    });
    const both = await serveTest(await fresh(), {
      signIn: {
        issuers: [
          { ...provider.settings, issuer: 'http://127.0.0.1:9', name: 'Another one' },
          { ...second.settings, groupClaim: 'groups' },
        ],
        passwords: false,
      },
    });
    try {
      second.allow(both.url);
      const teacher = await organiserOf(both);
      const classCode = await makeContest(teacher);
      const csv = 'id,name,group\npia@uni.example,Pia,\nquim@uni.example,Quim,Monday\n';
      await teacher.get('roster', { ...SPRING, body: { csv } });
      expect((await teacher.get('signInWays')).issuers).toHaveLength(2);
      const groups = [];
      for (const account of ['pia', 'quim']) {
        const visitor = new Visitor();
        await visitor.signIn(both.url, account, '/', 1);
        const student = visitor.asking(both.url);
        await student.get('join', { body: { code: classCode } });
        const own = (await student.get('me')).person!;
        const row = (await teacher.get('rosterRows', SPRING)).rows.find(({ id }) => id === `${account}@uni.example`)!;
        expect(row.is).toMatchObject({ person: own.id });
        groups.push(row.group);
        // There is no way to a password.
        const change = { password: { old: PASSWORD, new: `${PASSWORD}2`, endAll: false } };
        for (const refused of [
          await student.ask('changeMe', { body: change }),
          await teacher.ask('accessLink', { params: { id: own.id } }),
        ])
          expect(await refused.json()).toMatchObject({ code: 'password/off' });
      }
      // The roster's own group counts first.
      expect(groups).toEqual(['Tuesday', 'Monday']);
      const code = { code: classCode, name: 'Someone', password: PASSWORD };
      const joining = await new Browser(both.url).ask('join', { body: code });
      expect(await joining.json()).toMatchObject({ code: 'password/off' });
      await new Browser(both.url).get('signIn', { body: { name: 'The organiser', password: PASSWORD } });
    } finally {
      await both.close();
      await second.close();
    }
  });

  test('leaves passwords as they are when the issuer does not answer', async () => {
    const away = await serveTest(await fresh(), {
      signIn: { issuers: [{ ...provider.settings, issuer: 'http://127.0.0.1:9' }], passwords: true },
    });
    try {
      const teacher = await organiserOf(away);
      const end = await new Visitor().go(`${away.url}/api/sign-in/begin`);
      expect(new URL(end.url).searchParams.get('problem')).toBe('issuer/down');
      await teacher.get('signIn', { body: { name: 'The organiser', password: PASSWORD } });
    } finally {
      await away.close();
    }
  });
});
