import type { RouteId } from '../api/routes.ts';
import { RefusalError } from './refusal.ts';

/**
 * Maximum number of concurrent requests on one server, by route, for the routes with the most requests. Requests beyond
 * this number would wait for the same eight database connections, and delay all other requests. Pages and workers have
 * separate limits.
 */
const MAX_REQUESTS: Readonly<Partial<Record<RouteId, number>>> = {
  me: 100,
  contest: 100,
  ladder: 100,
  entrants: 50,
  entrant: 50,
  wins: 20,
  announcements: 100,
  matches: 100,
  match: 100,
  replay: 50,
  sidecar: 50,
  premiere: 100,
  callWinner: 32,
  submissions: 100,
  submission: 100,
  submit: 32,
  // These requests share one connection (queue/gather.ts).
  takeWork: 256,
  result: 512,
};
/** Maximum number of an entrant's concurrent requests, so that other entrants have room. */
const MAX_ENTRANT_REQUESTS: Readonly<Partial<Record<RouteId, number>>> = { submit: 2 };
/**
 * Milliseconds after which the client may repeat a rejected request: a minimum, and a random part of up to `spread`.
 */
const AGAIN_MS = { least: 1000, spread: 2000 };

/** Admits a limited number of concurrent requests per route, and immediately rejects requests beyond this number. */
export class Admission {
  private readonly underWay = new Map<string, number>();
  private readonly most: Readonly<Partial<Record<RouteId, number>>>;
  private readonly mostOfOne: Readonly<Partial<Record<RouteId, number>>>;
  /** Number of requests rejected since the start. */
  refused = 0;

  constructor(most = MAX_REQUESTS, mostOfOne = MAX_ENTRANT_REQUESTS) {
    this.most = most;
    this.mostOfOne = mostOfOne;
  }

  /**
   * Counts a request until the returned function is called.
   * @throws {RefusalError} with status 503 if there are too many requests
   */
  enter(id: RouteId): () => void {
    return this.count(id, this.most[id]);
  }

  /**
   * Counts a request for its entrant as well, once the entrant is known.
   * @throws {RefusalError} with status 503 if this entrant has too many requests
   */
  enterAs(id: RouteId, entrant: number): () => void {
    return this.count(`${id} ${entrant}`, this.mostOfOne[id]);
  }

  private count(what: string, most = Number.POSITIVE_INFINITY): () => void {
    const many = this.underWay.get(what) ?? 0;
    if (many >= most) {
      this.refused++;
      throw busy();
    }
    this.underWay.set(what, many + 1);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      const left = this.underWay.get(what)! - 1;
      if (left > 0) this.underWay.set(what, left);
      else this.underWay.delete(what);
    };
  }
}

/**
 * Returns the refusal for an overloaded server or an unreachable database. Another server may accept the request, or
 * this server may accept it later.
 */
export const busy = (): RefusalError =>
  new RefusalError(503, 'server/busy', {
    again: new Date(Date.now() + AGAIN_MS.least + Math.random() * AGAIN_MS.spread),
  });
