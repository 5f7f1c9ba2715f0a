import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { noChromium, WHOLE_CHROMIUM } from '../tools/browser/chromium.ts';
import { bundleOf as scriptOf } from './bundle.ts';

export const NODE20 = fileURLToPath(new URL('../.cache/node20/node_modules/node/bin/node', import.meta.url));

/** An engine that runs modules, and returns the behaviour and fuel of each module, one line per module. */
export interface Engine {
  readonly name: string;
  readonly run: (modules: readonly string[], bundle: string) => Promise<string[]>;
}

/** Bundles a file of this folder into code that assigns its functions to a global `fuel`, for other engines. */
export const bundleOf = (file: string): Promise<string> =>
  scriptOf(fileURLToPath(new URL(file, import.meta.url)), 'fuel');

function node(name: string, program: string, flags: readonly string[]): Engine {
  return {
    name,
    async run(modules, bundle) {
      const folder = mkdtempSync(join(tmpdir(), 'ludus-fuel-'));
      try {
        const script = join(folder, 'run.mjs');
        writeFileSync(
          script,
          `${bundle}\nconst modules = JSON.parse((await import('node:fs')).readFileSync(0, 'utf8'));
process.stdout.write(JSON.stringify(fuel.outcomesOf(modules)));`,
        );
        const { stdout, stderr, status } = spawnSync(program, [...flags, script], {
          input: JSON.stringify(modules),
          encoding: 'utf8',
          maxBuffer: 2 ** 28,
        });
        if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr.slice(0, 2000)}`);
        return JSON.parse(stdout);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

// A separate browser, because `fuel-many.ts` runs outside the tests.
const inChromium: Engine = {
  name: 'Chromium',
  async run(modules, bundle) {
    const browser = await chromium.launch({
      executablePath: WHOLE_CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
    try {
      const page = await browser.newPage();
      await page.addScriptTag({ content: bundle });
      // biome-ignore lint/suspicious/noExplicitAny: the bundle's global
      return await page.evaluate((args) => (globalThis as any).fuel.outcomesOf(args), modules);
    } finally {
      await browser.close();
    }
  },
};

/**
 * All installed engines: this Node and Node 20, each with quickly compiled (cold) and fully optimised (warm) code, and
 * a browser.
 */
export const ENGINES: readonly Engine[] = [
  node('this Node, cold', process.execPath, ['--liftoff-only']),
  node('this Node, warm', process.execPath, ['--no-liftoff']),
  ...(existsSync(NODE20)
    ? [node('Node 20, cold', NODE20, ['--liftoff-only']), node('Node 20, warm', NODE20, ['--no-liftoff'])]
    : []),
  ...(noChromium ? [] : [inChromium]),
];
