import type { Store } from '../store/open.ts';

/** Something that happened in a contest. */
export interface BrokerEvent {
  readonly id: number;
  readonly kind: string;
  readonly data: unknown;
  /** Only this entrant's people, and organisers, receive it. */
  readonly entrant: number | null;
}

const KEPT = 500;
/** Events within this number of milliseconds are read and sent together; longer with many watchers, because each of them costs. */
const GATHER_MS = { least: 100, each: 2, most: 1000 };
/** Pages ask again after news. Time over which these requests are spread, in milliseconds: for each page, and at least in all. */
const SPREAD_MS = { least: 700, each: 10, step: 500 };

/** The messages to a watcher: the events in order, or the time in milliseconds over which pages spread their requests from now on. */
export interface Watcher {
  news(events: readonly BrokerEvent[]): void;
  /** More has happened since than is kept. */
  missed(): void;
  pace(ms: number): void;
}

/** Reads what happened in contests that are watched, once for all who watch. */
export class EventBroker {
  private readonly store: Store;
  private readonly onNews: () => void;
  private readonly elsewhere: () => number;
  private told = 0;
  private readonly contests = new Map<number, Watched>();
  private timer: NodeJS.Timeout | undefined;
  private reading: Promise<void> = Promise.resolve();

  /** `onNews` runs before the messages are sent: later requests see the new state. `elsewhere`: how many watch on other servers. */
  constructor(store: Store, onNews: () => void = () => {}, elsewhere: () => number = () => 0) {
    this.store = store;
    this.onNews = onNews;
    this.elsewhere = elsewhere;
  }

  /** Something may have been written. */
  touch(): void {
    if (this.contests.size === 0) return;
    const ms = Math.min(GATHER_MS.most, GATHER_MS.least + GATHER_MS.each * this.watchers);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.reading = this.reading.then(() => this.pull()).catch(() => {});
    }, ms);
    this.timer.unref();
  }

  /** Tells what happens after an event (without one: from now on), until the value is called. */
  async watch(contest: number, after: number | undefined, watcher: Watcher): Promise<() => void> {
    let watched = this.contests.get(contest);
    if (!watched) {
      const { events } = await this.store.db
        .selectFrom('contests')
        .select('events')
        .where('id', '=', contest)
        .executeTakeFirstOrThrow();
      const kept = await this.eventsAfter(contest, events - KEPT);
      // Another watcher may have arrived meanwhile.
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
    watcher.pace(this.spreadMs);
    return () => {
      watched.watchers.delete(watcher);
      if (watched.watchers.size === 0) this.contests.delete(contest);
    };
  }

  get watchers(): number {
    return [...this.contests.values()].reduce((sum, { watchers }) => sum + watchers.size, 0);
  }

  /** Over so long the questions of all who watch are spread, on whichever server. */
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

interface Watched {
  last: number;
  readonly events: BrokerEvent[];
  readonly watchers: Set<Watcher>;
}
