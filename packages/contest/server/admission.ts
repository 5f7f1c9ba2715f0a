import type { RouteId } from '../api/routes.ts';
import { Refusal } from './refusal.ts';

/**
 * Requests that are under way at once on one server, by route: those that very many ask at the same time. More requests would
 * wait for the same eight connections of the database, and so would all others. Pages and workers don't take each other's room.
 */
const MOST: Readonly<Partial<Record<RouteId, number>>> = {
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
  // These wait together for one connection (queue/gather.ts).
  takeWork: 256,
  result: 512,
};
/** Requests that are under way at once of one entrant, so that the others have room. */
const MOST_OF_ONE: Readonly<Partial<Record<RouteId, number>>> = { submit: 2 };
/** A refused request may be repeated after this number of milliseconds, each at another moment. */
const AGAIN_MS = { least: 1000, spread: 2000 };

/** Admits a limited number of requests of a route at once, and refuses all others immediately. */
export class Admission {
  private readonly underWay = new Map<string, number>();
  private readonly most: Readonly<Partial<Record<RouteId, number>>>;
  private readonly mostOfOne: Readonly<Partial<Record<RouteId, number>>>;
  /** Requests that were refused since the start. */
  refused = 0;

  constructor(most = MOST, mostOfOne = MOST_OF_ONE) {
    this.most = most;
    this.mostOfOne = mostOfOne;
  }

  /**
   * Counts a request until the value is called.
   * @throws {Refusal} with status 503 if too many are under way
   */
  enter(id: RouteId): () => void {
    return this.count(id, this.most[id]);
  }

  /**
   * Counts a request of an entrant as well, once it is known whose it is.
   * @throws {Refusal} with status 503 if too many of this entrant are under way
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

/** Too much is under way, or the database isn't heard of: another server may answer, or this one later. */
export const busy = (): Refusal =>
  new Refusal(503, 'server/busy', {
    again: new Date(Date.now() + AGAIN_MS.least + Math.random() * AGAIN_MS.spread),
  });
