import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { usePlayground } from './playground-support.ts';
import { programHere } from './program.ts';
import type { ViewerHandle } from './viewer-support.ts';

const MINE = `import { MadMaxPlayer } from 'ludus/madmax';
import { type Sum, total } from './helper.ts';
export default class Mine extends MadMaxPlayer {
  private readonly seen: number[] = [];
  play(): void {
    this.seen.push(this.random(0, 9));
    const sum: Sum = total(this.seen);
    if (this.round % 10 === 0) this.log('round', this.round, sum);
  }
}
`;
const HELPER = `import { start } from './more.ts';
export type Sum = number;
export const total = (seen: readonly number[]): Sum => seen.reduce((sum, one) => sum + one, start);
`;
const MORE = 'export const start: number = 40;\n';

interface Answer {
  readonly problem?: string;
  readonly replay: string;
  readonly log: readonly { readonly text: string }[];
}

const inPage = (page: Page, url: string, match: object): Promise<Answer> =>
  page.evaluate(
    `import(${JSON.stringify(`${url}ludus-run.js`)}).then(({ runInPage }) => runInPage(${JSON.stringify(match)}).done)`,
  );

// playground.test.ts covers C++ players, together with the other tests that compile in the page.
describe.skipIf(noChromium)('players with several files (skipped unless Chromium is installed)', () => {
  const fixture = usePlayground();
  const { ludus } = programHere(() => fixture.folder);

  async function onCommandLine(file: string, files: Readonly<Record<string, string>>): Promise<string> {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(fixture.folder, name), text);
    const seats = [`./${file}`, 'Demo', 'Dummy', 'Null'];
    const { status, stderr } = await ludus(
      ...['match', ...seats, '-s', '7', '-i', 'boards/madmax/maze1', '-o', 'there.res', '--budget', 'fuel'],
    );
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    return readFileSync(join(fixture.folder, 'there.res'), 'utf8');
  }
  const matchOf = (player: object, replay: string) => ({
    game: 'madmax',
    board: 'maze1',
    seed: 7,
    players: [player, 'Demo', 'Dummy', 'Null'],
    key: /\b[0-9a-f]{64}\b/.exec(replay)![0],
  });

  test('play the same match as the command line, byte for byte, in TypeScript', async () => {
    const replay = await onCommandLine('Mine.ts', { 'Mine.ts': MINE, 'helper.ts': HELPER, 'more.ts': MORE });
    const page = await fixture.open();
    const files = [
      { name: 'more.ts', text: MORE },
      { name: 'helper.ts', text: HELPER },
    ];
    const here = await inPage(page, fixture.url, matchOf({ name: 'Mine', source: MINE, files }, replay));
    expect(here.problem).toBeUndefined();
    expect(here.log.length).toBeGreaterThan(5);
    expect(here.replay === replay).toBe(true);
    const alone = await inPage(page, fixture.url, matchOf({ name: 'Mine', source: MINE }, replay));
    expect(alone.problem).toContain('cannot import ./helper.ts: the file must be in the bot’s folder');
    await page.close();
  });

  test('can be extended with new files, which can be named and played, and which survive a reload', async () => {
    const page = await fixture.open();
    await page.waitForFunction(() => document.querySelector<ViewerHandle>('ludus-viewer')!.rounds > 10);
    const tabs = page.getByRole('navigation', { name: 'Files of the bot' });
    const write = async (source: string): Promise<void> => {
      await page.locator('.cm-content').click();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.insertText(source);
    };
    const marked = () => page.locator('.cm-lintRange-error').allTextContents();
    await page.locator('label.game', { hasText: 'Mad Max' }).click();
    await page.getByRole('button', { name: 'Write a bot …' }).click();
    await tabs.waitFor();
    await write(MINE);
    await expect.poll(marked).toEqual(["'./helper.ts'"]);
    await tabs.getByRole('button', { name: 'New file' }).click();
    await write(MORE);
    const name = tabs.getByRole('textbox');
    await name.fill('more.hh');
    await name.press('Enter');
    await tabs.getByRole('alert').getByText('ends in .ts or .js').waitFor();
    await name.fill('more.ts');
    await name.press('Enter');
    await tabs.getByRole('button', { name: 'more.ts', pressed: true }).waitFor();
    await tabs.getByRole('button', { name: 'New file' }).click();
    await write(HELPER.replace('): Sum', '): string'));
    await expect.poll(marked).not.toEqual([]);
    await write(HELPER);
    await expect.poll(marked).toEqual([]);
    await tabs.getByRole('button', { name: 'Mine.ts' }).click();
    await expect.poll(marked).toEqual([]);
    await page.reload();
    await tabs.getByRole('button', { name: 'helper.ts' }).click();
    await expect.poll(() => page.locator('.cm-content').textContent()).toContain("'./more.ts'");
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const log = () =>
      page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.sidecar.value?.log[0]?.text);
    await expect.poll(log).toContain('round');
    // The stored data that the page would read after a reload.
    const kept = () =>
      page.evaluate(async () => {
        const opened = indexedDB.open('ludus-studio-players');
        await new Promise((done) => opened.addEventListener('success', done));
        const all = opened.result.transaction('players').objectStore('players').getAll();
        await new Promise((done) => all.addEventListener('success', done));
        return all.result[0].files.map((file: { name: string }) => file.name);
      });
    await expect.poll(kept).toEqual(['more.ts', 'helper.ts']);
    await page.close();
  });

  test('open together with their helper files, but two players can’t be opened at the same time', async () => {
    const page = await fixture.open();
    await page.locator('label.game', { hasText: 'Mad Max' }).click();
    const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    const choose = async (...files: ReturnType<typeof file>[]): Promise<void> => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Open a bot’s files …' }).click(),
      ]);
      await chooser.setFiles(files);
    };
    await choose(file('One.ts', MINE), file('Other.ts', MINE));
    await page.locator('.setup').getByText('One.ts and Other.ts are two bots').waitFor();
    await choose(file('helper.ts', HELPER), file('Mine.ts', MINE), file('more.ts', MORE));
    const tabs = page.getByRole('navigation', { name: 'Files of the bot' });
    await tabs.waitFor();
    const named = await tabs.getByRole('button').allTextContents();
    expect(named).toEqual(['Mine.ts', 'helper.ts', 'more.ts', 'New file']);
    await page.close();
  });
});
