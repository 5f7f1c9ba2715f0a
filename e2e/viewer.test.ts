import { describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { IS_LONG_RUN } from '../tools/long-run.ts';
import { useViewer } from './viewer-fixture.ts';
import {
  pixelsAt,
  placeOf,
  round,
  rounds,
  untilAnalysed,
  untilDrawn,
  untilLoaded,
  untilRound,
  type ViewerHandle,
} from './viewer-support.ts';

describe.skipIf(noChromium)('the viewer in a browser (skipped unless Chromium is installed)', () => {
  const fixture = useViewer();

  test('has the original program’s keys, speeds, and loop, and a help sheet', async () => {
    const page = await fixture.opened('file=a.res&delay=30');
    const press = (key: string) => page.keyboard.press(key);
    for (const [key, wanted] of [
      ['End', 300],
      ['Home', 0],
      ['ArrowRight', 1],
      ['PageDown', 11],
      ['PageDown', 21],
      ['PageUp', 11],
      ['ArrowLeft', 10],
    ] as const) {
      await press(key);
      await untilRound(page, wanted);
    }
    await press('Space');
    await page.waitForFunction(() => document.querySelector<ViewerHandle>('ludus-viewer')!.round > 12);
    await press('Space');
    expect(await page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.playing)).toBe(false);
    const rest = await round(page);
    await untilDrawn(page);
    expect(await round(page)).toBe(rest);

    for (let i = 0; i < 6; i++) await press('ArrowUp');
    await expect.poll(() => page.locator('.speed-select').inputValue()).toBe('64');
    await press('End');
    await press('l');
    await page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.seek(298));
    await press('Space');
    await page.waitForFunction(() => document.querySelector<ViewerHandle>('ludus-viewer')!.round < 290);
    await press('Space');

    // Sound is off until it is switched on, and the setting is stored.
    const sound = page.getByRole('button', { name: 'Sound' });
    for (const wanted of ['true', 'false']) {
      await press('m');
      await expect.poll(() => sound.getAttribute('aria-pressed')).toBe(wanted);
      expect(await page.evaluate(() => localStorage.getItem('ludus-viewer-sound'))).toBe(wanted);
    }

    await press('?');
    await page.getByRole('dialog', { name: 'Help' }).waitFor();
    await press('Escape');
    await page.getByRole('dialog', { name: 'Help' }).waitFor({ state: 'detached' });
  });

  if (IS_LONG_RUN)
    test('stops playback at the last round, and shows the result', async () => {
      const page = await fixture.opened('file=c.mob&speed=64&delay=20');
      await page.evaluate(() => {
        const element = document.querySelector<ViewerHandle>('ludus-viewer')!;
        element.addEventListener('ended', () => element.setAttribute('data-ended', String(element.round)));
        element.play();
      });
      await page.waitForFunction(
        () => document.querySelector<ViewerHandle>('ludus-viewer')!.dataset.ended !== undefined,
      );
      expect(await round(page)).toBe(await rounds(page));
      await expect.poll(() => page.locator('.ending').textContent()).toMatch(/wins: the base is conquered/);
      await expect.poll(() => page.locator('.flag.base').count()).toBe(1);
    });

  if (IS_LONG_RUN)
    test('shows marks on the scrub bar, seeks with the bar, and keeps the round in the address', async () => {
      const page = await fixture.opened('file=a.res');
      await untilAnalysed(page);
      const marks = await page.evaluate(() => {
        const { viewer } = document.querySelector<ViewerHandle>('ludus-viewer')!;
        return viewer.analysis.value.marks.map((mark: { round: number; kind: string }) => mark);
      });
      expect(marks.length).toBeGreaterThan(3);
      await expect.poll(() => page.locator('.tick').count()).toBe(marks.length);
      const bar = page.getByRole('slider', { name: 'Scrub bar' });
      await bar.fill('120');
      await untilRound(page, 120);
      await page.waitForFunction(() => location.hash === '#round=120');
      const link = page.url();
      await page.keyboard.press('n');
      const next = marks.find((mark: { round: number }) => mark.round > 120)?.round;
      await untilRound(page, next);
      await expect.poll(() => page.locator('.mark-now').textContent()).not.toBe('');
      await page.close();
      const other = await fixture.open(link.slice(fixture.bench.base.length));
      await untilLoaded(other);
      await untilRound(other, 120);
      await other.evaluate(() => {
        location.hash = '#round=33';
      });
      await untilRound(other, 33);
      await other.close();
    });

  if (IS_LONG_RUN)
    test('opens the inspector when a unit is clicked, and lists a player’s units when the player is clicked', async () => {
      const page = await fixture.opened('file=a.res');
      await page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.seek(40));
      const unit = await page.evaluate(() => {
        const { viewer } = document.querySelector<ViewerHandle>('ludus-viewer')!;
        const frame = viewer.timeline.value.frame(40);
        const alive = [...Array(8).keys()].find((id) => frame.view.unitAlive(id))!;
        return { unit: alive, missiles: frame.view.unitMissiles(alive), gas: frame.view.unitGas(alive) };
      });
      const at = await placeOf(page, { kind: 'unit', unit: unit.unit });
      await page.mouse.click(at.x, at.y);
      const inspector = page.getByRole('region', { name: 'Inspector' });
      await inspector.waitFor();
      const facts = await inspector.textContent();
      expect(facts).toContain(`car ${unit.unit}`);
      expect(facts).toMatch(new RegExp(`missiles\\s*${unit.missiles}gas\\s*${unit.gas}instruction\\s*\\S+`));
      expect(facts).toMatch(/carried out\S+/);
      await page.locator('.seat').nth(1).click();
      await expect.poll(() => page.locator('.units .chip').allTextContents()).toHaveLength(2);
      await page.locator('.units .chip').nth(1).click();
      await expect.poll(() => page.locator('.inspector h3').textContent()).toBe('car 3');
      await page.keyboard.press('Escape');
      await inspector.waitFor({ state: 'detached' });
      await page.close();

      const town = await fixture.opened('file=c.mob');
      const base = await placeOf(
        town,
        await town.evaluate(() => {
          const frame = document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.timeline.value.frame(0);
          return {
            kind: 'cell',
            row: Math.floor(frame.bases[0] / frame.columns),
            column: frame.bases[0] % frame.columns,
          };
        }),
      );
      await town.mouse.click(base.x, base.y);
      expect(await town.locator('.inspector').textContent()).toMatch(/base of\s*blue\s*blue units\s*1/);
      await town.close();
    });

  if (IS_LONG_RUN)
    test('seeks when a chart is clicked or dragged', async () => {
      const page = await fixture.opened('file=a.res');
      await untilAnalysed(page);
      await page.getByRole('tab', { name: 'Charts' }).click();
      await expect
        .poll(() => page.locator('.chart figcaption').allTextContents())
        .toEqual(['score 0 0 0 0', 'cars alive 2 2 2 2', 'missiles 10 10 10 10', 'gas 120 120 120 120']);
      const box = (await page.locator('.chart .u-over').first().boundingBox())!;
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await untilRound(page, 150);
      await page.mouse.move(box.x + box.width / 2, box.y + 20);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.75, box.y + 20, { steps: 4 });
      await page.mouse.up();
      await untilRound(page, 225);
    });

  test('shows a frozen player, budgets, the log, and drawings from the sidecar', async () => {
    const sidecar = {
      ludus: 'sidecar',
      version: 1,
      budget: Array.from({ length: 300 }, (_, r) => [r / 600, 0.1, r < 100 ? 0.9 : -1, 0]),
      verdicts: [{ round: 101, seat: 2, fault: 'time', sentence: 'Demo used up its budget of 1 s.' }],
      log: Array.from({ length: 300 }, (_, r) => ({ round: r, seat: 1, text: `thinking in round ${r}` })),
      overlays: [{ round: 50, seat: 0, shapes: [{ kind: 'cell', at: [9, 55], color: '#00ffee' }] }],
    };
    fixture.bench.files.set('/a.res.json', JSON.stringify(sidecar));
    const page = await fixture.opened('file=a.res&sidecar=');
    await page.waitForFunction(
      () => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.sidecar.value !== undefined,
    );
    const seek = (to: number) =>
      page.evaluate((n) => document.querySelector<ViewerHandle>('ludus-viewer')!.seek(n), to);
    await seek(60);
    await untilRound(page, 60);
    await expect.poll(() => page.locator('.seat').nth(0).textContent()).toMatch(/budget\s*10%/);
    await seek(120);
    await page.locator('.seat.frozen').waitFor();
    await expect.poll(() => page.locator('.seat.frozen').textContent()).toContain('Demo used up its budget of 1 s.');
    await page.getByRole('tab', { name: 'Log' }).click();
    await expect.poll(() => page.locator('.log li.now').textContent()).toContain('thinking in round 120');
    await page.locator('.log li button').first().click();
    await page.waitForFunction(() => document.querySelector<ViewerHandle>('ludus-viewer')!.round !== 120);
    await seek(50);
    await page.keyboard.press('u');
    await untilDrawn(page);
    const at = await placeOf(page, { kind: 'cell', row: 9, column: 55 });
    const [[red, green, blue]] = await pixelsAt(page, at.x, at.y, 2);
    expect(green - red).toBeGreaterThan(40);
    expect(blue - red).toBeGreaterThan(40);
  });
});
