import type { PlatformForm } from '../../api/lti.ts';
import { takeLock } from '../../store/locks.ts';
import type { Tx } from '../../store/schema.ts';
import { conflict, notFound } from '../refusal.ts';
import { identityIssuer, type Platform } from './platform.ts';

/**
 * Adds a platform, or changes the platform with this number. All registrations of an issuer must have the same key
 * address. The issuer's people have accounts here, and no one else may sign in for them.
 */
export async function savePlatform(
  tx: Tx,
  form: PlatformForm,
  { known, isOrganiser }: { readonly known?: number | undefined; readonly isOrganiser: boolean },
): Promise<number> {
  const { name, issuer } = form;
  await takeLock(tx, 'platforms');
  const all = await tx
    .selectFrom('lti_platforms')
    .selectAll()
    .where('id', '<>', known ?? 0)
    .execute();
  const others = all.filter((each) => each.issuer === issuer);
  if (others.some(({ client_id }) => client_id === form.clientId)) throw conflict('lti/known', { issuer });
  if (others.some(({ jwks_url }) => jwks_url !== form.jwksUrl)) throw conflict('lti/other-keys', { issuer });
  // The same applies to people of a removed platform, unless an organiser makes the change.
  if (!isOrganiser && others.length === 0 && (await hasPeople(tx, issuer)))
    throw conflict('lti/other-keys', { issuer });
  const taken = all.find((each) => sharesTokens(form, each));
  if (taken) throw conflict('lti/other-audience', { name: taken.name });
  const values = {
    name,
    issuer,
    client_id: form.clientId,
    deployments: JSON.stringify([...new Set(form.deployments)]),
    auth_url: form.authUrl,
    token_url: form.tokenUrl,
    jwks_url: form.jwksUrl,
    audience: form.audience,
    roster_claim: form.rosterClaim,
    organisers: form.teachers,
  };
  const saved =
    known === undefined
      ? await tx.insertInto('lti_platforms').values(values).returning('id').executeTakeFirst()
      : await tx.updateTable('lti_platforms').set(values).where('id', '=', known).returning('id').executeTakeFirst();
  if (!saved) throw notFound(`learning platform ${known}`);
  return saved.id;
}

/**
 * Checks whether one of two platforms would receive token requests that are valid at the other platform. This is so if
 * their client ids are the same, their token addresses differ, and one platform accepts the audience of the other. All
 * requests are signed with the same key.
 */
function sharesTokens({ clientId, tokenUrl, audience, issuer }: PlatformForm, other: Platform): boolean {
  if (clientId !== other.client_id || tokenUrl === other.token_url) return false;
  const own = [tokenUrl, audience, issuer];
  const others = [other.token_url, other.audience, other.issuer];
  return others.includes(audience ?? tokenUrl) || own.includes(other.audience ?? other.token_url);
}

async function hasPeople(tx: Tx, issuer: string): Promise<boolean> {
  const found = await tx
    .selectFrom('identities')
    .select('person')
    .where('issuer', '=', identityIssuer({ issuer }))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
