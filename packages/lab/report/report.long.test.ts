import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ResultLine } from '../batch/result-line.ts';
import { reportModel } from './model.ts';
import { reportPage } from './report-page.ts';

const line = (match: string, players: string[], scores: number[], more: Partial<ResultLine> = {}): ResultLine => ({
  game: 'madmax',
  match,
  board: 'maze1',
  seed: 1,
  players,
  scores,
  shares: scores.map((score) => scores.filter((other) => other < score).length / (scores.length - 1)),
  reason: 'rounds',
  rounds: 300,
  decided: 120,
  used: scores.map(() => 0),
  faults: [],
  ...more,
});
const evil = '<img src=x onerror=alert(1)>';
const lines: ResultLine[] = [
  ...Array.from({ length: 40 }, (_, i) => line(`m${i}`, ['Ada', 'Bob', evil, 'Dee'], [400 + i, 300, 200, 100 + i])),
  line('upset', ['Dee', evil, 'Bob', 'Ada'], [900, 200, 300, 100], {
    board: 'maze2',
    decided: 77,
    used: [0.5, 0.25, 1, 0.1],
  }),
  line('crash', ['Dee', evil, 'Bob', 'Ada'], [0, 200, 300, 400], {
    faults: [{ seat: 0, round: 9, fault: 'crash', sentence: 'Dee ended with signal 11.' }],
  }),
  line('lost', ['Dee', evil, 'Bob', 'Ada'], [], { shares: [], failure: 'the worker was killed by SIGKILL' }),
];

describe('the report’s data', () => {
  const model = reportModel(lines);
  test('ranks bots, and counts only matches that have a result', () => {
    expect(model.matches).toBe(42);
    expect(model.players.map((player) => player.name)).toEqual(['Ada', 'Bob', evil, 'Dee']);
    expect(model.players[3]).toMatchObject({ faults: 1 });
    expect(model.players[1].budget).toEqual({ mean: 1 / 42, most: 1 });
    expect(model.failures).toHaveLength(1);
    expect(model.faults[0]).toMatchObject({ name: 'Dee', what: 'crash, round 9' });
  });
  test('counts a stand-in’s results for no one', () => {
    const filled = lines.map((each) => ({
      ...each,
      players: each.players.map((name) => (name === 'Dee' ? 'Ada' : name)),
    }));
    const marked = filled.map((each) => ({ ...each, standIns: [each.match.startsWith('m') ? 3 : 0] }));
    const ada = reportModel(marked).players.find(({ name }) => name === 'Ada')!;
    expect([ada.score.count, ada.rating.count, ada.faults]).toEqual([42, 42, 0]);
    expect(reportModel(filled).players.find(({ name }) => name === 'Ada')!.score.count).toBe(84);
  });
  test('calls the least likely match the most surprising one', () => {
    expect(model.surprises[0]).toMatchObject({ line: { match: 'upset' }, above: 'Dee' });
    expect(model.surprises).toHaveLength(1);
  });
  test('includes shares by seat and by board', () => {
    expect(model.seatShares.map((share) => share.count)).toEqual([42, 42, 42, 42]);
    expect(model.boards).toEqual(['maze1', 'maze2']);
    expect(model.boardShares[1][3].mean).toBe(1);
  });
});

const summary = {
  sentence: 'Ada is stronger than <Bob>.',
  standings: [
    { rank: 1, name: 'Ada', points: 3.5, note: '' },
    { rank: 2, name: 'Bob', points: 1.25, note: 'out in round 1' },
  ],
};

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
if (!executablePath && process.env.CI === 'true') throw new Error('Chromium is missing: apt-get install chromium');
if (!executablePath) console.warn('The report is not tested in a browser: install chromium.');

