import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { contentOf } from '../tools/browser/use-browser.ts';
import { doMore, mustBeUsable, untilShown, useStudio } from './studio-support.ts';
import { untilRound, type ViewerHandle } from './viewer-support.ts';

describe.skipIf(noChromium)('files saved from a match (skipped unless Chromium is installed)', () => {
  const studio = useStudio();
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Save the shown match' });
  const clip = (page: Page) => page.getByRole('dialog', { name: 'Save a clip' });
  const seek = (page: Page, round: number) =>
    page.evaluate((to) => {
      const viewer = document.querySelector<ViewerHandle>('ludus-viewer')!;
      viewer.pause();
      viewer.seek(to);
    }, round);
  const open = async (): Promise<Page> => {
    const page = await studio.open();
    // If the browser supports a file dialog, the page uses the dialog. Here, the page must download the file.
    await page.evaluate(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));
    await studio.choose(page);
    return page;
  };
  const saved = async (page: Page, button: string, from = dialog(page)): Promise<{ name: string; bytes: Buffer }> => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      from.getByRole('button', { name: button, exact: true }).click(),
    ]);
    return { name: file.suggestedFilename(), bytes: await contentOf(file) };
  };

  test('include a picture of the round, and a GIF and a film of some rounds', async () => {
    const page = await open();
    await studio.play(page);
    await seek(page, 12);
    await doMore(page, 'Save the shown match …');
    await dialog(page).waitFor();
    await mustBeUsable(page);
    const picture = await saved(page, 'Picture');
    expect(picture.name).toMatch(/-round-12\.png$/);
    expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(picture.bytes.readUInt32BE(16)).toBe(1280);
    await dialog(page).getByRole('button', { name: 'Clip …' }).click();
    await clip(page).getByRole('button', { name: 'Last 5 s' }).click();
    // At its default speed, Trails shows these 12 rounds in less than 5 s.
    await expect.poll(() => clip(page).getByLabel('From round').inputValue()).toBe('0');
    await expect.poll(() => clip(page).getByLabel('to round').inputValue()).toBe('12');
    await mustBeUsable(page, 'ludus-viewer');
    await clip(page).getByLabel('From round').fill('3');
    await clip(page).getByLabel('to round').fill('7');
    await clip(page).getByLabel('Rounds per second').fill('20');
    const gif = await saved(page, 'Save GIF', clip(page));
    expect(gif.name).toMatch(/-rounds-3-7\.gif$/);
    expect(gif.bytes.subarray(0, 6).toString()).toBe('GIF89a');
    // Each picture starts with its control block.
    expect(gif.bytes.toString('latin1').split('\x21\xf9\x04').length - 1).toBe(5);
    const film = await saved(page, 'Save WebM', clip(page));
    expect(film.name).toMatch(/-rounds-3-7\.webm$/);
    expect(film.bytes.readUInt32BE(0)).toBe(0x1a45dfa3);
    expect(film.bytes.length).toBeGreaterThan(3000);
    await clip(page).getByLabel('From round').fill('30');
    await clip(page).getByRole('button', { name: 'Save GIF' }).click();
    await clip(page).getByText('Round 30 comes after round 7.').waitFor();
  });

  // viewer-embed.test.ts and packages/viewer show a match from one file.
  test('include a page that shows the match without any other file', async () => {
    const page = await open();
    await studio.play(page);
    const source = await page.evaluate(
      () => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.source as string,
    );
    await seek(page, 9);
    await doMore(page, 'Save the shown match …');
    const { name, bytes } = await saved(page, 'Page');
    expect(name).toMatch(/\.html$/);
    expect(bytes.toString()).toContain(`<meta http-equiv="Content-Security-Policy" content="default-src 'none';`);
    // The studio may still be loading the explanation of the match.
    await page.goto('about:blank');
    await page.route('**/alone.html*', (route) => route.fulfill({ contentType: 'text/html', body: bytes }));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${studio.server.url}alone.html?renderer=canvas`);
    await untilShown(page, 40);
    await untilRound(page, 9);
    const shown = () => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.source as string;
    expect(await page.evaluate(shown)).toBe(source);
    expect(asked.filter((path) => !/favicon|alone\.html$/.test(path))).toEqual([]);
  });

  // packages/studio/data/link.test.ts reads damaged files. studio-link.long.test.ts checks that the page asks before a
  // shared match runs.
  test('replace a link that would be too long, and, when opened, ask before they run anything', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Write a bot …' }).click();
    await page.locator('.cm-content').click();
    await page.keyboard.press('ControlOrMeta+A');
    // Incompressible data: random digits.
    const noise = Array.from({ length: 3000 }, (_, n) => ((n * 2654435761) % 4294967296).toString(36)).join('');
    await page.keyboard.insertText(`// ${noise}\nexport default () => {};\n`);
    await page.keyboard.press('ControlOrMeta+Enter');
    await untilShown(page, 40);
    await seek(page, 5);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await dialog(page)
      .getByText(/A link would have \d{5} characters/)
      .waitFor();
    const { name, bytes } = await saved(page, 'Match file');
    expect(name).toMatch(/\.ludus$/);
    expect(bytes.subarray(0, 8).toString()).toBe('match=1.');
    await page.close();

    const other = await studio.open();
    const workers: string[] = [];
    other.on('worker', (worker) => {
      // `why-worker` reads the replay after a match and runs no player.
      if (!worker.url().includes('/why-worker')) workers.push(worker.url());
    });
    const openFile = async (content: Buffer) => {
      const [chooser] = await Promise.all([other.waitForEvent('filechooser'), doMore(other, 'Open a match file …')]);
      await chooser.setFiles({ name, mimeType: 'text/plain', buffer: content });
    };
    await openFile(Buffer.from('match=1.AAAA'));
    await other.getByText(`${name}: the file is damaged`).waitFor();
    await openFile(bytes);
    const offered = other.getByRole('dialog', { name: 'A shared match' });
    await offered.waitFor();
    expect(workers).toEqual([]);
    await offered.getByRole('button', { name: 'Play it' }).click();
    await untilShown(other, 40);
    await untilRound(other, 5);
  });
});
