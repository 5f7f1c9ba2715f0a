import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database, Tx } from '../store/schema.ts';

/**
 * A cookie identifies browsers from which a person has signed in, so that these browsers aren't blocked while someone
 * else guesses the password. The cookie doesn't replace the password. A shared browser has a signature for each of the
 * last `MOST` people.
 */
const SECONDS = 400 * 86_400;
const MAX_SIGNS = 5;
const META = 'devices';

const cookieName = (request: FastifyRequest): string =>
  request.protocol === 'https' ? '__Host-ludus-known' : 'ludus-known';

/** Records that a person has signed in with this browser. */
export async function markDevice(tx: Tx, person: number, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const others = signsOf(request).filter(({ person: other }) => other !== person);
  const body = `${person}.${randomBytes(12).toString('base64url')}`;
  const signs = [`${body}.${macOf(await keyOf(tx), body)}`, ...others.map(({ sign }) => sign)].slice(0, MAX_SIGNS);
  reply.setCookie(cookieName(request), signs.join('~'), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: SECONDS,
  });
}

/** Returns the id of this browser if the person has signed in with it before, otherwise undefined. */
export async function knownDevice(db: Database, person: number, request: FastifyRequest): Promise<string | undefined> {
  const sign = signsOf(request).find((each) => each.person === person);
  if (!sign) return undefined;
  return isMac(await keyOf(db), sign.body, sign.mac) ? sign.body : undefined;
}

function signsOf(request: FastifyRequest) {
  const text = request.cookies[cookieName(request)] ?? '';
  return text.split('~', MAX_SIGNS).flatMap((sign) => {
    const found = /^((\d{1,10})\.[\w-]{16})\.([\w-]{43})$/.exec(sign);
    return found ? [{ sign, body: found[1], person: Number(found[2]), mac: found[3] }] : [];
  });
}

export const macOf = (key: string, body: string): string => createHmac('sha256', key).update(body).digest('base64url');

export function isMac(key: string, body: string, mac: string): boolean {
  const [given, wanted] = [Buffer.from(mac), Buffer.from(macOf(key, body))];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Returns the database's key, which signs data for browsers. */
export async function keyOf(db: Database | Tx): Promise<string> {
  const read = () => db.selectFrom('meta').select('value').where('key', '=', META).executeTakeFirst();
  const found = await read();
  if (found) return found.value;
  await db
    .insertInto('meta')
    .values({ key: META, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await read())!.value;
}
