import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from '@ludus/contest/judge/compile.ts';
import { tryBoard } from '@ludus/contest/judge/try-board.ts';
import { type RunningServer, startServer } from '@ludus/contest/server/start.ts';
import { type Browser as Asking, joined, makeContest, organiserOf, until } from '@ludus/contest/testing/contest.ts';
import axe from 'axe-core';
import { openCells } from 'ludus/cells.ts';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { expect } from 'vitest';
import { house, WORKSHOP } from '../packages/cli/contest/house.ts';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
export const missing = !existsSync(CHROMIUM);
if (missing && process.env.CI === 'true') throw new Error(`there is no Chromium at ${CHROMIUM}: install chromium`);
const FLAGS =
  '--no-sandbox --disable-gpu --enable-unsafe-swiftshader --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';
const ROOT = fileURLToPath(new URL('../', import.meta.url));

export const DESKTOP = { width: 1280, height: 720 } as const;
export const PHONE = { width: 390, height: 844 } as const;
/** What waits for compilers and matches, waits so long at most. */
export const MINUTES = 180_000;
/** A player in C++ that outlives Null. */
export const SEARCH: string = fileURLToPath(
  new URL('../packages/games/madmax/players/cpp/AISearch.cc', import.meta.url),
);
const CONTEST = 'spring-2027';

export interface Stage {
  readonly server: RunningServer;
  /** What pages complained of in their consoles, and what they asked of elsewhere. */
  readonly complaints: string[];
  /** Somebody with a browser of their own. */
  somebody(
    size: { width: number; height: number },
    colorScheme?: 'dark' | 'light',
    at?: 'number' | 'name',
  ): Promise<BrowserContext>;
  open(context: BrowserContext, path: string): Promise<Page>;
  close(): Promise<void>;
}

/** The real server on a database in a folder, with a worker and a compiler of its own, and one browser for everybody. */
export async function startStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-contest-'));
  const pages = join(folder, 'pages');
  await build({
    configFile: join(ROOT, 'packages/contest/pages/vite.config.ts'),
    logLevel: 'error',
    build: { outDir: pages, emptyOutDir: true },
  });
  const cells = openCells({ idle: 1 });
  const engine = await cells.engine();
  if (engine === undefined) throw new Error('no process can be started that plays matches');
  const server = await startServer({
    place: { dataDir: join(folder, 'data') },
    house,
    version: '0.0.0',
    engine,
    pages,
    tableMs: 500,
    tryBoard,
    compile: (game, { file, source, language }, signal) =>
      compile({ workshop: WORKSHOP, game, language }, file, source!, { wallMs: 150_000, signal }),
    play: (job) => cells.play(job),
  });
  const browser: Browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS.split(' ') });
  const complaints: string[] = [];
  // Browsers have passkeys at a name only, not at a number.
  const ours = [server.url, server.url.replace('127.0.0.1', 'localhost')];
  return {
    server,
    complaints,
    somebody: (viewport, colorScheme = 'dark', at = 'number') =>
      browser.newContext({
        viewport,
        colorScheme,
        locale: 'en-GB',
        reducedMotion: 'reduce',
        baseURL: ours[at === 'number' ? 0 : 1],
        ...(viewport.width < 500 && { isMobile: true, hasTouch: true }),
      }),
    async open(context, path) {
      const page = await context.newPage();
      // A busy machine takes its time.
      page.setDefaultTimeout(120_000);
      page.on('console', (message) => {
        if (/GPU stall|GL Driver Message|status of 4\d\d/.test(message.text())) return;
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('dialog', (dialog) => complaints.push(`a dialog: ${dialog.message()}`));
      page.on('request', (request) => {
        if (!ours.some((url) => request.url().startsWith(url)) && !/^(?:data|blob):/.test(request.url()))
          complaints.push(request.url());
      });
      await page.goto(path);
      await page.waitForSelector('h1');
      return page;
    },
    async close() {
      await browser.close();
      await server.close();
      await cells.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A contest `spring-2027` with an organiser, as its form makes it: four mazes, and Null to be beaten. */
export async function beginContest({ server }: Stage): Promise<{ organiser: Asking; code: string }> {
  const organiser = await organiserOf(server);
  const code = await makeContest(organiser, {
    slug: CONTEST,
    title: 'Spring 2027',
    game: 'madmax',
    boards: ['default', 'maze1', 'maze2', 'maze3', 'maze4'],
    qualify: { builtin: 'Null', wins: 3, matches: 5 },
    twice: 0.05,
  });
  return { organiser, code };
}

/** Somebody joins and, with a source, hands it in. */
export async function takePart({ server }: Stage, code: string, name: string, source?: string): Promise<Asking> {
  const asking = await joined(server.url, code, name);
  const params = { contest: CONTEST };
  if (source !== undefined) await asking.get('submit', { params, query: { file: 'AIMine.cc' }, bytes: source });
  return asking;
}

/** Waits until somebody's submission is on the ladder. */
export async function onLadder(asking: Asking, submission: number): Promise<void> {
  const params = { contest: CONTEST, submission };
  const { state } = await until(async () => {
    const now = await asking.get('submission', { params });
    return /^(?:in|rejected)$/.test(now.state) && now;
  });
  expect(state).toBe('in');
}

/** A browser in which somebody who has joined already is signed in. */
export async function contextOf(
  stage: Stage,
  { url, cookie }: Asking,
  size: { width: number; height: number },
): Promise<BrowserContext> {
  const context = await stage.somebody(size);
  const [name, value] = cookie!.split(/=(.*)/);
  await context.addCookies([{ name, value, url }]);
  return context;
}

/** The page is usable by everybody as far as a program can tell, and nothing of it is wider than the screen. */
export async function mustBeUsable(page: Page, name: string): Promise<void> {
  await page.evaluate(axe.source);
  const wrong = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  });
  expect(wrong, name).toEqual([]);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over, `${name} is wider than the screen`).toBeLessThanOrEqual(0);
}
