import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { IS_LONG_RUN } from '../tools/long-run.ts';
import { useViewer } from './viewer-fixture.ts';
import type { ViewerHandle } from './viewer-support.ts';

const STRICT = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'";

describe.skipIf(noChromium)('<ludus-viewer> in other pages (skipped unless Chromium is installed)', () => {
  const fixture = useViewer();

  /** A page with these elements, under a policy that allows only files of this site. */
  async function strictPage(elements: string) {
    const { files } = fixture.bench;
    files.set(
      '/strict.html',
      `<!doctype html><html lang="en"><meta http-equiv="Content-Security-Policy" content="${STRICT}"><title>strict</title>
      <script src="ears.js"></script><script src="ludus-viewer.js"></script>${elements}`,
    );
    files.set(
      '/ears.js',
      `window.heard = [];
      document.addEventListener('securitypolicyviolation', (event) => heard.push('policy ' + event.violatedDirective));
      for (const type of ['loaded', 'round', 'ended', 'problem'])
        document.addEventListener(type, (event) => heard.push([event.target.id, type, event.detail]), true);`,
    );
    const page = await fixture.open('/strict.html', { width: 1100, height: 900 });
    // biome-ignore lint/suspicious/noExplicitAny: the events that the page has received
    const heard = () => page.evaluate(() => (window as any).heard as [string, string, any][]);
    return { page, heard };
  }

  test('shows two viewers in a page with a strict policy, using attributes, methods, and events', async () => {
    const { page, heard } = await strictPage(
      `<ludus-viewer id="one" src="a.res" round="12" theme="light" mode="universe" speed="4" delay="80"></ludus-viewer>
       <ludus-viewer id="two" src="c.mob" theme="dark"></ludus-viewer>`,
    );
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.waitForFunction(() =>
      [...document.querySelectorAll<ViewerHandle>('ludus-viewer')].every((one) => one.rounds > 0),
    );
    await expect.poll(async () => (await heard()).filter(([, type]) => type === 'loaded').length).toBe(2);
    const loaded = (await heard()).filter(([, type]) => type === 'loaded');
    expect(loaded.map(([id, , { game }]) => `${id} ${game}`).sort()).toEqual(['one madmax', 'two angrymob']);
    await expect
      .poll(() =>
        page.evaluate(() => {
          const { round, viewer } = document.querySelector<ViewerHandle>('#one')!;
          const [theme, mode, speed, delay] = ['theme', 'mode', 'speed', 'delayMs'].map((name) => viewer[name].value);
          return { round, theme, mode, speed, delay };
        }),
      )
      .toEqual({ round: 12, theme: 'light', mode: 'universe', speed: 4, delay: 80 });
    await page.evaluate(() => {
      const [one, two] = ['#one', '#two'].map((id) => document.querySelector<ViewerHandle>(id)!);
      one.seek(77);
      two.seek(two.rounds - 1);
      two.viewer.speed.value = 64;
      two.play();
      one.load('nothing', 'broken.res');
    });
    await expect.poll(async () => (await heard()).some(([id, type]) => id === 'two' && type === 'ended')).toBe(true);
    const said = await heard();
    expect(said).toContainEqual(['one', 'round', { round: 77 }]);
    expect(said.find(([, type]) => type === 'problem')).toMatchObject(['one', 'problem', { code: 'replay/foreign' }]);
    expect(requests.filter((path) => path.endsWith('.js'))).toEqual([]);
    await page.locator('#two').getByRole('tab', { name: 'Charts' }).click();
    await page.locator('#two .chart .u-over').first().waitFor();
    expect(requests.filter((path) => path.endsWith('.js'))).toEqual(['/ludus-viewer-more.js']);
    expect((await heard()).filter((one) => typeof one === 'string')).toEqual([]);
    // An element that was removed from the page and inserted again still works.
    await page.evaluate(() => {
      const one = document.querySelector('#one')!;
      one.remove();
      document.body.append(one);
    });
    await expect.poll(() => page.locator('#one .board-canvas').count()).toBe(1);
  });

  if (IS_LONG_RUN)
    test('shows only the board if controls are off, reacts to keys, and shows the winner at the end', async () => {
      const page = await fixture.opened('file=a.res&controls=none', { width: 700, height: 420 });
      expect(await page.getByRole('button').count()).toBe(0);
      await page.getByRole('group', { name: 'Match; Space plays and pauses' }).focus();
      await page.keyboard.press('End');
      await page.getByLabel('End of the match').locator('output').waitFor();
      expect(await page.getByRole('button').count()).toBe(0);
      await page.keyboard.press('Home');
      await page.keyboard.press(' ');
      await page.waitForFunction(() => document.querySelector<ViewerHandle>('ludus-viewer')!.round > 0);
      expect(await page.locator('.board').boundingBox()).toMatchObject({ width: 700, height: 420 });
      await page.close();
    });

  if (IS_LONG_RUN)
    test('saves a clip under a strict policy', async () => {
      const { page } = await strictPage('<ludus-viewer id="one" src="a.res" round="9"></ludus-viewer>');
      await page.waitForFunction(() => document.querySelector<ViewerHandle>('#one')!.round === 9);
      await page.evaluate(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));
      await page.getByRole('button', { name: 'Save a clip' }).click();
      await page.getByLabel('From round').fill('8');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save WebM' }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/-rounds-8-9\.webm$/);
      await page.close();
    });

  test('doesn’t fetch anything when both scripts are combined', async () => {
    const { files } = fixture.bench;
    const [first, second] = ['/ludus-viewer.js', '/ludus-viewer-more.js'].map((path) => String(files.get(path)));
    files.set(
      '/whole.html',
      `<!doctype html><html lang="en"><title>whole</title><script>${first}\n${second}</script><ludus-viewer src="a.res"></ludus-viewer>`,
    );
    const page = await fixture.open('/whole.html', { width: 1200, height: 700 });
    const scripts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    await page.getByRole('tab', { name: 'Charts' }).click();
    await page.locator('.chart .u-over').first().waitFor();
    expect(scripts).toEqual([]);
  });

  if (IS_LONG_RUN)
    test('reports a missing second script, and loads the script once it exists', async () => {
      const { files } = fixture.bench;
      const second = files.get('/ludus-viewer-more.js')!;
      files.delete('/ludus-viewer-more.js');
      const page = await fixture.opened('file=a.res', { width: 1200, height: 700 });
      await page.getByRole('tab', { name: 'Charts' }).click();
      await page.getByText('can’t be loaded').waitFor();
      files.set('/ludus-viewer-more.js', second);
      await page.getByRole('tab', { name: 'Log' }).click();
      await page.getByRole('tab', { name: 'Charts' }).click();
      await page.locator('.chart .u-over').first().waitFor();
      await page.close();
      expect(fixture.browser.complaints.splice(0).join()).toMatch(/404/);
    });

  test('does nothing when imported in Node', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ludus-node-'));
    const file = join(folder, 'ludus-viewer.mjs');
    writeFileSync(file, fixture.bench.script);
    const { status, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});
