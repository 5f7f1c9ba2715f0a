import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { MobBoard } from '@ludus/rules/angrymob/board.ts';
import type { MobState } from '@ludus/rules/angrymob/state.ts';
import type { PageEvent, PageMap } from './page/events.ts';

export interface PageSetup {
  readonly board: MobBoard;
  /** Pixels a cell. */
  readonly size: number;
  /** Milliseconds between two turns. */
  readonly delay: number;
  /** The port that players connect to, to be shown. */
  readonly playersAt: number;
}

/** A viewer that takes nothing in is cut off when this much waits for it; its browser comes back and gets everything anew. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

/**
 * The arena's page: an HTTP server on loopback with a port of its own. Whoever opens the page, at whatever time, first gets all
 * that has happened and then what happens (server-sent events). The page knows no rules: it gets the cells that changed.
 */
export class ArenaPage {
  readonly address: string;
  private readonly server: Server;
  private readonly map: PageMap;
  private readonly viewers = new Set<ServerResponse>();
  private players: readonly (string | undefined)[] = [undefined, undefined];
  private phase: 'waiting' | 'playing' | 'over' = 'waiting';
  /** All events since the game began, as they are sent. */
  private history: string[] = [];
  private readonly shown: { blue: Int32Array; red: Int32Array; neutrals: Int32Array };
  private readonly tookMs: [number, number] = [0, 0];
  private startWaiters: (() => void)[] = [];

  private constructor(server: Server, setup: PageSetup) {
    this.server = server;
    const address = server.address();
    this.address = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`;
    const { map, seed, moveLimit } = setup.board;
    const cells = map.rows * map.columns;
    this.map = {
      kind: 'map',
      rows: map.rows,
      columns: map.columns,
      passable: Array.from(map.passable, (passable) => (passable === 1 ? '.' : '#')).join(''),
      neutrals: Array.from(map.neutrals),
      bases: map.bases,
      seed: seed === undefined ? '' : String(seed),
      moveLimit,
      size: setup.size,
      delay: setup.delay,
      playersAt: setup.playersAt,
    };
    this.shown = { blue: new Int32Array(cells), red: new Int32Array(cells), neutrals: map.neutrals.slice() };
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

  /** Kept when Start is pressed while both players are here. */
  started(): Promise<void> {
    return new Promise((resolve) => this.startWaiters.push(resolve));
  }

  noteAnswer(seat: number, tookMs: number): void {
    this.tookMs[seat] = tookMs;
  }

  /** A turn was played (turn 0: the game begins). */
  addTurn(state: MobState): void {
    if (this.phase === 'waiting') {
      this.phase = 'playing';
      this.tell(this.playersEvent());
    }
    this.record({
      kind: 'turn',
      turn: state.turn,
      changes: this.changes(state),
      totals: [state.armies[0].total, state.armies[1].total],
      tookMs: [round(this.tookMs[0]), round(this.tookMs[1])],
    });
  }

  setResult(state: MobState, faults: readonly string[]): void {
    this.phase = 'over';
    this.record({ kind: 'result', winner: state.winner, reason: state.reason ?? '', turns: state.turn, faults });
  }

  async close(): Promise<void> {
    for (const viewer of this.viewers) viewer.end();
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }

  /** Cell, blue, red, neutral of every cell that is not as it was shown last, one after the other. */
  private changes(state: MobState): number[] {
    const { blue, red, neutrals } = this.shown;
    const now = { blue: state.armies[0].units, red: state.armies[1].units, neutrals: state.neutrals };
    const changes: number[] = [];
    for (let cell = 0; cell < blue.length; cell++) {
      if (blue[cell] === now.blue[cell] && red[cell] === now.red[cell] && neutrals[cell] === now.neutrals[cell])
        continue;
      changes.push(cell, now.blue[cell], now.red[cell], now.neutrals[cell]);
      blue[cell] = now.blue[cell];
      red[cell] = now.red[cell];
      neutrals[cell] = now.neutrals[cell];
    }
    return changes;
  }

  private playersEvent(): PageEvent {
    return { kind: 'players', names: this.players.map((name) => name ?? null), canStart: this.canStart };
  }

  private get canStart(): boolean {
    return this.phase === 'waiting' && this.players.every((name) => name !== undefined);
  }

  private record(event: PageEvent): void {
    this.history.push(frame(event));
    this.tell(event);
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
    // Another site's page must not reach this server under a name that it made point here.
    if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? '')) {
      response.writeHead(403).end('this page is for this machine alone\n');
      return;
    }
    const path = (request.url ?? '/').replace(/\?.*$/, '');
    const file = FILES.get(path);
    if (request.method === 'POST' && path === '/start') this.start(request, response);
    else if (request.method !== 'GET') response.writeHead(405, { Allow: 'GET' }).end();
    else if (path === '/events') this.follow(response);
    else if (file === undefined) response.writeHead(404).end('there is no such page\n');
    else response.writeHead(200, { 'Content-Type': file.type, 'Content-Security-Policy': POLICY }).end(file.content());
  }

  private start(request: IncomingMessage, response: ServerResponse): void {
    request.resume();
    const { origin } = request.headers;
    if (origin !== undefined && origin !== `http://${request.headers.host}`) {
      response.writeHead(403).end('only the page itself may start the game\n');
      return;
    }
    if (!this.canStart) {
      response.writeHead(409).end('the game can be started once, when both players are connected\n');
      return;
    }
    response.writeHead(204).end();
    const waiters = this.startWaiters;
    this.startWaiters = [];
    for (const resolve of waiters) resolve();
  }

  private follow(response: ServerResponse): void {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(`retry: 500\n\n${frame(this.map)}${frame(this.playersEvent())}${this.history.join('')}`);
    this.viewers.add(response);
    response.on('close', () => this.viewers.delete(response));
  }
}

/** As a server-sent event. */
const frame = (event: PageEvent): string => `data: ${JSON.stringify(event)}\n\n`;

const round = (ms: number): number => Math.round(ms * 100) / 100;

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:";

const read = (name: string): string => readFileSync(new URL(`./page/${name}`, import.meta.url), 'utf8');
const script = (name: string) => ({ type: 'text/javascript; charset=utf-8', content: () => withoutTypes(read(name)) });

/** Node says on standard error that this function of its is an experiment; that is nothing to the person at the arena. */
function withoutTypes(text: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(text);
  } finally {
    process.emitWarning = emitWarning;
  }
}

const FILES: ReadonlyMap<string, { type: string; content: () => string }> = new Map([
  ['/', { type: 'text/html; charset=utf-8', content: () => read('index.html') }],
  ['/page.css', { type: 'text/css; charset=utf-8', content: () => read('page.css') }],
  ['/page.ts', script('page.ts')],
  ['/drawing.ts', script('drawing.ts')],
]);
