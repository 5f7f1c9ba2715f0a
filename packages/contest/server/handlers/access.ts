import { sql } from 'kysely';
import { audit } from '../../store/rows.ts';
import type { Row, Tx } from '../../store/schema.ts';
import type { Server } from '../handler.ts';
import { identityIssuer } from '../lti/platform.ts';
import { conflict } from '../refusal.ts';

/**
 * Ends what someone has also the session that asks: other sessions and outstanding links always. Passkeys, personal tokens, and linked
 * sign-ins if `all`, but no sign-in that made the account or proves its row. The person's row is held, so that nothing begun with the old
 * password comes after it.
 */
export async function endAccess(
  tx: Tx,
  person: number,
  { all, except }: { readonly all: boolean; readonly except?: string | undefined },
): Promise<void> {
  const sessions = tx.deleteFrom('sessions').where('person', '=', person);
  await (except === undefined ? sessions : sessions.where('hash', '<>', except)).execute();
  await tx.deleteFrom('links').where('person', '=', person).where('used', 'is', null).execute();
  await tx.deleteFrom('invitations').where('inviter', '=', person).execute();
  if (!all) return;
  await tx.deleteFrom('passkeys').where('person', '=', person).execute();
  await tx.deleteFrom('tokens').where('person', '=', person).execute();
  const { rows } = await sql<{ issuer: string }>`
    delete from identities i where person = ${person} and not made_account and not exists (
      select 1 from roster r where r.person = ${person}
        and ((r.issuer = i.issuer and r.subject = i.subject) or lower(r.roster_id) = lower(i.roster_id)))
    returning issuer`.execute(tx);
  for (const { issuer } of rows) await audit(tx, person, 'unlinked a sign-in', issuer);
}

/**
 * Refuses if someone can't sign in any more: by an issuer of the settings, a learning platform, a passkey, or a password. The person's row
 * is held.
 */
export async function mustHaveWay(tx: Tx, { issuers, hasPasswords }: Server, person: Row<'people'>): Promise<void> {
  if (person.password !== null && (hasPasswords || person.role === 'organiser')) return;
  const platforms = await tx.selectFrom('lti_platforms').select('issuer').execute();
  const known = [...issuers.map(({ settings }) => settings.issuer), ...platforms.map(identityIssuer)];
  const { rows } = await sql`
    select 1 from identities where person = ${person.id} and issuer = any(${known})
    union all select 1 from passkeys where person = ${person.id}`.execute(tx);
  if (rows.length === 0) throw conflict('issuer/only-way');
}
