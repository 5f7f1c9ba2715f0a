import type { Database, Tx } from '../store/schema.ts';
import { isMac, keyOf, macOf } from './devices.ts';

/** Signs a value with the database’s key for one purpose, so that another party can store it for this server. */
export async function signed(db: Database | Tx, purpose: string, value: object, seconds: number): Promise<string> {
  const kept = { ...value, until: Date.now() + 1000 * seconds };
  const body = Buffer.from(JSON.stringify(kept)).toString('base64url');
  return `${body}.${macOf(await keyOf(db), `${purpose} ${body}`)}`;
}

/** Returns the value if it was signed for this purpose and is still valid. */
export async function opened<T>(db: Database | Tx, purpose: string, text: string): Promise<T | undefined> {
  const [body, mac] = text.split('.');
  if (!body || mac === undefined || !isMac(await keyOf(db), `${purpose} ${body}`, mac)) return undefined;
  const kept = JSON.parse(Buffer.from(body, 'base64url').toString()) as T & { readonly until: number };
  return kept.until > Date.now() ? kept : undefined;
}

/** Returns true for the first call with this key, and false for all other calls with it until `until`. */
export async function takeOnce(db: Database, key: string, until: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('throttles')
    .values({ key, until })
    .onConflict((known) => known.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
