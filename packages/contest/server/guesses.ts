import { networkOf } from './network.ts';

/** So many wrong passwords are free. */
const FREE = 5;
const FIRST_DELAY = 15;
const LONGEST_DELAY = 120;
/** So many wrong ones of an account from everywhere together, and one more each so many milliseconds. */
const FROM_EVERYWHERE = 100;
const REFILL_MS = 10_000;
/** Who guesses thousands of names fills this; the oldest go. */
const MOST_KEPT = 10_000;

/** Seconds that one waits after so many wrong passwords in a row. */
export const delayAfter = (failures: number): number =>
  failures < FREE ? 0 : Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (failures - FREE));

/** Where a password comes from: a browser that has been signed in to the account before, or an address. */
export type Origin = { readonly device: string } | { readonly address: string };

/**
 * Slows down who guesses, and nobody else: wrong passwords count for the account together with where they come from, so that nobody is kept
 * out by what others type elsewhere. Guesses from very many addresses are slowed down by the account; a browser that has been signed in to it
 * before is not held up by those. A try counts before the password is looked at, so that many at once gain nothing. Names that are not there
 * are counted like those that are.
 */
export class Guesses {
  private readonly counts = new Map<string, { failures: number; until: number }>();
  /** When the wrong ones of an account from everywhere will all have been forgotten. */
  private readonly everywhere = new Map<string, number>();
  private readonly clock: () => number;

  constructor(clock: () => number = Date.now) {
    this.clock = clock;
  }

  /** Counts a try as a wrong one. Where it comes too soon, nothing is counted, and the value is when the next one may come. */
  begin(account: string, origin: Origin): Date | undefined {
    const now = this.clock();
    const key = keyOf(account, origin);
    const { failures = 0, until = 0 } = this.counts.get(key) ?? {};
    if (until > now) return new Date(until);
    if (!('device' in origin)) {
      const full = Math.max(now, this.everywhere.get(account) ?? 0) + REFILL_MS;
      const wait = full - now - FROM_EVERYWHERE * REFILL_MS;
      if (wait > 0) return new Date(now + wait);
      put(this.everywhere, account, full);
    }
    put(this.counts, key, { failures: failures + 1, until: now + 1000 * delayAfter(failures + 1) });
    return undefined;
  }

  /** The password was right. */
  right(account: string, origin: Origin): void {
    this.counts.delete(keyOf(account, origin));
    const full = this.everywhere.get(account);
    if (full !== undefined && !('device' in origin)) this.everywhere.set(account, full - REFILL_MS);
  }

  /** Until when the account takes nothing from where it is not known; undefined where it does. */
  heldUntil(account: string): Date | undefined {
    const now = this.clock();
    const wait = (this.everywhere.get(account) ?? 0) + REFILL_MS - now - FROM_EVERYWHERE * REFILL_MS;
    return wait > 0 ? new Date(now + wait) : undefined;
  }
}

/** Whoever has one of these in common is one. */
export const placeOf = (origin: Origin): readonly string[] =>
  'device' in origin ? ['device', origin.device] : [networkOf(origin.address)];

const keyOf = (account: string, origin: Origin): string => JSON.stringify([account, ...placeOf(origin)]);

function put<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > MOST_KEPT) map.delete(map.keys().next().value!);
}
