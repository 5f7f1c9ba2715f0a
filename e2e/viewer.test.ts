import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Bench,
  boardText,
  mobBoard,
  noChromium,
  pixelsAt,
  placeOf,
  replayOf,
  round,
  rounds,
  startBench,
  untilAnalysed,
  untilLoaded,
  untilRound,
  type ViewerHandle,
} from './viewer-support.ts';

/** The page shows a moment later what it was told. */
const WAIT = { timeout: 20_000 };

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const NAMES = ['Demo', 'Dummy', 'Demo', 'Null'];

describe.skipIf(noChromium)('the viewer in Chromium (skipped without it: install chromium)', () => {
  let bench: Bench;
  let madmax: string;
  let starwar: string;
  let mob: string;

  beforeAll(async () => {
    madmax = replayOf('madmax', NAMES, 5, boardText('madmax/default.cnf'));
    starwar = replayOf('starwar', NAMES, 5, boardText('starwar/default.cnf'));
    mob = replayOf('angrymob', ['Warlord', 'GravityGoers'], 1, mobBoard(7n));
    bench = await startBench();
    bench.files.set('/a.res', madmax);
    bench.files.set('/b.res.gz', gzipSync(starwar));
    bench.files.set('/c.mob', mob);
  });
  afterAll(() => bench?.close());

  const opened = async (query: string, size?: { width: number; height: number }): Promise<Page> => {
    const page = await bench.open(`/viewer.html?renderer=canvas&theme=dark&${query}`, size);
    await untilLoaded(page);
    return page;
  };
  const drop = (page: Page, content: string | Uint8Array, name: string) =>
    page.evaluate(
      ([base64, file]) => {
        const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
        const data = new DataTransfer();
        data.items.add(new File([bytes], file));
        const target = document.querySelector('ludus-viewer')!.shadowRoot!.querySelector('.viewer')!;
        target.dispatchEvent(new DragEvent('dragover', { dataTransfer: data, bubbles: true, cancelable: true }));
        target.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      [Buffer.from(content).toString('base64'), name] as const,
    );
  const alert = (page: Page) => page.locator('ludus-viewer [role=alert]').textContent();
  const quiet = () => expect(bench.complaints).toEqual([]);

  test('a file is dropped, another one chosen: the three games open, packed or not', async () => {
    const page = await bench.open('/viewer.html?renderer=canvas');
    await expect.poll(() => page.locator('ludus-viewer').getByText('Drop a replay here').isVisible(), WAIT).toBe(true);
    await drop(page, madmax, 'a.res');
    await untilLoaded(page);
    await expect.poll(() => page.locator('h1').textContent(), WAIT).toBe('Mad Max');
    await expect.poll(() => page.locator('.seat-name').allTextContents(), WAIT).toEqual(NAMES);
    expect(await rounds(page)).toBe(300);
    await page.locator('input[type=file]').setInputFiles({ name: 'b.res.gz', mimeType: '', buffer: gzipSync(starwar) });
    await page.locator('h1', { hasText: 'Star War' }).waitFor();
    await page.locator('input[type=file]').setInputFiles({ name: 'c.mob', mimeType: '', buffer: Buffer.from(mob) });
    await page.locator('h1', { hasText: 'Angry Mob' }).waitFor();
    // Windows line ends are the same replay.
    await drop(page, madmax.replaceAll('\n', '\r\n'), 'windows.res');
    await page.locator('h1', { hasText: 'Mad Max' }).waitFor();
    expect(await rounds(page)).toBe(300);
    await page.close();
    quiet();
  });

  test('the original’s keys, speed, loop and the help sheet', async () => {
    const page = await opened('file=a.res&delay=30');
    const press = (key: string) => page.keyboard.press(key);
    for (const [key, wanted] of [
      ['End', 300],
      ['Home', 0],
      ['ArrowRight', 1],
      ['PageDown', 11],
      ['PageDown', 21],
      ['PageUp', 11],
      ['ArrowLeft', 10],
    ] as const) {
      await press(key);
      await untilRound(page, wanted);
    }
    await press('Space');
    await page.waitForFunction(() => document.querySelector<ViewerHandle>('ludus-viewer')!.round > 12);
    await press('Space');
    expect(await page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.playing)).toBe(false);
    const rest = await round(page);
    await page.waitForTimeout(120);
    expect(await round(page)).toBe(rest);

    for (let i = 0; i < 6; i++) await press('ArrowUp');
    await expect.poll(() => page.locator('.speed-select').inputValue(), WAIT).toBe('64');
    await press('End');
    await press('l');
    await page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.seek(298));
    await press('Space');
    await page.waitForFunction(() => document.querySelector<ViewerHandle>('ludus-viewer')!.round < 290);
    await press('Space');

    await press('?');
    await page.getByRole('dialog', { name: 'Help' }).waitFor();
    await press('Escape');
    await page.getByRole('dialog', { name: 'Help' }).waitFor({ state: 'detached' });
    await page.close();
    quiet();
  });

  test('playing ends in the last round, which says how it ended', async () => {
    const page = await opened('file=c.mob&speed=64&delay=20');
    await page.evaluate(() => {
      const element = document.querySelector<ViewerHandle>('ludus-viewer')!;
      element.addEventListener('ended', () => element.setAttribute('data-ended', String(element.round)));
      element.play();
    });
    await page.waitForFunction(() => document.querySelector<ViewerHandle>('ludus-viewer')!.dataset.ended !== undefined);
    expect(await round(page)).toBe(await rounds(page));
    await expect.poll(() => page.locator('.ending').textContent(), WAIT).toMatch(/wins: the base is conquered/);
    await expect.poll(() => page.locator('.flag.base').count(), WAIT).toBe(1);
    await page.close();
    quiet();
  });

  test('the scrub bar has marks, seeks, and the address keeps the round', async () => {
    const page = await opened('file=a.res');
    await untilAnalysed(page);
    const marks = await page.evaluate(() => {
      const { viewer } = document.querySelector<ViewerHandle>('ludus-viewer')!;
      return viewer.analysis.value.marks.map((mark: { round: number; kind: string }) => mark);
    });
    expect(marks.length).toBeGreaterThan(3);
    await expect.poll(() => page.locator('.tick').count(), WAIT).toBe(marks.length);
    const bar = page.getByRole('slider', { name: 'Scrub bar' });
    await bar.fill('120');
    await untilRound(page, 120);
    await page.waitForFunction(() => location.hash === '#round=120');
    const link = page.url();
    await page.keyboard.press('n');
    const next = marks.find((mark: { round: number }) => mark.round > 120)?.round;
    await untilRound(page, next);
    await expect.poll(() => page.locator('.mark-now').textContent(), WAIT).not.toBe('');
    await page.close();
    const other = await bench.open(link.slice(bench.base.length));
    await untilLoaded(other);
    await untilRound(other, 120);
    await other.evaluate(() => {
      location.hash = '#round=33';
    });
    await untilRound(other, 33);
    await other.close();
    quiet();
  });

  test('a click on a unit opens the inspector, a click on a player lists its units', async () => {
    const page = await opened('file=a.res');
    await page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.seek(40));
    const unit = await page.evaluate(() => {
      const { viewer } = document.querySelector<ViewerHandle>('ludus-viewer')!;
      const frame = viewer.timeline.value.frame(40);
      const alive = [...Array(8).keys()].find((id) => frame.view.unitAlive(id))!;
      return { unit: alive, missiles: frame.view.unitMissiles(alive), gas: frame.view.unitGas(alive) };
    });
    const at = await placeOf(page, { kind: 'unit', unit: unit.unit });
    await page.mouse.click(at.x, at.y);
    const inspector = page.getByRole('region', { name: 'Inspector' });
    await inspector.waitFor();
    const facts = await inspector.textContent();
    expect(facts).toContain(`car ${unit.unit}`);
    expect(facts).toMatch(new RegExp(`missiles\\s*${unit.missiles}gas\\s*${unit.gas}asked\\s*\\S+`));
    expect(facts).toMatch(/done\S+/);
    await page.locator('.seat').nth(1).click();
    await expect.poll(() => page.locator('.units .chip').allTextContents(), WAIT).toHaveLength(2);
    await page.locator('.units .chip').nth(1).click();
    await expect.poll(() => page.locator('.inspector h3').textContent(), WAIT).toBe('car 3');
    await page.keyboard.press('Escape');
    await inspector.waitFor({ state: 'detached' });
    await page.close();

    const town = await opened('file=c.mob');
    const base = await placeOf(
      town,
      await town.evaluate(() => {
        const frame = document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.timeline.value.frame(0);
        return {
          kind: 'cell',
          row: Math.floor(frame.bases[0] / frame.columns),
          column: frame.bases[0] % frame.columns,
        };
      }),
    );
    await town.mouse.click(base.x, base.y);
    expect(await town.locator('.inspector').textContent()).toMatch(/base of\s*blue\s*blue units\s*1/);
    await town.close();
    quiet();
  });

  test('the charts are a scrub bar', async () => {
    const page = await opened('file=a.res');
    await untilAnalysed(page);
    await page.getByRole('tab', { name: 'Charts' }).click();
    await expect
      .poll(() => page.locator('.chart figcaption').allTextContents(), WAIT)
      .toEqual(['score', 'cars alive', 'missiles', 'gas']);
    const box = (await page.locator('.chart .u-over').first().boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await untilRound(page, 150);
    await page.mouse.move(box.x + box.width / 2, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.75, box.y + 20, { steps: 4 });
    await page.mouse.up();
    await untilRound(page, 225);
    await page.close();
    quiet();
  });

  test('a frozen player, budgets, the log and drawings come from the sidecar', async () => {
    const sidecar = {
      ludus: 'sidecar',
      version: 1,
      budget: Array.from({ length: 300 }, (_, r) => [r / 600, 0.1, r < 100 ? 0.9 : -1, 0]),
      verdicts: [{ round: 101, seat: 2, fault: 'time', sentence: 'Demo used up its budget of 1 s.' }],
      log: Array.from({ length: 300 }, (_, r) => ({ round: r, seat: 1, text: `thinking in round ${r}` })),
      overlays: [{ round: 50, seat: 0, shapes: [{ kind: 'cell', at: [9, 55], color: '#00ffee' }] }],
    };
    bench.files.set('/a.res.json', JSON.stringify(sidecar));
    const page = await opened('file=a.res&sidecar=');
    await page.waitForFunction(
      () => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.sidecar.value !== undefined,
    );
    const seek = (to: number) =>
      page.evaluate((n) => document.querySelector<ViewerHandle>('ludus-viewer')!.seek(n), to);
    await seek(60);
    await untilRound(page, 60);
    await expect.poll(() => page.locator('.seat').nth(0).textContent(), WAIT).toMatch(/budget\s*10 %/);
    await seek(120);
    await page.locator('.seat.frozen').waitFor();
    await expect
      .poll(() => page.locator('.seat.frozen').textContent(), WAIT)
      .toContain('Demo used up its budget of 1 s.');
    await page.getByRole('tab', { name: 'Log' }).click();
    await expect.poll(() => page.locator('.log li.now').textContent(), WAIT).toContain('thinking in round 120');
    await page.locator('.log li button').first().click();
    await page.waitForFunction(() => document.querySelector<ViewerHandle>('ludus-viewer')!.round !== 120);
    await seek(50);
    await page.keyboard.press('u');
    await page.waitForTimeout(300);
    const at = await placeOf(page, { kind: 'cell', row: 9, column: 55 });
    const [[red, green, blue]] = await pixelsAt(page, at.x, at.y, 2);
    expect(green - red).toBeGreaterThan(40);
    expect(blue - red).toBeGreaterThan(40);
    await page.close();
    quiet();
  });

  test('the board shows what the frame says: units in their colours, window and universe, heat, both themes', async () => {
    const page = await opened('file=a.res');
    const colourful = async (x: number, y: number) => {
      const pixels = await pixelsAt(page, x, y, 20);
      return pixels.filter(([r, g, b]) => b > r + 50 && b > 120 && g > r).length;
    };
    const unit = await placeOf(page, { kind: 'unit', unit: 0 });
    expect(await colourful(unit.x, unit.y)).toBeGreaterThan(30);
    const elsewhere = await placeOf(page, { kind: 'cell', row: 9, column: 20 });
    expect(await colourful(elsewhere.x, elsewhere.y)).toBe(0);
    // At round 50 of the whole universe, the column before the window is dimmed and one inside of it is not.
    await page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.seek(50));
    await page.keyboard.press('u');
    await page.waitForTimeout(400);
    const light = async (column: number) => {
      const at = await placeOf(page, { kind: 'cell', row: 9, column });
      const pixels = await pixelsAt(page, at.x, at.y, 8);
      return pixels.reduce((sum, [r, g, b]) => sum + r + g + b, 0) / pixels.length;
    };
    expect(await light(60)).toBeGreaterThan(1.4 * (await light(30)));
    const dark = await light(60);
    await page.keyboard.press('t');
    await page.waitForTimeout(300);
    expect(await light(60)).toBeGreaterThan(dark + 100);
    await page.keyboard.press('t');
    await page.getByRole('tab', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Where the cars of Dummy were' }).click();
    await page.waitForTimeout(400);
    const hottest = await page.evaluate(() => {
      const { viewer } = document.querySelector<ViewerHandle>('ludus-viewer')!;
      const { cells, most } = viewer.heat.value;
      const cell = cells.indexOf(most);
      return {
        kind: 'cell',
        row: Math.floor(cell / viewer.timeline.value.columns),
        column: cell % viewer.timeline.value.columns,
      };
    });
    const hot = await placeOf(page, hottest);
    const [[red, , blue]] = await pixelsAt(page, hot.x, hot.y, 2);
    expect(red - blue).toBeGreaterThan(50);
    await page.close();
    quiet();
  });

  test('between two rounds, and in the middle of a jump, a unit is on its way', async () => {
    const page = await opened('file=a.res');
    const way = await page.evaluate(() => {
      const { viewer } = document.querySelector<ViewerHandle>('ludus-viewer')!;
      const timeline = viewer.timeline.value;
      const rounds = [...Array(300).keys()];
      // Car 0 and 1 are blue. A jump over which one of them crosses a good part of the window, the whole time alone.
      const found = rounds.flatMap((from) =>
        [from + 9, from + 40].flatMap((to) =>
          [0, 1].flatMap((unit) => {
            if (to > 300) return [];
            const [a, b] = [timeline.frame(from).view, timeline.frame(to).view];
            if (!a.unitAlive(unit) || !b.unitAlive(unit)) return [];
            const uni = a.settings.universeColumns;
            const relative = (view: typeof a) => (view.unitColumn(unit) - view.round + 10 * uni) % uni;
            const [x1, x2, y1, y2] = [relative(a), relative(b), a.unitRow(unit), b.unitRow(unit)];
            return Math.abs(x1 - x2) + Math.abs(y1 - y2) > 8 ? [{ from, to, unit, x1, x2, y1, y2 }] : [];
          }),
        ),
      );
      const chosen = found[0];
      viewer.seat.value = 0;
      viewer.jump = { from: chosen.from, to: chosen.to, start: performance.now() - 5e8, duration: 1e9 };
      viewer.round.value = chosen.to;
      const box = document.querySelector('ludus-viewer')!.shadowRoot!.querySelector('.stage')!.getBoundingClientRect();
      const extent = timeline.view.extent(timeline, 'window');
      const cell = Math.min(box.width / extent.width, box.height / extent.height);
      const at = (column: number, row: number) => ({
        x: box.left + box.width / 2 + (column + 0.5 - extent.left - extent.width / 2) * cell,
        y: box.top + box.height / 2 + (row + 0.5 - extent.top - extent.height / 2) * cell,
      });
      const { x1, x2, y1, y2 } = chosen;
      return { middle: at((x1 + x2) / 2, (y1 + y2) / 2), start: at(x1, y1) };
    });
    await page.waitForTimeout(300);
    const blue = async ({ x, y }: { x: number; y: number }) =>
      (await pixelsAt(page, x, y, 14)).filter(([r, g, b]) => b > r + 40 && b > 110 && g > r).length;
    expect(await blue(way.middle)).toBeGreaterThan(40);
    expect(await blue(way.start)).toBeLessThan(20);
    await page.close();
    quiet();
  });

  test('WebGL shows the same picture as the plain canvas', async () => {
    const looks: number[][][] = [];
    for (const renderer of ['webgl', 'canvas']) {
      const page = await bench.open(`/viewer.html?file=b.res.gz&theme=dark&renderer=${renderer}#round=0`, {
        width: 760,
        height: 420,
      });
      await untilLoaded(page);
      await page.locator(`.stage[data-renderer]`).waitFor();
      await page.waitForTimeout(900);
      await expect.poll(() => page.locator('.stage').getAttribute('data-renderer'), WAIT).toBe(renderer);
      looks.push(await pixelsAt(page, 220, 160, 160));
      await page.close();
    }
    const [webgl, canvas] = looks;
    const apart = webgl.filter((pixel, i) => pixel.some((value, k) => Math.abs(value - canvas[i][k]) > 40)).length;
    expect(apart / webgl.length).toBeLessThan(0.03);
    quiet();
  });

  test('a match still being played is followed live and scrubbed back', async () => {
    const page = await bench.open('/viewer.html?renderer=canvas&speed=16');
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
    await expect.poll(() => page.locator('.welcome').textContent(), WAIT).toContain('Waiting for the match');
    const third = Math.floor(madmax.length / 3);
    // Cut in the middle of the head, then anywhere.
    await live('feed', madmax.slice(0, 300));
    await live('feed', madmax.slice(300, third));
    await untilLoaded(page);
    const early = await rounds(page);
    expect(early).toBeGreaterThan(80);
    expect(early).toBeLessThan(110);
    await untilRound(page, early);
    await page.keyboard.press('Space');
    await page.keyboard.press('Home');
    await untilRound(page, 0);
    await live('feed', madmax.slice(third, 2 * third));
    expect(await rounds(page)).toBeGreaterThan(early + 80);
    await page.waitForTimeout(150);
    expect(await round(page)).toBe(0);
    await page.locator('button.live').click();
    await live('feed', madmax.slice(2 * third));
    await live('finish');
    expect(await rounds(page)).toBe(300);
    await expect.poll(() => page.locator('ludus-viewer [role=alert]').count(), WAIT).toBe(0);
    await page.close();

    const town = await bench.open('/viewer.html?renderer=canvas&speed=64');
    await town.evaluate((text) => {
      const element = document.querySelector<ViewerHandle>('ludus-viewer')!;
      element.startLive();
      for (let at = 0; at < text.length; at += 97) element.feed(text.slice(at, at + 97));
      element.finish();
    }, mob);
    expect(await rounds(town)).toBe(Number(/result \S+ \S+ (\d+)/.exec(mob)![1]));
    await town.close();
    quiet();
  });

  test('a broken file says what is wrong at which line', async () => {
    const page = await bench.open('/viewer.html?renderer=canvas');
    await drop(page, 'hello there', 'x.txt');
    expect(await alert(page)).toContain('line 1: this is no replay of Mad Max, Star War, Angry Mob');
    await drop(page, madmax.replace(/nb_rows\t\d+/, 'nb_rows\tmany'), 'rows.res');
    await page.getByText('line 6: expected a whole number for nb_rows, found many').waitFor();
    await drop(page, gzipSync(madmax).subarray(0, 3000), 'half.res.gz');
    await page.getByText('packed with gzip but damaged').waitFor();
    const lines = madmax.split('\n');
    const broken = lines.findIndex((line, i) => i > 3000 && line.startsWith('05 '));
    lines[broken] = `${lines[broken].slice(0, 20)}?${lines[broken].slice(21)}`;
    await drop(page, lines.join('\n'), 'cell.res');
    await page.getByText(`line ${broken + 1}:`).waitFor();
    const shown = await rounds(page);
    expect(shown).toBeGreaterThan(20);
    expect(shown).toBeLessThan(100);
    await drop(page, lines.slice(0, 2000).join('\n'), 'short.res');
    await page.getByText(/the file ends in round|expected .*, found the end of the file/).waitFor();
    await drop(page, mob.replace(/turn 9\n/, 'turn 10\n'), 'turn.mob');
    await page.getByText(/line \d+: expected turn 9, found "turn 10"/).waitFor();
    await page.close();
    const other = await bench.open('/viewer.html?renderer=canvas&file=https://example.org/a.res');
    expect(await alert(other)).toContain('another site');
    await other.close();
    quiet();
  });

  test('an element in a page and a frame that talks to its page', async () => {
    bench.files.set(
      '/embed.html',
      `<!doctype html><html lang="en"><title>embed</title><script src="ludus-viewer.js"></script>
      <ludus-viewer id="one" src="a.res" renderer="canvas" round="12" theme="light" style="height:400px"></ludus-viewer>
      <iframe id="frame" title="match" src="viewer.html?file=b.res.gz&renderer=canvas&speed=64&delay=100" width="800" height="500"></iframe>
      <script>window.heard = []; addEventListener('message', (e) => heard.push(e.data));</script>`,
    );
    const page = await bench.open('/embed.html');
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
    await page.close();
    quiet();
  });

  test('a phone 400 pixels wide shows all of it', async () => {
    for (const file of ['a.res', 'c.mob']) {
      const page = await opened(`file=${file}`, { width: 400, height: 780 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
      for (const name of ['Play', 'First round', 'Last round', 'Zoom in', 'Help', 'Open'])
        expect(await page.getByRole('button', { name, exact: true }).boundingBox()).toMatchObject({
          width: expect.any(Number),
        });
      const wide = await page.evaluate(() => {
        const root = document.querySelector('ludus-viewer')!.shadowRoot!;
        return [...root.querySelectorAll('button, input:not(.hidden), select')]
          .map((element) => element.getBoundingClientRect())
          .filter((box) => box.width > 0 && (box.right > 401 || box.left < -1)).length;
      });
      expect(wide).toBe(0);
      const stage = (await page.locator('.stage').boundingBox())!;
      expect(stage.height).toBeGreaterThan(190);
      await page.getByRole('button', { name: 'On one round' }).click();
      await untilRound(page, 1);
      await page.close();
    }
    quiet();
  });

  test('axe finds nothing serious, the round is told in words, nothing moves for those who ask for calm', async () => {
    for (const theme of ['dark', 'light']) {
      const page = await opened(`file=a.res&theme=${theme}`);
      await page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.seek(30));
      await page.waitForFunction(() =>
        document
          .querySelector('ludus-viewer')!
          .shadowRoot!.querySelector('.spoken')!
          .textContent!.startsWith('Round 30.'),
      );
      await page.evaluate(AXE);
      for (const tab of ['Match', 'Charts', 'Log', 'More']) {
        await page.getByRole('tab', { name: tab }).click();
        const found = await page.evaluate(async () => {
          // biome-ignore lint/suspicious/noExplicitAny: axe puts itself on the window
          const { violations } = await (window as any).axe.run();
          return violations
            .filter((one: { impact: string }) => one.impact === 'serious' || one.impact === 'critical')
            .map(
              (one: { id: string; nodes: { html: string }[] }) =>
                `${one.id}: ${one.nodes.map((node) => node.html).join(' | ')}`,
            );
        });
        expect(found).toEqual([]);
      }
      await page.keyboard.press('Escape');
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      // By keyboard alone: Tab reaches controls and shows where it is.
      await page.keyboard.press('Tab');
      const outline = await page.evaluate(() => {
        const active = document.querySelector('ludus-viewer')!.shadowRoot!.activeElement!;
        return getComputedStyle(active).outlineStyle;
      });
      expect(outline).toBe('solid');
      expect(await page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.calm.value)).toBe(
        true,
      );
      await page.close();
    }
    quiet();
  });

  test('one script of at most 300 kB packed; times to open, to seek and to draw are reported', async () => {
    const packed = gzipSync(bench.script, { level: 9 }).length;
    expect(packed).toBeLessThanOrEqual(300_000);
    const page = await bench.open('/viewer.html?renderer=canvas&speed=4', { width: 1280, height: 760 });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const times = await page.evaluate(async (text) => {
      const element = document.querySelector<ViewerHandle>('ludus-viewer')!;
      const start = performance.now();
      element.load(text, 'a.res');
      const open = performance.now() - start;
      const { viewer } = element;
      const timeline = viewer.timeline.value;
      const seeks: number[] = [];
      for (let i = 0; i < 60; i++) {
        const at = performance.now();
        timeline.frame((i * 137) % timeline.last);
        seeks.push(performance.now() - at);
      }
      element.play();
      await new Promise((done) => setTimeout(done, 3000));
      const drawn = [...viewer.frameTimes].sort((a: number, b: number) => a - b);
      return {
        open,
        seek: Math.max(...seeks),
        frames: drawn.length,
        median: drawn[drawn.length >> 1],
        p95: drawn[Math.floor(drawn.length * 0.95)],
      };
    }, madmax);
    const shown = (ms: number) => `${ms.toFixed(1)} ms`;
    console.log(
      `viewer: script ${(packed / 1000).toFixed(0)} kB packed; ${(madmax.length / 1e6).toFixed(2)} MB open in ${shown(times.open)}; ` +
        `slowest seek ${shown(times.seek)}; script and drawing per frame at ×4: median ${shown(times.median)}, 95 % ${shown(times.p95)} (${times.frames} frames)`,
    );
    expect(times.frames).toBeGreaterThan(0);
    await page.close();
    quiet();
  });
});
