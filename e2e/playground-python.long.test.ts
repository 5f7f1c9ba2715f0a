import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { usePlayground } from './playground-support.ts';
import { programHere } from './program.ts';
import type { ViewerHandle } from './viewer-support.ts';

/** A bot that uses a second module, logs, and loops forever after some rounds. */
const LOOP = `import ludus
from plans import order


class Loop(ludus.Player):
    def play(self):
        self.log("round", self.round, order({3, 1, 2}), hash("a"), self.random.random())
        if self.round == 20:
            while True:
                self.kept = [self.round]


ludus.run(Loop)
`;
const PLANS = 'def order(numbers):\n    return sorted(numbers)\n';

interface Answer {
  readonly problem?: string;
  readonly replay: string;
  readonly verdicts: readonly { readonly sentence: string }[];
  readonly log: readonly { readonly text: string }[];
}

describe.skipIf(noChromium)('Python in the playground (skipped unless Chromium is installed)', () => {
  const fixture = usePlayground();
  const { ludus } = programHere(() => fixture.folder);

  test('has a starter, completions, and error checks, and plays a bot even offline', async () => {
    fixture.asked.length = 0;
    const page = await fixture.open();
    await page.waitForFunction(() => document.querySelector<ViewerHandle>('ludus-viewer')!.rounds > 10);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.locator('label.game', { hasText: 'Trails' }).click();
    expect(fixture.asked.filter((path) => path.includes('python'))).toEqual([]);
    await page.getByRole('button', { name: 'Write a bot in Python' }).click();
    const code = page.locator('.cm-content');
    await code.waitFor();
    const text = (await code.innerText()).replace(/\n\n/g, '\n');
    expect(text).toContain('class Mine(trails.Player):');
    await page.locator('.cm-content span').first().waitFor();

    // The SDK's names are shown with their parameters and documentation.
    await code.press('Control+End');
    await page.keyboard.type('trails.');
    const offered = page.locator('.cm-tooltip-autocomplete');
    await offered.getByText('run(player_class)').waitFor();
    await page.keyboard.type('Pl');
    await page.getByText(/write play\(\)/).waitFor();

    // A new line in a block has Python's indentation.
    await code.fill('class Mine:');
    await code.press('Control+End');
    await page.keyboard.type('\ndef play(self):\npass');
    expect(await code.innerText()).toMatch(/^ {4}def play\(self\):\n {8}pass/m);

    // A syntax error is marked without a match, and the mark disappears when the error is fixed.
    const marker = page.locator('.cm-lint-marker-error');
    await code.fill(text.replace('def play(self):', 'def play(self)'));
    await marker.waitFor();
    expect(fixture.asked).toContain('run/python.wasm.gz');
    await marker.hover();
    await page.getByText(/SyntaxError: expected ':' \(Mine\.py:\d+\)/).waitFor();
    await page.mouse.move(0, 0);
    await code.fill(text);
    await marker.waitFor({ state: 'detached' });

    /** Plays a match, with one round if `isShort`. */
    const again = async (isShort = false): Promise<number> => {
      const begun = performance.now();
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.waitForFunction((short) => {
        const { viewer, rounds } = document.querySelector<ViewerHandle>('ludus-viewer')!;
        return (rounds === 1) === short && !viewer.live.value && viewer.timeline.value?.names.includes('Mine');
      }, isShort);
      return performance.now() - begun;
    };
    // An exception is marked on its line, and the verdict names the exception and the line.
    await code.fill(text.replace('self.go(direction)', 'self.go(direction + {}[self.round])'));
    const line = text.split('\n').findIndex((each) => each.includes('self.go(direction)')) + 1;
    await again(true);
    await expect.poll(() => page.locator('.editor .problem').innerText()).toMatch(`line ${line}: Mine threw KeyError`);
    await marker.waitFor();
    await code.fill(text);
    const ms = await again();
    console.log(`Python: the next match is seen after ${ms.toFixed(0)} ms; ${fixture.renderers()}`);

    // playground.test.ts works offline, and python.long.test.ts compares engines.

    fixture.isDown = true;
    try {
      await page.reload();
      await page.locator('.seats').getByRole('button', { name: 'Edit' }).click();
      await page.locator('.cm-content').waitFor();
      await again();
    } finally {
      fixture.isDown = false;
    }

    // The interface for users' pages plays the same match as the command line, byte for byte.
    writeFileSync(join(fixture.folder, 'Loop.py'), LOOP);
    writeFileSync(join(fixture.folder, 'plans.py'), PLANS);
    const args = ['-s', '7', '-i', 'boards/madmax/maze1', '-o', 'there.res', '--budget', 'fuel'];
    const { stderr } = await ludus('match', './Loop.py', 'Demo', 'Dummy', 'Null', ...args);
    const replay = readFileSync(join(fixture.folder, 'there.res'), 'utf8');
    const here = await inPage(page, {
      game: 'madmax',
      board: 'maze1',
      seed: 7,
      key: /\b[0-9a-f]{64}\b/.exec(replay)![0],
      players: [
        { name: 'Loop', source: LOOP, language: 'python', files: [{ name: 'plans.py', text: PLANS }] },
        'Demo',
        'Dummy',
        'Null',
      ],
    });
    expect(here.problem).toBeUndefined();
    expect(here.replay === replay).toBe(true);
    const [{ sentence }] = here.verdicts;
    expect(sentence).toMatch(/^Loop used up its budget of 1 s of fuel in round 20 \(Loop\.py:(?:9|10)\)\.$/);
    expect(stderr).toContain(sentence);
    expect(here.log[0].text).toMatch(/^round 0 \[1, 2, 3\] /);
    await page.close();
  });

  const inPage = (page: Page, match: object): Promise<Answer> =>
    page.evaluate(
      `import(${JSON.stringify(`${fixture.url}ludus-run.js`)}).then(({ runInPage }) => runInPage(${JSON.stringify(match)}).done)`,
    );
});
