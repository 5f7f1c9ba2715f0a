import { GAMES } from 'ludus/registry.ts';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { contentOf } from '../tools/browser/use-browser.ts';
import { doMore, mustBeUsable, untilShown, useStudio } from './studio-support.ts';

const starwar = GAMES.find(({ id }) => id === 'starwar')!;

describe.skipIf(noChromium)('the board editor (skipped unless Chromium is installed)', () => {
  const studio = useStudio();
  const room = (page: Page) => page.getByRole('application');
  const draw = async (page: Page) => {
    await studio.choose(page);
    await doMore(page, 'Draw a board …');
    await room(page).waitFor();
  };
  /** The text of the board file. */
  const file = async (page: Page): Promise<string> => {
    await page.getByRole('button', { name: 'As text' }).click();
    const text = await page.getByLabel('The board file').inputValue();
    await page.getByRole('button', { name: 'As a drawing' }).click();
    return text;
  };
  const rows = (text: string) => [...text.matchAll(/^\d\d ([.XMP]+)$/gm)].map((match) => match[1]);

  test('lets a keyboard user draw a wall and its mirror image, undo and redo, place a unit, and play', async () => {
    const page = await studio.open();
    await draw(page);
    const before = rows(await file(page));
    expect(before.length).toBeGreaterThan(9);
    await room(page).focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'x', 'Space']) await page.keyboard.press(key);
    const painted = rows(await file(page));
    expect([painted[1][2], painted.at(-2)![2]]).toEqual(['X', 'X']);
    await room(page).focus();
    await page.keyboard.press('ControlOrMeta+Z');
    expect(rows(await file(page))).toEqual(before);
    await room(page).focus();
    await page.keyboard.press('ControlOrMeta+Shift+Z');
    expect(rows(await file(page))).toEqual(painted);
    await page.getByRole('button', { name: 'Undo' }).click();
    await room(page).focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
    // The first unit is placed at the cursor, and its mirror image becomes the next player's first unit.
    await page.keyboard.press('1');
    await page.keyboard.press('Space');
    const read = starwar.readBoard(await file(page));
    if (!read.ok) throw new Error(read.problem.message);
    const { first, settings } = read.value as {
      first: { units: { row: number; column: number }[] };
      settings: { rows: number };
    };
    expect(first.units[0]).toMatchObject({ row: 1, column: 2 });
    expect(first.units[2]).toMatchObject({ row: settings.rows - 2, column: 2 });
    await page.keyboard.press('ControlOrMeta+Enter');
    await untilShown(page, 40);
    expect(await page.locator('.setup .board input:checked + canvas + span').textContent()).toBe('short-mine');
    await page.getByRole('button', { name: 'Match form' }).click();
    await doMore(page, 'Draw a board …');
    await page.locator('.board-editor').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => page.locator('label.board', { hasText: 'short-mine' }).count()).toBe(0);
  });

  // The test above draws by keyboard.
  test('draws a pointer’s stroke without gaps, erases with the right button, and keeps the board after a reload', async () => {
    const page = await studio.open();
    await draw(page);
    const box = (await page.locator('.board-room canvas').boundingBox())!;
    const cells = rows(await file(page));
    const side = box.width / cells[0].length;
    const at = (row: number, column: number) => [box.x + (column + 0.5) * side, box.y + (row + 0.5) * side] as const;
    await page.getByLabel('Symmetry').selectOption('none');
    await page.locator('.brush', { hasText: 'asteroid' }).click();
    const stroke = async (button: 'left' | 'right') => {
      await page.mouse.move(...at(7, 3));
      await page.mouse.down({ button });
      await page.mouse.move(...at(7, 14), { steps: 2 });
      await page.mouse.up({ button });
    };
    await stroke('left');
    expect(rows(await file(page))[7].slice(3, 15)).toBe('XXXXXXXXXXXX');
    await stroke('right');
    expect(rows(await file(page))[7].slice(3, 15)).toBe('............');
    await page.reload();
    await room(page).waitFor();
    expect(rows(await file(page))[7].slice(3, 15)).toBe('............');
    await page.getByRole('button', { name: 'Close' }).click();
  });

  test('changes the board’s size only once the number is fully typed, so that no part of the board is lost', async () => {
    const page = await studio.open();
    await draw(page);
    const before = rows(await file(page));
    for (const [size, leave] of [
      [before.length + 1, 'Tab'],
      [before.length + 12, 'Enter'],
    ] as const) {
      await page.locator('#board-nb_rows').focus();
      await page.keyboard.press('ControlOrMeta+A');
      for (const key of String(size)) await page.keyboard.press(key);
      await page.keyboard.press(leave);
      await expect.poll(async () => rows(await file(page)).length).toBe(size);
      expect(rows(await file(page)).slice(0, before.length)).toEqual(before);
    }
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(rows(await file(page)).length).toBe(before.length + 1);
  });

  test('shows each error next to its setting, saves a board file, and opens the file again', async () => {
    const page = await studio.open();
    await draw(page);
    await page.getByLabel('window columns').fill('99');
    await page.keyboard.press('Tab');
    const told = page.locator('.board-settings .problem');
    await expect.poll(() => told.textContent()).toMatch(/^nb_win_cols must be from 10 to \d+, found 99$/);
    expect(await page.getByRole('button', { name: 'Try it' }).isDisabled()).toBe(true);
    await page.getByLabel('window columns').fill('21');
    await page.keyboard.press('Tab');
    await expect.poll(() => told.count()).toBe(0);
    // If the browser supports a file dialog, the page uses the dialog. Here, the page must download the file.
    await page.evaluate(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save .cnf' }).click(),
    ]);
    expect(saved.suggestedFilename()).toMatch(/^short-mine\d*\.cnf$/);
    const text = (await contentOf(saved)).toString();
    expect(starwar.readBoard(text).ok).toBe(true);
    expect(text).toContain('nb_win_cols\t21');
    const open = async (name: string, content: string) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Open a file …' }).click(),
      ]);
      await chooser.setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
    };
    await open('other.cnf', text.replace('nb_win_cols\t21', 'nb_win_cols\t22'));
    await expect.poll(() => page.getByLabel('window columns').inputValue()).toBe('22');
    expect(await page.getByRole('textbox', { name: 'Board' }).inputValue()).toBe('other-mine');
    await open('broken.cnf', text.replace('nb_rnds', 'rounds'));
    await expect
      .poll(() => page.locator('.board-editor header .problem').textContent())
      .toContain('line 5: expected nb_rnds');
  });

  test('has no accessibility violations in dark or light mode, on narrow or wide screens', async () => {
    for (const size of [{ width: 390, height: 844 }, ...[{ width: 1440, height: 900 }]]) {
      const page = await studio.open(size);
      if (!(await page.locator('.side').isVisible())) await page.getByRole('button', { name: 'Match form' }).click();
      await draw(page);
      await mustBeUsable(page, '.board-editor');
      await page.close();
    }
  });
});
