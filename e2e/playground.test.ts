import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KITS } from 'ludus/registry.ts';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { IS_LONG_RUN } from '../tools/long-run.ts';
import { usePlayground } from './playground-support.ts';
import { programHere } from './program.ts';
import { doMore } from './studio-support.ts';
import type { ViewerHandle } from './viewer-support.ts';

const HUNTER = `import { MadMaxPlayer } from 'ludus/madmax';
export default class Hunter extends MadMaxPlayer {
  private readonly seen: number[] = [];
  play(): void {
    this.seen.push(this.random(0, 9));
    const total: number = this.seen.reduce((sum: number, id) => sum + id, 0);
    if (this.round % 10 === 0) this.log('round', this.round, total);
  }
}
`;

interface Answer {
  readonly ok: boolean;
  readonly problem?: string;
  readonly replay: string;
  readonly verdicts: readonly { readonly seat: number; readonly sentence: string }[];
  readonly log: readonly { readonly text: string }[];
}

/** Plays a match through the interface for users' pages. */
const inPage = (page: Page, url: string, match: object): Promise<Answer> =>
  page.evaluate(
    `import(${JSON.stringify(`${url}ludus-run.js`)}).then(({ runInPage }) => runInPage(${JSON.stringify(match)}).done)`,
  );

/** The key in the replay of a match with a budget. */
const keyOf = (replay: string): string => /\b[0-9a-f]{64}\b/.exec(replay)![0];

/** A player that loops forever after some rounds. */
const LOOP = `#include "Player.hh"
#include "kept.hh"
#define PLAYER_NAME Loop

struct PLAYER_NAME : public Player {
  static Player* factory() { return new PLAYER_NAME; }
  vector<int> kept;

  __attribute__((noinline)) int search(int depth) {
    int sum = 0;
    while (round() >= 5) {
      sum += depth;
      kept.push_back(sum);
      if (kept.size() > MOST) kept.clear();
    }
    return sum;
  }

  virtual void play() { search(3); }
};

RegisterPlayer(PLAYER_NAME);
`;
const KEPT = 'const int MOST = 1000;\n';

