import type { RouteId } from './api.ts';
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
  submissions: 100,
  submission: 100,
  submit: 32,
  takeWork: 64,
  result: 64,
};
/** A refused request may be repeated after this number of milliseconds, each at another moment. */
const AGAIN_MS = { least: 1000, spread: 2000 };

/** Admits a limited number of requests of a route at once, and refuses all others immediately. */
export class Admission {
  private readonly underWay = new Map<RouteId, number>();
  private readonly most: Readonly<Partial<Record<RouteId, number>>>;
  /** Requests that were refused since the start. */
  refused = 0;

  constructor(most = MOST) {
    this.most = most;
  }

  /**
   * Counts a request until the value is called.
   * @throws {Refusal} with status 503 if too many are under way
   */
  enter(id: RouteId): () => void {
    const many = this.underWay.get(id) ?? 0;
    if (many >= (this.most[id] ?? Number.POSITIVE_INFINITY)) {
      this.refused++;
      throw busy();
    }
    this.underWay.set(id, many + 1);
    let isIn = true;
    return () => {
      if (isIn) this.underWay.set(id, this.underWay.get(id)! - 1);
      isIn = false;
    };
  }
}

/** Too much is under way, or the database isn't heard of: another server may answer, or this one later. */
export const busy = (): Refusal =>
  new Refusal(503, 'server/busy', {
    again: new Date(Date.now() + AGAIN_MS.least + Math.random() * AGAIN_MS.spread),
  });
