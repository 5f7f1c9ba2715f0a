import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type axe from 'axe-core';
import { services } from 'ludus/angrymob/testing.ts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { AXE, contentOf } from '../tools/browser/use-browser.ts';
import { IS_LONG_RUN } from '../tools/long-run.ts';
import { closeEditor, showForm, untilShown, useStudio } from './studio-support.ts';
import type { ViewerHandle } from './viewer-support.ts';

const names = (page: Page): Promise<string[] | undefined> =>
  page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.timeline.value?.names);

describe.skipIf(noChromium)('the studio (skipped unless Chromium is installed)', () => {
  const arenas = services();
  const studio = useStudio({
    files: {
      'Steady.ts': `import type { StarWarApi } from 'ludus/starwar';
       export default (game: StarWarApi) => { game.log('steady in', game.round); game.draw({ kind: 'point', at: [1, game.round] }); };`,
    },
    services: { angrymob: arenas.calls },
  });
  afterAll(() => arenas.close());

  const seat = (page: Page, n: number) => page.getByLabel(`Bot in seat ${n}`);

  test('plays a match with the chosen game, board file, players, and seed, keeps the match after a reload, and downloads the replay', async () => {
    const page = await studio.open();
    await page.locator('label.game', { hasText: 'Star War' }).click();
    await page.locator('label.board', { hasText: 'short' }).click();
    await expect.poll(() => page.locator('label.board').count()).toBe(8);
    await page.getByLabel('Seed', { exact: true }).fill('5');
    await seat(page, 0).selectOption('Steady');
    await seat(page, 3).selectOption('Null');
    await page.locator('.setup button.play').click();
    await untilShown(page, 40);
    expect(await names(page)).toEqual(['Steady', 'Demo', 'Dummy', 'Null']);
    const sidecar = await page.evaluate(
      () => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.sidecar.value,
    );
    expect(sidecar.log[7]).toEqual({ round: 7, seat: 0, text: 'steady in 7' });
    expect(sidecar.overlays[7].shapes).toEqual([{ kind: 'point', at: [1, 7] }]);

    const recent = page.locator('.recent li');
    await page.waitForFunction(() => document.querySelectorAll('.recent li').length === 1);
    expect(await recent.first().textContent()).toContain('Star War · short · seed 5');
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll('.recent li').length === 1);
    await recent.first().locator('.watch').click();
    await untilShown(page, 40);

    await showForm(page);
    await page
      .getByLabel(/^More about/)
      .first()
      .click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('starwar-short-s5-Steady_Demo_Dummy_Null.res');
    expect((await contentOf(file)).toString()).toContain('\nnames Steady Demo Dummy Null\n');

    await page.locator('.recent').getByRole('button', { name: 'Another seed' }).first().click();
    await page.waitForFunction(() => document.querySelectorAll('.recent li').length === 2);
    expect(await recent.first().textContent()).not.toMatch(/seed 5(?!\d)/);
    await showForm(page);
    await page
      .getByLabel(/^More about/)
      .first()
      .click();
    await page.getByRole('button', { name: 'Delete this match' }).first().click();
    await page.waitForFunction(() => document.querySelectorAll('.recent li').length === 1);
  });

  if (IS_LONG_RUN)
    test('plays Angry Mob with two players on the map generated from the seed', async () => {
      const page = await studio.open();
      await page.locator('label.game', { hasText: 'Angry Mob' }).click();
      await page.getByLabel('Seed', { exact: true }).fill('3');
      await seat(page, 0).selectOption('RandomRunners');
      await seat(page, 1).selectOption('CamperJoe');
      await page.locator('.setup button.play').click();
      await page.waitForFunction(() => document.querySelectorAll('.recent li').length > 0);
      await page.waitForFunction(() => /Angry Mob/.test(document.querySelector('.recent li')?.textContent ?? ''));
      expect(await names(page)).toEqual(['RandomRunners', 'CamperJoe']);
    });

  // A quick run skips this test, because arena-page.test.ts opens an arena from the command line.
  if (IS_LONG_RUN)
    test('opens an arena for programs, on the map generated from the seed', async () => {
      const page = await studio.open();
      const door = page.getByRole('button', { name: 'Open an arena for programs' });
      expect(await door.count()).toBe(0);
      await page.locator('label.game', { hasText: 'Angry Mob' }).click();
      await page.getByLabel('Seed', { exact: true }).fill('7');
      await door.click();
      const where = page.locator('.panel a');
      await where.waitFor();
      expect(Number(await page.locator('.panel strong').textContent())).toBeGreaterThan(0);
      const [arena] = await Promise.all([page.waitForEvent('popup'), where.click()]);
      await arena.waitForFunction(() =>
        document.querySelector('#status')?.textContent?.includes('waiting for two players'),
      );
      const seed = await arena.evaluate(
        () => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.timeline.value.seed,
      );
      expect(seed).toBe('7');
      await arena.close();
    });

  if (IS_LONG_RUN)
    test('plays a bot written in the editor, stops the bot when its fuel is used up, and shows the bot’s errors', async () => {
      const page = await studio.open();
      await studio.choose(page);
      await page.getByRole('button', { name: 'Write a bot …' }).click();
      const code = page.locator('.cm-content');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.locator('.editor').getByText('saved', { exact: true }).waitFor();
      await expect.poll(() => seat(page, 0).inputValue()).toBe('own/Mine');
      await closeEditor(page);
      await studio.play(page);
      expect((await names(page))![0]).toBe('Mine');

      const rewrite = async (source: string) => {
        await showForm(page);
        if (!(await page.locator('.editor').isVisible())) await page.getByRole('button', { name: 'Edit' }).click();
        await code.click();
        await page.keyboard.press('ControlOrMeta+A');
        await page.keyboard.insertText(source);
        await page.getByRole('button', { name: 'Save', exact: true }).click();
      };
      const alert = (part: string) =>
        page.waitForFunction((text) => document.querySelector('[role=alert]')?.textContent?.includes(text), part);

      await rewrite('export default () => { for (;;) {} };');
      await page.locator('.editor').getByText('saved', { exact: true }).waitFor();
      await closeEditor(page);
      await page.locator('.setup button.play').click();
      const sentence = await page.waitForFunction(
        () => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.sidecar.value?.verdicts?.[0]?.sentence,
      );
      expect(await sentence.jsonValue()).toContain('Mine used up its budget of 1 s of fuel in round 0');

      // packages/studio/match/own-player.test.ts checks these messages.
      await rewrite("import { x } from 'elsewhere'; export default () => x();");
      await alert('imports elsewhere');
      await rewrite("import { Nobody } from 'ludus/starwar'; export default class extends Nobody {}");
      await alert('imports Nobody, which ludus/starwar doesn’t export');
      await rewrite('const one = 1;\nexport default (');
      const sentenceOfSyntax = 'Mine can’t be a bot: Mine.ts:2:17: Expression expected';
      await alert(sentenceOfSyntax);
      // The bot is played anyway: the message is next to the code, and the picture doesn't wait.
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await alert(sentenceOfSyntax);
      expect(await page.locator('.editor').isVisible()).toBe(true);
      const live = () => page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.live.value);
      expect(await live()).toBe(false);
    });

  // A quick run skips this test, because studio-editor.test.ts checks text that survives a reload.
  if (IS_LONG_RUN)
    test('keeps unsaved code after a reload, and doesn’t let two players have the same name', async () => {
      const page = await studio.open();
      await studio.choose(page);
      const code = page.locator('.cm-content');
      const write = async (text: string) => {
        await code.click();
        await page.keyboard.press('ControlOrMeta+A');
        await page.keyboard.insertText(text);
      };
      await page.getByRole('button', { name: 'Write a bot …' }).click();
      await write('export default () => {}; // first');
      await page.locator('.hint', { hasText: 'not saved' }).waitFor();
      await page.reload();
      await expect.poll(() => code.textContent()).toContain('// first');

      const name = page.getByLabel('Name');
      const save = page.getByRole('button', { name: 'Save', exact: true });
      await name.fill('Demo');
      await page.getByText('Demo comes with the game').waitFor();
      expect(await save.isDisabled()).toBe(true);
      await name.fill('Alpha');
      await save.click();
      await page.locator('.editor').getByText('saved', { exact: true }).waitFor();
      await closeEditor(page);
      await expect.poll(() => seat(page, 0).inputValue()).toBe('own/Alpha');

      await page.getByRole('button', { name: 'Write a bot …' }).click();
      await name.fill('Alpha');
      await page.getByText('there is already a bot Alpha').waitFor();
      expect(await save.isDisabled()).toBe(true);
      await name.fill('Beta');
      await write('export default (game) => { game.log("second"); };');
      await page.keyboard.press('ControlOrMeta+Enter');
      await untilShown(page, 40);
      expect(await names(page)).toContain('Beta');
      const log = await page.evaluate(
        () => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.sidecar.value.log[0].text,
      );
      expect(log).toBe('second');

      // A match with silent players shows no part of the previous match.
      await showForm(page);
      for (const n of [0, 1, 2, 3]) await seat(page, n).selectOption('Null');
      await page.locator('.setup button.play').click();
      await page.waitForFunction(
        () => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.timeline.value?.names[0] === 'Null',
      );
      await untilShown(page, 40);
      expect(
        await page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.sidecar.value),
      ).toBeUndefined();
    });

  if (IS_LONG_RUN)
    test('lets a keyboard user choose a game and a board, and remembers the form after a reload', async () => {
      const page = await studio.open();
      const games = page.locator('.games input');
      await games.first().focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => games.nth(1).isChecked()).toBe(true);
      await page.locator('label.game', { hasText: 'Star War' }).click();
      const boards = page.locator('.boards input');
      await boards.first().focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => boards.nth(1).isChecked()).toBe(true);
      await page.getByLabel('Seed', { exact: true }).fill('77');
      await seat(page, 3).selectOption('Rogue');
      await page.reload();
      await page.waitForSelector('ludus-viewer');
      await expect.poll(() => page.getByRole('radio', { name: 'Star War' }).isChecked()).toBe(true);
      await expect.poll(() => boards.nth(1).isChecked()).toBe(true);
      await expect.poll(() => page.getByLabel('Seed', { exact: true }).inputValue()).toBe('77');
      await expect.poll(() => seat(page, 3).inputValue()).toBe('builtin/Rogue');

      await studio.choose(page);
      await studio.play(page);
      await showForm(page);
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      const stops = await page.evaluate(() => {
        const viewer = document.querySelector('ludus-viewer')!.shadowRoot!;
        const play = viewer.querySelector('.round-button.strong')!;
        const reachable = (root: ParentNode) =>
          [...root.querySelectorAll<HTMLElement>('button, select, input, summary, a[href], [tabindex="0"]')].filter(
            (element) =>
              element.tabIndex >= 0 &&
              element.checkVisibility() &&
              !(element instanceof HTMLInputElement && element.type === 'radio' && !element.checked),
          );
        const inside = reachable(viewer);
        return reachable(document).length + inside.indexOf(play as HTMLElement);
      });
      expect(stops).toBeLessThan(32);
      expect(await page.locator('main').count()).toBe(1);
    });

  if (IS_LONG_RUN)
    test('fills most of the page with the board, and shows the match on a phone without scrolling', async () => {
      const page = await studio.open({ width: 1280, height: 720 });
      await page.locator('label.game', { hasText: 'Mad Max' }).click();
      await page.locator('.setup button.play').click();
      await untilShown(page, 300);
      const share = () =>
        page.evaluate(() => {
          const picture = document.querySelector('ludus-viewer')!.shadowRoot!.querySelector('.picture')!;
          return (picture.clientWidth * picture.clientHeight) / (innerWidth * innerHeight);
        });
      /**
       * Waits until the page has drawn the effect of the previous key. Then shows or hides the part with the key if
       * needed.
       */
      const turn = async (key: string, part: Locator, isWanted: boolean) => {
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        if ((await part.isVisible()) !== isWanted) await page.keyboard.press(key);
        await part.waitFor({ state: isWanted ? 'visible' : 'hidden' });
      };
      // The chances of winning are calculated after the match has ended.
      const chances = page.locator('ludus-viewer .chances');
      await chances.waitFor();
      for (const [form, panel] of [
        [false, true],
        [true, false],
        [false, false],
      ]) {
        await turn('f', page.locator('#form'), form);
        await turn('d', page.locator('ludus-viewer .panel'), panel);
        for (const mode of ['Universe', 'Window']) {
          await page.locator('ludus-viewer').getByRole('button', { name: mode }).click();
          for (const [isShown, least] of [
            [true, 0.54],
            [false, 0.6],
          ] as const) {
            await turn('t', chances, isShown);
            const state = JSON.stringify({ form, panel, mode, isShown });
            await expect.poll(share, { message: state }).toBeGreaterThanOrEqual(least);
          }
        }
        // The display of the chances doesn't narrow the scrub bar either, and doesn't push a button out of the page.
        await turn('t', chances, true);
        const viewer = (await page.locator('ludus-viewer .transport').boundingBox())!;
        expect((await page.locator('ludus-viewer .scrub').boundingBox())!.width).toBeGreaterThan(0.9 * viewer.width);
        const last = (await page.locator('ludus-viewer .transport-row > :last-child').boundingBox())!;
        expect(last.x + last.width).toBeLessThanOrEqual(viewer.x + viewer.width);
      }
      await page.close();

      for (const size of [
        { width: 390, height: 844 },
        { width: 844, height: 390 },
      ]) {
        const phone = await studio.open(size);
        await studio.choose(phone);
        await studio.play(phone);
        const box = async () => (await phone.locator('ludus-viewer .picture').boundingBox())!;
        await expect.poll(async () => (await box()).y).toBeLessThan(80);
        const { width, height } = await box();
        expect(width * height).toBeGreaterThan(0.25 * size.width * size.height);
        await phone.getByRole('button', { name: 'Match form' }).click();
        await phone.locator('.setup button.play').waitFor();
        await phone.close();
      }
    });

  if (IS_LONG_RUN)
    test('works in a subfolder of a static file server', async () => {
      const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
      const plain: Server = createServer((request, response) => {
        const path = new URL(request.url!, 'http://localhost').pathname.replace('/some/where/', '/');
        const file = join(studio.app, path === '/' ? 'index.html' : path);
        const found = existsSync(file);
        response.writeHead(found ? 200 : 404, { 'content-type': types[extname(file)] ?? 'text/plain' });
        response.end(found ? readFileSync(file) : '');
      });
      await new Promise<void>((done) => plain.listen(0, '127.0.0.1', done));
      const page = await studio.open(
        undefined,
        `http://127.0.0.1:${(plain.address() as AddressInfo).port}/some/where/?renderer=canvas`,
      );
      await page.locator('label.game', { hasText: 'Mad Max' }).click();
      await page.locator('.setup button.play').click();
      await untilShown(page, 300);
      await page.close();
      await new Promise((done) => {
        plain.close(done);
        plain.closeAllConnections();
      });
    });

  if (IS_LONG_RUN)
    test('fits on a phone, and has no serious axe violations', async () => {
      const page = await studio.open({ width: 400, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
      await page.evaluate(AXE);
      const found = await page.evaluate(async () => {
        const { axe: engine } = globalThis as unknown as { axe: typeof axe };
        const { violations } = await engine.run({ resultTypes: ['violations'] });
        return violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
      });
      expect(found).toEqual([]);
    });
});
