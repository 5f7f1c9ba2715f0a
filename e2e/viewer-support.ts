import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playMatchSync } from '@ludus/referee/match.ts';
import { generateMap } from 'ludus/angrymob/rules/generator/generator.ts';
import { builtinPlayer, GAMES } from 'ludus/registry.ts';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { build } from 'vite';

export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
export const noChromium = !existsSync(CHROMIUM);
if (noChromium && process.env.CI === 'true') throw new Error(`there is no Chromium at ${CHROMIUM}: install chromium`);
const FLAGS =
  '--headless --no-sandbox --disable-gpu --enable-unsafe-swiftshader --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

/** Plays a match with players that come with Ludus and gives its replay. `board`: a board file's text. */
export function replayOf(game: string, players: readonly string[], seed: number, board: string): string {
  const rules = GAMES.find((one) => one.id === game)!;
  const read = rules.readBoard(board);
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  const ports = players.map((name) => builtinPlayer(game, name).open());
  let text = '';
  playMatchSync({ game: rules, board: read.value, seed, ports, record: (piece) => (text += piece) });
  return text;
}

export const boardText = (path: string): string =>
  readFileSync(new URL(`../packages/games/${path.replace('/', '/boards/')}`, import.meta.url), 'utf8');

export interface Bench {
  readonly base: string;
  readonly script: Uint8Array;
  /** Files that the server gives, by path. */
  readonly files: Map<string, Uint8Array | string>;
  readonly browser: BrowserContext;
  /** Console errors and warnings, uncaught errors, and requests to anywhere else. */
  readonly complaints: string[];
  open(path: string, size?: { width: number; height: number }): Promise<Page>;
  close(): Promise<void>;
}

/** Builds the embed into a folder of its own, serves it on loopback and starts one browser. */
export async function startBench(): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-viewer-'));
  await build({
    configFile: new URL('../packages/studio/embed/vite.config.ts', import.meta.url).pathname,
    logLevel: 'warn',
    build: { outDir: join(folder, 'dist'), emptyOutDir: true },
  });
  const files = new Map<string, Uint8Array | string>();
  for (const name of ['viewer.html', 'ludus-viewer.js', 'ludus-viewer-more.js'])
    files.set(`/${name}`, readFileSync(join(folder, 'dist', name)));
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = files.get(pathname);
    const type = pathname.endsWith('.html') ? 'text/html' : pathname.endsWith('.js') ? 'text/javascript' : 'text/plain';
    response.writeHead(file !== undefined ? 200 : pathname === '/favicon.ico' ? 204 : 404, {
      'content-type': `${type}; charset=utf-8`,
    });
    response.end(file);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: CHROMIUM,
    args: FLAGS.split(' '),
    viewport: { width: 1000, height: 600 },
    // Nothing moves by itself, so that a loaded machine draws only what is asked for.
    reducedMotion: 'reduce',
  });
  const complaints: string[] = [];
  return {
    base,
    script: files.get('/ludus-viewer.js') as Uint8Array,
    files,
    browser,
    complaints,
    async open(path, size) {
      const page = await browser.newPage();
      if (size !== undefined) await page.setViewportSize(size);
      page.on('console', (message) => {
        // The software renderer of a machine without a graphics card speaks of its slowness.
        if (/GPU stall|GL Driver Message/.test(message.text())) return;
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('request', (request) => {
        if (!/^(data:|blob:|http:\/\/127\.0\.0\.1:)/.test(request.url())) complaints.push(request.url());
      });
      await page.goto(`${base}${path}`);
      return page;
    },
    async close() {
      await browser.close();
      await new Promise((done) => server.close(done));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The part of the element that the tests look into. */
export interface ViewerHandle extends HTMLElement {
  round: number;
  rounds: number;
  playing: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into the state by name
  viewer: any;
  load(replay: string | Uint8Array, name?: string): boolean;
  loadSidecar(text: string): boolean;
  startLive(name?: string): void;
  feed(text: string): void;
  finish(): void;
  play(): void;
  pause(): void;
  seek(round: number): void;
}

export const round = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.round);
export const rounds = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.rounds);
export const untilRound = (page: Page, wanted: number) =>
  page.waitForFunction((n) => document.querySelector<ViewerHandle>('ludus-viewer')?.round === n, wanted);
export const untilLoaded = (page: Page) =>
  page.waitForFunction(() => document.querySelector<ViewerHandle>('ludus-viewer')?.viewer.timeline.value !== undefined);
/** Until marks and curves of the whole match are there. */
export const untilAnalysed = (page: Page) =>
  page.waitForFunction(() => {
    const { viewer } = document.querySelector<ViewerHandle>('ludus-viewer')!;
    return viewer.analysis.value?.done === viewer.last.value + 1;
  });

/** Red, green, blue of the pixels around the given place of the page, `size` × `size`, row by row. */
export async function pixelsAt(page: Page, x: number, y: number, size: number): Promise<number[][]> {
  const half = size / 2;
  const png = await page.screenshot({ clip: { x: x - half, y: y - half, width: size, height: size } });
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    const pen = canvas.getContext('2d')!;
    pen.drawImage(image, 0, 0);
    const { data: bytes } = pen.getImageData(0, 0, image.width, image.height);
    const found: number[][] = [];
    for (let at = 0; at < bytes.length; at += 4) found.push([bytes[at], bytes[at + 1], bytes[at + 2]]);
    return found;
  }, png.toString('base64'));
}

/** Where a unit or a cell is on the page now, in CSS pixels. */
export function placeOf(page: Page, selection: unknown): Promise<{ x: number; y: number }> {
  return page.evaluate((wanted) => {
    const { viewer } = document.querySelector<ViewerHandle>('ludus-viewer')!;
    const timeline = viewer.timeline.value;
    const frame = timeline.frame(viewer.round.value);
    const scene = {
      timeline,
      from: frame,
      to: frame,
      fromRound: viewer.round.value,
      toRound: viewer.round.value,
      t: 0,
      mode: viewer.mode.value,
    };
    const at = timeline.view.locate(scene, timeline.view.find(frame, wanted));
    const box = document.querySelector('ludus-viewer')!.shadowRoot!.querySelector('.picture')!.getBoundingClientRect();
    const extent = timeline.view.extent(timeline, viewer.mode.value);
    const base = Math.min(box.width / extent.width, box.height / extent.height);
    const cell = base * viewer.zoom.value;
    const middleX = extent.left + extent.width / 2;
    const middleY = timeline.view.grounded
      ? extent.top + extent.height - box.height / base / 2
      : extent.top + extent.height / 2;
    return {
      x: box.left + box.width / 2 + (at.x - middleX) * cell,
      y: box.top + box.height / 2 + (at.y - middleY) * cell,
    };
  }, selection);
}

/** A generated map as a board file. */
export function mobBoard(seed: bigint): string {
  const rules = GAMES.find((one) => one.id === 'angrymob')!;
  return rules.printBoard({ map: generateMap(seed), seed, moveLimit: 400, timeInit: 20, timeMove: 0.2 });
}
