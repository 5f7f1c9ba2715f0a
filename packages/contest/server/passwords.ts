import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { Refusal } from './refusal.ts';

/** Costs 32 MiB and about a tenth of a second. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 } satisfies ScryptOptions;
const KEY_BYTES = 32;

/** `scrypt$N$salt$key`, the last two in base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST.N);
  return ['scrypt', COST.N, salt.toString('base64'), key.toString('base64')].join('$');
}

/** Is it the password of this hash? Takes as long where there is none. */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const [kind, cost, salt, key] = (hash ?? '').split('$');
  if (kind !== 'scrypt') {
    await derive(password, Buffer.alloc(16), COST.N);
    return false;
  }
  const wanted = Buffer.from(key, 'base64');
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64'), Number(cost)), wanted);
}

/** So many are worked out at once, and so many wait: anybody may ask, and each costs. */
const AT_ONCE = 2;
const MOST_WAITING = 300;
const waiting: (() => void)[] = [];
let working = 0;

async function derive(password: string, salt: Buffer, N: number): Promise<Buffer> {
  if (working >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw new Refusal(503, 'sign-in/busy');
    await new Promise<void>((done) => waiting.push(done));
  }
  working++;
  try {
    return await scrypted(password, salt, N);
  } finally {
    working--;
    waiting.shift()?.();
  }
}

function scrypted(password: string, salt: Buffer, N: number): Promise<Buffer> {
  return new Promise((done, failed) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { ...COST, N }, (error, key) =>
      error ? failed(error) : done(key),
    );
  });
}
