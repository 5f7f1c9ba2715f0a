import { fileURLToPath } from 'node:url';
import { catalog, contestPlayground, WORKSHOP } from '@ludus/cli/benchmarks.ts';
import { compile, tryBoard } from '@ludus/contest/judge.ts';
import { buildPages, type RunningServer, type SignInSettings, startServer } from '@ludus/contest/server.ts';
import {
  type Browser as ContestBrowser,
  fakeCompile,
  fakePlay,
  fresh,
  joined,
  makeContest,
  organiserOf,
  until,
} from '@ludus/contest/testing.ts';
import type axe from 'axe-core';
import { openMatchProcesses } from 'ludus/match-processes.ts';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { AXE, type Size, type TestBrowser, useBrowser } from '../tools/browser/use-browser.ts';
import { IS_LONG_RUN } from '../tools/long-run.ts';

export const DESKTOP = { width: 1280, height: 720 } as const;
export const PHONE = { width: 390, height: 844 } as const;
/** Time limit for compilers and matches, in milliseconds. */
export const MINUTES = 180_000;
/** A C++ player that survives longer than Null. */
export const SEARCH: string = fileURLToPath(
  new URL('../packages/games/madmax/players/cpp/AISearch.cc', import.meta.url),
);
const CONTEST = 'spring-2027';

/** The real server on a new database, with a worker and a compiler, for the tests in one file. */
export class Stage {
  server!: RunningServer;
  private readonly browser: TestBrowser = useBrowser({ locale: 'en-GB' }, /status of 4\d\d/);
  private processes: ReturnType<typeof openMatchProcesses> | undefined;
  private resting: { readonly over: Promise<void>; readonly end: () => void } | undefined;

  /**
   * @param plays false if no test needs a real match: nothing is compiled, and matches take no time (`fakePlay`)
   */
  async start(plays: boolean, signIn?: SignInSettings): Promise<void> {
    const processes = plays ? openMatchProcesses({ idle: 1 }) : undefined;
    this.processes = processes;
    const engine = processes === undefined ? 'test' : await processes.engine();
    this.server = await startServer({
      place: await fresh(),
      catalog,
      version: '0.0.0',
      engine,
      pages: await buildPages(),
      playground: contestPlayground(),
      tableMs: 500,
      sweepMs: 200,
      signIn,
      tryBoard: (game, board) => tryBoard(game, board, 2),
      compile: plays
        ? (game, { file, source, language }, signal) =>
            compile({ workshop: WORKSHOP, game, language }, file, source!, { wallMs: 150_000, signal })
        : fakeCompile,
      play: async (job) => {
        await this.resting?.over;
        return await (processes?.play(job) ?? fakePlay(job));
      },
    });
  }

  async stop(): Promise<void> {
    this.play();
    await this.server?.close();
    await this.processes?.close();
  }

  /** Pauses the ladder for the following tests: the next match begins after `play`. */
  rest(): void {
    let end = (): void => {};
    const over = new Promise<void>((done) => {
      end = done;
    });
    this.resting ??= { over, end };
  }

  play(): void {
    this.resting?.end();
    this.resting = undefined;
  }

  /** A visitor with a new browser context. Browsers support passkeys only at host names, not at numeric addresses. */
  newVisitor(
    viewport: Size,
    colorScheme: 'dark' | 'light' = 'dark',
    at: 'number' | 'name' = 'number',
  ): Promise<BrowserContext> {
    const { url } = this.server;
    return this.browser.another({
      viewport,
      colorScheme,
      baseURL: at === 'number' ? url : url.replace('127.0.0.1', 'localhost'),
      ...(viewport.width < 500 && { isMobile: true, hasTouch: true }),
    });
  }

  /** A visitor who is already signed in. */
  async signedIn(cookies: readonly Cookie[], size: Size, colorScheme?: 'dark' | 'light'): Promise<BrowserContext> {
    const context = await this.newVisitor(size, colorScheme);
    await context.addCookies(cookies);
    return context;
  }

  async open(context: BrowserContext, path: string): Promise<Page> {
    const page = await this.browser.page(undefined, context);
    page.on('dialog', (dialog) => this.browser.complaints.push(`a dialog: ${dialog.message()}`));
    await page.goto(path);
    await page.waitForSelector('h1');
    return page;
  }

  /** Discards the pages' errors so far, which are expected. */
  heard(): string[] {
    return this.browser.complaints.splice(0);
  }

