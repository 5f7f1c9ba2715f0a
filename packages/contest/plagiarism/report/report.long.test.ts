import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareFolders } from '../files/compare-folders.ts';
import type { FoundSource } from '../files/read-folder.ts';
import { pairsCsv } from './csv.ts';
import { similarPage } from './page.ts';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
const found = (name: string, text: string, version = ''): FoundSource => ({ file: 'player.cc', name, version, text });

/** Returns a field that uses `name` as a person's name, a version, a year, and in a source. */
const field = (name: string) => ({
  now: [
    found(name, `// ${name}\n${fixture('honest/mm13.cc')}`, name),
    found('Bob', fixture('planted/mm13-renamed.cc')),
    found('Cleo', fixture('honest/mm04.cc')),
    found('Dee', fixture('planted/mm12-loops.cc'), '2'),
    found('Dee', fixture('honest/mm31.cc'), '1'),
  ],
  earlier: [{ year: name, sources: [found('Dee', fixture('honest/mm12.cc'))] }],
  templates: [],
});
const pageOf = async (name: string) => similarPage(name, await compareFolders(field(name), undefined), 5);

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
if (!executablePath && process.env.CI === 'true') throw new Error('Chromium is missing: apt-get install chromium');
if (!executablePath) console.warn('The report of similar submissions is not tested in a browser: install chromium.');

describe.skipIf(!executablePath)('the similarity report in Chromium', () => {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ludus-similar-'));
    browser = await chromium.launch({
      executablePath: executablePath!,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
    });
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function opened(name: string, width: number): Promise<{ page: Page; troubles: string[] }> {
    const file = join(folder, 'similar.html');
    writeFileSync(file, await pageOf(name));
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    const troubles: string[] = [];
    page.on('console', (message) => troubles.push(message.text()));
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('request', (request) => {
      if (!/^data:/.test(request.url()) && request.url().split('#')[0] !== pathToFileURL(file).href)
        troubles.push(`asked for ${request.url()}`);
    });
    await page.goto(pathToFileURL(file).href);
    return { page, troubles };
  }
  const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

  test('shows similar code on a screen, on a phone, and on paper', async () => {
    const { page, troubles } = await opened('Ada', 390);
    expect(await page.locator('h2').allTextContents()).toEqual(['Similarity of all pairs', 'Groups', 'Pairs']);
    expect(await page.locator('#pairs tbody th').first().textContent()).toBe('AdaBob');
    expect(await page.locator('#pairs tbody th').nth(1).textContent()).toBe('Dee (2)Dee (Ada)the same name in Ada');
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    const first = page.locator('#pair-1 mark a').first();
    await first.click();
    expect(await page.evaluate(() => document.querySelector(':target')?.id)).toBe('p1r1');
    await page.setViewportSize({ width: 1300, height: 900 });
    const tops = await page
      .locator('#pair-1 .code')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    expect(Math.abs(tops[0] - tops[1])).toBeLessThan(60);
    await page.setViewportSize({ width: 718, height: 1000 });
    await page.emulateMedia({ media: 'print' });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.emulateMedia({ media: 'screen' });
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    // Evaluated as a debugger's expression, since the page's policy forbids another script.
    await page.evaluate(axe);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const serious = await page.evaluate(async () => {
        // biome-ignore lint/suspicious/noExplicitAny: the library puts itself into the window
        const { violations } = await (window as any).axe.run();
        return violations
          .filter(({ impact }: { impact: string }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${id}: ${nodes[0].html}`);
      });
      expect(serious, colorScheme).toEqual([]);
    }
    expect(troubles).toEqual([]);
    await page.close();
  });

  test('keeps the same elements and attributes, whatever the names, years, and sources contain', async () => {
    const shape = async (name: string) => {
      const { page, troubles } = await opened(name, 1000);
      const elements = await page.evaluate(() =>
        [...document.querySelectorAll('*')].map((each) => [each.tagName, ...each.getAttributeNames()].join(' ')),
      );
      expect(await page.locator('#pair-1 li').first().textContent()).toBe(`// ${name}`);
      expect(troubles).toEqual([]);
      await page.close();
      return elements;
    };
    const plain = await shape('Cleopatra');
    const names = [
      '<img src=x onerror=alert(1)>',
      '"onload="alert(1)',
      '</style></title></script><script>alert(1)</script>',
      '&lt;b&gt; &amp; `b`',
    ];
    expect(await shape(names.join(''))).toEqual(plain);
  });
});

test('the similarity report’s CSV file lists pairs by rank, with escaped formulas', async () => {
  const csv = pairsCsv(await compareFolders(field('=1+1'), undefined));
  const [head, first] = csv.split('\n');
  expect(head).toMatch(/^rank,similarity,left,/);
  expect(first).toMatch(/^1,1\.000,'=1\+1,'=1\+1,,Bob,/);
});
