import { describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { useViewer } from './viewer-fixture.ts';
import { boardText, pixelsAt, replayOf, untilDrawn, untilRound, type ViewerHandle } from './viewer-support.ts';

describe.skipIf(noChromium)('two matches side by side (skipped unless Chromium is installed)', () => {
  const fixture = useViewer();

  test.each([{ width: 1280, height: 720 }, ...[{ width: 390, height: 844 }]])(
    'show the same round and their first difference ($width px)',
    async (size) => {
      fixture.bench.files.set(
        '/d.res',
        replayOf('madmax', ['Demo', 'Dummy', 'Nux', 'Null'], 5, boardText('madmax/default.cnf')),
      );
      const page = await fixture.opened('file=a.res&with=d.res', size);
      const standings = page.locator('.standing');
      await expect.poll(() => standings.count()).toBe(2);
      expect(await standings.nth(1).textContent()).toContain('Nux');
      const difference = page.getByRole('button', { name: /^First difference: round / });
      const at = Number(/\d+/.exec((await difference.textContent())!)![0]);
      expect(at).toBeGreaterThan(0);
      expect(at).toBeLessThan(60);
      await difference.click();
      await untilRound(page, at);
      expect(await page.locator('.parting').textContent()).toMatch(/Demo.* against /);
      for (const to of [at - 1, 200]) {
        await page.evaluate((n) => document.querySelector<ViewerHandle>('ludus-viewer')!.seek(n), to);
        await untilDrawn(page);
        const looks: string[] = [];
        for (const n of [0, 1]) {
          const box = (await page.locator('.picture').nth(n).boundingBox())!;
          expect(box.width * box.height).toBeGreaterThan(0.2 * size.width * size.height * (size.width < 500 ? 0.6 : 1));
          const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height * 0.6)];
          looks.push(JSON.stringify(await pixelsAt(page, x, y, 120)));
        }
        // At the same size, pictures of the same board position are identical pixel by pixel.
        if (size.width > 500) expect(looks[0] === looks[1]).toBe(to < at);
      }
      await page.getByRole('button', { name: 'Close second match' }).click();
      await expect.poll(() => page.locator('.picture').count()).toBe(1);
    },
  );

  test('open from two chosen files, but not if the matches are from different games', async () => {
    const page = await fixture.opened('file=a.res');
    await page.getByLabel('Replay file to compare with').setInputFiles({
      name: 'same.res',
      mimeType: 'text/plain',
      buffer: Buffer.from(fixture.madmax.replace('names Demo', 'names Omed')),
    });
    await page.getByText('The two matches are the same').waitFor();
    await page.getByRole('button', { name: 'Close second match' }).click();
    await page.getByLabel('Replay file to compare with').setInputFiles({
      name: 'other.mob',
      mimeType: 'text/plain',
      buffer: Buffer.from(fixture.mob),
    });
    await expect
      .poll(() => fixture.alert(page))
      .toContain('its game is Angry Mob, but the shown match’s game is Mad Max');
    expect(await page.locator('.picture').count()).toBe(1);
    await page
      .getByLabel('Replay file', { exact: true })
      .setInputFiles(
        ['x.res', 'y.res'].map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(fixture.madmax) })),
      );
    await expect.poll(() => page.locator('.standing-file').allTextContents()).toEqual(['x.res', 'y.res']);
  });
});
