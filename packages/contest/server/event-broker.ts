import type { Store } from '../store/open.ts';

/** An event in a contest. */
export interface BrokerEvent {
  readonly id: number;
  readonly kind: string;
  readonly data: unknown;
  /** Only this entrant's members and the contest's staff receive the event; null: all watchers receive the event. */
  readonly entrant: number | null;
}

const KEPT = 500;
/**
 * Time over which events are gathered and sent together, in milliseconds. It grows with the number of watchers, since
 * each watcher adds to the cost.
 */
const GATHER_MS = { least: 100, each: 2, most: 1000 };
/**
 * Time over which the pages' requests after an event are spread, in milliseconds. `each`: the time per page; `step`:
 * the time is rounded to multiples of this value.
 */
const SPREAD_MS = { least: 700, each: 10, step: 500 };

/** Receives events in order, and the time in milliseconds over which pages must spread their requests. */
export interface Watcher {
  news(events: readonly BrokerEvent[]): void;
  /** Reports that some events were missed, since only the latest events are kept. */
  missed(): void;
  /** `last`: the event after which the watcher's events begin; present at the start. */
  pace(ms: number, last?: number): void;
}

/** Reads the events of watched contests, once for all watchers. */
export class EventBroker {
  private readonly store: Store;
  private readonly onNews: () => void;
  private readonly elsewhere: () => number;
  private told = 0;
  private readonly contests = new Map<number, WatchedContest>();
  private timer: NodeJS.Timeout | undefined;
  private reading: Promise<void> = Promise.resolve();

  /**
   * `onNews` runs before the events are sent, so that later requests see the new state. `elsewhere`: returns the number
   * of watchers on other servers.
   */
  constructor(store: Store, onNews: () => void = () => {}, elsewhere: () => number = () => 0) {
    this.store = store;
    this.onNews = onNews;
    this.elsewhere = elsewhere;
  }

  /** Checks for new events soon. */
  touch(): void {
    if (this.contests.size === 0) return;
    const ms = Math.min(GATHER_MS.most, GATHER_MS.least + GATHER_MS.each * this.watchers);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.reading = this.reading.then(() => this.pull()).catch(() => {});
    }, ms);
    this.timer.unref();
  }

  /** Sends events after the given event (by default, from now on), until the returned function is called. */
  async watch(contest: number, after: number | undefined, watcher: Watcher): Promise<() => void> {
    let watched = this.contests.get(contest);
    if (!watched) {
      const { events } = await this.store.db
        .selectFrom('contests')
        .select('events')
        .where('id', '=', contest)
        .executeTakeFirstOrThrow();
      const kept = await this.eventsAfter(contest, events - KEPT);
      // Another watcher may have registered while this watcher waited.
      watched = this.contests.get(contest) ?? {
        last: kept.at(-1)?.id ?? events,
        events: kept,
        watchers: new Set(),
      };
      this.contests.set(contest, watched);
    }
    if (after !== undefined) {
      const first = watched.events[0]?.id ?? watched.last + 1;
      if (after + 1 < first || after > watched.last) watcher.missed();
      const since = watched.events.filter(({ id }) => id > after);
      if (since.length > 0) watcher.news(since);
    }
    watched.watchers.add(watcher);
    watcher.pace(this.spreadMs, watched.last);
    return () => {
      watched.watchers.delete(watcher);
      if (watched.watchers.size === 0 && this.contests.get(contest) === watched) this.contests.delete(contest);
    };
  }

  get watchers(): number {
    return [...this.contests.values()].reduce((sum, { watchers }) => sum + watchers.size, 0);
  }

  /** Returns the time over which the requests of all watchers are spread, on all servers together, in milliseconds. */
  get spreadMs(): number {
    const { least, each, step } = SPREAD_MS;
    return Math.max(least, step * Math.round((each * (this.watchers + this.elsewhere())) / step));
  }

  close(): void {
    clearTimeout(this.timer);
    this.contests.clear();
  }

  private async pull(): Promise<void> {
    for (const [contest, watched] of this.contests) {
      const news = await this.eventsAfter(contest, watched.last);
      if (news.length === 0) continue;
      watched.last = news.at(-1)!.id;
      watched.events.push(...news);
      watched.events.splice(0, watched.events.length - KEPT);
      this.onNews();
      for (const watcher of watched.watchers) watcher.news(news);
    }
    const ms = this.spreadMs;
    if (ms === this.told) return;
    this.told = ms;
    for (const { watchers } of this.contests.values()) for (const watcher of watchers) watcher.pace(ms);
  }

  private async eventsAfter(contest: number, id: number): Promise<BrokerEvent[]> {
    return await this.store.db
      .selectFrom('events')
      .select(['id', 'kind', 'data', 'entrant'])
      .where('contest', '=', contest)
      .where('id', '>', id)
      .orderBy('id')
      .execute();
  }
}

interface WatchedContest {
  last: number;
  readonly events: BrokerEvent[];
  readonly watchers: Set<Watcher>;
}
