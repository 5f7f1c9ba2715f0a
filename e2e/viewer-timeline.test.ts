import { describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { IS_LONG_RUN } from '../tools/long-run.ts';
import { useViewer } from './viewer-fixture.ts';
import { round, untilAnalysed, untilDrawn, untilRound, type ViewerHandle } from './viewer-support.ts';

interface Mark {
  readonly round: number;
  readonly kind: string;
  readonly seat: number;
  readonly text: string;
}

describe.skipIf(noChromium)('the timeline in a browser (skipped unless Chromium is installed)', () => {
  const fixture = useViewer();
  const analysed = async (query: string, size?: { width: number; height: number }) => {
    const page = await fixture.opened(query, size);
    await untilAnalysed(page);
    const marks: Mark[] = await page.evaluate(
      () => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.analysis.value.marks,
    );
    return { page, marks };
  };

  test.each([{ width: 390, height: 844 }, ...(IS_LONG_RUN ? [{ width: 1280, height: 720 }] : [])])(
    'shows a mark’s tooltip, accepts clicks near the mark, and draws one curve per player ($width px)',
    async (size) => {
      const { page, marks } = await analysed('file=a.res', size);
      await expect.poll(() => page.locator('.curves path').count()).toBe(4);
      const strip = (await page.locator('.marks').boundingBox())!;
      const free = (mark: Mark) =>
        Math.min(...marks.filter((other) => other !== mark).map((other) => Math.abs(other.round - mark.round)));
      const alone = [...marks].sort((a, b) => free(b) - free(a))[0];
      const [x, y] = [strip.x + (strip.width * alone.round) / 300 + 2, strip.y + strip.height / 2];
      await page.mouse.move(x, y);
      await expect.poll(() => page.locator('.scrub-tip').textContent()).toContain(`Round ${alone.round}`);
      expect(await page.locator('.scrub-tip').textContent()).toContain(alone.text);
      const tip = (await page.locator('.scrub-tip').boundingBox())!;
      expect(tip.x).toBeGreaterThanOrEqual(0);
      expect(tip.x + tip.width).toBeLessThanOrEqual(size.width);
      await page.mouse.click(x, y);
      await untilRound(page, alone.round);
      await page.mouse.move(size.width / 2, 100);
      await page.locator('.scrub-tip').waitFor({ state: 'detached' });
    },
  );

  if (IS_LONG_RUN)
    test('shows winning chances above the scrub bar and in the first chart, until T hides them', async () => {
      const page = await fixture.opened('file=a.res', { width: 1280, height: 720 });
      const chances = page.getByRole('figure', { name: 'Chance of winning against each opponent by round' });
      await page.keyboard.press('t');
      expect(await chances.count()).toBe(0);
      await page.evaluate(() => {
        const viewer = document.querySelector<ViewerHandle>('ludus-viewer')!;
        const chances = [0, 150, 300].map((at) => ({
          round: at,
          bySeat: [0.5, 0.5, 0.5, 0.5].map((x, n) => x + (n * at) / 3000),
        }));
        viewer.chances = chances;
        viewer.explain(['', ''], { round: 150, text: 'It turned.' });
      });
      await chances.waitFor();
      expect(await chances.locator('path[stroke]').count()).toBe(4);
      expect(await chances.locator('figcaption').textContent()).toContain('Demo (1) 50%');
      expect(await page.locator('.chances-turn').count()).toBe(1);
      const box = (await page.locator('.chances-box').boundingBox())!;
      await page.mouse.click(box.x + box.width / 2, box.y + 10);
      await untilRound(page, 150);
      expect(await chances.locator('figcaption').textContent()).toContain('Dummy 55%');
      await page.getByRole('tab', { name: 'Charts' }).click();
      await expect
        .poll(() => page.locator('.chart .chart-title').first().textContent())
        .toBe('Chance of winning against each opponent');
      await page.locator('.chart-turn').first().waitFor();
      await page.keyboard.press('t');
      await chances.waitFor({ state: 'detached' });
      await page.keyboard.press('t');
      await chances.waitFor();
    });

  test('lists all events, or events by kind or player, and seeks to an event’s round on a click', async () => {
    const { page, marks } = await analysed('file=a.res', { width: 1280, height: 720 });
    await page.getByRole('tab', { name: 'Events' }).click();
    const count = page.locator('.listing .small');
    await expect.poll(() => count.textContent()).toBe(`${marks.length} events`);
    await page.locator('.event').first().click();
    await untilRound(page, marks[0].round);
    await expect.poll(() => page.locator('.event.now').first().textContent()).toContain(marks[0].text);
    await page.getByRole('button', { name: 'deaths' }).click();
    const kills = marks.filter((mark) => mark.kind === 'kill');
    await expect.poll(() => count.textContent()).toBe(`${kills.length} of ${marks.length} events`);
    await page.getByRole('button', { name: 'deaths' }).click();
    await page.getByRole('button', { name: 'Only Dummy' }).click();
    const dummys = marks.filter((mark) => mark.seat === 1);
    await expect.poll(() => count.textContent()).toBe(`${dummys.length} of ${marks.length} events`);
    await page.keyboard.press('End');
    await expect
      .poll(() => page.locator('.event.now, .event.last').last().textContent())
      .toContain(dummys.at(-1)!.text);
  });

  if (IS_LONG_RUN)
    test('shows a chart’s values under the pointer, and can enlarge the chart', async () => {
      const { page } = await analysed('file=a.res', { width: 1280, height: 720 });
      const scores = (at: number): Promise<number[]> =>
        page.evaluate(
          (n) =>
            document
              .querySelector<ViewerHandle>('ludus-viewer')!
              .viewer.analysis.value.curves[0].map((curve: number[]) => curve[n]),
          at,
        );
      await page.getByRole('tab', { name: 'Charts' }).click();
      const small = page.locator('.chart .u-over').first();
      await small.waitFor();
      const told = (within: string) => page.locator(`${within} .chart-values`).first().locator('b').allTextContents();
      for (const within of ['.chart', '.large-chart']) {
        if (within === '.large-chart') await page.getByRole('button', { name: 'Large chart: score' }).click();
        const box = (await page.locator(`${within} .u-over`).first().boundingBox())!;
        await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2);
        await expect.poll(() => told(within)).toEqual((await scores(240)).map(String));
        expect(await round(page)).toBe(0);
        if (within === '.large-chart') expect(box.width * box.height).toBeGreaterThan(0.3 * 1280 * 720);
      }
      await page.keyboard.press('ArrowRight');
      await untilRound(page, 1);
      await page.keyboard.press('Escape');
      await page.locator('.large-chart').waitFor({ state: 'detached' });
    });

  if (IS_LONG_RUN)
    test('lets the log be searched, with jumps from one hit to the next', async () => {
      const log = Array.from({ length: 900 }, (_, n) => ({
        round: Math.floor(n / 3),
        seat: n % 3,
        text: n % 100 === 0 ? `Found gold <b>${n}</b>` : `step ${n}`,
      }));
      fixture.bench.files.set('/a.res.json', JSON.stringify({ ludus: 'sidecar', version: 1, log }));
      const { page } = await analysed('file=a.res&sidecar=', { width: 1280, height: 720 });
      await page.getByRole('tab', { name: 'Log' }).click();
      const count = page.locator('.listing .small');
      await expect.poll(() => count.textContent()).toBe('900 entries, 3 up to here');
      const field = page.getByLabel('Search the log');
      await field.fill('GOLD');
      await expect.poll(() => count.textContent()).toBe('9 of 900 entries, 1 up to here');
      expect(await page.locator('.log mark').allTextContents()).toEqual(Array(9).fill('gold'));
      await field.press('Enter');
      await untilRound(page, 33);
      await field.press('Enter');
      await untilRound(page, 66);
      await field.press('Shift+Enter');
      await untilRound(page, 33);
      await page.getByRole('button', { name: 'Only Dummy' }).click();
      await expect.poll(() => count.textContent()).toMatch(/^3 of 900/);
      await field.fill('');
      await page.getByRole('button', { name: /later$/ }).click();
      await expect.poll(() => page.locator('.log li').count()).toBeGreaterThan(200);
    });

  if (IS_LONG_RUN)
    test('shows the same budget in the panel and in the chart, and none for disqualified players', async () => {
      const budget = Array.from({ length: 300 }, (_, r) => [r / 600, 0.1, r < 100 ? 0.9 : -1, 0]);
      fixture.bench.files.set('/a.res.json', JSON.stringify({ ludus: 'sidecar', version: 1, budget }));
      const { page } = await analysed('file=a.res&sidecar=', { width: 1280, height: 720 });
      await page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.seek(61));
      await untilRound(page, 61);
      await untilDrawn(page);
      const shares = await page.locator('.seat-budget b').allTextContents();
      await page.getByRole('tab', { name: 'Charts' }).click();
      const figure = page.locator('.chart', { hasText: 'budget used' });
      await expect.poll(() => figure.locator('.chart-values b').allTextContents()).toEqual([...shares, '0%']);
      await page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.seek(200));
      await expect.poll(() => figure.locator('.chart-values b').allTextContents()).toEqual(['33%', '10%', '–', '0%']);
    });
});
