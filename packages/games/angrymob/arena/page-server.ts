import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { MobBoard } from '../rules/board.ts';
import { angrymob } from '../rules/game.ts';
import type { MobState } from '../rules/state.ts';
import type { PageEvent, PageSetup as SetupEvent } from './page/events.ts';

export interface PageSetup {
  readonly board: MobBoard;
  /** Pixels per cell. */
  readonly size: number;
  /** Milliseconds between two turns. */
  readonly delay: number;
  /** The port for players, which the page displays. */
  readonly playersAt: number;
  /** The viewer's script. */
  readonly viewerCode: () => Promise<Uint8Array>;
}

/**
 * Maximum number of unsent bytes for a viewer that doesn't read. A viewer beyond this limit is disconnected; its
 * browser then reconnects, and receives everything again.
 */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

/**
 * Serves the arena's page: an HTTP server on loopback with a separate port. Whenever a page is opened, it first
 * receives all past events, and then new events (server-sent events). The page is the viewer, and receives the replay
 * as it is written.
 */
export class ArenaPage {
  readonly address: string;
  private readonly server: Server;
  private readonly board: MobBoard;
  private readonly setup: SetupEvent;
  private readonly viewers = new Set<ServerResponse>();
  private readonly viewerCode: () => Promise<Uint8Array>;
  private players: readonly (string | undefined)[] = [undefined, undefined];
  private phase: 'waiting' | 'playing' | 'over' = 'waiting';
  /** The game's replay so far, followed by its result. */
  private pieces: string[] = [];
  private result: PageEvent | undefined;
  private readonly tookMs: [number, number] = [0, 0];
  private startWaiters: (() => void)[] = [];

  private constructor(server: Server, setup: PageSetup) {
    this.server = server;
    const address = server.address();
    this.address = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`;
    const { seed, moveLimit } = setup.board;
    const { size, delay, playersAt } = setup;
    this.board = setup.board;
    this.viewerCode = setup.viewerCode;
    this.setup = { kind: 'setup', seed: seed === undefined ? '' : String(seed), moveLimit, size, delay, playersAt };
    server.on('request', (request, response) => this.answer(request, response));
  }

  static open(setup: PageSetup): Promise<ArenaPage> {
    return new Promise((resolve, reject) => {
      const server = createServer();
      server.once('error', reject);
      server.listen({ port: 0, host: '127.0.0.1' }, () => resolve(new ArenaPage(server, setup)));
    });
  }

  setPlayers(names: readonly (string | undefined)[]): void {
    if (this.phase !== 'waiting') return;
    this.players = names;
    this.tell(this.playersEvent());
  }

  /** Resolves when Start is pressed while both players are connected. */
  started(): Promise<void> {
    return new Promise((resolve) => this.startWaiters.push(resolve));
  }

  noteAnswer(seat: number, tookMs: number): void {
    this.tookMs[seat] = tookMs;
  }

  /** Adds text to the game's replay. */
  addText(text: string): void {
    if (this.phase === 'waiting') {
      this.phase = 'playing';
      this.tell(this.playersEvent());
    }
    this.pieces.push(text);
    this.tell(this.textEvent(text));
  }

  setResult(state: MobState, faults: readonly string[]): void {
    this.phase = 'over';
    this.result = { kind: 'result', winner: state.winner, reason: state.reason ?? '', turns: state.turn, faults };
    this.tell(this.result);
  }

  async close(): Promise<void> {
    for (const viewer of this.viewers) viewer.end();
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }

  private textEvent(text: string): PageEvent {
    return { kind: 'text', text, tookMs: [round(this.tookMs[0]), round(this.tookMs[1])] };
  }

  private playersEvent(): PageEvent {
    const names = this.players.map((name) => name ?? 'waiting');
    const head = angrymob.replay.head(this.board, { seed: 0, names, limited: false }, angrymob.start(this.board, 0));
    return { kind: 'players', names: this.players.map((name) => name ?? null), canStart: this.canStart, head };
  }

  private get canStart(): boolean {
    return this.phase === 'waiting' && this.players.every((name) => name !== undefined);
  }

  private tell(event: PageEvent): void {
    for (const viewer of this.viewers) {
      if (viewer.writableLength > MAX_WAITING_BYTES) viewer.destroy();
      else viewer.write(frame(event));
    }
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Content-Security-Policy', POLICY);
    // Prevents DNS rebinding: another site's page must not reach this server through a host name that resolves here.
    if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? '')) {
      response.writeHead(403).end('this page is available only on this machine\n');
      return;
    }
    const path = (request.url ?? '/').replace(/\?.*$/, '');
    const file = path === '/ludus-viewer.js' ? { ...SCRIPT, content: this.viewerCode } : FILES.get(path);
    if (request.method === 'POST' && path === '/start') this.start(request, response);
    else if (request.method !== 'GET') response.writeHead(405, { Allow: 'GET' }).end();
    else if (path === '/events') this.follow(response);
    else if (file === undefined) response.writeHead(404).end('there is no such page\n');
    else void this.send(response, file);
  }

  private async send(response: ServerResponse, file: PageFile): Promise<void> {
    try {
      const content = await file.content();
      response.writeHead(200, { 'Content-Type': file.type }).end(content);
    } catch (error) {
      response.writeHead(500).end('the page can’t be built\n');
      process.stderr.write(`arena: the viewer can’t be built: ${error instanceof Error ? error.message : error}\n`);
    }
  }

  private start(request: IncomingMessage, response: ServerResponse): void {
    request.resume();
    const { origin } = request.headers;
    if (origin !== undefined && origin !== `http://${request.headers.host}`) {
      response.writeHead(403).end('only the page itself may start the game\n');
      return;
    }
    if (!this.canStart) {
      response.writeHead(409).end('the game can be started only once, when both players are connected\n');
      return;
    }
    response.writeHead(204).end();
    const waiters = this.startWaiters;
    this.startWaiters = [];
    for (const resolve of waiters) resolve();
  }

  private follow(response: ServerResponse): void {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const played = this.pieces.length > 0 ? frame(this.textEvent(this.pieces.join(''))) : '';
    const ended = this.result === undefined ? '' : frame(this.result);
    response.write(`retry: 500\n\n${frame(this.setup)}${frame(this.playersEvent())}${played}${ended}`);
    this.viewers.add(response);
    response.on('close', () => this.viewers.delete(response));
  }
}

/** Formats an event as a server-sent event. */
const frame = (event: PageEvent): string => `data: ${JSON.stringify(event)}\n\n`;

const round = (ms: number): number => Math.round(ms * 100) / 100;

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const read = (name: string): string => readFileSync(new URL(`./page/${name}`, import.meta.url), 'utf8');
const SCRIPT = { type: 'text/javascript; charset=utf-8' };
const script = (name: string) => ({ ...SCRIPT, content: () => withoutTypes(read(name)) });

/**
 * Strips types from a TypeScript text, and hides Node's warning about an experimental feature, which doesn't concern
 * users.
 */
function withoutTypes(text: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(text);
  } finally {
    process.emitWarning = emitWarning;
  }
}

interface PageFile {
  readonly type: string;
  readonly content: () => string | Promise<Uint8Array>;
}

const FILES: ReadonlyMap<string, PageFile> = new Map<string, PageFile>([
  ['/', { type: 'text/html; charset=utf-8', content: () => read('index.html') }],
  ['/page.css', { type: 'text/css; charset=utf-8', content: () => read('page.css') }],
  ['/page.ts', script('page.ts')],
]);
