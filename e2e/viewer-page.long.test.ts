import { describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { useViewer } from './viewer-fixture.ts';
import { pixelsAt, placeOf, round, untilRound, type ViewerHandle } from './viewer-support.ts';

describe.skipIf(noChromium)('the viewer’s page in a browser (skipped unless Chromium is installed)', () => {
  const fixture = useViewer();

  test('updates the file in its address, and reports a rejected file while the previous file stays open', async () => {
    const page = await fixture.opened('file=a.res#round=7');
    await untilRound(page, 7);
    await fixture.drop(page, fixture.mob, 'dropped.mob');
    await expect.poll(() => new URL(page.url()).searchParams.get('file')).toBeNull();
    await page.evaluate(() =>
      (document.querySelector('ludus-viewer') as never as { open(a: string): void }).open('b.res.gz'),
    );
    await expect.poll(() => new URL(page.url()).searchParams.get('file')).toMatch(/b\.res\.gz$/);
    await fixture.drop(page, 'nothing of the kind', 'notes.txt');
    await expect
      .poll(() => fixture.alert(page))
      .toMatch(/^notes\.txt cannot be shown: line 1.* b\.res\.gz is still shown$/);
    expect(new URL(page.url()).searchParams.get('file')).toMatch(/b\.res\.gz$/);
    await page.reload();
    await page.waitForFunction(
      () => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.fileName.value === 'b.res.gz',
    );
  });

  test('clears everything from the previous match when a live match starts', async () => {
    const page = await fixture.opened('file=a.res');
    const left = await page.evaluate(() => {
      const element = document.querySelector<ViewerHandle>('ludus-viewer')!;
      element.loadSidecar(JSON.stringify({ ludus: 'sidecar', version: 1, log: [{ round: 1, seat: 0, text: 'old' }] }));
      element.seek(30);
      element.viewer.selection.value = { kind: 'unit', unit: 0 };
      element.viewer.seat.value = 1;
      const before = element.viewer.sidecar.value.log.length;
      element.startLive('next');
      const { sidecar, selection, seat, analysis } = element.viewer;
      return [before, sidecar.value, selection.value, seat.value, analysis.value, element.round];
    });
    expect(left).toEqual([1, undefined, undefined, -1, undefined, 0]);
  });

  test('lets the log follow the round', async () => {
    const log = Array.from({ length: 300 }, (_, n) => ({
      round: n,
      seat: 1,
      text: `in round ${n}\nand more\nand more`,
    }));
    fixture.bench.files.set('/a.res.json', JSON.stringify({ ludus: 'sidecar', version: 1, log }));
    const page = await fixture.opened('file=a.res&sidecar=');
    await page.getByRole('tab', { name: 'Log' }).click();
    const seen = () =>
      page.evaluate(() => {
        const root = document.querySelector('ludus-viewer')!.shadowRoot!;
        const [line, box] = ['.log li.now', '.tab-body'].map((one) => root.querySelector(one)!.getBoundingClientRect());
        return line.top >= box.top - 1 && line.bottom <= box.bottom + 1;
      });
    for (const to of [150, 290, 10, 80]) {
      await page.evaluate((n) => document.querySelector<ViewerHandle>('ludus-viewer')!.seek(n), to);
      await expect.poll(() => page.locator('.log li.now').textContent()).toContain(`in round ${to}`);
      await expect.poll(seen).toBe(true);
    }
  });

  test('doesn’t let the board be dragged out of sight', async () => {
    const page = await fixture.opened('file=c.mob');
    const box = (await page.locator('.picture').boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    for (const [dx, dy] of [
      [1, 0.2],
      [-1, -0.8],
    ]) {
      for (let n = 0; n < 6; n++) {
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x + dx * box.width * 0.45, y + dy * box.height * 0.45, { steps: 3 });
        await page.mouse.up();
      }
      const middle = await page.evaluate(() => {
        const { pan, timeline } = document.querySelector<ViewerHandle>('ludus-viewer')!.viewer;
        return [pan.value.x / timeline.value.columns, pan.value.y / timeline.value.rows].map(Math.abs);
      });
      for (const part of middle) expect(part).toBeLessThan(0.55);
    }
  });

  test('folds the panel by key and by mouse, and then describes a selection above the board', async () => {
    const page = await fixture.opened('file=a.res');
    const panel = page.locator('.panel');
    await panel.waitFor();
    const open = (await page.locator('.picture').boundingBox())!.width;
    await page.keyboard.press('d');
    await panel.waitFor({ state: 'detached' });
    expect((await page.locator('.picture').boundingBox())!.width).toBeGreaterThan(open + 200);
    const at = await placeOf(page, { kind: 'cell', row: 9, column: 20 });
    await page.mouse.click(at.x, at.y);
    await page.locator('.floating').waitFor();
    expect(await page.locator('.floating h3').textContent()).toBe('cell 9, 20');
    const button = page.getByRole('button', { name: 'Panel' });
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    await button.click();
    await panel.waitFor();
    expect(await page.locator('.floating').count()).toBe(0);
  });

  test('keeps selections and a match’s progress visible with the system’s high-contrast colours', async () => {
    const page = await fixture.opened('file=a.res');
    await page.emulateMedia({ forcedColors: 'active' });
    await page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.seek(150));
    await untilRound(page, 150);
    const bar = (await page.locator('.scrub-input').boundingBox())!;
    const [[...left]] = await pixelsAt(page, bar.x + bar.width * 0.25, bar.y + bar.height / 2, 2);
    const [[...right]] = await pixelsAt(page, bar.x + bar.width * 0.75, bar.y + bar.height / 2, 2);
    expect(left).not.toEqual(right);
    const ground = (name: string) =>
      page.getByRole('button', { name, exact: true }).evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await ground('Window')).not.toBe(await ground('Universe'));
    expect(await round(page)).toBe(150);
  });

  test('shows all players in the header at each width, with their scores if the page is narrow', async () => {
    const page = await fixture.opened('file=a.res');
    await page.keyboard.press('End');
    const seen = () =>
      page.evaluate(() => {
        const head = document.querySelector('ludus-viewer')!.shadowRoot!.querySelector('.versus')!;
        const box = head.getBoundingClientRect();
        return [...head.querySelectorAll('li')].map((seat) =>
          [...seat.children].every((part) => {
            const { left, right, top, bottom, width } = part.getBoundingClientRect();
            const isCut = part.tagName === 'B' && part.scrollWidth > Math.ceil(width);
            const isIn = left >= box.left && right <= box.right + 1 && top >= box.top - 1 && bottom <= box.bottom + 1;
            return width > 8 && isIn && !isCut;
          }),
        );
      });
    // The page adapts to its new width only at its next frame.
    for (const width of [1440, 900, 720, 650]) {
      await page.setViewportSize({ width, height: 720 });
      await expect.poll(() => page.locator('.versus b').count(), { message: `${width}` }).toBe(width < 1000 ? 4 : 0);
      await expect.poll(seen, { message: `${width}` }).toEqual([true, true, true, true]);
    }
  });

  test('shows no player as ahead in a tie', async () => {
    const page = await fixture.opened('file=a.res');
    await expect.poll(() => page.locator('.seat-score').count()).toBe(4);
    expect(await page.locator('.seat-score.leads').count()).toBe(0);
    await page.keyboard.press('End');
    await expect.poll(() => page.locator('.seat-score.leads').count()).toBe(1);
  });
});