describe.skipIf(noChromium)('the playground (skipped unless Chromium is installed)', () => {
  const fixture = usePlayground();
  /** Runs commands with the same clang as the site. */
  const { ludus } = programHere(() => fixture.folder, { LUDUS_WASM_CXX: 'yowasp' });

  /** Plays a match on the command line with these files, and returns its result. */
  async function onCommandLine(players: readonly string[], board: string, seed: number) {
    const args = ['match', ...players, '-s', String(seed), '-i', board, '-o', 'there.res', '--budget', 'fuel'];
    const { status, stderr } = await ludus(...args);
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    return { replay: readFileSync(join(fixture.folder, 'there.res'), 'utf8'), stderr };
  }

  test('plays a match on the first screen from static files below any path, without special headers or a compiler', async () => {
    fixture.asked.length = 0;
    const page = await fixture.open();
    await page.waitForFunction(() => document.querySelector<ViewerHandle>('ludus-viewer')!.rounds > 10);
    /** Milliseconds from the script's arrival, and from the click, to the first board. */
    const firstBoard = async (): Promise<string> => {
      await page.waitForFunction(() => performance.getEntriesByName('ludus-first-board').length > 0);
      const [script, click] = await page.evaluate(() => {
        const [{ startTime }] = performance.getEntriesByName('ludus-first-board');
        const scripts = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        const main = scripts.find(({ name }) => /\/index-[\w-]+\.js$/.test(name));
        return [startTime - (main?.responseEnd ?? 0), startTime];
      });
      return `${script.toFixed(0)} ms after the script (${click.toFixed(0)} ms after the click)`;
    };
    const cold = await firstBoard();
    if (IS_LONG_RUN) {
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      await page.reload();
      console.log(`playground: the first board ${cold} on a first visit, ${await firstBoard()} on the next one`);
    }
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    expect(await page.title()).toContain('playground');
    expect(fixture.asked.filter((path) => path.startsWith('cpp/'))).toEqual([]);
    expect(existsSync(join(fixture.site, 'cpp')), '--cpp none in a quick run').toBe(IS_LONG_RUN);
    // The button Play is visible at any window height, and the buttons above it have the same style and don't touch.
    await page.locator('.setup button.play:not(.stop)').waitFor({ state: 'attached' });
    for (const [width, height] of [
      [1440, 900],
      [1280, 720],
      [390, 844],
      [1280, 520],
    ]) {
      await page.setViewportSize({ width, height });
      const play = (await page.locator('.setup button.play').boundingBox())!;
      expect(play.y + play.height, `${width}×${height}`).toBeLessThanOrEqual(height);
      // The focused element is above Play.
      const last = page.locator('.setup .ways button').last();
      await last.focus();
      const focused = (await last.boundingBox())!;
      expect(focused.y + focused.height, `${width}×${height}`).toBeLessThanOrEqual(play.y);
      const ways = page.locator('.setup .ways button');
      expect(await ways.count()).toBeGreaterThan(1);
      const seen = await ways.evaluateAll((all) =>
        all.map((each) => {
          const { left, top, right, bottom } = each.getBoundingClientRect();
          return { left, top, right, bottom, border: getComputedStyle(each).border };
        }),
      );
      expect(new Set(seen.map(({ border, top, bottom }) => `${border} ${bottom - top}`)).size).toBe(1);
      for (const [n, one] of seen.entries())
        for (const other of seen.slice(n + 1))
          expect(one.right + 4 <= other.left || one.bottom + 4 <= other.top, `${width}×${height}`).toBe(true);
      await last.blur();
      await page.locator('.side').evaluate((side) => side.scrollTo(0, 0));
    }
    for (const { game, players } of KITS) {
      await page.locator('label.game', { hasText: game.title }).click();
      const offered = page.locator('.seats select').first().locator('option');
      await expect.poll(() => offered.allTextContents()).toEqual([...players.map(({ name }) => name), 'You']);
    }
    await page.close();
  });

  // A quick run skips this test, because studio.test.ts plays a player with an endless loop. player-files.long.test.ts
  // plays a player of several files.
  if (IS_LONG_RUN)
    test('plays the same match as the command line, byte for byte, even with a TypeScript player that loops forever', async () => {
      const page = await fixture.open();
      const endless = HUNTER.replace(
        'this.log(',
        'if (this.round === 20) for (;;) this.seen.length = 0; else this.log(',
      ).replaceAll('Hunter', 'Endless');
      for (const [name, source] of [
        ['Hunter', HUNTER],
        ['Endless', endless],
      ]) {
        writeFileSync(join(fixture.folder, `${name}.ts`), source);
        const { replay, stderr } = await onCommandLine(
          [`./${name}.ts`, 'Demo', 'Dummy', 'Null'],
          'boards/madmax/maze1',
          7,
        );
        const players = [{ name, source }, 'Demo', 'Dummy', 'Null'];
        const match = { game: 'madmax', board: 'maze1', seed: 7, players, key: keyOf(replay) };
        const here = await inPage(page, fixture.url, match);
        expect(here.problem).toBeUndefined();
        expect(here.replay === replay, name).toBe(true);
        for (const { sentence } of here.verdicts) expect(stderr).toContain(sentence);
        if (name === 'Endless')
          expect(here.verdicts[0].sentence).toMatch(
            /used up its budget of 1 s of fuel in round 20 \(Endless\.ts:7:\d+\)\.$/,
          );
        else expect(here.log.length).toBeGreaterThan(5);
      }
      await page.close();
    });

  const CPP_MS = 600_000;
  if (IS_LONG_RUN)
    test('compiles a C++ player, plays the same match as the command line, and shows the lines of errors', {
      timeout: CPP_MS,
    }, async () => {
      const loop = { name: 'AILoop', source: LOOP, files: [{ name: 'kept.hh', text: KEPT }] };
      writeFileSync(join(fixture.folder, 'AILoop.cc'), LOOP);
      writeFileSync(join(fixture.folder, 'kept.hh'), KEPT);
      // The command's clang takes as long as the page's.
      const there = await onCommandLine(['./AILoop.cc', 'Demo', 'Dummy', 'Null'], 'boards/madmax/maze1', 3);
      expect(await ludus('build', 'AILoop.cc', '-o', 'loop.wasm', '--game', 'madmax')).toMatchObject({ status: 0 });
      const page = await fixture.open();
      // Stops all other movement.
      await page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.pause());
      const seen: {
        seconds: number;
        next: number;
        progress: readonly { stage: string; done?: number; all?: number }[];
      } = await page.evaluate(`(async () => {
        const { compileInPage } = await import(${JSON.stringify(`${fixture.url}ludus-run.js`)});
        const progress = [];
        let at = 0;
        window.made = await compileInPage('madmax', ${JSON.stringify(loop)}, (step) => {
          progress.push(step);
          if (step.stage === 'preparing') at = performance.now();
        });
        const seconds = (performance.now() - at) / 1000;
        const again = performance.now();
        await compileInPage('madmax', ${JSON.stringify({ ...loop, source: `${LOOP}\n// again\n` })});
        return { seconds, next: (performance.now() - again) / 1000, progress };
      })()`);
      const here: string = await page.evaluate('Array.from(window.made, (byte) => String.fromCharCode(byte)).join("")');
      expect(Buffer.from(here, 'latin1').equals(readFileSync(join(fixture.folder, 'loop.wasm')))).toBe(true);
      const fetching = seen.progress.filter(({ stage }) => stage === 'fetching');
      expect(fetching.at(-1)!.done).toBe(fetching[0].all);
      expect(fetching[0].all).toBeLessThanOrEqual(27e6);
      const players = [{ ...loop, language: 'cpp' }, 'Demo', 'Dummy', 'Null'];
      const played = await inPage(page, fixture.url, {
        game: 'madmax',
        board: 'maze1',
        seed: 3,
        players,
        key: keyOf(there.replay),
      });
      expect(played.problem).toBeUndefined();
      expect(played.replay === there.replay).toBe(true);
      const [{ sentence }] = played.verdicts;
      expect(sentence).toMatch(/^Loop used up its budget of 1 s of fuel in round 5 \(AILoop\.cc:1\d in search\)\.$/);
      expect(there.stderr).toContain(sentence);
      // An error in a header is reported in the header.
      const broken = { ...loop, language: 'cpp', files: [{ name: 'kept.hh', text: '\nint wrong = ;\n' }] };
      const failed = await inPage(page, fixture.url, { game: 'madmax', players: [broken] });
      expect((failed as unknown as { mistakes: object[] }).mistakes[0]).toMatchObject({ file: 'kept.hh', line: 2 });
      console.log(
        `C++: the first compiled ${seen.seconds.toFixed(1)} s after the fetch, the next ${seen.next.toFixed(1)} s; ${fixture.renderers()}`,
      );
      await page.close();
    });

  // A quick run skips this test, which compiles about ten times with the editor's compiler. The test above checks
  // errors and their lines, and playground-python.long.test.ts checks the marks.
  if (IS_LONG_RUN)
    test('shows a player’s C++ errors, and plays the player once the errors are fixed', {
      timeout: CPP_MS,
    }, async () => {
      const page = await fixture.open();
      await page.locator('label.game', { hasText: 'Mad Max' }).click();
      await page.getByRole('button', { name: 'Write a bot in C++' }).click();
      const code = page.locator('.cm-content');
      await code.waitFor();
      const text = (await code.innerText()).replace(/\n\n/g, '\n');
      expect(text).toContain('#define PLAYER_NAME Mine');
      await code.fill(text.replace('virtual void play() {', 'virtual void play() { no_such_thing();'));
      const marker = page.locator('.cm-lint-marker-error');
      await marker.first().waitFor({ timeout: CPP_MS });
      expect(await page.locator('.editor .problem').count()).toBe(0);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await expect
        .poll(() => page.locator('.editor .problem').innerText(), { timeout: CPP_MS })
        .toContain('no_such_thing');
      expect(await marker.count()).toBe(1);
      await code.fill(text);
      await expect.poll(() => marker.count(), { timeout: CPP_MS }).toBe(0);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.waitForFunction(
        () => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.timeline.value?.names.includes('Mine'),
        undefined,
        { timeout: CPP_MS },
      );
      await page.close();
    });

  // A quick run skips this test, because studio-duel.test.ts compares versions in the studio, which has the same page.
  if (IS_LONG_RUN)
    test('compares two versions with a fuel budget, and gets the same result as the command line', async () => {
      const page = await fixture.open();
      await page.locator('label.game', { hasText: 'Trails' }).click();
      await doMore(page, 'Compare two versions …');
      const dialog = page.getByRole('dialog', { name: 'Which version is stronger?' });
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        dialog.getByRole('button', { name: 'A bot’s files …' }).click(),
      ]);
      const source = readFileSync(new URL('../packages/games/trails/samples/cyclist.ts', import.meta.url));
      await chooser.setFiles({ name: 'Rider.ts', mimeType: 'text/plain', buffer: source });
      await expect.poll(() => dialog.getByLabel('New').inputValue()).toBe('file/Rider');
      await dialog.getByLabel('Old').selectOption('builtin/Moth');
      await dialog.getByLabel('Maximum pairs').fill('1');
      await dialog.getByRole('button', { name: 'Play the duel' }).click();
      const sentence = await dialog.locator('.duel-sentence').textContent({ timeout: CPP_MS });
      const command = await dialog.locator('code').textContent();
      expect(command).toMatch(/^ludus duel \.\/Rider\.ts Moth .* --budget fuel --secret [0-9a-f]{8}$/);
      writeFileSync(join(fixture.folder, 'Rider.ts'), source);
      const { stdout } = await ludus(...command!.split(' ').slice(1), '-j', '1');
      expect(sentence).toBe(stdout.trim().split('\n').at(-1));
      await page.close();
    });

  if (IS_LONG_RUN)
    test('works over plain HTTP, and warns that nothing is saved', async () => {
      const page = await fixture.open(`${fixture.plainUrl}?renderer=canvas`);
      expect(await page.evaluate(() => isSecureContext)).toBe(false);
      await page.getByText('This page was loaded over plain http').waitFor();
      const match = { game: 'madmax', players: [{ name: 'Hunter', source: HUNTER }] };
      const played = await inPage(page, fixture.plainUrl, match);
      expect(played).toMatchObject({ ok: true, verdicts: [] });
      await page.close();
    });

  if (IS_LONG_RUN)
    test('works offline after the first visit', async () => {
      const page = await fixture.open();
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      fixture.isDown = true;
      try {
        await page.reload();
        await page.waitForSelector('ludus-viewer');
        await page.locator('label.game', { hasText: 'Star War' }).waitFor();
        const match = { game: 'madmax', players: [{ name: 'Hunter', source: HUNTER }] };
        const played = await inPage(page, fixture.url, match);
        expect(played).toMatchObject({ ok: true, verdicts: [] });
      } finally {
        fixture.isDown = false;
      }
      await page.close();
    });
});
