import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { engineBytes, readScript } from '@ludus/runtime/kinds.ts';
import type { Script } from '@ludus/runtime/metering.ts';
import { bundledPlayer } from '@ludus/runtime/testing.ts';
import { anyBoard, GAMES_FOLDER, guestOf } from 'ludus/conformance/testing.ts';
import { kitOf } from 'ludus/registry.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { useBrowser } from '../tools/browser/use-browser.ts';
import { bundleOf } from './bundle.ts';
import { playScripts } from './scripts-entry.ts';

const NODE20 = fileURLToPath(new URL('../.cache/node20/node_modules/node/bin/node', import.meta.url));

type Result = Awaited<ReturnType<typeof playScripts>>;
type Job = readonly [script: Script, engine: string, board: string, seconds: number];

/** Recursion of every kind to its limit, and data that exceeds the memory. The limits must be the same everywhere. */
const EDGES = `import { MadMaxPlayer } from 'ludus/madmax';
export default class Edges extends MadMaxPlayer {
  play(): void {
    if (this.round > 0) return;
    let depth = 0;
    const ways: Record<string, () => unknown> = {
      plain: () => { depth++; return [ways.plain()]; },
      map: () => { depth++; return [1].map(() => ways.map()); },
      sort: () => { depth++; return [1, 2].sort(() => (ways.sort(), 1)); },
      spread: () => { depth++; return [...[1], ways.spread()]; },
      construct: () => { depth++; return new (class { x = ways.construct(); })(); },
      replace: () => { depth++; return 'a'.replace('a', () => String(ways.replace())); },
    };
    for (const [name, way] of Object.entries(ways)) {
      depth = 0;
      try { way(); } catch (error) { this.log(name, depth, String(error)); }
    }
    const kept: unknown[] = [];
    try { for (;;) kept.push(new Array(1000).fill(0)); } catch (error) { depth = kept.length; kept.length = 0; this.log(depth, String(error)); }
    this.log([1e21, 0.1 + 0.2, Math.sin(1e10), Math.pow(1.1, 33.3), Math.exp(1.5), NaN].join(' '));
  }
}
`;

const browser = useBrowser();
const folders: string[] = [];
const folder = (): string => {
  folders.push(mkdtempSync(join(tmpdir(), 'ludus-scripts-')));
  return folders[folders.length - 1];
};
afterAll(() => {
  for (const each of folders) rmSync(each, { recursive: true, force: true });
});

const engine = Buffer.from(engineBytes()).toString('base64');
let jobs: Job[] = [];
let here: Result[] = [];
let bundle = '';
beforeAll(async () => {
  const madmax = anyBoard(kitOf('madmax'));
  const edges = join(folder(), 'Edges.ts');
  writeFileSync(edges, EDGES);
  const dummy = ['starwar', `${GAMES_FOLDER}cylinder/players/dummy.ts`, 'dummy'] as const;
  const mob = `${GAMES_FOLDER}${kitOf('angrymob').samples!.typescript!.file}`;
  jobs = [
    // Enough for about half of the match, because all engines must also freeze a player in the same round.
    [await bundledPlayer(...dummy, (await guestOf('starwar'))!), engine, anyBoard(kitOf('starwar')), 0.2],
    [await readScript(edges, 'madmax', (await guestOf('madmax'))!), engine, madmax, 10],
    [await readScript(mob, 'angrymob', (await guestOf('angrymob'))!), engine, anyBoard(kitOf('angrymob')), 1],
  ];
  here = [];
  for (const job of jobs) here.push(await playScripts(...job));
  bundle = await bundleOf(fileURLToPath(new URL('scripts-entry.ts', import.meta.url)), 'scripts');
});

test('scripts at the engine’s limits have the expected results, even when repeated', async () => {
  expect(here[0].verdicts.length).toBeGreaterThan(0);
  expect(here[1].verdicts).toEqual([]);
  const depths = new Map(here[1].log.slice(0, 6).map((line) => line.split(' ') as [string, string]));
  for (const way of ['plain', 'map', 'spread']) expect(Number(depths.get(way)), way).toBeGreaterThan(5000);
  for (const [at, line] of here[1].log.slice(0, 6).entries())
    expect(line, `way ${at}`).toMatch(/^\w+ \d+ RangeError: stack overflow$/);
  expect(here[1].log[6]).toMatch(/^\d+ InternalError: out of memory$/);
  expect(here[2].verdicts).toEqual([]);
  expect(await playScripts(...jobs[1])).toEqual(here[1]);
});

test.skipIf(noChromium)(
  'scripts have the same results in Chromium as in this process (skipped unless Chromium is installed)',
  async () => {
    const page = await browser.page();
    await page.addScriptTag({ content: bundle });
    for (const [at, job] of jobs.entries()) {
      // biome-ignore lint/suspicious/noExplicitAny: the bundle's global
      const there = await page.evaluate((args) => (globalThis as any).scripts.playScripts(...args), job);
      expect(there).toEqual(here[at]);
    }
  },
);

test.skipIf(!existsSync(NODE20))(
  'scripts have the same results in Node 20 as in this process (skipped unless .ci/run has installed Node 20)',
  () => {
    const script = join(folder(), 'play.mjs');
    writeFileSync(
      script,
      `${bundle}\nconst jobs = JSON.parse((await import('node:fs')).readFileSync(0, 'utf8'));
const results = [];
for (const job of jobs) results.push(await scripts.playScripts(...job));
console.log(JSON.stringify(results));`,
    );
    const { stdout, stderr } = spawnSync(NODE20, [script], {
      input: JSON.stringify(jobs),
      encoding: 'utf8',
      maxBuffer: 2 ** 27,
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual(here);
  },
);
