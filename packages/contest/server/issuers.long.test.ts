import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser, makeContest, organiserOf, PASSWORD, SPRING, serveTest } from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { startProvider } from '../testing/identity-provider.ts';
import { Visitor } from '../testing/visitor.ts';

// Servers with several issuers, and a server whose issuer doesn't answer.

let provider: Awaited<ReturnType<typeof startProvider>>;
beforeAll(async () => {
  provider = await startProvider({});
});
afterAll(() => provider.close());

test('a server with two issuers admits people, fills in groups, and accepts only organisers’ passwords', async () => {
  const second = await startProvider({
    pia: { name: 'Pia Vidal', email: 'pia@uni.example', groups: ['Tuesday', 'Staff'] },
    quim: { name: 'Quim Sala', email: 'quim@uni.example', groups: ['Tuesday'] },
    // A group with invisible characters isn't accepted.
    roc: { name: 'Roc Pi', email: 'roc@uni.example', groups: ['Mon\u202Eday'] },
  });
  const both = await serveTest(await fresh(), {
    signIn: {
      issuers: [
        { ...provider.settings, id: 'other', issuer: 'http://127.0.0.1:9', name: 'Another one' },
        { ...second.settings, groupClaim: 'groups' },
      ],
      passwords: false,
    },
  });
  try {
    second.allow(both.url);
    const teacher = await organiserOf(both);
    const classCode = await makeContest(teacher);
    const csv = 'id,name,group\npia@uni.example,Pia,\nquim@uni.example,Quim,Monday\nroc@uni.example,Roc,\n';
    await teacher.get('roster', { ...SPRING, body: { csv } });
    expect((await teacher.get('signInWays')).issuers).toHaveLength(2);
    const groups = [];
    for (const account of ['pia', 'quim', 'roc']) {
      const visitor = new Visitor();
      await visitor.signIn(both.url, account);
      const student = visitor.asking(both.url);
      await student.get('join', { body: { code: classCode } });
      const own = (await student.get('me')).person!;
      const row = (await teacher.get('rosterRows', SPRING)).rows.find(({ id }) => id === `${account}@uni.example`)!;
      expect(row.is).toMatchObject({ person: own.id });
      groups.push(row.group);
      // No route sets a password.
      const change = { password: { old: PASSWORD, new: `${PASSWORD}2`, endAll: false } };
      for (const refused of [
        await student.ask('changeMe', { body: change }),
        await teacher.ask('accessLink', { params: { id: own.id } }),
      ])
        expect(await refused.json()).toMatchObject({ code: 'password/off' });
    }
    // The group in the roster takes precedence.
    expect(groups).toEqual(['Tuesday', 'Monday', null]);
    const code = { code: classCode, name: 'Someone', password: PASSWORD };
    const joining = await new Browser(both.url).ask('join', { body: code });
    expect(await joining.json()).toMatchObject({ code: 'password/off' });
    await new Browser(both.url).get('signIn', { body: { name: 'The organiser', password: PASSWORD } });
  } finally {
    await both.close();
    await second.close();
  }
});

test('people can still sign in with a password if the issuer doesn’t respond', async () => {
  const away = await serveTest(await fresh(), {
    signIn: { issuers: [{ ...provider.settings, issuer: 'http://127.0.0.1:9' }], passwords: true },
  });
  try {
    const teacher = await organiserOf(away);
    const to = '/join#CODE';
    const end = await new Visitor().go(`${away.url}/api/sign-in/begin/uni?${new URLSearchParams({ to })}`);
    expect(Object.fromEntries(new URL(end.url).searchParams)).toEqual({
      problem: 'issuer/down',
      issuer: 'uni',
      to,
    });
    await teacher.get('signIn', { body: { name: 'The organiser', password: PASSWORD } });
  } finally {
    await away.close();
  }
});
