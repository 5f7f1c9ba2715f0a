import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LudusViewerElement } from '@ludus/viewer/element.ts';
import type axe from 'axe-core';
import { KITS } from 'ludus/registry.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { AXE, useBrowser } from '../tools/browser/use-browser.ts';
import { ROOT } from '../tools/structure/tracked-files.ts';
import { deadLinks, pagesOf, serveFiles } from './built-site.ts';

// The documentation as a site: built once, crawled, and checked in a browser that can reach only a file server on this
// machine.

const lacking = [
  ...(existsSync(`${ROOT}/docs/site/node_modules/astro`) ? [] : ['what `npm run docs` installs']),
  ...(noChromium ? ['Chromium'] : []),
];
const skipped = lacking.length > 0 && process.env.CI !== 'true';
if (skipped) console.log(`the site is not tried, as there is no ${lacking.join(' and no ')}`);

const folder = mkdtempSync(join(tmpdir(), 'ludus-site-'));
const lessons = KITS.flatMap(({ lessons = [] }) => lessons);
let site: Awaited<ReturnType<typeof serveFiles>>;

describe.skipIf(skipped)('the site', () => {
  const browser = useBrowser();
  beforeAll(async () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [`${ROOT}/docs/site/build.ts`, folder], {
      encoding: 'utf8',
    });
    expect(status, `${stdout}${stderr}`).toBe(0);
    site = await serveFiles(folder, '/any/where/');
  }, 600_000);
  afterAll(() => {
    site?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('has no dead links, and doesn’t depend on the folder that it is served from', () => {
    expect(pagesOf(folder).length).toBeGreaterThan(60);
    expect(deadLinks(folder)).toEqual([]);
  });

  test('lists only existing pages in llms.txt, and includes each of them in llms-full.txt', () => {
    const list = readFileSync(join(folder, 'llms.txt'), 'utf8');
    const pages = [...list.matchAll(/^- \[.+\]\((.+)\)$/gm)].map(([, page]) => page);
    expect(pages.length).toBeGreaterThan(40);
    expect(pages.filter((page) => !existsSync(join(folder, page, 'index.html')))).toEqual([]);
    const text = readFileSync(join(folder, 'llms-full.txt'), 'utf8');
    expect(pages.filter((page) => !text.includes(`<!-- ${page} -->`))).toEqual([]);
  });

  test('has a reference entry for every command, game, built-in bot, and game library', () => {
    const text = (page: string) => readFileSync(join(folder, 'reference', page, 'index.html'), 'utf8');
    const help = spawnSync(process.execPath, [`${ROOT}/packages/cli/bin/ludus.js`, '--help'], {
      encoding: 'utf8',
    }).stdout;
    const commands = [...help.slice(help.indexOf('Play and watch:')).matchAll(/^ {2}([a-z]+) /gm)].map(
      ([, name]) => name,
    );
    expect(commands.length).toBeGreaterThan(20);
    const page = text('commands');
    expect(
      commands.filter((name) => !['help', 'ludus'].includes(name) && !page.includes(`id="ludus-${name}"`)),
    ).toEqual([]);
    for (const { game, players } of KITS) {
      expect(text('games')).toContain(game.title);
      for (const { name } of players) expect(text('games')).toContain(name);
      expect(text('api')).toContain(`ludus/${game.id}`);
    }
  });

  /** Opens a page, and collects its errors and its requests to other hosts. */
  async function open(path: string, width = 1440, colorScheme: 'dark' | 'light' = 'light') {
    const context = await browser.another({ viewport: { width, height: width < 500 ? 844 : 900 }, colorScheme });
    const complaints: string[] = [];
    await context.route('**', (route) => {
      const url = route.request().url();
      if (url.startsWith(site.url) || url.endsWith('/favicon.ico')) return route.continue();
      complaints.push(`asks for ${url}`);
      return route.abort();
    });
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (said) => {
      if (said.type() === 'error') complaints.push(said.text());
    });
    await page.goto(`${site.url}${path}`);
    return { page, complaints, close: () => context.close() };
  }

  const PAGES = ['', 'tutorial/3-room/', 'reference/api/', 'contest/'];
  const LOOKS = [
    [1440, 'light', PAGES],
    [390, 'dark', PAGES],
    [1440, 'dark', PAGES],
    [390, 'light', PAGES],
  ] as const;
  test.each(LOOKS)(
    'has no axe violations on four pages, and these pages fit the width of the screen (%i pixels, %s)',
    async (width, scheme, pages) => {
      for (const path of pages) {
        const { page, complaints, close } = await open(path, width, scheme);
        expect(await wrongIn(page), path).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
        expect(complaints, path).toEqual([]);
        await close();
      }
    },
  );

  async function wrongIn(page: Page): Promise<string[]> {
    await page.evaluate(AXE);
    return await page.evaluate(async () => {
      const { axe: engine } = globalThis as unknown as { axe: typeof axe };
      const { violations } = await engine.run();
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(' ')}`);
    });
  }

  // The tests of the playground check that it works offline, and those of packages/viewer check that the viewer plays
  // matches.
  test('plays a match on the home page, links to a match for a human player, and opens the editor offline', async () => {
    const { page, complaints, close } = await open('', 1280);
    await page.waitForFunction(() => {
      const element = document.querySelector<LudusViewerElement>('opening-match ludus-viewer');
      return (element?.viewer.round.value ?? 0) > 1;
    });
    await page.getByRole('link', { name: 'Play it yourself' }).click();
    await page.getByRole('region', { name: 'Play yourself' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await page.context().setOffline(true);
    await page.goto(`${site.url}play/?begin=write`);
    await page.getByRole('textbox', { name: /^Source of / }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  const said = (page: Page) => page.locator('lesson-cell .outcome').textContent();
  const play = async (page: Page): Promise<string> => {
    await page.click('lesson-cell [data-play]');
    await page.waitForFunction(() => {
      const text = document.querySelector('lesson-cell .outcome')?.textContent ?? '';
      return text !== '' && !text.startsWith('Playing');
    });
    return (await said(page)) ?? '';
  };

  // packages/cli/lessons.slow.test.ts plays the same players.
  test('reaches each lesson’s goal with the lesson’s solution, but not with the starting code', async () => {
    const { page, complaints, close } = await open('tutorial/');
    const links = await page.$$eval('main a[href*="tutorial/"]', (all) =>
      all.map((a) => (a as HTMLAnchorElement).href),
    );
    const pages = [...new Set(links)].filter((link) => /\/\d-[\w-]+\/$/.test(link));
    expect(pages.length).toBe(lessons.length);
    for (const link of pages) {
      await page.goto(link);
      expect(await play(page), link).toMatch(/^Not reached: /);
      await page.click('lesson-cell [data-use]');
      expect(await play(page), link).toMatch(/^Reached: /);
      await page.waitForSelector('lesson-cell ludus-viewer');
      const played = await page.locator('lesson-cell .matches li').allTextContents();
      await page.check('lesson-cell input[value=python]');
      expect(await play(page), link).toMatch(/^Not reached: /);
      await page.click('lesson-cell [data-use]');
      expect(await play(page), link).toMatch(/^Reached: /);
      expect(await page.locator('lesson-cell .matches li').allTextContents()).toEqual(played);
    }
    expect(complaints).toEqual([]);
    await close();
  });

  test('compiles a C++ bot in the browser, and the bot plays the same matches as the TypeScript bot', async () => {
    const { page, complaints, close } = await open('tutorial/6-search/');
    const played: string[][] = [];
    for (const language of ['ts', 'cpp']) {
      await page.check(`lesson-cell input[value=${language}]`);
      await page.click('lesson-cell [data-use]');
      expect(await play(page)).toMatch(/^Reached: /);
      played.push(await page.locator('lesson-cell .matches li').allTextContents());
    }
    expect(played[0].length).toBeGreaterThan(1);
    expect(played[1]).toEqual(played[0]);
    for (const [source, sentence] of [
      ['int main() { return x; }', /Mine\.cc:1:21: error/],
      ['int main() { __builtin_trap(); }', /crashed/],
    ] as const) {
      await page.fill('lesson-cell textarea', source);
      const outcome = await play(page);
      expect(`${outcome}${await page.locator('lesson-cell .matches').textContent()}`).toMatch(sentence);
    }
    expect(complaints).toEqual([]);
    await close();
  });

  test('keeps a lesson’s code, and starts the next lesson with the code that reached the goal', async () => {
    const { page, close } = await open('tutorial/1-move/');
    const source = page.locator('lesson-cell textarea');
    await page.click('lesson-cell [data-use]');
    const mine = `${await source.inputValue()}// mine\n`;
    await source.fill(mine);
    await page.reload();
    expect(await source.inputValue()).toBe(mine);
    expect(await play(page)).toMatch(/^Reached: /);
    await page.goto(page.url().replace('1-move', '2-look'));
    expect(await source.inputValue()).toBe(mine);
    await source.fill('nothing yet');
    await page.click('lesson-cell [data-reset]');
    await page.reload();
    expect(await source.inputValue()).toBe(mine);
    await close();
  });

  // packages/cli/lesson.slow.test.ts reports the same lines.
  test('reports the line of an error in a bot, and can stop an endless loop', async () => {
    const { page, close } = await open('tutorial/2-look/');
    await page.fill('lesson-cell textarea', 'export default class {');
    expect(await play(page)).toMatch(/line 1/);
    await page.fill('lesson-cell textarea', 'export default function () {\n  throw new Error("oh");\n}');
    expect(await play(page)).toMatch(/^Not reached/);
    expect(await page.locator('lesson-cell .matches li').first().textContent()).toMatch(/oh.*line 2/);
    await page.fill('lesson-cell textarea', 'export default function () {\n  for (;;);\n}');
    await page.click('lesson-cell [data-play]');
    await page.click('lesson-cell [data-play]');
    expect(await said(page)).toBe('Stopped.');
    await close();
  });

  test('searches without requests to other hosts, even when the browser is never idle', async () => {
    const { page, complaints, close } = await open('contest/');
    await page.addInitScript(() => {
      const whenIdle = globalThis.requestIdleCallback;
      globalThis.requestIdleCallback = (callback, options) =>
        options?.timeout === undefined ? 0 : whenIdle(callback, options);
    });
    await page.reload();
    await page.click('button[data-open-modal]');
    await page.fill('dialog input', 'plagiarism');
    const first = page.locator('.pagefind-ui__result-link').first();
    await first.waitFor();
    await first.click();
    await page.waitForURL((url) => !url.pathname.endsWith('/contest/'));
    expect(await page.locator('h1').count()).toBe(1);
    expect(complaints).toEqual([]);
    await close();
  });
});
