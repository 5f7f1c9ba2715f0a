import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { IS_LONG_RUN } from '../tools/long-run.ts';
import { NAMES, useViewer } from './viewer-fixture.ts';
import { round, rounds, untilDrawn, untilLoaded, untilRound, type ViewerHandle } from './viewer-support.ts';

describe.skipIf(noChromium)('the file viewer in a browser (skipped unless Chromium is installed)', () => {
  const fixture = useViewer();

  test('opens dropped and chosen files of three games, compressed or not', async () => {
    const page = await fixture.open('/viewer.html?renderer=canvas');
    await expect.poll(() => page.locator('ludus-viewer').getByText('Drop a replay here').isVisible()).toBe(true);
    await fixture.drop(page, fixture.madmax, 'a.res');
    await untilLoaded(page);
    await expect.poll(() => page.locator('h1').textContent()).toBe('Mad Max');
    await expect.poll(() => page.locator('.seat-name').allTextContents()).toEqual(NAMES);
    expect(await rounds(page)).toBe(300);
    await page
      .getByLabel('Replay file', { exact: true })
      .setInputFiles({ name: 'b.res.gz', mimeType: '', buffer: gzipSync(fixture.starwar) });
    await page.locator('h1', { hasText: 'Star War' }).waitFor();
    await page
      .getByLabel('Replay file', { exact: true })
      .setInputFiles({ name: 'c.mob', mimeType: '', buffer: Buffer.from(fixture.mob) });
    await page.locator('h1', { hasText: 'Angry Mob' }).waitFor();
    // A replay with Windows line endings shows the same match.
    await fixture.drop(page, fixture.madmax.replaceAll('\n', '\r\n'), 'windows.res');
    await page.locator('h1', { hasText: 'Mad Max' }).waitFor();
    expect(await rounds(page)).toBe(300);
  });

  if (IS_LONG_RUN)
    test('follows an unfinished match live, and lets the user scrub back', async () => {
      const page = await fixture.open('/viewer.html?renderer=canvas&speed=16');
      const live = (what: string, text = '') =>
        page.evaluate(
          ([name, piece]) => {
            const element = document.querySelector<ViewerHandle>('ludus-viewer')!;
            if (name === 'start') element.startLive('live');
            else if (name === 'feed') element.feed(piece);
            else element.finish();
          },
          [what, text] as const,
        );
      await live('start');
      await expect.poll(() => page.locator('.welcome').textContent()).toContain('Waiting for the match');
      const third = Math.floor(fixture.madmax.length / 3);
      // The text is split in the middle of the header, then at arbitrary positions.
      await live('feed', fixture.madmax.slice(0, 300));
      await live('feed', fixture.madmax.slice(300, third));
      await untilLoaded(page);
      const early = await rounds(page);
      expect(early).toBeGreaterThan(80);
      expect(early).toBeLessThan(110);
      await untilRound(page, early);
      await page.keyboard.press('Space');
      await page.keyboard.press('Home');
      await untilRound(page, 0);
      await live('feed', fixture.madmax.slice(third, 2 * third));
      expect(await rounds(page)).toBeGreaterThan(early + 80);
      await untilDrawn(page);
      expect(await round(page)).toBe(0);
      await page.locator('button.live').click();
      await live('feed', fixture.madmax.slice(2 * third));
      await live('finish');
      expect(await rounds(page)).toBe(300);
      await expect.poll(() => page.locator('ludus-viewer [role=alert]').count()).toBe(0);
      await page.close();

      const town = await fixture.open('/viewer.html?renderer=canvas&speed=64');
      await town.evaluate((text) => {
        const element = document.querySelector<ViewerHandle>('ludus-viewer')!;
        element.startLive();
        for (let at = 0; at < text.length; at += 97) element.feed(text.slice(at, at + 97));
        element.finish();
      }, fixture.mob);
      expect(await rounds(town)).toBe(Number(/result \S+ \S+ (\d+)/.exec(fixture.mob)![1]));
      await town.close();
    });

  test('reports a damaged file with its error and line', async () => {
    const page = await fixture.open('/viewer.html?renderer=canvas');
    await fixture.drop(page, 'hello there', 'x.txt');
    expect(await fixture.alert(page)).toContain('x.txt cannot be shown: line 1: this isn’t a replay of Angry Mob');
    await fixture.drop(page, fixture.madmax.replace(/nb_rows\t\d+/, 'nb_rows\tmany'), 'rows.res');
    await page.getByText('line 6: expected a whole number for nb_rows, found many').waitFor();
    await fixture.drop(page, gzipSync(fixture.madmax).subarray(0, 3000), 'half.res.gz');
    await page.getByText('the gzip file is damaged').waitFor();
    const lines = fixture.madmax.split('\n');
    const broken = lines.findIndex((line, i) => i > 3000 && line.startsWith('05 '));
    lines[broken] = `${lines[broken].slice(0, 20)}?${lines[broken].slice(21)}`;
    await fixture.drop(page, lines.join('\n'), 'cell.res');
    await page.getByText(`line ${broken + 1}:`).waitFor();
    const shown = await rounds(page);
    expect(shown).toBeGreaterThan(20);
    expect(shown).toBeLessThan(100);
    await fixture.drop(page, lines.slice(0, 2000).join('\n'), 'short.res');
    await page.getByText(/the replay is incomplete|expected .*, found the end of the file/).waitFor();
    await fixture.drop(page, fixture.mob.replace(/turn 9\n/, 'turn 10\n'), 'turn.mob');
    await page.getByText(/line \d+: expected turn 9, found "turn 10"/).waitFor();
    await page.close();
    const other = await fixture.open('/viewer.html?renderer=canvas&file=https://example.org/a.res');
    expect(await fixture.alert(other)).toContain('another site');
    await other.close();
  });

  if (IS_LONG_RUN)
    test('works as an element in a page, and as a frame that communicates with its page', async () => {
      fixture.bench.files.set(
        '/embed.html',
        `<!doctype html><html lang="en"><title>embed</title><script src="ludus-viewer.js"></script>
      <ludus-viewer id="one" src="a.res" renderer="canvas" round="12" theme="light" style="height:400px"></ludus-viewer>
      <iframe id="frame" title="match" src="viewer.html?file=b.res.gz&renderer=canvas&speed=64&delay=100" width="800" height="500"></iframe>
      <script>window.heard = []; addEventListener('message', (e) => heard.push(e.data));</script>`,
      );
      const page = await fixture.open('/embed.html');
      await page.waitForFunction(() => document.querySelector<ViewerHandle>('#one')?.round === 12);
      const heard = (kind: string) =>
        page.waitForFunction((name) => {
          const all = (window as unknown as { heard: { ludus: string }[] }).heard;
          return all.findLast((message) => message.ludus === name);
        }, kind);
      expect(await (await heard('loaded')).jsonValue()).toEqual({
        ludus: 'loaded',
        game: 'starwar',
        names: NAMES,
        rounds: 300,
      });
      const say = (message: unknown) =>
        page.evaluate(
          (data) => document.querySelector<HTMLIFrameElement>('#frame')!.contentWindow!.postMessage(data, '*'),
          message,
        );
      await say({ ludus: 'seek', round: 77 });
      await page.waitForFunction(() => {
        const all = (window as unknown as { heard: { ludus: string; round?: number }[] }).heard;
        return all.some((message) => message.ludus === 'round' && message.round === 77);
      });
      await say({ ludus: 'play' });
      expect(await (await heard('ended')).jsonValue()).toEqual({ ludus: 'ended', round: 300 });
      await say({ ludus: 'nonsense' });
      await say('text');
    });

  test('needs at most 180 kB of compressed script for board, playback controls, keys, and log', () => {
    expect(gzipSync(fixture.bench.script, { level: 9 }).length).toBeLessThanOrEqual(180_000);
  });
});
