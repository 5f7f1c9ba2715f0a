import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { passkeys } from '../../api/passkeys.ts';
import { audit, holdPerson } from '../../store/rows.ts';
import type { Row } from '../../store/schema.ts';
import { now } from '../../store/times.ts';
import { keyOf } from '../devices.ts';
import { DONE, type Handlers, personOf, sessionOf } from '../handler.ts';
import { keyPlaceOf, newChallenge, takeChallenge } from '../passkeys.ts';
import { conflict, notFound, RefusalError } from '../refusal.ts';
import { beginSession, markIn, meOf } from '../session.ts';
import { mustHaveWay, mustStillBeIn } from './access.ts';

const MAX_KEYS = 10;
/** Ed25519, ES256, and RS256, which the passkeys of all browsers support. */
const ALGORITHMS = [-8, -7, -257];

export const passkeyHandlers: Handlers<keyof typeof passkeys> = {
  async passkeys({ context }, asked) {
    const rows = await context.store.db
      .selectFrom('passkeys')
      .selectAll()
      .where('person', '=', personOf(asked).id)
      .orderBy('id')
      .execute();
    return rows.map(keyLine);
  },

  async offerPasskey({ context }, asked) {
    const person = personOf(asked);
    const { host } = keyPlaceOf(asked.request);
    const known = await context.store.db
      .selectFrom('passkeys')
      .select('credential')
      .where('person', '=', person.id)
      .execute();
    if (known.length >= MAX_KEYS) throw conflict('passkey/many', { most: MAX_KEYS });
    const options = await generateRegistrationOptions({
      rpName: 'Ludus',
      rpID: host,
      challenge: newChallenge(await keyOf(context.store.db), person.id),
      userName: person.name,
      userID: new TextEncoder().encode(`person ${person.id}`),
      attestationType: 'none',
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: known.map(({ credential }) => ({ id: credential })),
      // Signing in needs no name, because the passkey identifies the account.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { ...options };
  },

  async makePasskey({ context }, asked) {
    const { name, response } = asked.body;
    const person = personOf(asked);
    const { host, origin } = keyPlaceOf(asked.request);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: (challenge) => takeChallenge(context.store.db, challenge, person.id),
      expectedOrigin: origin,
      expectedRPID: host,
      supportedAlgorithmIDs: ALGORITHMS,
      // An invalid response is treated as a failed verification.
    }).catch(() => ({ verified: false, registrationInfo: undefined }));
    if (!verified || !registrationInfo) throw new RefusalError(400, 'passkey/wrong');
    const { id, publicKey, counter } = registrationInfo.credential;
    return await context.store.transaction(async (tx) => {
      if (!(await holdPerson(tx, person.id))) throw new RefusalError(401, 'sign-in');
      await mustStillBeIn(tx, sessionOf(asked));
      const { many } = await tx
        .selectFrom('passkeys')
        .select(({ fn }) => fn.countAll<string>().as('many'))
        .where('person', '=', person.id)
        .executeTakeFirstOrThrow();
      if (Number(many) >= MAX_KEYS) throw conflict('passkey/many', { most: MAX_KEYS });
      const row = await tx
        .insertInto('passkeys')
        .values({ person: person.id, credential: id, public_key: publicKey, counter, name })
        .onConflict((known) => known.column('credential').doNothing())
        .returningAll()
        .executeTakeFirst();
      if (!row) throw conflict('passkey/known');
      await audit(tx, person.id, 'made a passkey', name);
      return keyLine(row);
    });
  },

  async forgetPasskey(server, asked) {
    const person = personOf(asked);
    await server.context.store.transaction(async (tx) => {
      const own = await holdPerson(tx, person.id);
      if (!own) throw new RefusalError(401, 'sign-in');
      const done = await tx
        .deleteFrom('passkeys')
        .where('id', '=', asked.params.id)
        .where('person', '=', person.id)
        .returning('name')
        .executeTakeFirst();
      if (!done) throw notFound(`passkey ${asked.params.id}`);
      await mustHaveWay(tx, server, own);
      await audit(tx, person.id, 'forgot a passkey', done.name);
    });
    return DONE;
  },

  async askPasskey({ context }, { request }) {
    const { host } = keyPlaceOf(request);
    const challenge = newChallenge(await keyOf(context.store.db), null);
    return { ...(await generateAuthenticationOptions({ rpID: host, challenge, userVerification: 'required' })) };
  },

  async usePasskey({ context }, { body, request, reply }) {
    const { host, origin } = keyPlaceOf(request);
    const found = await context.store.db
      .selectFrom('passkeys')
      .innerJoin('people', 'people.id', 'passkeys.person')
      .selectAll('passkeys')
      .where('passkeys.credential', '=', body.response.id)
      .where('people.removed', '=', false)
      .executeTakeFirst();
    const { verified, authenticationInfo } = found
      ? await verifyAuthenticationResponse({
          response: body.response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
          expectedChallenge: (challenge) => takeChallenge(context.store.db, challenge, null),
          expectedOrigin: origin,
          expectedRPID: host,
          credential: {
            id: found.credential,
            publicKey: new Uint8Array(found.public_key),
            counter: Number(found.counter),
          },
        }).catch(() => ({ verified: false, authenticationInfo: undefined }))
      : { verified: false, authenticationInfo: undefined };
    if (!found || !verified || !authenticationInfo) throw new RefusalError(403, 'passkey/unknown');
    return await context.store.transaction(async (tx) => {
      const isIn = await markIn(tx, found.person);
      // The passkey may have been deleted since it was read.
      const used = await tx
        .updateTable('passkeys')
        .set({ counter: authenticationInfo.newCounter, used: now })
        .where('id', '=', found.id)
        .executeTakeFirst();
      if (!isIn || used.numUpdatedRows === 0n) throw new RefusalError(403, 'passkey/unknown');
      await beginSession(tx, found.person, request, reply);
      const person = await tx.selectFrom('people').selectAll().where('id', '=', found.person).executeTakeFirstOrThrow();
      return await meOf(tx, person);
    });
  },
};

const keyLine = ({ id, name, created, used }: Row<'passkeys'>) => ({
  id,
  name,
  created: created.toISOString(),
  used: used?.toISOString() ?? null,
});