describe.skipIf(!executablePath)('the report’s page in Chromium', () => {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ludus-report-'));
    browser = await chromium.launch({
      executablePath: executablePath!,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Opens a page and records its errors and requests. */
  async function opened(file: string, width: number): Promise<{ page: Page; troubles: string[] }> {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    const troubles: string[] = [];
    page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('request', (request) => {
      const url = request.url();
      if (!/^(data|blob):/.test(url) && url.split('#')[0] !== pathToFileURL(file).href)
        troubles.push(`asked for ${url}`);
    });
    await page.goto(pathToFileURL(file).href);
    return { page, troubles };
  }
  const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

  test('shows all sections, fits on a phone and on paper, and makes no requests', async () => {
    const file = join(folder, 'report.html');
    writeFileSync(file, reportPage('Cup & more', reportModel(lines), { summary }));
    const { page, troubles } = await opened(file, 400);
    expect(await page.locator('h2').allTextContents()).toEqual([
      'Final table',
      'Ratings',
      'Who beats whom',
      'Does the seat matter?',
      'Where are the bots strong?',
      'Scores',
      'Budget',
      'Most surprising matches',
      'Faults',
    ]);
    expect(await page.locator('.sentence').textContent()).toBe(summary.sentence);
    expect(await page.locator('#standings tbody').textContent()).toBe('1Ada3.502Bob1.25out in round 1');
    expect(await page.locator('#ranking tbody th').allTextContents()).toEqual(['Ada', 'Bob', evil, 'Dee']);
    expect(await page.locator('#faults').textContent()).toContain('Dee ended with signal 11.');
    expect(await page.locator('img').count()).toBe(0);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 718, height: 1000 });
    await page.emulateMedia({ media: 'print' });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(
      await page.locator('.scroll').evaluateAll((all) => all.every((each) => each.scrollWidth <= innerWidth)),
    ).toBe(true);
    await page.emulateMedia({ media: 'screen' });
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(axe);
      const found = await page.evaluate(async () => {
        // biome-ignore lint/suspicious/noExplicitAny: axe comes with the script above
        const { violations } = await (window as any).axe.run(document);
        return violations
          .filter((each: { impact: string }) => each.impact === 'serious' || each.impact === 'critical')
          .map((each: { id: string; nodes: { html: string }[] }) => `${each.id}: ${each.nodes[0].html}`);
      });
      expect(found, colorScheme).toEqual([]);
    }
    expect(troubles).toEqual([]);
    await page.close();
  });

  test('keeps the same elements and attributes, whatever the players, boards, and errors contain', async () => {
    const told = (name: string) => {
      const all = lines.map((each) => ({
        ...each,
        match: `${each.match}${name}`,
        board: each.board === 'maze2' ? name : each.board,
        players: each.players.map((player) => (player === evil ? name : player)),
        faults: each.faults.map((fault) => ({ ...fault, sentence: name })),
        ...(each.failure !== undefined && { failure: name }),
      }));
      const standings = summary.standings.map((each) => ({ ...each, name, note: name }));
      const replays = new Map([[`upset${name}`, { bytes: new Uint8Array(3), round: 7 }]]);
      const watch = { viewer: new Uint8Array(3), replays };
      return reportPage(name, reportModel(all), { watch, summary: { sentence: name, standings } });
    };
    const shape = async (name: string) => {
      const file = join(folder, 'names.html');
      writeFileSync(file, told(name));
      const { page, troubles } = await opened(file, 1000);
      const elements = await page.evaluate(() =>
        [...document.querySelectorAll('*')].map((each) => [each.tagName, ...each.getAttributeNames()].join(' ')),
      );
      expect(await page.locator('#ranking tbody th').allTextContents()).toContain(name);
      expect(await page.locator('h1').textContent()).toBe(name);
      expect(troubles).toEqual([]);
      await page.close();
      return elements;
    };
    const plain = await shape('Cleo');
    const names = [
      evil,
      '"onload="alert(1)',
      "' autofocus onfocus='alert(1)",
      '</script><script>alert(1)</script>',
      '</style></title><!--',
      '&lt;b&gt; &amp; `b`',
    ];
    expect(await shape(names.join(''))).toEqual(plain);
  });

  test('opens the viewer in the page at a linked round', async () => {
    const ludus = (...args: string[]) => {
      const bin = fileURLToPath(new URL('../../cli/bin/ludus.js', import.meta.url));
      const done = spawnSync(process.execPath, [bin, ...args], { cwd: folder, encoding: 'utf8' });
      expect(done.status, done.stderr).toBe(0);
    };
    ludus(
      'batch',
      'Demo',
      'Null',
      'Demo',
      'Demo',
      '-g',
      'madmax',
      '--seeds',
      '1..6',
      '--boards',
      'maze1',
      '--replays',
      '-o',
      'run',
    );
    ludus('report', 'run', '-o', 'watch.html');
    const { page, troubles } = await opened(join(folder, 'watch.html'), 1000);
    const link = page.locator('a.watch').first();
    const round = Number(/round (\d+)/.exec((await link.textContent())!)![1]);
    await link.click();
    await page.waitForFunction(
      (wanted) => (document.querySelector('ludus-viewer') as unknown as { round: number } | null)?.round === wanted,
      round,
      { timeout: 60_000 },
    );
    // The viewer receives the keys: Space plays, and the match stays open. The button that closes the match doesn't
    // cover any other button.
    const playing = () =>
      page.evaluate(() => (document.querySelector('ludus-viewer') as unknown as { playing: boolean }).playing);
    await page.keyboard.press('Space');
    await expect.poll(playing).toBe(true);
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('dialog', { name: 'Help' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Help' }).waitFor({ state: 'detached' });
    await page.locator('dialog form button').click();
    // A dialog fires its close event a moment after it was closed.
    await page.locator('ludus-viewer').waitFor({ state: 'detached', timeout: 60_000 });
    expect(troubles).toEqual([]);
    await page.close();
  });
});
