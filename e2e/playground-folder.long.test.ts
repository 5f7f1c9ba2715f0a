import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { usePlayground } from './playground-support.ts';
import { showForm } from './studio-support.ts';
import type { ViewerHandle } from './viewer-support.ts';

const MINE = `import { MadMaxPlayer } from 'ludus/madmax';
import { said } from './helper.ts';
export default class Mine extends MadMaxPlayer {
  play(): void {
    if (this.round === 1) this.log(said);
  }
}
`.replaceAll('\n', '\r\n');
const HELPER = "export const said = 'first';\n";
const OTHER = "import { UP } from 'ludus/madmax';\nexport default () => UP;\n";
const CPP = `#include "Player.hh"
#define PLAYER_NAME Old
struct PLAYER_NAME : public Player {
  static Player* factory() { return new PLAYER_NAME; }
  virtual void play() { for (int id : warriors(me())) command(id, None); }
};
RegisterPlayer(PLAYER_NAME);
`;

/**
 * Headless browsers don't show the folder chooser. This stub returns a folder in the browser's storage, which has the
 * same interface.
 */
const STUB = `
{
  const folder = async () => (await navigator.storage.getDirectory()).getDirectoryHandle('bots', { create: true });
  window.showDirectoryPicker = folder;
  const place = async (path, create) => {
    const names = path.split('/');
    const last = names.pop();
    let home = await folder();
    for (const name of names) home = await home.getDirectoryHandle(name, { create });
    return home.getFileHandle(last, { create });
  };
  window.lies = async (path) => (await (await place(path, false)).getFile()).text();
  window.put = async (path, text) => {
    const writable = await (await place(path, true)).createWritable();
    await writable.write(text);
    await writable.close();
  };
  if (location.search.includes('prompt')) {
    let state = 'prompt';
    FileSystemHandle.prototype.queryPermission = async () => state;
    FileSystemHandle.prototype.requestPermission = async () => (state = navigator.userActivation.isActive ? 'granted' : 'denied');
  }
}
`;

const put = (page: Page, path: string, text: string) =>
  page.evaluate(`put(${JSON.stringify(path)}, ${JSON.stringify(text)})`);
const lies = (page: Page, path: string): Promise<string> => page.evaluate(`lies(${JSON.stringify(path)})`);

describe.skipIf(noChromium)('a player folder in the playground (skipped unless Chromium is installed)', () => {
  const fixture = usePlayground();
  const open = async (query = ''): Promise<Page> => {
    await (await fixture.browser.context()).addInitScript(STUB);
    return await fixture.open(`${fixture.url}?renderer=canvas${query}`);
  };
  const listed = (page: Page): Promise<string[]> =>
    page.locator('.seats select').first().locator('optgroup[label="In bots"] option').allTextContents();
  const write = async (page: Page, source: string): Promise<void> => {
    await page.locator('.cm-content').click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(source);
  };
  const logged = (page: Page) =>
    page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.sidecar.value?.log[0]?.text);

  test('lists and saves its players, and asks before it overwrites a change on disk', async () => {
    const page = await open();
    for (const [path, text] of Object.entries({
      'Mine.ts': MINE,
      'helper.ts': HELPER,
      'sub/Other.js': OTHER,
      'AIOld.cc': CPP,
      'notes.txt': OTHER,
      'node_modules/Far.ts': OTHER,
    }))
      await put(page, path, text);
    await page.locator('label.game', { hasText: 'Mad Max' }).click();
    await page.getByRole('button', { name: 'Open a folder …' }).click();
    await expect.poll(() => listed(page)).toEqual(['AIOld.cc', 'Mine.ts', 'sub/Other.js']);

    await page.locator('.seats select').first().selectOption('own/bots/Mine.ts');
    await page.getByRole('button', { name: 'Edit' }).click();
    const tabs = page.getByRole('navigation', { name: 'Files of the bot' });
    await tabs.getByRole('button', { name: 'helper.ts' }).click();
    await write(page, HELPER.replace('first', 'second'));
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.poll(() => logged(page)).toBe('second');
    expect(await lies(page, 'helper.ts')).toBe(HELPER.replace('first', 'second'));
    expect(await lies(page, 'Mine.ts')).toBe(MINE);

    // The page doesn't treat its second save as a change by another program.
    await write(page, HELPER.replace('first', 'third'));
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.poll(() => logged(page)).toBe('third');

    const outside = MINE.replace('=== 1', '=== 2');
    await put(page, 'Mine.ts', outside);
    await tabs.getByRole('button', { name: 'Mine.ts' }).click();
    const ours = MINE.replaceAll('\r\n', '\n').replace('=== 1', '=== 3');
    await write(page, ours);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const asked = page.locator('.editor').getByText('Mine.ts has changed on disk since it was opened');
    await asked.waitFor();
    expect(await lies(page, 'Mine.ts')).toBe(outside);
    await page.getByRole('button', { name: 'Load from disk' }).click();
    await expect.poll(() => page.locator('.cm-content').innerText()).toContain('=== 2');
    await asked.waitFor({ state: 'detached' });

    await put(page, 'Mine.ts', MINE);
    await write(page, ours);
    // A draft restored by a reload still refers to the previously read file.
    await page.reload();
    await page.locator('.cm-content').waitFor();
    await expect.poll(() => page.locator('.cm-content').innerText()).toContain('=== 3');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await asked.waitFor();
    expect(await lies(page, 'Mine.ts')).toBe(MINE);
    await page.getByRole('button', { name: 'Overwrite on disk' }).click();
    await expect.poll(() => lies(page, 'Mine.ts')).toBe(ours.replaceAll('\n', '\r\n'));
    await asked.waitFor({ state: 'detached' });
    await page.close();
  });

  // The test above writes files that are already in the folder.
  test('creates a file for a new player, stays open after a reload, and can be closed', async () => {
    const page = await open();
    await put(page, 'Taken.ts', '// another’s\n');
    await page.locator('label.game', { hasText: 'Mad Max' }).click();
    await page.getByRole('button', { name: 'Open a folder …' }).click();
    await page.getByRole('button', { name: 'Close bots' }).waitFor();
    await page.getByRole('button', { name: 'Write a bot …' }).click();
    await page.getByLabel('Name').fill('Taken');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('.editor').getByText('Taken.ts has changed on disk').waitFor();
    expect(await lies(page, 'Taken.ts')).toBe('// another’s\n');
    await page.getByLabel('Name').fill('Fresh');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.poll(() => lies(page, 'Fresh.ts').catch(() => '')).toContain('ludus/madmax');
    await page.waitForFunction(() =>
      document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.timeline.value?.names.includes('Fresh'),
    );
    await showForm(page);
    await expect.poll(() => listed(page)).toContain('Fresh.ts');
    await page.reload();
    await expect.poll(() => listed(page)).toContain('Fresh.ts');
    await page.close();

    const later = await open('&prompt');
    await later.locator('label.game', { hasText: 'Mad Max' }).click();
    const again = later.getByRole('button', { name: 'Open bots again' });
    await again.waitFor();
    expect(await listed(later)).toEqual([]);
    await again.click();
    await expect.poll(() => listed(later)).toContain('Fresh.ts');
    await later.getByRole('button', { name: 'Close bots' }).click();
    await expect.poll(() => listed(later)).toEqual([]);
    expect(await lies(later, 'Fresh.ts')).toContain('ludus/madmax');
    await later.reload();
    await later.getByRole('button', { name: 'Open a folder …' }).waitFor();
    expect(await later.getByRole('button', { name: /bots/ }).count()).toBe(0);
    await later.close();
  });
});