  /** Returns the session of a client as browser cookies. */
  cookiesOf({ url, cookie }: ContestBrowser): Cookie[] {
    const [name, value] = cookie!.split(/=(.*)/);
    return [{ name, value, url }];
  }
}

export type Cookie = Parameters<BrowserContext['addCookies']>[0][number];

export function useStage({
  plays = true,
  signIn,
}: {
  readonly plays?: boolean;
  readonly signIn?: () => Promise<SignInSettings>;
} = {}): Stage {
  const stage = new Stage();
  // The time for compilation and matches depends on the machine.
  vi.setConfig({ testTimeout: 600_000 });
  beforeAll(async () => await stage.start(plays, await signIn?.()), 600_000);
  afterAll(() => stage.stop());
  return stage;
}

/**
 * Creates a contest `spring-2027` with an organiser, as the form does: four mazes, and Null as the opponent to beat.
 */
export async function beginContest({ server }: Stage): Promise<{ organiser: ContestBrowser; code: string }> {
  const organiser = await organiserOf(server);
  const code = await makeContest(organiser, {
    slug: CONTEST,
    title: 'Spring 2027',
    game: 'madmax',
    boards: ['default', 'maze1', 'maze2', 'maze3', 'maze4'],
    qualify: { builtin: 'Null', wins: 1, matches: 2 },
    twice: 0.05,
  });
  return { organiser, code };
}

/** Lets a user join a contest, and submit the source file if there is one. */
export async function takePart(
  { server }: Stage,
  code: string,
  name: string,
  source?: string,
  file = 'AIMine.cc',
): Promise<ContestBrowser> {
  const browser = await joined(server.url, code, name);
  const params = { contest: CONTEST };
  if (source !== undefined) await browser.get('submit', { params, query: { file }, bytes: source });
  return browser;
}

/** Waits until a submission is on the ladder. */
export async function onLadder(browser: ContestBrowser, submission: number): Promise<void> {
  const params = { contest: CONTEST, submission };
  const ended = await until(async () => {
    const now = await browser.get('submission', { params });
    return /^(?:in|rejected)$/.test(now.state) && now;
  });
  expect(ended.state, JSON.stringify(ended)).toBe('in');
}

/** Checks a page's accessibility automatically, and checks that no part of the page is wider than the screen. */
export async function mustBeUsable(page: Page, name: string): Promise<void> {
  expect(await widerThanScreen(page), `${name} is wider than the screen`).toBeLessThanOrEqual(0);
  // Only a long run checks accessibility, because this check takes two seconds per page.
  if (!IS_LONG_RUN) return;
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const wrong = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      // Without this option, axe also computes the selector of each valid element.
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  });
  expect(wrong, name).toEqual([]);
}

/**
 * The number of pixels by which a page is wider than the screen. A phone lays out a wide page in a wider window, so the
 * window's size can't be used.
 */
export const widerThanScreen = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - Math.min(innerWidth, screen.width));

/** The pages of a contest for its organiser, and the pages around it. */
export const EVERY_PAGE: readonly string[] = [
  ...['/', '/join', '/sign-in', '/me', '/organise/new', '/organise/people', '/organise/workers', '/organise/audit'],
  ...[
    '',
    '/begin',
    '/mine',
    '/challenge',
    '/manage/log',
    '/platform',
    '/matches',
    '/matches/1',
    '/entrants/1',
    '/wins',
    '/boards',
    '/rounds',
    '/manage',
    '/manage/matches',
    '/manage/dates',
    '/manage/end',
    '/roster',
    '/roster/codes',
    '/entrants',
    '/similar',
  ].map((path) => `/c/${CONTEST}${path}`),
];

/** Opens one of these pages in a browser and checks it. `name`: the browser's name. */
export async function mustBeUsableAt(stage: Stage, context: BrowserContext, path: string, name: string): Promise<void> {
  const page = await stage.open(context, path);
  await page.waitForFunction(() => document.querySelector('.waiting') === null);
  await mustBeUsable(page, `${path} on ${name}`);
  await page.close();
}

/**
 * Shows another page through its link, without a full reload. `sign`: a selector of an element that only that page or
 * contest contains.
 */
export async function turnTo(page: Page, path: string, sign = 'main h1'): Promise<void> {
  await page.evaluate(async (to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  }, path);
  await page.waitForSelector(sign);
  await page.waitForFunction(() => document.querySelector('main h1') && !document.querySelector('main .waiting'));
}
