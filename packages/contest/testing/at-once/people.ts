import { sql } from 'kysely';
import { expect } from 'vitest';
import type { passkeys } from '../../api/passkeys.ts';
import type { ownData, people } from '../../api/people.ts';
import type { issuerSignIn } from '../../api/sign-in.ts';
import { Authenticator } from '../authenticator.ts';
import { Browser, PASSWORD } from '../contest.ts';
import { ALL, type Cases, type Crowd, ONCE, TIMES, type WritingRoute } from './crowd.ts';

/** Returns the cases for users' requests about themselves: accounts, sessions, tokens, passkeys. */
export function peopleAtOnce(
  crowd: Crowd,
): Pick<
  Cases,
  WritingRoute<keyof typeof people | keyof typeof ownData | keyof typeof passkeys | keyof typeof issuerSignIn>
> {
  const { db, newName, newAccount, idOf, strangers, byPeople, eight, count, ofPeople, linkFor } = crowd;
  return {
    signIn: {
      by: strangers,
      call: async (how) => {
        const [person] = await byPeople(how);
        const { name } = await db()
          .selectFrom('people')
          .select('name')
          .where('id', '=', idOf(person))
          .executeTakeFirstOrThrow();
        return { body: { name, password: PASSWORD } };
      },
      // Only five simultaneous attempts are allowed.
      granted: { one: 5, many: 5 },
    },
    signOut: { by: byPeople, call: () => ({}), granted: ALL },
    join: {
      by: async (how) => (how === 'one' ? byPeople(how) : strangers()),
      call: (how) => ({ body: { code: crowd.code, ...(how === 'many' && { name: newName(), password: PASSWORD }) } }),
      // Of eight callers with the same name, only one gets the name.
      granted: { one: TIMES, many: 1 },
      afterwards: async (how) => {
        if (how === 'one')
          expect(await count(sql`select count(*) as many from members where person = ${idOf(crowd.asking[0])}`)).toBe(
            1,
          );
      },
    },
    openLink: {
      by: strangers,
      call: async () => ({ body: { token: await linkFor(idOf(await newAccount())) } }),
      granted: ALL,
    },
    useLink: {
      by: async (how) => (how === 'one' ? eight(new Browser(crowd.server.url)) : strangers()),
      call: async () => ({ body: { token: await linkFor(idOf(await newAccount())), password: 'another password' } }),
      granted: ONCE,
      audit: 'chose a new password by a link',
    },
    endSessions: { by: byPeople, call: () => ({}), granted: ALL, audit: 'signed out elsewhere' },
    changeMe: {
      by: byPeople,
      call: () => ({ body: { password: { old: PASSWORD, new: 'another password' } } }),
      granted: { one: 1, many: TIMES },
      audit: 'changed the password',
    },
    deleteMe: {
      by: byPeople,
      // The first caller's own name is free for that caller only.
      call: async () => {
        const { person } = await crowd.asking[0].get('me');
        return { body: { name: person!.name, password: PASSWORD } };
      },
      granted: ONCE,
      audit: 'deleted the own account',
    },
    makeToken: {
      by: async (how) => {
        const people = await byPeople(how);
        await ofPeople(async (person) => {
          const values = Array.from({ length: 17 }, () => ({
            hash: newName(),
            kind: 'personal' as const,
            person,
            name: 'x',
          }));
          await db().insertInto('tokens').values(values).execute();
        }, people);
        return people;
      },
      call: () => ({ body: { name: 'mine' } }),
      granted: { one: 3, many: TIMES },
      audit: 'made a token',
    },
    revokeToken: {
      by: byPeople,
      call: async () => {
        const { id } = await crowd.asking[0].get('makeToken', { body: { name: 'mine' } });
        return { params: { id } };
      },
      granted: ONCE,
    },
    offerPasskey: { by: byPeople, call: () => ({}), granted: ALL },
    makePasskey: {
      by: byPeople,
      call: async () => {
        const { challenge } = await crowd.asking[0].get('offerPasskey');
        return { body: { name: 'mine', response: new Authenticator(crowd.asking[0].url).made(challenge) } };
      },
      granted: ONCE,
      audit: 'made a passkey',
    },
    forgetPasskey: {
      by: byPeople,
      call: async () => {
        const { challenge } = await crowd.asking[0].get('offerPasskey');
        const response = new Authenticator(crowd.asking[0].url).made(challenge);
        const { id } = await crowd.asking[0].get('makePasskey', { body: { name: 'mine', response } });
        return { params: { id } };
      },
      granted: ONCE,
      audit: 'forgot a passkey',
    },
    // This server has no issuer.
    linkSignIn: { by: byPeople, call: () => ({ params: { issuer: 'none' } }), granted: { one: 0, many: 0 } },
    unlinkSignIn: {
      by: byPeople,
      call: async () => {
        const issuer = 'https://uni.example';
        const person = idOf(crowd.asking[0]);
        const subject = `${person}`;
        await db().insertInto('identities').values({ issuer, subject, person, roster_id: null, used: null }).execute();
        return { body: { issuer, subject } };
      },
      granted: ONCE,
      audit: 'unlinked a sign-in',
    },
    askPasskey: { by: strangers, call: () => ({}), granted: ALL },
    usePasskey: {
      by: async (how) => (how === 'one' ? eight((await strangers())[0]) : strangers()),
      call: async () => {
        const owner = await newAccount();
        const key = new Authenticator(owner.url);
        const offered = await owner.get('offerPasskey');
        await owner.get('makePasskey', { body: { name: 'mine', response: key.made(offered.challenge) } });
        const { challenge } = await crowd.asking[0].get('askPasskey');
        return { body: { response: key.signed(challenge) } };
      },
      granted: ONCE,
    },
  };
}
