import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { BUILTIN_BOARDS, linkOf } from '@ludus/studio/matches.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { IS_LONG_RUN } from '../tools/long-run.ts';
import { HOSTILE } from './hostile-players.ts';
import { useStudio } from './studio-support.ts';
import type { ViewerHandle } from './viewer-support.ts';

const SECRET = 'what nobody else may know';
const board = BUILTIN_BOARDS.find(({ game, name }) => game === 'trails' && name === 'default')!.text;

/**
 * Each of these players takes several seconds, because an endless loop is stopped only after its limit. A quick run
 * tests other endless players, and those in the engine (scripts.long.test.ts).
 */
const isSlow = (what: string): boolean => /^(?:promises|memory|calls) without an end$/.test(what);

/** Time limit for all matches, which share one page. */
const ALL_MS = 300_000;

describe.skipIf(noChromium)('untrusted players in the studio (skipped unless Chromium is installed)', () => {
  const studio = useStudio();
  const asked: string[] = [];
  const host = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' });
    response.end('export default 1;');
  });
  host.on('upgrade', (request, socket) => {
    asked.push(`upgrade ${request.url}`);
    socket.destroy();
  });
  beforeAll(() => new Promise<void>((done) => host.listen(0, '127.0.0.1', done)));
  afterAll(() => new Promise((done) => host.close(done)));
  const address = () => `http://127.0.0.1:${(host.address() as AddressInfo).port}`;

  /** A player that runs `code` before the first round, and logs the result in each round. */
  const playerOf = (code: string): string => `import { TrailsPlayer } from 'ludus/trails';
const reached = [];
const got = (what) => reached.push('GOT ' + what);
${code.replaceAll('HOST', address())}
export default class extends TrailsPlayer {
  play() { this.log(reached.length === 0 ? 'got nothing' : reached.join()); }
}
`;

  let seed = 1000;

  /** The messages of the viewer and the form about a match from a link, at the end of the match. */
  async function played(page: Page, source: string, called = 'Mine'): Promise<string> {
    seed++;
    const players = [{ kind: 'own', name: called, source } as const, { kind: 'builtin', name: 'Moth' } as const];
    const link = await linkOf({ game: 'trails', boardName: 'default', board, seed, players, round: 0 });
    await page.evaluate((hash) => {
      location.hash = hash;
    }, link);
    await page.getByRole('button', { name: 'Play it', exact: true }).click();
    const outcome = await page.waitForFunction(
      (mark) => {
        const problem = document.querySelector('.setup [role=alert]')?.textContent;
        if (problem) return { problem };
        const { viewer } = document.querySelector<ViewerHandle>('ludus-viewer')!;
        if (viewer.live.value || !viewer.source?.includes(mark)) return false;
        const { verdicts, log } = viewer.sidecar.value ?? {};
        return { replay: viewer.source, verdicts, log };
      },
      `seed ${seed}\n`,
      { timeout: 60_000 },
    );
    return JSON.stringify(await outcome.jsonValue());
  }

  const kept = (page: Page) =>
    page.evaluate(async () => ({
      local: Object.keys(localStorage).filter((key) => !key.startsWith('ludus-')),
      session: Object.keys(sessionStorage),
      databases: (await indexedDB.databases()).map(({ name }) => name).filter((name) => !name?.startsWith('ludus-')),
      caches: await caches.keys(),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      global: Object.keys(globalThis).length,
      title: document.title,
      address: location.href.replace(/#.*/, ''),
      prototype: Object.keys(Object.prototype),
    }));

  test('can’t reach a network, the page’s storage, or the match’s messages if they come from a link', {
    timeout: ALL_MS,
  }, async () => {
    writeFileSync(join(studio.mine, 'Hidden.ts'), `import 'ludus/trails';\n// ${SECRET}\n`);
    const page = await studio.open();
    await page.locator('label.game', { hasText: 'Trails' }).click();
    // The page itself requests files of the folder until the folder's players are listed.
    const seat = page.getByLabel('Bot in seat 0');
    await seat.locator('option', { hasText: 'Hidden' }).waitFor({ state: 'attached' });
    await page.evaluate((secret) => localStorage.setItem('private', secret), SECRET);
    const before = await kept(page);
    const elsewhere: string[] = [];
    const fine = new RegExp(`^(?:blob:)?${studio.server.url}(?:assets|run)/`);
    page.on('request', (request) => {
      if (!fine.test(request.url())) elsewhere.push(request.url());
    });
    expect(await played(page, playerOf(''))).toContain('got nothing');
    for (const [what, code] of Object.entries(HOSTILE)) {
      if (isSlow(what) && !IS_LONG_RUN) continue;
      const outcome = await played(page, playerOf(code)).catch((error: Error) => {
        throw new Error(`${what}: ${error.message}`);
      });
      expect(outcome, what).not.toMatch(/GOT|forged|Hidden/);
      expect(outcome, what).not.toContain(SECRET);
      expect(elsewhere, what).toEqual([]);
    }
    expect(Object.keys(HOSTILE).length).toBeGreaterThanOrEqual(20);
    expect(asked).toEqual([]);
    expect(await kept(page)).toEqual(before);
    expect(await page.locator('img[src*="log.png"], script[src*="log.js"]').count()).toBe(0);
    await page.close();
  });

  test('can’t reach a server, whether they are files in the folder or come from a link', async () => {
    const source = `import { TrailsPlayer } from 'ludus/trails';
const tried = [];
for (const use of [() => fetch('${address()}/fetch'), () => importScripts('${address()}/script.js'), () => new WebSocket('${address()}'.replace('http', 'ws'))])
  try { Promise.resolve(use()).catch(() => {}); } catch {}
export default class extends TrailsPlayer { play() { this.log(typeof navigator + ' ' + typeof WebAssembly); } }
`;
    writeFileSync(join(studio.mine, 'Quick.ts'), source);
    const page = await studio.open();
    await page.locator('label.game', { hasText: 'Trails' }).click();
    const workers: string[] = [];
    page.on('worker', (worker) => {
      const path = new URL(worker.url()).pathname.replace(/-[\w-]{8}\.js$/, '');
      // `why-worker` reads the replay after a match and runs no player.
      if (path !== '/assets/why-worker') workers.push(path);
    });
    await page.getByLabel('Bot in seat 0').selectOption('Quick');
    await page.locator('.setup button.play').click();
    const log = await page.waitForFunction(
      () => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.sidecar.value?.log?.[0].text,
    );
    expect(await log.jsonValue()).toBe('object object');
    expect(workers).toEqual(['/assets/folder-worker']);
    // A player from a link is metered, even if it is identical to a file of the folder.
    await played(page, source, 'Quick');
    expect(workers).toEqual(['/assets/folder-worker', '/assets/fuel-worker']);
    expect(asked).toEqual([]);
    await page.close();
  });
});
