import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { useBrowser } from '../tools/browser/use-browser.ts';
import { bundleOf } from './bundle.ts';

const golden = new URL('../packages/games/angrymob/rules/generator/golden/maps.txt', import.meta.url);
const browser = useBrowser();

test.skipIf(noChromium)(
  'Chromium generates the golden Angry Mob maps (skipped unless Chromium is installed)',
  async () => {
    const lines = readFileSync(golden, 'utf8').trim().split('\n');
    const page = await (await browser.context()).newPage();
    await page.addScriptTag({
      content: await bundleOf(fileURLToPath(new URL('angrymob-maps-entry.ts', import.meta.url)), 'maps'),
    });
    const drawn = await page.evaluate(
      (seeds) => {
        // biome-ignore lint/suspicious/noExplicitAny: the bundle's global
        const { lineOf } = (globalThis as any).maps as { lineOf: (seed: string) => string };
        return seeds.map(lineOf);
      },
      lines.map((line) => line.split(' ')[0]),
    );
    expect(drawn).toEqual(lines);
  },
);
