import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { contextOf } from '@ludus/cli/context.ts';
import { buildWasm, readSource } from '@ludus/runtime/compile.ts';
import { starwar } from 'ludus/starwar/rules.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { useBrowser } from '../tools/browser/use-browser.ts';
import { bundleOf, NODE20 } from './fuel-engines.ts';
import { playOnFuel } from './fuel-entry.ts';

const PLAYER = fileURLToPath(new URL('../packages/games/starwar/sdk/fixtures/AIHunter.cc', import.meta.url));
const boardText = readFileSync(new URL('../packages/games/starwar/boards/default.cnf', import.meta.url), 'utf8');
/** Enough for loading and about half of the match, because all engines must also freeze a player in the same round. */
const SECONDS = 0.02;

const browser = useBrowser();
let module = '';
let here: Awaited<ReturnType<typeof playOnFuel>>;
let bundle = '';
beforeAll(async () => {
  const { cpp } = await contextOf(starwar, { budget: 'fuel', folder: '/' });
  module = readFileSync(await buildWasm(readSource(PLAYER, cpp!.sdk), cpp!)).toString('base64');
  here = await playOnFuel(module, boardText, SECONDS);
  bundle = await bundleOf('fuel-entry.ts');
});

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

test('a repeated match uses the same amount of fuel', async () => {
  expect(here.frozen.length).toBeGreaterThan(0);
  expect(await playOnFuel(module, boardText, SECONDS)).toEqual(here);
});

test.skipIf(noChromium)(
  'a match uses the same fuel in Chromium as in this process (skipped unless Chromium is installed)',
  async () => {
    const page = await browser.page();
    await page.addScriptTag({ content: bundle });
    // biome-ignore lint/suspicious/noExplicitAny: the bundle's global
    const there = await page.evaluate((args) => (globalThis as any).fuel.playOnFuel(...args), [
      module,
      boardText,
      SECONDS,
    ] as const);
    expect(there).toEqual(here);
  },
);

test.skipIf(!existsSync(NODE20))(
  'a match uses the same fuel in Node 20 as in this process (skipped unless .ci/run has installed Node 20)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'ludus-fuel-'));
    folders.push(folder);
    const script = join(folder, 'play.mjs');
    writeFileSync(
      script,
      `${bundle}\nconst [module, board] = JSON.parse((await import('node:fs')).readFileSync(0, 'utf8'));
console.log(JSON.stringify(await fuel.playOnFuel(module, board, ${SECONDS})));`,
    );
    const { stdout, stderr } = spawnSync(NODE20, [fileURLToPath(pathToFileURL(script))], {
      input: JSON.stringify([module, boardText]),
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual(here);
  },
);
