import { addressOf } from '../api/client.ts';
import type { CallOf, RouteId } from '../api/routes.ts';
import type { MatchLine } from '../api/submissions.ts';
import { everything, type Kind, type News, type NewsFilter, ofMatch, ofVersion } from '../pages/data/news.ts';
import { afterNewsMs } from '../pages/data/retry-delays.ts';
import type { Answer, Browser } from './browser.ts';

/** A request of a page, and the events after which the page repeats the request, as the pages in pages/views do. */
interface PageLoad {
  readonly route: RouteId;
  readonly path: string;
  readonly news: readonly Kind[];
  readonly concerns: NewsFilter;
}

function load<Id extends RouteId>(
  route: Id,
  call: CallOf<Id>,
  news: readonly Kind[] = [],
  concerns: NewsFilter = everything,
): PageLoad {
  return { route, path: addressOf(route, call), news, concerns };
}

/** A browser tab. It shows one page after another, and repeats the current page's requests after events. */
export class Tab {
  private readonly browser: Browser;
  private readonly contest: string;
  private readonly isEntrant: boolean;
  private readonly random: () => number;
  private loads: readonly PageLoad[] = [];
  private readonly waiting = new Map<PageLoad, NodeJS.Timeout>();
  private timer: NodeJS.Timeout | undefined;
  private spreadMs: number | undefined;
  private seen: readonly MatchLine[] = [];

  constructor(browser: Browser, contest: string, isEntrant: boolean, random: () => number) {
    this.browser = browser;
    this.contest = contest;
    this.isEntrant = isEntrant;
    this.random = random;
  }

  /** Opens the page as a new browser does: loads the page and its assets, and sends the page's requests. */
  async open(): Promise<void> {
    const { body } = await this.browser.ask('page', `/c/${this.contest}`);
    const assets = [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
    await Promise.all(assets.map((path) => this.browser.ask('assets', path)));
    await this.browser.ask('me', addressOf('me'));
    this.browser.listen(addressOf('events', { params: { contest: this.contest } }), (kind, data) =>
      this.hear(kind, data),
    );
    await this.home();
  }

  /** Goes from page to page, and stays on each page for about `dwellMs` milliseconds. */
  wander(dwellMs: number): void {
    const next = () => {
      this.timer = setTimeout(
        () => {
          void this.another().then(next, next);
        },
        -Math.log(1 - this.random()) * dwellMs,
      );
    };
    next();
  }

  /** Stays on a submission's page. */
  async stayOn(submission: number): Promise<void> {
    clearTimeout(this.timer);
    const params = { contest: this.contest, submission };
    await this.show([
      load('submission', { params }, ['submission']),
      load(
        'matches',
        { params: { contest: this.contest }, query: { version: submission, state: 'done', limit: 12 } },
        ['match', 'submission'],
        ofVersion(submission),
      ),
    ]);
  }

  close(): void {
    clearTimeout(this.timer);
    for (const timer of this.waiting.values()) clearTimeout(timer);
    this.waiting.clear();
    this.loads = [];
    this.browser.close();
  }

  private async home(): Promise<void> {
    const params = { contest: this.contest };
    const [, , matches] = await this.show([
      load('ladder', { params, query: { limit: 200 } }, ['ladder', 'submission', 'contest']),
      load('announcements', { params }, ['announcement']),
      load('matches', { params, query: { limit: 6, state: 'done' } }, ['match']),
      ...(this.isEntrant ? [load('submissions', { params }, ['submission', 'contest'])] : []),
    ]);
    if (matches.status === 200) this.seen = JSON.parse(matches.body) as MatchLine[];
  }

  private async another(): Promise<void> {
    const params = { contest: this.contest };
    const drawn = this.random();
    const found = this.seen[Math.floor(this.random() * this.seen.length)];
    if (drawn < 0.4 || found === undefined) return await this.home();
    if (drawn < 0.65) {
      const match = { contest: this.contest, match: found.number };
      await this.show([load('match', { params: match }, ['match', 'submission', 'round'], ofMatch(found.number))]);
      await this.browser.ask('replay', addressOf('replay', { params: match }));
      await this.browser.ask('sidecar', addressOf('sidecar', { params: match }));
      return;
    }
    const entrant = found.seats.find((seat) => seat.entrant !== null)?.entrant ?? 1;
    if (drawn < 0.8) {
      await this.show([load('entrant', { params: { ...params, entrant } }, ['ladder', 'submission'])]);
      await this.browser.ask('matches', addressOf('matches', { params, query: { entrant, limit: 10 } }));
    } else if (drawn < 0.92)
      await this.show([
        load('entrants', { params }),
        load('matches', { params, query: { limit: 50 } }, ['match', 'submission']),
      ]);
    else await this.show([load('wins', { params }, ['ladder'])]);
  }

  private async show(loads: readonly PageLoad[]): Promise<Answer[]> {
    for (const timer of this.waiting.values()) clearTimeout(timer);
    this.waiting.clear();
    // The requests of the frame around every page.
    this.loads = [load('contest', { params: { contest: this.contest } }, ['contest']), ...loads];
    const answers = await Promise.all(this.loads.map(({ route, path }) => this.browser.ask(route, path)));
    return answers.slice(1);
  }

  private hear(kind: string, data: string): void {
    if (kind === 'pace') this.spreadMs = (JSON.parse(data) as { ms: number }).ms;
    const isWanted = ({ news, concerns }: PageLoad) =>
      kind === 'missed' ||
      (news.includes(kind as Kind) && (concerns === everything || concerns(kind as Kind, JSON.parse(data) as News)));
    for (const each of this.loads) {
      if (this.waiting.has(each) || !isWanted(each)) continue;
      const timer = setTimeout(
        () => {
          this.waiting.delete(each);
          void this.browser.ask(each.route, each.path);
        },
        afterNewsMs(this.random(), this.spreadMs),
      );
      this.waiting.set(each, timer);
    }
  }
}
