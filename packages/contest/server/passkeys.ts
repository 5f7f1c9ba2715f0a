import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { notAllowed } from './refusal.ts';

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

const LIFE_MS = 300_000;
const MOST = 10_000;

/** Questions that were put to browsers: each is good once, for some minutes, and for whom it was put. A new server puts new ones. */
export class Challenges {
  private readonly open = new Map<string, { readonly person: number | null; readonly until: number }>();

  /** `person`: who makes a key; null: anyone who signs in. */
  add(challenge: string, person: number | null): void {
    const now = Date.now();
    for (const [old, { until }] of this.open) {
      if (until > now && this.open.size < MOST) break;
      this.open.delete(old);
    }
    this.open.set(challenge, { person, until: now + LIFE_MS });
  }

  take(challenge: string, person: number | null): boolean {
    const found = this.open.get(challenge);
    this.open.delete(challenge);
    return found !== undefined && found.person === person && found.until > Date.now();
  }
}
