import { sql } from 'kysely';
import { audit } from '../../store/rows.ts';
import type { Row, Tx } from '../../store/schema.ts';
import type { Server } from '../handler.ts';
import { identityIssuer } from '../lti/platform.ts';
import { hasPassword } from '../password-hashes.ts';
import { conflict, RefusalError } from '../refusal.ts';

/**
 * Ends a person's access except the current session: other sessions, outstanding links, and invitations. With `all`,
 * also removes passkeys, personal tokens, and linked sign-ins. The sign-in that created the account stays. If there is
 * neither such a sign-in nor a usable password, the first sign-in stays. The person's row must be locked, so that a
 * request that began with the old password can't give access afterwards.
 */
export async function endAccess(
  tx: Tx,
  person: number,
  { all, except }: { readonly all: false | { readonly hasPassword: boolean }; readonly except?: string | undefined },
): Promise<void> {
  const sessions = tx.deleteFrom('sessions').where('person', '=', person);
  await (except === undefined ? sessions : sessions.where('hash', '<>', except)).execute();
  await tx.deleteFrom('links').where('person', '=', person).where('used', 'is', null).execute();
  await tx.deleteFrom('invitations').where('inviter', '=', person).execute();
  if (!all) return;
  await tx.deleteFrom('passkeys').where('person', '=', person).execute();
  await tx.deleteFrom('tokens').where('person', '=', person).execute();
  const { rows } = await sql<{ issuer: string }>`
    delete from identities i where person = ${person} and not made_account
      and (${all.hasPassword} or (issuer, subject) <> (
        select issuer, subject from identities where person = ${person} order by made_account desc, created limit 1))
    returning issuer`.execute(tx);
  for (const { issuer } of rows) await audit(tx, person, 'unlinked a sign-in', issuer);
}

/**
 * Refuses if a person could no longer sign in with any configured issuer, learning platform, passkey, or password. The
 * person's row must be locked.
 */
export async function mustHaveWay(tx: Tx, { issuers, hasPasswords }: Server, person: Row<'people'>): Promise<void> {
  if (hasPassword(hasPasswords, person)) return;
  const platforms = await tx.selectFrom('lti_platforms').select('issuer').execute();
  const known = [...issuers.map(({ settings }) => settings.issuer), ...platforms.map(identityIssuer)];
  const { rows } = await sql`
    select 1 from identities where person = ${person.id} and issuer = any(${known})
    union all select 1 from passkeys where person = ${person.id}`.execute(tx);
  if (rows.length === 0) throw conflict('issuer/only-way');
}

/** Refuses if the caller's session has ended since the request was authorised. The person's row must be locked. */
export async function mustStillBeIn(tx: Tx, session = ''): Promise<void> {
  const found = await tx.selectFrom('sessions').select('person').where('hash', '=', session).executeTakeFirst();
  if (!found) throw new RefusalError(401, 'sign-in');
}
