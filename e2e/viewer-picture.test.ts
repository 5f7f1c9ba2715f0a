import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { IS_LONG_RUN } from '../tools/long-run.ts';
import { useViewer } from './viewer-fixture.ts';
import { pixelsAt, placeOf, untilDrawn, untilLoaded, untilRound, type ViewerHandle } from './viewer-support.ts';

const ALL_TABS = ['Match', 'Charts', 'Log', 'More'];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe.skipIf(noChromium)('the viewer’s picture in a browser (skipped unless Chromium is installed)', () => {
  const fixture = useViewer();

  test('draws units in colour, dims cells outside the window, and shows a heat map and both themes', async () => {
    const page = await fixture.opened('file=a.res');
    const colourful = async (x: number, y: number) => {
      const pixels = await pixelsAt(page, x, y, 20);
      return pixels.filter(([r, g, b]) => b > r + 50 && b > 120 && g > r).length;
    };
    const unit = await placeOf(page, { kind: 'unit', unit: 0 });
    expect(await colourful(unit.x, unit.y)).toBeGreaterThan(30);
    const elsewhere = await placeOf(page, { kind: 'cell', row: 9, column: 20 });
    expect(await colourful(elsewhere.x, elsewhere.y)).toBe(0);
    // In round 50 of the whole universe, the column before the window is dimmed, and a column inside the window isn't.
    await page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.seek(50));
    await page.keyboard.press('u');
    await untilDrawn(page);
    const light = async (column: number) => {
      const at = await placeOf(page, { kind: 'cell', row: 9, column });
      const pixels = await pixelsAt(page, at.x, at.y, 8);
      return pixels.reduce((sum, [r, g, b]) => sum + r + g + b, 0) / pixels.length;
    };
    expect(await light(60)).toBeGreaterThan(1.4 * (await light(30)));
    const dark = await light(60);
    await page.keyboard.press('i');
    await untilDrawn(page);
    expect(await light(60)).toBeGreaterThan(dark + 100);
    await page.keyboard.press('i');
    await page.getByRole('tab', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Where Dummy’s cars were' }).click();
    await untilDrawn(page);
    const hottest = await page.evaluate(() => {
      const { viewer } = document.querySelector<ViewerHandle>('ludus-viewer')!;
      const { cells, most } = viewer.heat.value;
      const cell = cells.indexOf(most);
      return {
        kind: 'cell',
        row: Math.floor(cell / viewer.timeline.value.columns),
        column: cell % viewer.timeline.value.columns,
      };
    });
    const hot = await placeOf(page, hottest);
    const [[red, , blue]] = await pixelsAt(page, hot.x, hot.y, 2);
    expect(red - blue).toBeGreaterThan(50);
  });

  if (IS_LONG_RUN)
    test('draws a unit halfway between two positions in the middle of a jump', async () => {
      const page = await fixture.opened('file=a.res');
      const way = await page.evaluate(() => {
        const { viewer } = document.querySelector<ViewerHandle>('ludus-viewer')!;
        const timeline = viewer.timeline.value;
        const rounds = [...Array(300).keys()];
        // Cars 0 and 1 are blue. Searches for a jump during which one of these cars crosses a large part of the window
        // without another car nearby.
        const found = rounds.flatMap((from) =>
          [from + 9, from + 40].flatMap((to) =>
            [0, 1].flatMap((unit) => {
              if (to > 300) return [];
              const [a, b] = [timeline.frame(from).view, timeline.frame(to).view];
              if (!a.unitAlive(unit) || !b.unitAlive(unit)) return [];
              const uni = a.settings.universeColumns;
              const relative = (view: typeof a) => (view.unitColumn(unit) - view.round + 10 * uni) % uni;
              const [x1, x2, y1, y2] = [relative(a), relative(b), a.unitRow(unit), b.unitRow(unit)];
              return Math.abs(x1 - x2) + Math.abs(y1 - y2) > 8 ? [{ from, to, unit, x1, x2, y1, y2 }] : [];
            }),
          ),
        );
        const chosen = found[0];
        viewer.seat.value = 0;
        viewer.jump = { from: chosen.from, to: chosen.to, start: performance.now() - 5e8, duration: 1e9 };
        viewer.round.value = chosen.to;
        const box = document
          .querySelector('ludus-viewer')!
          .shadowRoot!.querySelector('.picture')!
          .getBoundingClientRect();
        const extent = timeline.view.extent(timeline, 'window');
        const cell = Math.min(box.width / extent.width, box.height / extent.height);
        const at = (column: number, row: number) => ({
          x: box.left + box.width / 2 + (column + 0.5 - extent.left - extent.width / 2) * cell,
          // At most 12% of the picture is sky.
          y:
            box.top +
            (row + 0.5) * cell +
            Math.min(0.12 * box.height, box.height - (extent.top + extent.height) * cell),
        });
        const { x1, x2, y1, y2 } = chosen;
        return { middle: at((x1 + x2) / 2, (y1 + y2) / 2), start: at(x1, y1) };
      });
      await untilDrawn(page);
      const blue = async ({ x, y }: { x: number; y: number }) =>
        (await pixelsAt(page, x, y, 14)).filter(([r, g, b]) => b > r + 40 && b > 110 && g > r).length;
      expect(await blue(way.middle)).toBeGreaterThan(40);
      expect(await blue(way.start)).toBeLessThan(20);
    });

  // A quick run skips this test, because the test below also compares pictures drawn in two ways.
  if (IS_LONG_RUN)
    test('draws the same picture when it repaints only the changes of each round as when it repaints everything', async () => {
      for (const file of ['a.res', 'b.res.gz', 'c.mob']) {
        const page = await fixture.opened(`file=${file}`, { width: 760, height: 420 });
        // Without animation, a round has one picture.
        await page.emulateMedia({ reducedMotion: 'reduce' });
        for (let round = 1; round <= 5; round++) {
          await page.getByRole('button', { name: 'Forward one round' }).click();
          await untilRound(page, round);
          await untilDrawn(page);
        }
        const inParts = await pixelsAt(page, 220, 160, 160);
        await page.keyboard.press('i');
        await untilDrawn(page);
        expect(await pixelsAt(page, 220, 160, 160)).not.toEqual(inParts);
        await page.keyboard.press('i');
        await untilDrawn(page);
        expect(await pixelsAt(page, 220, 160, 160)).toEqual(inParts);
        await page.close();
      }
    });

  if (IS_LONG_RUN)
    test('draws the same picture with WebGL as with the plain canvas', async () => {
      const looks: number[][][] = [];
      for (const renderer of ['webgl', 'canvas']) {
        const page = await fixture.open(`/viewer.html?file=b.res.gz&theme=dark&renderer=${renderer}#round=0`, {
          width: 760,
          height: 420,
        });
        await untilLoaded(page);
        await page.locator(`.picture[data-renderer]`).waitFor();
        await untilDrawn(page);
        await expect.poll(() => page.locator('.picture').getAttribute('data-renderer')).toBe(renderer);
        looks.push(await pixelsAt(page, 220, 160, 160));
        await page.close();
      }
      const [webgl, canvas] = looks;
      const apart = webgl.filter((pixel, i) => pixel.some((value, k) => Math.abs(value - canvas[i][k]) > 40)).length;
      expect(apart / webgl.length).toBeLessThan(0.03);
    });

  if (IS_LONG_RUN)
    test('fits the controls and the board on a phone that is 400 pixels wide', async () => {
      for (const file of ['a.res', 'c.mob']) {
        const page = await fixture.opened(`file=${file}`, { width: 400, height: 780 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
        for (const name of ['Play', 'Back one round', 'Forward one round', 'Help', 'Open'])
          expect(await page.getByRole('button', { name, exact: true }).boundingBox()).toMatchObject({
            width: expect.any(Number),
          });
        const wide = await page.evaluate(() => {
          const root = document.querySelector('ludus-viewer')!.shadowRoot!;
          return [...root.querySelectorAll('button, input:not(.hidden), select')]
            .map((element) => element.getBoundingClientRect())
            .filter((box) => box.width > 0 && (box.right > 401 || box.left < -1)).length;
        });
        expect(wide).toBe(0);
        const picture = (await page.locator('.picture').boundingBox())!;
        expect(picture.height).toBeGreaterThan(190);
        await page.getByRole('button', { name: 'Forward one round' }).click();
        await untilRound(page, 1);
        await page.close();
      }
    });

  if (IS_LONG_RUN)
    test('has no serious axe violations, describes the round in words, and detects reduced motion', async () => {
      for (const theme of ['dark', 'light']) {
        const page = await fixture.opened(`file=a.res&theme=${theme}`);
        await page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.seek(30));
        await page.waitForFunction(() =>
          document
            .querySelector('ludus-viewer')!
            .shadowRoot!.querySelector('.spoken')!
            .textContent!.startsWith('Round 30.'),
        );
        await page.evaluate(AXE);
        for (const tab of ALL_TABS) {
          await page.getByRole('tab', { name: tab }).click();
          const found = await page.evaluate(async () => {
            // biome-ignore lint/suspicious/noExplicitAny: axe adds itself to the window as a global
            const { violations } = await (window as any).axe.run({ resultTypes: ['violations'] });
            return violations
              .filter((one: { impact: string }) => one.impact === 'serious' || one.impact === 'critical')
              .map(
                (one: { id: string; nodes: { html: string }[] }) =>
                  `${one.id}: ${one.nodes.map((node) => node.html).join(' | ')}`,
              );
          });
          expect(found).toEqual([]);
        }
        await page.keyboard.press('Escape');
        await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
        // By keyboard only: Tab reaches the controls, and the focus is visible.
        await page.keyboard.press('Tab');
        const outline = await page.evaluate(() => {
          const active = document.querySelector('ludus-viewer')!.shadowRoot!.activeElement!;
          return getComputedStyle(active).outlineStyle;
        });
        expect(outline).toBe('solid');
        expect(await page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.calm.value)).toBe(
          true,
        );
        await page.close();
      }
    });
});
