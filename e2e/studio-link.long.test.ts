import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { untilShown, useStudio } from './studio-support.ts';
import { untilRound, type ViewerHandle } from './viewer-support.ts';

describe.skipIf(noChromium)('links to matches (skipped unless Chromium is installed)', () => {
  const studio = useStudio();
  const source = (page: Page) =>
    page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.source as string);

  test('show the same match in the same round on another page, but run nothing before a click', async () => {
    const page = await studio.open();
    await studio.choose(page);
    await page.getByLabel('Rules').selectOption('2');
    await page.getByRole('button', { name: 'Write a bot …' }).click();
    await page.locator('.cm-content').click();
    await page.keyboard.press('ControlOrMeta+A');
    // The player's log names the objects that the player can reach: the objects of the language, but no objects of the
    // browser.
    await page.keyboard.insertText(`
      const reached = ['fetch', 'XMLHttpRequest', 'WebSocket', 'indexedDB', 'caches', 'importScripts', 'Worker', 'postMessage', 'navigator',
        'location', 'eval', 'Function', 'addEventListener', 'BroadcastChannel', 'self', 'setTimeout'].filter((name) => globalThis[name] !== undefined);
      let made = 'no';
      try { made = (() => {}).constructor('return 1')(); } catch {}
      try { made = (async () => {}).constructor('return 1')(); } catch {}
      export default (game) => { if (game.round === 0) game.log('reached: ' + reached.join() + '; made: ' + made); };`);
    await page.keyboard.press('ControlOrMeta+Enter');
    await untilShown(page, 40);
    const log = await page.evaluate(
      () => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.sidecar.value.log[0].text as string,
    );
    expect(log).toMatch(/^reached: eval,Function; made: \[object Promise\]$/);
    await page.evaluate(() => {
      const viewer = document.querySelector<ViewerHandle>('ludus-viewer')!;
      viewer.pause();
      viewer.seek(23);
    });
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('button', { name: /^copied/ }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/#match=3\./);
    const played = await source(page);
    await page.close();

    const other = await studio.open(undefined, link.replace('#', '?renderer=canvas#'));
    const workers: string[] = [];
    other.on('worker', (worker) => {
      // `why-worker` reads the replay after a match and runs no player. It may start before or after the end of this
      // test.
      if (!worker.url().includes('/why-worker')) workers.push(worker.url());
    });
    const offered = other.getByRole('dialog', { name: 'A shared match' });
    await offered.waitFor();
    expect(await offered.textContent()).toContain('Star War, revision 2 on short, seed 5: Mine');
    await offered.getByText('The code of Mine').click();
    expect(await offered.locator('pre').textContent()).toContain('reached');
    expect(workers).toEqual([]);
    await offered.getByRole('button', { name: 'Play it' }).click();
    await untilShown(other, 40);
    await untilRound(other, 23);
    expect(await source(other)).toBe(played);
    const revision = await other.evaluate(
      () => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.sidecar.value.revision as string,
    );
    expect(revision).toBe('2');
    expect(workers.length).toBe(1);
  });

  test('are put in the address bar when the page can’t use the clipboard, for example over plain HTTP', async () => {
    const page = await studio.open();
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await studio.choose(page);
    await studio.play(page);
    await page.getByRole('button', { name: 'Copy link' }).click();
    const said = page.getByRole('button', { name: 'copy this page’s address' });
    await said.waitFor();
    expect(new URL(page.url()).hash).toMatch(/^#match=1\./);
  });

  test('are reported when damaged, without breaking the page', async () => {
    const page = await studio.open(undefined, `${studio.server.url}?renderer=canvas#match=1.AAAA`);
    await expect.poll(() => page.locator('.setup [role=alert]').textContent()).toContain('the link is damaged');
    await studio.choose(page);
    await studio.play(page);
  });
});
