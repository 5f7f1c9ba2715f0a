import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { IS_LONG_RUN } from '../tools/long-run.ts';
import { programHere } from './program.ts';
import { doMore, mustBeUsable, useStudio } from './studio-support.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** A player of two files. */
const SAMPLE = `import './helper.ts';\n${readFileSync(join(ROOT, 'packages/games/trails/samples/cyclist.ts'), 'utf8')}`;
const HELPER = 'export {};\n';

/** The last line of the command's output. */
async function commandLine(args: readonly string[], folder: string): Promise<string> {
  // The exit code isn't checked, because it is 1 if the new version isn't shown to be stronger.
  const { stdout } = await programHere(() => folder).ludus('duel', ...args);
  return stdout.trim().split('\n').at(-1)!;
}

describe.skipIf(noChromium)('duels in the page (skipped unless Chromium is installed)', () => {
  const studio = useStudio();
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Which version is stronger?' });
  const open = async (page: Page) => {
    await page.locator('label.game', { hasText: 'Trails' }).click();
    await doMore(page, 'Compare two versions …');
    await dialog(page).waitFor();
  };
  const choose = async (page: Page, text: string) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog(page).getByRole('button', { name: 'A bot’s files …' }).click(),
    ]);
    const file = (name: string, source: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(source) });
    await chooser.setFiles([file('helper.ts', HELPER), file('Mine.ts', text)]);
    await expect.poll(() => dialog(page).getByLabel('New').inputValue()).toBe('file/Mine');
  };

  // A quick run skips this test, because packages/studio/duel/run-duel.test.ts compares the message with the
  // laboratory's message.
  if (IS_LONG_RUN)
    test('show the same result as `ludus duel` with the same seeds', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'ludus-duel-'));
      try {
        writeFileSync(join(folder, 'Mine.ts'), SAMPLE);
        writeFileSync(join(folder, 'helper.ts'), HELPER);
        const page = await studio.open();
        await open(page);
        await choose(page, SAMPLE);
        await dialog(page).getByLabel('Old').selectOption('builtin/Moth');
        expect(await dialog(page).getByLabel('Boards').inputValue()).toBe('new');
        await dialog(page).getByLabel('First seed').fill('5');
        await dialog(page).getByLabel('Maximum pairs').fill('3');
        await dialog(page).getByRole('button', { name: 'Play the duel' }).click();
        const sentence = await dialog(page).locator('.duel-sentence').textContent();
        const command = await dialog(page).locator('code').textContent();
        expect(command).toMatch(
          /^ludus duel \.\/Mine\.ts Moth --game trails --limit 3 --seed 5 --budget fuel --secret [0-9a-f]{8}$/,
        );
        expect(sentence).toBe(await commandLine([...command!.split(' ').slice(2), '-j', '1'], folder));
        await mustBeUsable(page);
        await page.close();
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });

  test('can be stopped, and report a bot that never answers, without blocking the page', async () => {
    // Only a player of the folder can run forever. All other players are metered, and end when they use up their fuel.
    writeFileSync(join(studio.mine, 'Endless.ts'), "import 'ludus/trails';\nexport default () => { for (;;); };");
    const page = await studio.open();
    await open(page);
    await dialog(page).getByLabel('New').selectOption('builtin/Mole');
    await dialog(page).getByLabel('Maximum pairs').fill('100000');
    await dialog(page).getByLabel('Old').selectOption('builtin/Mole');
    await dialog(page).getByRole('button', { name: 'Play the duel' }).click();
    await dialog(page)
      .getByText(/^\d+ pairs?:/)
      .waitFor();
    await dialog(page).getByRole('button', { name: 'Stop' }).click();
    await dialog(page).getByRole('button', { name: 'Play the duel' }).waitFor();
    // A quick run ends here, because the page waits ten seconds for a bot that never answers.
    if (!IS_LONG_RUN) return;
    await dialog(page).getByLabel('New').selectOption('own/Endless');
    await dialog(page).getByRole('button', { name: 'Play the duel' }).click();
    await expect
      .poll(() => dialog(page).locator('.problem').textContent())
      .toMatch(/^Endless did not respond for 10 s in the match with seed \d+$/);
    await dialog(page).getByRole('button', { name: 'Close' }).click();
  });
});
