import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { guestsOf } from '@ludus/cli/context.ts';
import { type StudioServer, serveStudio } from '@ludus/studio/server/serve.ts';
import axe from 'axe-core';
import { services } from 'ludus/angrymob/arena/services.ts';
import { GAMES } from 'ludus/registry.ts';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const missing = !existsSync(CHROMIUM);
if (missing && process.env.CI === 'true') throw new Error(`there is no Chromium at ${CHROMIUM}: install chromium`);
const FLAGS =
  '--headless --no-sandbox --disable-gpu --enable-unsafe-swiftshader --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';
const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** The viewer in the page, as far as the tests look at it. */
interface ViewerElement extends HTMLElement {
  readonly round: number;
  readonly rounds: number;
  // biome-ignore lint/suspicious/noExplicitAny: the state is looked into by name
  readonly viewer: any;
}

const names = (page: Page): Promise<string[] | undefined> =>
  page.evaluate(() => document.querySelector<ViewerElement>('ludus-viewer')!.viewer.timeline.value?.names);
/** Until a whole match of so many rounds is shown. */
const untilShown = (page: Page, rounds: number) =>
  page.waitForFunction((n) => {
    const element = document.querySelector<ViewerElement>('ludus-viewer');
    return element?.rounds === n && !element.viewer.live.value;
  }, rounds);

