import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { FairLimiter } from './fair-limiter.ts';
import { type Origin, placeOf } from './login-throttle.ts';
import { Refusal } from './refusal.ts';

/** Costs 32 MiB and about a tenth of a second. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 } satisfies ScryptOptions;
const KEY_BYTES = 32;

/** `scrypt$N$salt$key`, the last two in base64. `from`: who asks for it waits behind others from there. */
export async function hashPassword(password: string, from: Origin): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST.N, from);
  return ['scrypt', COST.N, salt.toString('base64'), key.toString('base64')].join('$');
}

/** Is it the password of this hash? Takes as long where there is none. */
export async function isPassword(password: string, hash: string | null | undefined, from: Origin): Promise<boolean> {
  const [kind, cost, salt, key] = (hash ?? '').split('$');
  if (kind !== 'scrypt') {
    await derive(password, Buffer.alloc(16), COST.N, from);
    return false;
  }
  const wanted = Buffer.from(key, 'base64');
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64'), Number(cost), from), wanted);
}

/** Anybody may ask, and each costs: a lecture hall that signs in waits for a quarter of a minute. */
const turns = new FairLimiter({ atOnce: 2, waiting: 1200, ofOne: 300 });

/** Refuses where too many wait already. Anyone who counts tries asks it before: a password that is not looked at is not wrong. */
export function mustHaveRoom(from: Origin): void {
  if (!turns.hasRoom(lineOf(from))) throw new Refusal(503, 'sign-in/busy');
}

const lineOf = (from: Origin): string => JSON.stringify(placeOf(from));

async function derive(password: string, salt: Buffer, N: number, from: Origin): Promise<Buffer> {
  mustHaveRoom(from);
  return await turns.take(lineOf(from), () => scrypted(password, salt, N));
}

function scrypted(password: string, salt: Buffer, N: number): Promise<Buffer> {
  return new Promise((done, failed) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { ...COST, N }, (error, key) =>
      error ? failed(error) : done(key),
    );
  });
}
