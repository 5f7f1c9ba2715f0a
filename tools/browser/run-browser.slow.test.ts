import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { noChromium } from './chromium.ts';
import { RunBrowser } from './run-browser.ts';

test.skipIf(noChromium)('a test run uses one browser, and closes that browser at the end of the run', async () => {
  const run = await RunBrowser.open();
  const ask = async (): Promise<string> => await (await fetch(run.url)).text();
  try {
    const [one, other] = await Promise.all([ask(), ask()]);
    expect(other).toBe(one);
    const browser = await chromium.connect(one);
    const gone = new Promise((done) => browser.once('disconnected', done));
    await run.end();
    await gone;
    await expect(chromium.connect(one)).rejects.toThrow();
    // The next run in watch mode has another browser.
    expect(await ask()).not.toBe(one);
  } finally {
    await run.close();
  }
});
