import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { useStudio } from './studio-support.ts';
import { round, untilRound, type ViewerHandle } from './viewer-support.ts';

describe.skipIf(noChromium)('“Play on from here” (skipped unless Chromium is installed)', () => {
  const studio = useStudio();

  const restAt = (page: Page, to: number) =>
    page.evaluate((n) => {
      const viewer = document.querySelector<ViewerHandle>('ludus-viewer')!;
      viewer.pause();
      viewer.seek(n);
    }, to);

  test('continues a match from a chosen round with a different player, next to the original match', async () => {
    const page = await studio.open();
    await studio.choose(page);
    await page.getByLabel('Bot in seat 3').selectOption('Null');
    await studio.play(page);
    await restAt(page, 3);
    await page.getByRole('button', { name: 'Play on from here' }).click();
    const form = page.getByRole('dialog', { name: 'Play on from here' });
    await form.getByRole('button', { name: 'Play on', exact: true }).click();
    expect(await form.getByRole('alert').textContent()).toContain('choose a new bot for at least one seat');
    await form.getByLabel('Bot for seat 3').selectOption('Rogue');
    await form.getByRole('button', { name: 'Play on', exact: true }).click();
    const standings = page.locator('.standing');
    await expect.poll(() => standings.count()).toBe(2);
    expect(await standings.nth(1).textContent()).toContain('Rogue@3');
    expect(await standings.nth(1).locator('.standing-file').textContent()).toContain('-from-3');
    await untilRound(page, 3);
    const first = page.getByRole('button', { name: /^First difference: round / });
    const at = Number(/\d+/.exec((await first.textContent())!)![0]);
    expect(at).toBeGreaterThan(3);
    await first.click();
    await untilRound(page, at);
    await page.getByRole('button', { name: 'Show only second match' }).click();
    await expect.poll(() => standings.count()).toBe(0);
    const names = () =>
      page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.timeline.value.names);
    expect((await names())[3]).toBe('Rogue@3');
    expect(await round(page)).toBe(at);
  });

  test('repeats the match if the players stay the same', async () => {
    const page = await studio.open();
    await studio.choose(page);
    await page.getByLabel('Bot in seat 1').selectOption('Rogue');
    await studio.play(page);
    await restAt(page, 10);
    await page.locator('.viewer-host').press('b');
    const form = page.getByRole('dialog', { name: 'Play on from here' });
    await form.getByLabel('Bot for seat 1').selectOption('Rogue');
    await form.getByRole('button', { name: 'Play on', exact: true }).click();
    await page.getByText('The two matches are the same').waitFor();
  });
});
