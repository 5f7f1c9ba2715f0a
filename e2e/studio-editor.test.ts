import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { IS_LONG_RUN } from '../tools/long-run.ts';
import { closeEditor, mustBeUsable, showForm, untilShown, useStudio } from './studio-support.ts';
import type { ViewerHandle } from './viewer-support.ts';

describe.skipIf(noChromium)('the editor (skipped unless Chromium is installed)', () => {
  const studio = useStudio();

  const code = (page: Page) => page.locator('.cm-content');
  async function write(page: Page, source: string): Promise<void> {
    await code(page).click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(source);
  }
  const marked = (page: Page) => page.locator('.cm-lintRange-error').allTextContents();

  test('opens next to a match on a first visit, and plays the user’s bot, also against the next opponent', async () => {
    const page = await studio.first({ width: 1440, height: 900 });
    const rounds = () => page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.rounds);
    expect(await rounds()).toBeGreaterThan(20);
    const start = page.getByRole('region', { name: 'Begin' });
    expect(await start.textContent()).toContain('Light cycles: outlive the others');
    await start.getByRole('button', { name: 'Play it yourself' }).waitFor();
    await mustBeUsable(page, '.start-bar');
    await start.getByRole('button', { name: 'Program it' }).click();
    await expect.poll(() => page.getByRole('tabpanel', { name: 'Rules' }).textContent()).toContain('3. Elimination');
    // The caret is in the code, in `play`.
    await expect.poll(() => code(page).evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.type('if (');
    const problems = page.getByRole('region', { name: 'Problems' });
    await expect.poll(() => problems.textContent()).toMatch(/line 6 This [({] isn’t closed/);
    for (let n = 0; n < 4; n++) await page.keyboard.press('Backspace');
    await problems.waitFor({ state: 'detached' });
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.waitForFunction(() => {
      const { viewer } = document.querySelector<ViewerHandle>('ludus-viewer')!;
      return !viewer.live.value && viewer.timeline.value?.names[0] === 'Mine';
    });
    expect(await start.count()).toBe(0);
    const [guide, written, match] = await Promise.all(
      ['.guide', '.editor', 'ludus-viewer'].map(async (part) => (await page.locator(part).boundingBox())!),
    );
    expect(guide.x + guide.width).toBeLessThanOrEqual(written.x + 1);
    expect(written.x + written.width).toBeLessThanOrEqual(match.x + 1);
    await page.getByRole('tab', { name: 'API' }).click();
    await expect
      .poll(() => page.getByRole('tabpanel', { name: 'API' }).textContent())
      .toContain('lives(player: number): boolean');
    await mustBeUsable(page, '.guide');

    // A quick run ends here, because studio-hand.test.ts lets a person play against the next opponent.
    if (!IS_LONG_RUN) return;
    const end = async () => {
      await page.evaluate(() => {
        const viewer = document.querySelector<ViewerHandle>('ludus-viewer')!;
        viewer.pause();
        viewer.seek(viewer.rounds);
      });
      return page.getByRole('region', { name: 'End of the match' });
    };
    const lost = await end();
    expect(await lost.getByRole('list', { name: 'Places' }).locator('li').allTextContents()).toEqual([
      expect.stringMatching(/^1\./),
      expect.stringMatching(/^2\./),
    ]);
    await expect.poll(() => lost.locator('p').first().textContent()).toMatch(/\w\.$/);
    await showForm(page);
    await page.getByLabel('Bot in seat 1').selectOption('Null');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const names = () =>
      page.evaluate(
        () => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.timeline.value?.names as readonly string[],
      );
    await expect.poll(names).toEqual(['Mine', 'Null']);
    await page.waitForFunction(() => !document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.live.value);
    await end();
    await page.getByRole('button', { name: 'Next opponent: Gnat' }).click();
    await expect.poll(names).toEqual(['Mine', 'Gnat']);
  });

  // A quick run skips this test, because packages/studio/types/service.test.ts checks errors and completion.
  // player-files.long.test.ts checks types in the page.
  if (IS_LONG_RUN)
    test('loads types, underlines errors, completes names, and explains a name under the pointer', async () => {
      const page = await studio.open();
      const workers: string[] = [];
      // Workers that play or explain matches may start at any time.
      page.on('worker', (worker) => {
        if (/\/types-worker-[\w-]+\.js$/.test(worker.url())) workers.push(worker.url());
      });
      await studio.choose(page);
      expect(workers).toEqual([]);
      await page.getByRole('button', { name: 'Write a bot …' }).click();
      await code(page).waitFor();
      await expect.poll(() => workers.length).toBe(1);
      const head = "import type { StarWarApi } from 'ludus/starwar';\nexport default (game: StarWarApi) => {\n";
      await write(page, `${head}  const wrong: string = game.round;\n  game.missing();\n};`);
      await expect.poll(() => marked(page)).toEqual(['wrong', 'missing']);
      await page.locator('.cm-lintRange-error').first().hover();
      await page.getByText("Type 'number' is not assignable to type 'string'").first().waitFor();
      await page.mouse.move(5, 5);

      await write(page, `${head}  game.log(game.round);\n};`);
      await expect.poll(() => marked(page)).toEqual([]);
      const word = await page.locator('.cm-line', { hasText: 'game.log' }).evaluate((line) => {
        const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const at = node.textContent!.indexOf('log');
          if (at < 0) continue;
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 3);
          const { x, y, width, height } = range.getBoundingClientRect();
          return { x: x + width / 2, y: y + height / 2 };
        }
        throw new Error('there is no such word');
      });
      await page.mouse.move(word.x, word.y, { steps: 3 });
      await expect.poll(() => page.locator('.hover').textContent()).toContain('log(');
      await page.mouse.move(5, 5);
      await code(page).click();
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('End');
      await page.keyboard.type(' game.rou');
      await expect.poll(() => page.locator('.cm-tooltip-autocomplete li').allTextContents()).toContain('round');
      await page.keyboard.press('Escape');
    });

  if (IS_LONG_RUN)
    test('saves and plays with Ctrl+Enter, and keeps the code next to the match, even after a reload', async () => {
      const page = await studio.open();
      await studio.choose(page);
      await page.getByRole('button', { name: 'Write a bot …' }).click();
      await write(page, "export default (game) => { game.log('first'); };");
      await page.keyboard.press('ControlOrMeta+Enter');
      await untilShown(page, 40);
      const log = () =>
        page.evaluate(
          () => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.sidecar.value?.log[0].text as string,
        );
      await expect.poll(log).toBe('first');
      const [left, right] = [
        (await page.locator('.editor').boundingBox())!,
        (await page.locator('ludus-viewer').boundingBox())!,
      ];
      expect(left.width).toBeGreaterThan(330);
      expect(right.width).toBeGreaterThan(500);
      expect(right.x).toBeGreaterThanOrEqual(left.x + left.width - 1);
      expect(await code(page).evaluate((element) => element.contains(document.activeElement))).toBe(true);
      // The next version is played. The version after it isn't.
      await write(page, "export default (game) => { game.log('second'); };");
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect.poll(log).toBe('second');
      await untilShown(page, 40);
      await write(page, '// third');
      await page.reload();
      await expect.poll(() => code(page).textContent()).toBe('// third');
    });

  if (IS_LONG_RUN)
    test('saves and plays a new player before its code is edited, and stores its next version', async () => {
      const page = await studio.open();
      await studio.choose(page);
      await page.getByRole('button', { name: 'Write a bot …' }).click();
      await code(page).waitFor();
      const name = await page.getByLabel('Name').inputValue();
      const names = () =>
        page.evaluate(
          () => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.timeline.value?.names as readonly string[],
        );
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await expect.poll(names).toContain(name);
      await untilShown(page, 40);
      await write(page, '// later\nexport default () => {};');
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect.poll(() => page.getByText('not saved').count()).toBe(0);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await closeEditor(page);
      await showForm(page);
      await page.getByRole('button', { name: 'Edit' }).click();
      expect(await code(page).innerText()).toContain('// later');
    });

  if (IS_LONG_RUN)
    test('keeps the last match on screen if a new player can’t play, and fits the header next to form and code', async () => {
      const page = await studio.open({ width: 1440, height: 900 });
      await studio.choose(page);
      await studio.play(page);
      await page.getByRole('button', { name: 'Match form' }).click();
      await page.getByRole('button', { name: 'Write a bot …' }).click();
      await write(page, 'export default (');
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect.poll(() => page.locator('.editor .problem').textContent()).toMatch(/./);
      const rounds = () => page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.rounds);
      expect(await rounds()).toBe(40);
      if (!(await page.locator('.side').isVisible())) await page.getByRole('button', { name: 'Match form' }).click();
      const head = await page.evaluate(() => {
        const top = document.querySelector('ludus-viewer')!.shadowRoot!.querySelector('.top')!;
        const parts = [
          ...top.querySelectorAll(':scope > h1, :scope > ul, :scope button'),
          ...document.querySelectorAll('ludus-viewer > [slot] > button'),
        ]
          .map((part) => part.getBoundingClientRect())
          .filter(({ width }) => width > 0)
          .sort((one, other) => one.left - other.left);
        const overlaps = parts.slice(1).filter(({ left }, at) => left < parts[at].right - 1).length;
        return { overlaps, beyond: top.scrollWidth - top.clientWidth };
      });
      expect(head).toEqual({ overlaps: 0, beyond: 0 });
    });

  if (IS_LONG_RUN)
    test('switches the whole page between light and dark colours', async () => {
      const page = await studio.open();
      const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const light = await ground();
      await page.getByRole('button', { name: 'Dark colours' }).click();
      await expect.poll(ground).not.toBe(light);
      await page.getByRole('button', { name: 'Light colours' }).click();
      await expect.poll(ground).toBe(light);
    });

  if (IS_LONG_RUN)
    test('shows an error during a match with its line, in the code and in the verdict', async () => {
      const page = await studio.open();
      await studio.choose(page);
      await page.getByRole('button', { name: 'Write a bot …' }).click();
      await page.getByLabel('Name').fill('Faulty');
      await write(
        page,
        'export default (game) => {\n  const none = JSON.parse("null");\n  if (game.round === 2) {\n    none.shoot();\n  }\n};',
      );
      await page.keyboard.press('ControlOrMeta+Enter');
      await untilShown(page, 40);
      await expect.poll(() => page.locator('.editor [role=alert]').textContent()).toMatch(/^line 4: .*null/);
      await expect.poll(() => marked(page)).toEqual(['    none.shoot();']);
      const verdict = await page.evaluate(
        () => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.sidecar.value.verdicts[0].sentence as string,
      );
      expect(verdict).toMatch(/\(Faulty\.ts:4:\d+\)\.$/);
      // The error disappears as soon as its line changes, before another match.
      await write(page, 'export default () => {};');
      await expect.poll(() => page.locator('.editor [role=alert]').count()).toBe(0);
      await expect.poll(() => marked(page)).toEqual([]);
      await page.keyboard.press('ControlOrMeta+Enter');
      await untilShown(page, 40);
      // The versions that have played can be compared.
      await page.getByRole('button', { name: 'Versions', exact: true }).click();
      await page.getByText('Versions of Faulty that have played: 2').waitFor();
      await page.keyboard.press('Escape');
      await showForm(page);
      await page.getByText('Draw, compare, save').click();
      await page.getByRole('button', { name: 'Compare two versions …' }).click();
      const old = page.getByRole('dialog').getByLabel('Old');
      await expect.poll(() => old.evaluate((select: HTMLSelectElement) => select.value)).toBe('version/Faulty/1');
      await page.keyboard.press('Escape');
      await expect.poll(() => marked(page)).toEqual([]);
    });
});