describe.skipIf(missing)('the studio (without Chromium: skipped, install it)', () => {
  let folder: string;
  let app: string;
  let server: StudioServer;
  let browser: BrowserContext;
  const arenas = services();
  const complaints: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ludus-studio-'));
    app = join(folder, 'app');
    await build({
      configFile: join(ROOT, 'packages/studio/vite.config.ts'),
      logLevel: 'error',
      build: { outDir: app, emptyOutDir: true },
    });
    const mine = join(folder, 'mine');
    mkdirSync(mine);
    const board = readFileSync(join(ROOT, 'packages/games/starwar/boards/maze2.cnf'), 'utf8');
    writeFileSync(join(mine, 'short.cnf'), board.replace(/nb_rnds\s+\d+/, 'nb_rnds 40'));
    writeFileSync(
      join(mine, 'Steady.ts'),
      `import type { StarWarApi } from 'ludus/starwar';
       export default (game: StarWarApi) => { game.log('steady in', game.round); game.draw({ kind: 'point', at: [1, game.round] }); };`,
    );
    server = await serveStudio({
      app,
      folder: mine,
      games: GAMES,
      guests: await guestsOf(GAMES),
      services: { angrymob: arenas.calls },
    });
    browser = await chromium.launchPersistentContext(join(folder, 'profile'), {
      executablePath: CHROMIUM,
      args: FLAGS.split(' '),
      viewport: { width: 1280, height: 760 },
      reducedMotion: 'reduce',
      acceptDownloads: true,
    });
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    arenas.close();
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(async () => {
    // Each test finds the form as it is at first; what players were written is kept elsewhere.
    const page = await browser.newPage();
    await page.goto(server.url);
    await page.waitForSelector('ludus-viewer');
    await page.evaluate(() => localStorage.clear());
    await page.close();
    expect(complaints.splice(0)).toEqual([]);
  });

  async function open(address: string, size?: { width: number; height: number }): Promise<Page> {
    const page = await browser.newPage();
    if (size) await page.setViewportSize(size);
    page.on('console', (message) => {
      if (/GPU stall|GL Driver Message|404/.test(message.text())) return;
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      if (!/^(data:|blob:|http:\/\/127\.0\.0\.1:)/.test(request.url())) complaints.push(request.url());
    });
    await page.goto(`${address}?renderer=canvas`);
    await page.waitForSelector('ludus-viewer');
    return page;
  }

  /** A match folds the form where there is little room. */
  const openForm = async (page: Page) => {
    if (!(await page.locator('#form').isVisible())) await page.getByRole('button', { name: 'Match form' }).click();
  };
  const seat = (page: Page, n: number) => page.getByLabel(`Player in seat ${n}`);

  test('game, board of the folder, players, seed: played, watched, kept, played again, downloaded', async () => {
    const page = await open(server.url);
    await page.locator('label.game', { hasText: 'Star War' }).click();
    await page.locator('label.board', { hasText: 'short' }).click();
    await expect.poll(() => page.locator('label.board').count(), { timeout: 60_000 }).toBe(8);
    await page.getByLabel('Seed', { exact: true }).fill('5');
    await seat(page, 0).selectOption('Steady');
    await seat(page, 3).selectOption('Null');
    await page.locator('.setup button.play').click();
    await untilShown(page, 40);
    expect(await names(page)).toEqual(['Steady', 'Demo', 'Dummy', 'Null']);
    const sidecar = await page.evaluate(
      () => document.querySelector<ViewerElement>('ludus-viewer')!.viewer.sidecar.value,
    );
    expect(sidecar.log[7]).toEqual({ round: 7, seat: 0, text: 'steady in 7' });
    expect(sidecar.overlays[7].shapes).toEqual([{ kind: 'point', at: [1, 7] }]);

    const recent = page.locator('.recent li');
    await page.waitForFunction(() => document.querySelectorAll('.recent li').length === 1);
    expect(await recent.first().textContent()).toContain('Star War · short · seed 5');
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll('.recent li').length === 1);
    await recent.first().locator('.watch').click();
    await untilShown(page, 40);

    await openForm(page);
    await page
      .getByLabel(/^More about/)
      .first()
      .click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('starwar-short-s5-Steady_Demo_Dummy_Null.res');
    expect(readFileSync(await file.path(), 'utf8')).toContain('\nnames Steady Demo Dummy Null\n');

    await page.locator('.recent').getByRole('button', { name: 'Another seed' }).first().click();
    await page.waitForFunction(() => document.querySelectorAll('.recent li').length === 2);
    expect(await recent.first().textContent()).not.toMatch(/seed 5(?!\d)/);
    await openForm(page);
    await page
      .getByLabel(/^More about/)
      .first()
      .click();
    await page.getByRole('button', { name: 'Forget this match' }).first().click();
    await page.waitForFunction(() => document.querySelectorAll('.recent li').length === 1);
    await page.close();
  });

  test('Angry Mob: the map of the seed, two players', async () => {
    const page = await open(server.url);
    await page.locator('label.game', { hasText: 'Angry Mob' }).click();
    await page.getByLabel('Seed', { exact: true }).fill('3');
    await seat(page, 0).selectOption('RandomRunners');
    await seat(page, 1).selectOption('CamperJoe');
    await page.locator('.setup button.play').click();
    await page.waitForFunction(() => document.querySelectorAll('.recent li').length > 0);
    await page.waitForFunction(() => /Angry Mob/.test(document.querySelector('.recent li')?.textContent ?? ''));
    expect(await names(page)).toEqual(['RandomRunners', 'CamperJoe']);
    await page.close();
  });

  test('an arena is opened for programs, on the map of the seed', async () => {
    const page = await open(server.url);
    const door = page.getByRole('button', { name: 'Open an arena for programs' });
    expect(await door.count()).toBe(0);
    await page.locator('label.game', { hasText: 'Angry Mob' }).click();
    await page.getByLabel('Seed', { exact: true }).fill('7');
    await door.click();
    const where = page.locator('.panel a');
    await where.waitFor({ timeout: 60_000 });
    expect(Number(await page.locator('.panel strong').textContent())).toBeGreaterThan(0);
    const [arena] = await Promise.all([page.waitForEvent('popup'), where.click()]);
    await arena.waitForFunction(() =>
      document.querySelector('#status')?.textContent?.includes('waiting for two players'),
    );
    const seed = await arena.evaluate(
      () => document.querySelector<ViewerElement>('ludus-viewer')!.viewer.timeline.value.seed,
    );
    expect(seed).toBe('7');
    await arena.close();
    await page.close();
  });

  test('a player written here plays; one that never answers can be stopped; what is wrong with one is said', async () => {
    const page = await open(server.url);
    await page.getByRole('button', { name: 'Write a player …' }).click();
    const code = page.locator('.cm-content');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => seat(page, 0).inputValue(), { timeout: 30_000 }).toBe('own/Mine');
    await page.locator('.setup button.play').click();
    await untilShown(page, 300);
    expect((await names(page))![0]).toBe('Mine');

    const rewrite = async (source: string) => {
      await openForm(page);
      if (!(await page.locator('.editor').isVisible())) await page.getByRole('button', { name: 'Edit' }).click();
      await code.click();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.insertText(source);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
    };
    const alert = (part: string) =>
      page.waitForFunction((text) => document.querySelector('[role=alert]')?.textContent?.includes(text), part);

    await rewrite('export default () => { for (;;) {} };');
    await page.locator('.editor').waitFor({ state: 'detached' });
    await page.locator('.setup button.play').click();
    await page.getByRole('button', { name: 'Stop: Mine does not answer' }).click();
    await alert('stopped: Mine did not answer in round 0');
    expect(await page.locator('ludus-viewer [role=alert]').count()).toBe(0);

    await rewrite("import { x } from 'elsewhere'; export default () => x();");
    await alert('Mine imports elsewhere');
    await rewrite("import { Nobody } from 'ludus/madmax'; export default class extends Nobody {}");
    await alert('Mine imports Nobody from ludus/madmax, which has only ALL_DIRECTIONS');
    await rewrite('const one = 1;\nexport default (');
    await alert('Mine cannot be read: line 2: Unexpected token');
    // Played all the same: it is said beside the code, and the picture does not wait.
    await page.getByRole('button', { name: 'Save and play' }).click();
    await alert('Mine cannot be read: line 2: Unexpected token');
    expect(await page.locator('.editor').isVisible()).toBe(true);
    const live = () => page.evaluate(() => document.querySelector<ViewerElement>('ludus-viewer')!.viewer.live.value);
    expect(await live()).toBe(false);
    await page.close();
  });

  test('what is written outlives a match and a reload; no player takes another’s name', async () => {
    const page = await open(server.url);
    await page.locator('label.game', { hasText: 'Star War' }).click();
    const code = page.locator('.cm-content');
    const write = async (text: string) => {
      await code.click();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.insertText(text);
    };
    await page.getByRole('button', { name: 'Write a player …' }).click();
    await write('export default () => {}; // first');
    await page.locator('.hint', { hasText: 'not saved' }).waitFor();
    await page.reload();
    await expect.poll(() => code.textContent(), { timeout: 30_000 }).toContain('// first');

    const name = page.getByLabel('Name');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await name.fill('Demo');
    await page.getByText('Demo comes with the game').waitFor();
    expect(await save.isDisabled()).toBe(true);
    await name.fill('Alpha');
    await save.click();
    await page.locator('.editor').waitFor({ state: 'detached' });
    await expect.poll(() => seat(page, 0).inputValue()).toBe('own/Alpha');

    await page.getByRole('button', { name: 'Write a player …' }).click();
    await name.fill('Alpha');
    await page.getByText('there is another player Alpha').waitFor();
    expect(await save.isDisabled()).toBe(true);
    await name.fill('Beta');
    await write('export default (game) => { game.log("second"); };');
    await page.locator('.setup button.play').click();
    await untilShown(page, 300);
    expect(await names(page)).toContain('Beta');
    const log = await page.evaluate(
      () => document.querySelector<ViewerElement>('ludus-viewer')!.viewer.sidecar.value.log[0].text,
    );
    expect(log).toBe('second');

    // Nothing of that match is left in one with players that say nothing.
    await openForm(page);
    for (const n of [0, 1, 2, 3]) await seat(page, n).selectOption('Null');
    await page.locator('.setup button.play').click();
    await untilShown(page, 300);
    await page.waitForFunction(
      () => document.querySelector<ViewerElement>('ludus-viewer')!.viewer.timeline.value?.names[0] === 'Null',
    );
    expect(
      await page.evaluate(() => document.querySelector<ViewerElement>('ludus-viewer')!.viewer.sidecar.value),
    ).toBeUndefined();
    await page.close();
  });

  test('by keyboard alone: game, board and players are chosen, and the form says the same after a reload', async () => {
    const page = await open(server.url);
    const games = page.locator('.games input');
    await games.first().focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => games.nth(1).isChecked()).toBe(true);
    await page.locator('label.game', { hasText: 'Star War' }).click();
    const boards = page.locator('.boards input');
    await boards.first().focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => boards.nth(1).isChecked()).toBe(true);
    await page.getByLabel('Seed', { exact: true }).fill('77');
    await seat(page, 3).selectOption('Rogue');
    await page.reload();
    await page.waitForSelector('ludus-viewer');
    await expect.poll(() => page.getByRole('radio', { name: 'Star War' }).isChecked()).toBe(true);
    await expect.poll(() => boards.nth(1).isChecked()).toBe(true);
    await expect.poll(() => page.getByLabel('Seed', { exact: true }).inputValue()).toBe('77');
    await expect.poll(() => seat(page, 3).inputValue()).toBe('builtin/Rogue');

    await page.locator('.setup button.play').click();
    await untilShown(page, 300);
    await openForm(page);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const stops = await page.evaluate(() => {
      const viewer = document.querySelector('ludus-viewer')!.shadowRoot!;
      const play = viewer.querySelector('.round-button.strong')!;
      const reachable = (root: ParentNode) =>
        [...root.querySelectorAll<HTMLElement>('button, select, input, summary, a[href], [tabindex="0"]')].filter(
          (element) =>
            element.tabIndex >= 0 &&
            element.checkVisibility() &&
            !(element instanceof HTMLInputElement && element.type === 'radio' && !element.checked),
        );
      const inside = reachable(viewer);
      return reachable(document).length + inside.indexOf(play as HTMLElement);
    });
    expect(stops).toBeLessThan(32);
    expect(await page.locator('main').count()).toBe(1);
    await page.close();
  });

  test('the board has most of the page, on a phone the match is seen at once', async () => {
    const page = await open(server.url, { width: 1280, height: 720 });
    await page.locator('.setup button.play').click();
    await untilShown(page, 300);
    const share = () =>
      page.evaluate(() => {
        const picture = document.querySelector('ludus-viewer')!.shadowRoot!.querySelector('.picture')!;
        return (picture.clientWidth * picture.clientHeight) / (innerWidth * innerHeight);
      });
    for (const [form, panel] of [
      [false, true],
      [true, false],
      [false, false],
    ]) {
      if ((await page.locator('#form').isVisible()) !== form) await page.keyboard.press('f');
      await expect.poll(() => page.locator('#form').isVisible()).toBe(form);
      if ((await page.locator('ludus-viewer .panel').isVisible()) !== panel) await page.keyboard.press('d');
      await expect.poll(() => page.locator('ludus-viewer .panel').isVisible()).toBe(panel);
      for (const mode of ['Universe', 'Window']) {
        await page.locator('ludus-viewer').getByRole('button', { name: mode }).click();
        expect(await share(), `${form} ${panel} ${mode}`).toBeGreaterThanOrEqual(0.6);
      }
    }
    await page.close();

    for (const size of [
      { width: 390, height: 844 },
      { width: 844, height: 390 },
    ]) {
      const phone = await open(server.url, size);
      await phone.locator('.setup button.play').click();
      await untilShown(phone, 300);
      const picture = (await phone.locator('ludus-viewer .picture').boundingBox())!;
      expect(picture.y).toBeLessThan(80);
      expect(picture.width * picture.height).toBeGreaterThan(0.25 * size.width * size.height);
      await phone.getByRole('button', { name: 'Match form' }).click();
      await phone.locator('.setup button.play').waitFor();
      await phone.close();
    }
  });

  test('it works from any plain file server, in a folder of it', async () => {
    const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
    const plain: Server = createServer((request, response) => {
      const path = new URL(request.url!, 'http://localhost').pathname.replace('/some/where/', '/');
      const file = join(app, path === '/' ? 'index.html' : path);
      const found = existsSync(file);
      response.writeHead(found ? 200 : 404, { 'content-type': types[extname(file)] ?? 'text/plain' });
      response.end(found ? readFileSync(file) : '');
    });
    await new Promise<void>((done) => plain.listen(0, '127.0.0.1', done));
    const page = await open(`http://127.0.0.1:${(plain.address() as AddressInfo).port}/some/where/`);
    await page.locator('.setup button.play').click();
    await untilShown(page, 300);
    await page.close();
    await new Promise((done) => {
      plain.close(done);
      plain.closeAllConnections();
    });
  });

  test('on a phone nothing is cut off, and axe finds nothing serious', async () => {
    const page = await open(server.url, { width: 400, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
    await page.evaluate(axe.source);
    const found = await page.evaluate(async () => {
      const { axe: engine } = globalThis as unknown as { axe: typeof axe };
      const { violations } = await engine.run();
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
    });
    expect(found).toEqual([]);
    await page.close();
  });
});
