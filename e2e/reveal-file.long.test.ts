import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { catalog } from '@ludus/cli/benchmarks.ts';
import { writeExport } from '@ludus/contest/rounds.ts';
import { FORMATS, madeTerms, pickedRound } from '@ludus/contest/testing.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { contentOf, useBrowser } from '../tools/browser/use-browser.ts';
import { DESKTOP, mustBeUsable, PHONE } from './contest-support.ts';
import { program } from './program.ts';

const GAME = 'trails';
/** Names are untrusted text. */
const NAMES = ['Núria', '</script><script>document.title = "broken"</script>', '<img src=x onerror=alert(1)>', 'Quim'];

describe.skipIf(noChromium)('a reveal saved as a file (skipped unless Chromium is installed)', () => {
  const browser = useBrowser({ locale: 'en-GB', viewport: DESKTOP });
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ludus-reveal-'));
    const { game, players } = catalog.kits.find((kit) => kit.game.id === GAME)!;
    const [[name, text]] = catalog.boardsOf(GAME);
    const board = game.readBoard(text);
    if (!board.ok) throw new Error(board.problem.message);
    const terms = madeTerms(FORMATS['last-out'], game.seatsOf(board.value), { game: GAME, boards: [{ name, text }] });
    const runner = (_: string, version: number) => players[version % players.length].open();
    const { round } = pickedRound(terms, NAMES.length, { played: { game, runner } });
    const names = NAMES.map((name, i) => ({ entrant: i + 1, name }));
    const line = { kind: 'names', slug: 'spring', contest: 'Spring 2027', title: 'The <final>', names } as const;
    writeFileSync(join(folder, 'final.jsonl'), writeExport({ ...round, names: line }));
    const { status, stdout } = program(() => folder).ludus('round', 'reveal', 'final.jsonl', '-o', 'show.html');
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'show.html\n' });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The page as opened by a double click, on a machine without a network. */
  async function opened(size = DESKTOP as { width: number; height: number }): Promise<Page> {
    const context = await browser.another({ viewport: size, offline: true });
    const page = await browser.page(undefined, context);
    await page.goto(pathToFileURL(join(folder, 'show.html')).href);
    await page.getByText('Ready? Press Next.').waitFor();
    return page;
  }

  /** Advances until a screen contains an element for `selector`. */
  async function onTo(page: Page, selector: string): Promise<void> {
    while ((await page.locator(selector).count()) === 0) await page.keyboard.press('PageDown');
  }

  test('plays the decisive match, and ends with a podium that can be saved', async () => {
    const page = await opened();
    expect(await page.title()).toBe('The <final> · Spring 2027');
    await mustBeUsable(page, 'the beginning');
    await onTo(page, '.reveal-match');
    await page.waitForFunction(
      () => document.querySelector<HTMLElement & { rounds: number }>('ludus-viewer')!.rounds > 0,
    );
    await page.locator('ludus-viewer').getByText(NAMES[1]).first().waitFor();
    await mustBeUsable(page, 'a match');
    await onTo(page, '.reveal-rows');
    await mustBeUsable(page, 'a cut');
    await onTo(page, '.winner');
    const winner = await page.locator('.reveal-name').evaluate((name) => name.firstChild!.textContent!.trim());
    expect(NAMES).toContain(winner);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await onTo(page, '.reveal-podium');
    expect(await page.locator('.place-1 .reveal-name').first().textContent()).toBe(winner);
    await mustBeUsable(page, 'the podium');
    // A test can't handle the browser's file dialog, so the page must use a download.
    await page.evaluate(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));
    const [picture] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save a picture' }).click(),
    ]);
    expect(picture.suggestedFilename()).toBe('spring-podium.png');
    expect((await contentOf(picture)).subarray(1, 4).toString()).toBe('PNG');
    expect(await page.title()).toBe('The <final> · Spring 2027');
  });

  test('shows the presenter’s notes in a second window, in step with the first window', async () => {
    const page = await opened();
    const [notes] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Presenter’s notes' }).click(),
    ]);
    await notes.getByText('Ready? Press Next.').waitFor();
    await page.keyboard.press('PageDown');
    await notes.locator('.reveal-at', { hasText: /^1 / }).waitFor();
    await notes.keyboard.press('PageDown');
    await page.locator('.reveal-at', { hasText: /^2 / }).waitFor();
    // Reopened notes begin at the presentation's current step.
    await notes.reload();
    await notes.locator('.reveal-at', { hasText: /^2 / }).waitFor();
    await mustBeUsable(notes, 'the notes');
  });

  test('fits on a phone', async () => {
    const page = await opened(PHONE);
    await onTo(page, '.reveal-match');
    await mustBeUsable(page, 'a match on a phone');
    await onTo(page, '.reveal-podium');
    await mustBeUsable(page, 'the podium on a phone');
  });
});
