import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { guestsOf } from '@ludus/cli/context.ts';
import { buildStudio } from '@ludus/studio/build.ts';
import { Rooms } from '@ludus/studio/rooms.ts';
import { type StudioOffer, type StudioServer, serveStudio } from '@ludus/studio/serve.ts';
import type axe from 'axe-core';
import { GAMES, KITS } from 'ludus/registry.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { AXE, type Size, type TestBrowser, useBrowser } from '../tools/browser/use-browser.ts';
import type { ViewerHandle } from './viewer-support.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

interface StudioOptions {
  /** Additional files of the served folder, by name. */
  readonly files?: Readonly<Record<string, string>>;
  readonly services?: StudioOffer['services'];
}

/** The studio in a browser with a separate served folder, for the tests in one file. */
export class StudioFixture {
  /** The served folder, which contains a Star War board of 40 rounds (`short.cnf`). */
  mine = '';
  /** The folder of the built pages. */
  app = '';
  server!: StudioServer;
  /**
   * The time at which the rooms' clock was stopped; undefined while the clock runs. The clock is stopped because a busy
   * machine loads a page slowly.
   */
  roomsStoppedAt: number | undefined;
  private readonly rooms = new Rooms({ kits: KITS, now: () => this.roomsStoppedAt ?? Date.now() });
  private readonly browser: TestBrowser = useBrowser(
    { viewport: { width: 1280, height: 720 }, permissions: ['clipboard-read', 'clipboard-write'] },
    /404/,
  );

  async start({ files = {}, services }: StudioOptions): Promise<void> {
    this.app = await buildStudio();
    this.mine = mkdtempSync(join(tmpdir(), 'ludus-studio-'));
    const board = readFileSync(join(ROOT, 'packages/games/starwar/boards/maze2.cnf'), 'utf8');
    const all = { 'short.cnf': board.replace(/nb_rnds\s+\d+/, 'nb_rnds 40'), ...files };
    for (const [name, text] of Object.entries(all)) writeFileSync(join(this.mine, name), text);
    this.server = await serveStudio({
      app: this.app,
      folder: this.mine,
      games: GAMES,
      guests: await guestsOf(GAMES),
      rooms: this.rooms,
      ...(services && { services }),
    });
  }

  async stop(): Promise<void> {
    this.rooms.close();
    await this.server?.close();
    rmSync(this.mine, { recursive: true, force: true });
  }

  /** Opens the page as on a first visit. */
  async first(size?: Size, address = `${this.server.url}?renderer=canvas`): Promise<Page> {
    const page = await this.browser.open(address, size);
    await page.locator('#form').waitFor({ state: 'attached' });
    return page;
  }

  async open(size?: Size, address?: string): Promise<Page> {
    const page = await this.first(size, address);
    await showForm(page);
    return page;
  }

  /** Another person's page, at an address of this server. */
  async visit(address: string, size?: Size): Promise<Page> {
    const page = await this.browser.page(size, await this.browser.another());
    await page.goto(address);
    return page;
  }

  /** Sets the form to Star War, the short board, and seed 5. */
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

/** Opens the form, which is closed on the first screen, and during a match if there is little room. */
export async function showForm(page: Page): Promise<void> {
  const form = page.locator('#form');
  await form.waitFor({ state: 'attached' });
  if (await page.locator('dialog[open]').isVisible()) return;
  if (!(await form.isVisible())) await page.getByRole('button', { name: 'Match form' }).click();
}

/** Opens one of the form's other sections, which are initially collapsed. */
export async function doMore(page: Page, name: string): Promise<void> {
  const more = page.locator('details.more-doing');
  await showForm(page);
  if (!(await more.evaluate((element) => (element as HTMLDetailsElement).open))) await more.locator('summary').click();
  await more.getByRole('button', { name }).click();
}

/** Waits until a whole match of this number of rounds is shown. */
export const untilShown = (page: Page, rounds: number) =>
  page.waitForFunction((n) => {
    const element = document.querySelector<ViewerHandle>('ludus-viewer');
    return element?.rounds === n && !element.viewer.live.value;
  }, rounds);

export function useStudio(options: StudioOptions = {}): StudioFixture {
  const fixture = new StudioFixture();
  beforeAll(() => fixture.start(options));
  afterAll(() => fixture.stop());
  return fixture;
}

/**
 * Expects that the automatic accessibility check finds no error in a page, in dark and light mode. `part`: the part to
 * check.
 */
export async function mustBeUsable(page: Page, part = 'dialog[open]'): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  for (const theme of ['dark', 'light']) {
    await page.evaluate((to) => document.querySelector('ludus-viewer')!.setAttribute('theme', to), theme);
    const found = await page.evaluate(async (where) => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(where, {
        resultTypes: ['violations'],
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
    }, part);
    expect(found, theme).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

/** Closes the editor, which makes room for the form. */
export async function closeEditor(page: Page): Promise<void> {
  const editor = page.locator('.editor');
  await editor.getByRole('button', { name: 'Close' }).click();
  await editor.waitFor({ state: 'detached' });
}
