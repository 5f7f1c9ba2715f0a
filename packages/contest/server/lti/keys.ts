import { exportJWK, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose';
import { sql } from 'kysely';
import { takeLock } from '../../store/locks.ts';
import type { Database } from '../../store/schema.ts';

export const ALGORITHM = 'RS256';
/** Age of a key in days after which a new key replaces it for signing, and after which it is no longer published. */
const NEW_DAYS = 180;
const OLD_DAYS = 400;

/** Returns this server's public keys, for platforms. */
export async function publicKeys(db: Database): Promise<{ keys: ({ kid: string } & Record<string, unknown>)[] }> {
  const kept = await keysOf(db);
  return {
    keys: kept.map(({ kid, private: { kty, n, e } }) => ({ kty, n, e, kid, alg: ALGORITHM, use: 'sig' })),
  };
}

/** Returns a signed message for a platform. The message contains this server's time. */
export async function signedForPlatform(db: Database, claims: JWTPayload, seconds: number): Promise<string> {
  const [{ kid, private: key }] = await keysOf(db);
  return await new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime(`${seconds} s`)
    .sign(await importJWK(key, ALGORITHM));
}

/** Returns the keys, the newest first; creates a key if none is new enough. */
async function keysOf(db: Database) {
  const read = () =>
    sql<{ kid: string; private: JsonWebKey & { kty: string }; isNew: boolean }>`
    select kid, private, created > clock_timestamp() - make_interval(days => ${NEW_DAYS}) as "isNew" from lti_keys
    order by created desc, kid`.execute(db);
  const { rows } = await read();
  if (rows[0]?.isNew) return rows;
  const { privateKey } = await generateKeyPair(ALGORITHM, { modulusLength: 2048, extractable: true });
  const made = await exportJWK(privateKey);
  await db.transaction().execute(async (tx) => {
    // Servers that start at the same time must use the same key.
    await takeLock(tx, 'platformKeys');
    await sql`
      insert into lti_keys (kid, private) select gen_random_uuid()::text, ${JSON.stringify(made)}::jsonb
      where not exists (select 1 from lti_keys where created > clock_timestamp() - make_interval(days => ${NEW_DAYS}))`.execute(
      tx,
    );
    await sql`delete from lti_keys where created < clock_timestamp() - make_interval(days => ${OLD_DAYS})`.execute(tx);
  });
  return (await read()).rows;
}
