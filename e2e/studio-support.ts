import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { guestsOf } from '@ludus/cli/context.ts';
import { type StudioServer, serveStudio } from '@ludus/studio/server/serve.ts';
import axe from 'axe-core';
import { GAMES } from 'ludus/registry.ts';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { CHROMIUM, type ViewerHandle } from './viewer-support.ts';

const FLAGS =
  '--headless --no-sandbox --disable-gpu --enable-unsafe-swiftshader --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';
const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** The studio in a browser, for the tests of one file: built once, serving a folder of its own. */
export class StudioFixture {
  /** The folder that is served: a board of Star War of 40 rounds (`short.cnf`) is in it. */
  mine = '';
  app = '';
  server!: StudioServer;
  private folder = '';
  private browser!: BrowserContext;
  private readonly complaints: string[] = [];

  async start(): Promise<void> {
    this.folder = mkdtempSync(join(tmpdir(), 'ludus-studio-'));
    this.app = join(this.folder, 'app');
    this.mine = join(this.folder, 'mine');
    await build({
      configFile: join(ROOT, 'packages/studio/vite.config.ts'),
      logLevel: 'error',
      build: { outDir: this.app, emptyOutDir: true },
    });
    mkdirSync(this.mine);
    const board = readFileSync(join(ROOT, 'packages/games/starwar/boards/maze2.cnf'), 'utf8');
    writeFileSync(join(this.mine, 'short.cnf'), board.replace(/nb_rnds\s+\d+/, 'nb_rnds 40'));
    this.server = await serveStudio({
      app: this.app,
      folder: this.mine,
      games: GAMES,
      guests: await guestsOf(GAMES),
    });
    this.browser = await chromium.launchPersistentContext(join(this.folder, 'profile'), {
      executablePath: CHROMIUM,
      args: FLAGS.split(' '),
      viewport: { width: 1280, height: 720 },
      reducedMotion: 'reduce',
    });
    await this.browser.grantPermissions(['clipboard-read', 'clipboard-write']);
  }

  async stop(): Promise<void> {
    await this.browser?.close();
    await this.server?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Nobody complained since the last time. */
  quiet(): void {
    expect(this.complaints.splice(0)).toEqual([]);
  }

  async open(size?: { width: number; height: number }, address = `${this.server.url}?renderer=canvas`): Promise<Page> {
    const page = await this.browser.newPage();
    if (size) await page.setViewportSize(size);
    page.on('console', (message) => {
      if (/GPU stall|GL Driver Message|404/.test(message.text())) return;
      if (message.type() === 'error' || message.type() === 'warning') this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('request', (request) => {
      if (!/^(data:|blob:|http:\/\/127\.0\.0\.1:)/.test(request.url())) this.complaints.push(request.url());
    });
    await page.goto(address);
    await page.waitForSelector('ludus-viewer');
    return page;
  }

  /** The form says Star War, the short board, seed 5. */
  async choose(page: Page): Promise<void> {
    await page.locator('label.game', { hasText: 'Star War' }).click();
    await page.locator('label.board', { hasText: 'short' }).click();
    await page.getByLabel('Seed', { exact: true }).fill('5');
  }

  async play(page: Page): Promise<void> {
    await page.locator('.setup button.play').click();
    await untilShown(page, 40);
  }
}

/** One of what the form has beside playing: it is folded away at first. */
export async function doMore(page: Page, name: string): Promise<void> {
  const more = page.locator('details.more-doing');
  if (!(await more.isVisible())) await page.getByRole('button', { name: 'Match form' }).click();
  if (!(await more.evaluate((element) => (element as HTMLDetailsElement).open))) await more.locator('summary').click();
  await more.getByRole('button', { name }).click();
}

/** Until a whole match of so many rounds is shown. */
export const untilShown = (page: Page, rounds: number) =>
  page.waitForFunction((n) => {
    const element = document.querySelector<ViewerHandle>('ludus-viewer');
    return element?.rounds === n && !element.viewer.live.value;
  }, rounds);

export function useStudio(): StudioFixture {
  const fixture = new StudioFixture();
  beforeAll(() => fixture.start());
  afterAll(() => fixture.stop());
  afterEach(() => fixture.quiet());
  return fixture;
}

/** What a program can tell of a page that not everybody can use, by day and by night: nothing. `part`: what is looked at. */
export async function mustBeUsable(page: Page, part = 'dialog[open]'): Promise<void> {
  await page.evaluate(axe.source);
  for (const theme of ['dark', 'light']) {
    await page.evaluate((to) => document.querySelector('ludus-viewer')!.setAttribute('theme', to), theme);
    const found = await page.evaluate(async (where) => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(where);
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
    }, part);
    expect(found, theme).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}
