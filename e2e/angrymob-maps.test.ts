import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { expect, test } from 'vitest';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const missing = !existsSync(CHROMIUM);
if (missing && process.env.CI === 'true') throw new Error(`there is no Chromium at ${CHROMIUM}: install chromium`);
const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';
const golden = new URL('../packages/games/angrymob/rules/generator/golden/maps.txt', import.meta.url);

test.skipIf(missing)('Chromium draws the golden Angry Mob maps (without Chromium: skipped, install it)', async () => {
  const entry = fileURLToPath(new URL('./angrymob-maps-entry.ts', import.meta.url));
  const bundle = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'maps' } },
  });
  const [output] = Array.isArray(bundle) ? bundle : [bundle];
  if (!('output' in output)) throw new Error('the build was not made once');
  const lines = readFileSync(golden, 'utf8').trim().split('\n');
  const profile = mkdtempSync(join(tmpdir(), 'ludus-maps-'));
  const browser = await chromium.launchPersistentContext(profile, { executablePath: CHROMIUM, args: FLAGS.split(' ') });
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: output.output[0].code });
    const drawn = await page.evaluate(
      (seeds) => {
        // biome-ignore lint/suspicious/noExplicitAny: the bundle's global
        const { drawMap, printMap, hashText } = (globalThis as any).maps;
        return seeds.map((seed) => {
          const { map, style, layout } = drawMap(BigInt(seed));
          return `${seed} ${style} ${layout} ${map.rows} ${map.columns} ${hashText(printMap(map)).toString(16)}`;
        });
      },
      lines.map((line) => line.split(' ')[0]),
    );
    expect(drawn).toEqual(lines);
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  }
});
