import { startArena, startLudus } from 'ludus/angrymob/testing.ts';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { useBrowser } from '../tools/browser/use-browser.ts';
import { IS_LONG_RUN } from '../tools/long-run.ts';
import { untilDrawn, type ViewerHandle } from './viewer-support.ts';

describe.skipIf(noChromium)('the arena’s page (skipped unless Chromium is installed)', () => {
  // An arena that has ended no longer answers.
  const browser = useBrowser({ viewport: { width: 1000, height: 600 } }, /ERR_|Failed to load/);
  const open = (address: string): Promise<Page> => browser.open(`${address}?renderer=canvas`);

  const names = (page: Page) => page.locator('.seat-name').allTextContents();
  const status = (page: Page) => page.locator('#status').textContent();
  const untilStatus = (page: Page, part: string) =>
    page.waitForFunction((text) => document.querySelector('#status')?.textContent?.includes(text), part);
  /** The turn that the page shows. */
  const turn = (page: Page) => page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.round);
  const untilTurn = (page: Page, least: number) =>
    page.waitForFunction((n) => (document.querySelector<ViewerHandle>('ludus-viewer')?.round ?? 0) >= n, least);
  /** A picture of the board, after the page has drawn it. */
  const picture = async (page: Page) => {
    await untilDrawn(page);
    return page.locator('.picture').screenshot();
  };

  test('shows the map, each player that connects, the Start button, and the game, even when the page is opened after the game has started', async () => {
    const options = ['-seed', '7', '-size', '9', '-delay', '40', '-moveLimit', '80', '-timeMove', '60'];
    const arena = await startArena(...options);
    const page = await open(arena.page);
    await untilStatus(page, 'waiting for two players');
    expect(await names(page)).toEqual(['waiting', 'waiting']);
    expect(await page.locator('#start').isDisabled()).toBe(true);
    const shown = await page.evaluate(() => {
      const { viewer } = document.querySelector<ViewerHandle>('ludus-viewer')!;
      const { rows, columns, seed } = viewer.timeline.value;
      return { rows, columns, seed, size: viewer.cellSize.value, delay: viewer.delayMs.value };
    });
    expect(shown).toEqual({ rows: 27, columns: 34, seed: '7', size: 9, delay: 40 });

    const joe = startLudus('player', 'angrymob/CamperJoe', '-port', `${arena.port}`);
    await page.locator('.seat-name', { hasText: 'CamperJoe' }).waitFor();
    expect(await page.locator('#start').isDisabled()).toBe(true);
    const wanderer = startLudus('player', 'angrymob/ProfessorRandom', '-port', `${arena.port}`, '-seed', '3');
    await page.locator('#start:enabled').waitFor();
    await expect.poll(() => names(page)).toEqual(['CamperJoe', 'ProfessorRandom']);

    const before = await picture(page);
    await page.locator('#start').click();
    await untilTurn(page, 5);
    expect(await page.locator('#start').isVisible()).toBe(false);

    // Late visitors see the same game, even after a reload, and can view earlier turns while the game continues.
    const late = await open(arena.page);
    await untilTurn(late, 6);
    await expect.poll(() => names(late)).toEqual(['CamperJoe', 'ProfessorRandom']);
    const reached = await turn(page);
    await page.reload();
    await untilTurn(page, reached);

    if (!IS_LONG_RUN) {
      for (const each of [joe, wanderer, arena]) each.child.kill('SIGINT');
      await Promise.all([joe, wanderer, arena].map(({ ended }) => ended));
      return;
    }
    const said = 'Draw after 80 turns: the move limit was reached.';
    for (const each of [page, late]) await untilStatus(each, said);
    expect(await status(page)).toBe(said);
    for (const each of [page, late]) await each.keyboard.press('End');
    for (const each of [page, late]) await untilTurn(each, 80);
    expect(await turn(late)).toBe(80);
    const pictures = [await picture(page), await picture(late)];
    expect(pictures[0].equals(before)).toBe(false);
    expect(pictures[0].equals(pictures[1])).toBe(true);
    // This page is opened after the end of the game.
    const after = await open(arena.page);
    await untilStatus(after, said);
    await after.keyboard.press('End');
    await untilTurn(after, 80);
    expect((await picture(after)).equals(pictures[0])).toBe(true);

    await Promise.all([joe.ended, wanderer.ended]);
    arena.child.kill('SIGINT');
    expect(await arena.ended).toMatchObject({
      code: 0,
      out: 'draw\tmove-limit\t80\tCamperJoe\tProfessorRandom\n',
    });
  });

  test.each([
    { width: 390, height: 844, least: 0.25 },
    ...(IS_LONG_RUN ? [{ width: 1440, height: 900, least: 0.6 }] : []),
  ])(
    'fills at least $least of the page with the board, and leaves the status visible ($width px)',
    async ({ width, height, least }) => {
      const arena = await startArena('-seed', '7');
      const page = await open(arena.page);
      await page.setViewportSize({ width, height });
      await untilStatus(page, 'waiting for two players');
      const board = page.locator('ludus-viewer .picture');
      await board.waitFor();
      const box = (await board.boundingBox())!;
      expect((box.width * box.height) / (width * height)).toBeGreaterThanOrEqual(least);
      const isSeen = await page.locator('#status').evaluate((status) => {
        const { left, top, width: wide, height: tall } = status.getBoundingClientRect();
        const there = document.elementFromPoint(left + wide / 2, top + tall / 2);
        return wide > 0 && left >= 0 && left + wide <= innerWidth && there === status;
      });
      expect(isSeen).toBe(true);
      await page.close();
      arena.child.kill('SIGINT');
      await arena.ended;
    },
  );

  if (IS_LONG_RUN)
    test('removes a player that leaves before the game starts, and doesn’t let other sites start the game', async () => {
      const arena = await startArena('-seed', '1');
      const page = await open(arena.page);
      const joe = startLudus('player', 'angrymob/CamperJoe', '-port', `${arena.port}`);
      await page.locator('.seat-name', { hasText: 'CamperJoe' }).waitFor();
      joe.child.kill('SIGKILL');
      await untilStatus(page, 'waiting for two players');
      const answers = await Promise.all([
        fetch(`${arena.page}start`, { method: 'POST' }),
        fetch(`${arena.page}start`, { method: 'POST', headers: { origin: 'http://elsewhere.example' } }),
        fetch(`${arena.page}start`),
        fetch(`${arena.page}../arena.ts`),
      ]);
      expect(answers.map((answer) => answer.status)).toEqual([409, 403, 404, 404]);
      arena.child.kill('SIGINT');
      expect(await arena.ended).toMatchObject({ code: 130, out: '' });
      await joe.ended;
      await page.close();
    });
});
