import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { sha256 } from '../queue/chance.ts';
import type { Database } from '../store/schema.ts';
import { isMac, keyOf, macOf } from './devices.ts';
import { notAllowed } from './refusal.ts';
import { takeOnce } from './signed.ts';

/** A page's own place, as browsers bind keys to it. */
export interface KeyPlace {
  readonly host: string;
  readonly origin: string;
}

/** Browsers have keys only for pages that came over HTTPS or from this machine, and by a name, not a number. */
export function keyPlaceOf(request: FastifyRequest): KeyPlace {
  const { hostname: host, protocol } = request;
  const isSafe = protocol === 'https' || host === 'localhost' || host.endsWith('.localhost');
  if (!isSafe || isIP(host.replace(/^\[|\]$/g, '')) !== 0) throw notAllowed('passkey/insecure');
  return { host, origin: `${protocol}://${request.host}` };
}

/** How long a browser has for its answer, in milliseconds. */
const LIFE_MS = 300_000;

/**
 * A question that is put to a browser, signed with the database's key. Any server takes the answer, for some minutes, from whom it was put to
 * (`person`: who makes a key; null: anyone who signs in). Nothing is kept of a question: asking for many takes none from other people.
 */
export function newChallenge(key: string, person: number | null, now = Date.now()): string {
  const body = `passkey ${randomBytes(16).toString('base64url')} ${now + LIFE_MS} ${person ?? ''}`;
  return `${body} ${macOf(key, body)}`;
}

/** Until when a question can be answered, in milliseconds since 1970; undefined if it can't. `text`: as `newChallenge` gave it. */
export function challengeEnd(key: string, text: string, person: number | null, now = Date.now()): number | undefined {
  const [, body, end, whose, mac] = /^(passkey [\w-]{22} (\d{1,15}) (\d*)) ([\w-]{43})$/.exec(text) ?? [];
  if (mac === undefined || !isMac(key, body, mac)) return undefined;
  return whose === String(person ?? '') && Number(end) > now ? Number(end) : undefined;
}

/** Takes the answer to a question, once. `challenge`: as a browser gives it back. */
export async function takeChallenge(db: Database, challenge: string, person: number | null): Promise<boolean> {
  const text = Buffer.from(challenge, 'base64url').toString('utf8');
  const end = challengeEnd(await keyOf(db), text, person);
  return end !== undefined && (await takeOnce(db, `passkey ${sha256(text)}`, new Date(end)));
}
