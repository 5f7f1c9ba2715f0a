import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { playMatchSync } from '@ludus/referee/match.ts';
import { buildViewer } from '@ludus/studio/build.ts';
import { generateMap } from 'ludus/angrymob/rules.ts';
import { builtinPlayer, GAMES } from 'ludus/registry.ts';
import type { Page } from 'playwright-core';

/** Plays a match with built-in players and returns its replay. `board`: a board file's text. */
export function replayOf(game: string, players: readonly string[], seed: number, board: string): string {
  const rules = GAMES.find((one) => one.id === game)!;
  const read = rules.readBoard(board);
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  const runners = players.map((name) => builtinPlayer(game, name).open());
  let text = '';
  playMatchSync({ game: rules, board: read.value, seed, runners, record: (piece) => (text += piece) });
  return text;
}

export const boardText = (path: string): string =>
  readFileSync(new URL(`../packages/games/${path.replace('/', '/boards/')}`, import.meta.url), 'utf8');

export interface Bench {
  readonly base: string;
  readonly script: Uint8Array;
  /** The files that the server provides, by path. */
  readonly files: Map<string, Uint8Array | string>;
  close(): Promise<void>;
}

/** Serves only the viewer on loopback. */
export async function startBench(): Promise<Bench> {
  const built = await buildViewer();
  const files = new Map<string, Uint8Array | string>();
  for (const name of ['viewer.html', 'ludus-viewer.js', 'ludus-viewer-more.js'])
    files.set(`/${name}`, readFileSync(join(built, name)));
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
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    script: files.get('/ludus-viewer.js') as Uint8Array,
    files,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** The part of the element that the tests access. */
export interface ViewerHandle extends HTMLElement {
  round: number;
  rounds: number;
  playing: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the tests access the state by name
  viewer: any;
  load(replay: string | Uint8Array, name?: string): boolean;
  loadSidecar(text: string): boolean;
  chances: readonly { readonly round: number; readonly bySeat: readonly number[] }[];
  explain(sentences: readonly string[], turn?: { readonly round: number; readonly text: string }): void;
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
/** Waits until marks and curves of the whole match are available. */
export const untilAnalysed = (page: Page) =>
  page.waitForFunction(() => {
    const { viewer } = document.querySelector<ViewerHandle>('ludus-viewer')!;
    return viewer.analysis.value?.done === viewer.last.value + 1;
  });

/**
 * Waits until all new data is drawn: a changed size is detected in the first frame and drawn in the second. The tests'
 * pages have no animations.
 */
export const untilDrawn = (page: Page) =>
  page.evaluate(async () => {
    for (let n = 0; n < 3; n++) await new Promise((done) => requestAnimationFrame(done));
  });

/** Red, green, and blue of the pixels around the given point of the page, `size` × `size`, row by row. */
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

/** The current position of a unit or a cell on the page, in CSS pixels. */
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
    const high = box.height / base;
    // At most 12% of the picture is sky.
    const middleY = timeline.view.grounded
      ? Math.max(extent.top + extent.height - high, -0.12 * high) + high / 2
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
