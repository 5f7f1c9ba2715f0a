import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { sha256 } from '../queue/chance.ts';
import type { Database } from '../store/schema.ts';
import { isMac, keyOf, macOf } from './devices.ts';
import { notAllowed } from './refusal.ts';
import { takeOnce } from './signed.ts';

/** A page's host and origin, to which browsers bind passkeys. */
export interface KeyPlace {
  readonly host: string;
  readonly origin: string;
}

/**
 * Returns the host and origin of a page. Browsers allow passkeys only on pages over HTTPS or from this machine, with a
 * host name, not an IP address.
 */
export function keyPlaceOf(request: FastifyRequest): KeyPlace {
  const { hostname: host, protocol } = request;
  const isSafe = protocol === 'https' || host === 'localhost' || host.endsWith('.localhost');
  if (!isSafe || isIP(host.replace(/^\[|\]$/g, '')) !== 0) throw notAllowed('passkey/insecure');
  return { host, origin: `${protocol}://${request.host}` };
}

/** Time limit for a browser's response, in milliseconds. */
const LIFE_MS = 300_000;

/**
 * Returns a challenge for a browser, signed with the database's key. Any server accepts the response, for some minutes,
 * from the same caller (`person`: the person who creates a passkey; null: anyone who signs in). Challenges aren't
 * stored, so requesting many has no effect on other people.
 */
export function newChallenge(key: string, person: number | null, now = Date.now()): string {
  const body = `passkey ${randomBytes(16).toString('base64url')} ${now + LIFE_MS} ${person ?? ''}`;
  return `${body} ${macOf(key, body)}`;
}

/**
 * Returns the time until which a challenge is valid, in milliseconds since 1970; undefined if the challenge isn't
 * valid. `text`: the result of `newChallenge`.
 */
export function challengeEnd(key: string, text: string, person: number | null, now = Date.now()): number | undefined {
  const [, body, end, whose, mac] = /^(passkey [\w-]{22} (\d{1,15}) (\d*)) ([\w-]{43})$/.exec(text) ?? [];
  if (mac === undefined || !isMac(key, body, mac)) return undefined;
  return whose === String(person ?? '') && Number(end) > now ? Number(end) : undefined;
}

/**
 * Accepts the response to a challenge, but only the first time. `challenge`: the challenge in the form in which a
 * browser returns it.
 */
export async function takeChallenge(db: Database, challenge: string, person: number | null): Promise<boolean> {
  const text = Buffer.from(challenge, 'base64url').toString('utf8');
  const end = challengeEnd(await keyOf(db), text, person);
  return end !== undefined && (await takeOnce(db, `passkey ${sha256(text)}`, new Date(end)));
}
