import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noChromium, WHOLE_CHROMIUM } from '../../../tools/browser/chromium.ts';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import { fingerprint } from './fixtures.ts';

/** The code for the fingerprint as one script without imports: a global function `ludusFingerprint`. */
let script: string;
let folder: string;
let file: string;
/** Number of matches of each game. */
const MATCHES = IS_LONG_RUN ? 120 : 3;
const here = fingerprint(MATCHES);

beforeAll(async () => {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: fileURLToPath(new URL('./fixtures.ts', import.meta.url)),
        name: 'ludus',
        formats: ['iife'],
      },
    },
  });
  const [first] = Array.isArray(output) ? output : [output];
  if (!('output' in first)) throw new Error('nothing was built');
  script = first.output[0].code;
  folder = mkdtempSync(join(tmpdir(), 'ludus-runtimes-'));
  file = join(folder, 'fingerprint.cjs');
  writeFileSync(file, `${script}\nconsole.log((ludus.fingerprint ?? ludus)(${MATCHES}));\n`);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fingerprintOf(node: string): { version: string; print: string } {
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  const run = spawnSync(node, [file], { encoding: 'utf8' });
  return { version, print: run.status === 0 ? run.stdout.trim() : run.stderr };
}

/** Every `node` on the search path that is outside this repository. */
const onPath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((part) => part !== '' && !part.includes('node_modules'))
  .map((part) => join(part, 'node'))
  .filter((candidate) => existsSync(candidate))
  .map((candidate) => realpathSync(candidate));
const cached = fileURLToPath(new URL('../../../.cache/node20/node_modules/node/bin/node', import.meta.url));
const node20 = [cached, ...onPath].find((node) => existsSync(node) && fingerprintVersion(node).startsWith('v20.'));

function fingerprintVersion(node: string): string {
  return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout ?? '';
}

test('the games’ bundle gives the same fingerprint as their source files', () => {
  expect(fingerprintOf(process.execPath)).toEqual({ version: process.version, print: here });
});

if (IS_LONG_RUN)
  test.each([...new Set(onPath)])('the games’ bundle gives the source files’ fingerprint in %s', (node) => {
    expect(fingerprintOf(node).print).toBe(here);
  });

// `.ci/run` installs this version. On other machines, run: npm install --prefix .cache/node20 --no-save node@20
if (IS_LONG_RUN)
  test.skipIf(node20 === undefined && process.env.CI !== 'true')(
    'the games’ bundle gives the source files’ fingerprint in Node 20 (npm install --prefix .cache/node20 --no-save node@20)',
    () => {
      expect(node20).toBeDefined();
      const { version, print } = fingerprintOf(node20!);
      expect(version).toMatch(/^v20\./);
      expect(print).toBe(here);
    },
  );

if (IS_LONG_RUN)
  test.skipIf(noChromium)(
    'the games’ bundle gives the source files’ fingerprint in Chromium (install chromium)',
    async () => {
      const browser = await chromium.launch({
        executablePath: WHOLE_CHROMIUM,
        args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
      });
      try {
        const page = await browser.newPage();
        await page.addScriptTag({ content: `${script}\nwindow.ludusRun = ludus.fingerprint ?? ludus;` });
        expect(await page.evaluate(`window.ludusRun(${MATCHES})`)).toBe(here);
      } finally {
        await browser.close();
      }
    },
  );
