import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type StudioServer, serveStudio } from '@ludus/studio/serve.ts';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { useBrowser } from '../tools/browser/use-browser.ts';
import { kit } from './pick/kit.ts';
import { doMore, showForm } from './studio-support.ts';
import type { ViewerHandle } from './viewer-support.ts';

/** A module that the game's players import, and one of these players. */
const API = 'export const BEST = 7;\n';
const SAMPLE = "import { BEST } from 'ludus/pick';\nexport default function Seven() {\n  return BEST;\n}\n";

const KIT = `import * as module from './player/api.ts';
import { kit as small } from './small.ts';
const open = (name, code) => ({ name, play: (_state, move) => { move.number = code(); } });
export const kit = { ...small, api: { module, open }, samples: { typescript: { file: 'pick/samples/seven.ts', word: 'Seven' } } };
`;

describe.skipIf(noChromium)('a custom game in the studio (skipped unless Chromium is installed)', () => {
  let folder: string;
  let server: StudioServer;
  const browser = useBrowser();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ludus-elsewhere-'));
    const game = join(folder, 'games/pick');
    cpSync(fileURLToPath(new URL('./pick', import.meta.url)), game, { recursive: true });
    mkdirSync(join(game, 'player'));
    writeFileSync(join(game, 'player/api.ts'), API);
    writeFileSync(join(game, 'samples/seven.ts'), SAMPLE);
    renameSync(join(game, 'kit.ts'), join(game, 'small.ts'));
    writeFileSync(join(game, 'kit.ts'), KIT);
    writeFileSync(join(folder, 'games/Mine.ts'), SAMPLE);
    const before = process.env.LUDUS_GAMES;
    process.env.LUDUS_GAMES = join(game, 'kit.ts');
    try {
      await build({
        configFile: fileURLToPath(new URL('../packages/studio/vite.config.ts', import.meta.url)),
        logLevel: 'error',
        build: { outDir: join(folder, 'app'), emptyOutDir: true },
      });
    } finally {
      if (before === undefined) delete process.env.LUDUS_GAMES;
      else process.env.LUDUS_GAMES = before;
    }
    server = await serveStudio({ app: join(folder, 'app'), folder: join(folder, 'games'), games: [kit.game] });
  });
  afterAll(async () => {
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('takes its number of seats from its boards, and can be played and watched', async () => {
    const page = await browser.open(server.url);
    await showForm(page);
    await page.locator('label.game', { hasText: 'Pick' }).click();
    await expect.poll(() => page.locator('label.board').allTextContents()).toEqual(['default', 'three']);
    await expect.poll(() => page.locator('.seat').count()).toBe(2);
    await page.locator('label.board', { hasText: 'three' }).click();
    await expect.poll(() => page.locator('.seat').count()).toBe(3);
    await page.getByLabel('Bot in seat 2').selectOption('Round');
    await page.locator('.setup button.play').click();
    await page.waitForFunction(() => {
      const { viewer } = document.querySelector<ViewerHandle>('ludus-viewer')!;
      return viewer.timeline.value?.names[0] === 'Lucky' && !viewer.live.value;
    });
    const shown = await page.evaluate(() => {
      const { timeline, fileName } = document.querySelector<ViewerHandle>('ludus-viewer')!.viewer;
      return { names: timeline.value.names, ending: timeline.value.ending, file: fileName.value };
    });
    expect(shown).toEqual({
      names: ['Lucky', 'Round', 'Round'],
      ending: 'all rounds are played',
      file: 'pick-three-s1-Lucky_Round_Round.pick',
    });

    // The game has no drawing editor for its boards, so they are edited as text.
    await page.getByRole('button', { name: 'Match form' }).click();
    await doMore(page, 'Draw a board …');
    const text = page.getByLabel('The board file');
    const board = await text.inputValue();
    await text.fill('nonsense');
    await expect.poll(() => page.locator('.board-editor .problem').textContent()).toMatch(/^line 1: /);
    await text.fill(board);
    await expect.poll(() => page.getByRole('button', { name: 'Try it' }).isEnabled()).toBe(true);
    await page.locator('.board-editor').getByRole('button', { name: 'Close' }).click();

    // The game's boards use random draws, so the page has no engine for players written in the page. Players of the
    // folder can play.
    expect(await page.getByRole('button', { name: 'Write a bot …' }).count()).toBe(0);
    await page.getByLabel('Bot in seat 0').selectOption('Mine');
    await page.getByLabel('Bot in seat 1').selectOption('Low');
    await page.getByLabel('Bot in seat 2').selectOption('Low');
    await page.locator('.setup button.play').click();
    await page.waitForFunction(() => document.querySelectorAll('.recent li').length === 2);
    // Each prize goes to the highest number that only one player picked.
    expect(await page.locator('.recent .watch').first().textContent()).toMatch(/Mine [1-9]\d* {2}Low 0 {2}Low 0$/);
  });
});
