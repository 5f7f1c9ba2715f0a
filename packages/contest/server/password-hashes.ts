import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { FairLimiter } from './fair-limiter.ts';
import { type Origin, placeOf } from './login-throttle.ts';
import { RefusalError } from './refusal.ts';

/** The `N` of scrypt. A hash needs 32 MiB and about a tenth of a second. */
const COST = 2 ** 15;
const SCRYPT = { r: 8, p: 1, maxmem: 2 ** 26 } satisfies ScryptOptions;
const KEY_BYTES = 32;
const HASH = /^scrypt\$(\d{1,10})\$([\w+/]+={0,2})\$([\w+/]+={0,2})$/;

/** Hashes and checks passwords. A request waits behind other requests from the same origin. */
export class Passwords {
  private readonly cost: number;
  /**
   * Anyone can send these expensive requests. If everyone in a lecture hall signs in, the last person waits for about
   * 15 seconds.
   */
  private readonly turns = new FairLimiter({ atOnce: 2, waiting: 1200, ofOne: 300 });

  /** `cost`: the `N` of scrypt, a power of two. */
  constructor(cost = COST) {
    this.cost = cost;
  }

  /** Returns `scrypt$N$salt$key`, with the salt and the key in base64. */
  async hash(password: string, from: Origin): Promise<string> {
    const salt = randomBytes(16);
    const key = await this.derive(password, salt, this.cost, from);
    return ['scrypt', this.cost, salt.toString('base64'), key.toString('base64')].join('$');
  }

  /**
   * Checks whether the password matches this hash. The check takes just as long if there is no hash, or if the hash is
   * unreadable.
   */
  async isRight(password: string, hash: string | null | undefined, from: Origin): Promise<boolean> {
    const read = readHash(hash);
    const { cost, salt, key } = read ?? { cost: this.cost, salt: Buffer.alloc(16), key: Buffer.alloc(KEY_BYTES) };
    const isEqual = timingSafeEqual(await this.derive(password, salt, cost, from), key);
    return read !== undefined && isEqual;
  }

  /**
   * Checks whether this hash is cheaper to compute than new hashes. If so, its password should be hashed again at the
   * next sign-in.
   */
  isCheap(hash: string | null): boolean {
    const cost = readHash(hash)?.cost;
    return cost !== undefined && cost < this.cost;
  }

  /**
   * Refuses if too many requests are waiting. Callers that count attempts must call this function first, because a
   * refused attempt mustn't be counted as a wrong password.
   */
  mustHaveRoom(from: Origin): void {
    if (!this.turns.hasRoom(lineOf(from))) throw new RefusalError(503, 'sign-in/busy');
  }

  private async derive(password: string, salt: Buffer, N: number, from: Origin): Promise<Buffer> {
    this.mustHaveRoom(from);
    return await this.turns.take(lineOf(from), () => scrypted(password, salt, N));
  }
}

const lineOf = (from: Origin): string => JSON.stringify(placeOf(from));

/** Parses a hash. Returns undefined if the hash has a different format, or a cost that scrypt would reject. */
function readHash(hash: string | null | undefined) {
  const [, digits, ...parts] = HASH.exec(hash ?? '') ?? [];
  const cost = Number(digits);
  const [salt, key] = parts.map((part) => Buffer.from(part, 'base64'));
  const isTaken = cost > 1 && Number.isInteger(Math.log2(cost)) && 128 * SCRYPT.r * cost < SCRYPT.maxmem;
  return isTaken && key.length === KEY_BYTES ? { cost, salt, key } : undefined;
}

function scrypted(password: string, salt: Buffer, N: number): Promise<Buffer> {
  return new Promise((done, failed) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { ...SCRYPT, N }, (error, key) =>
      error ? failed(error) : done(key),
    );
  });
}

/**
 * Refuses if only the server's organisers have passwords, and this person isn't an organiser. Organisers can sign in
 * even while an issuer is down.
 */
export function mustHavePassword(hasPasswords: boolean, role: string | undefined): void {
  if (!mayHavePassword(hasPasswords, role)) throw new RefusalError(403, 'password/off');
}

export const mayHavePassword = (hasPasswords: boolean, role: string | undefined): boolean =>
  hasPasswords || role === 'organiser';

/** Checks whether someone can sign in with a password. */
export const hasPassword = (
  hasPasswords: boolean,
  { password, role }: { readonly password: string | null; readonly role: string },
): boolean => password !== null && mayHavePassword(hasPasswords, role);
