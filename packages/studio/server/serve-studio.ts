import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { AnyGame } from '@ludus/game/game.ts';
import type { Service } from 'ludus/kit.ts';
import sirv from 'sirv';
import { isRoomPath } from '../rooms/http.ts';
import type { Rooms } from '../rooms/rooms.ts';
import { listen, refuse, unbreakable } from './answers.ts';
import { buildViewer } from './build.ts';
import { type Listing, offerFolder } from './folder.ts';
import { FOLDER_WORKER_POLICY, ROOM_POLICY, SERVED_POLICY } from './policy.ts';
import { type Guests, type Pythons, pythonModules, runFiles } from './run-files.ts';
import { answerRoom } from './serve-rooms.ts';

export interface StudioServer {
  /** `http://127.0.0.1:PORT/` */
  readonly url: string;
  close(): Promise<void>;
}

export interface StudioOffer {
  /** The built studio. */
  readonly app: string;
  /** Whose boards, players and replays are offered. */
  readonly folder: string;
  readonly games: readonly AnyGame[];
  /** Players that are no files of the folder run on these. */
  readonly guests?: Guests;
  readonly pythons?: Pythons;
  /** 0 or absent: any free one. */
  readonly port?: number;
  /** By game and name: what games can do for their panels on this machine. */
  readonly services?: Readonly<Record<string, Readonly<Record<string, Service>>>>;
  /** Of a replay that is written again while pages show it: the first round that differs from before, by its path in the folder. */
  readonly changes?: (path: string) => number | undefined;
  /** Where a replay in the folder differs from what the rules give, as a message. */
  readonly differs?: (path: string) => string | undefined;
  /** The rooms in which friends play; absent: there are none. */
  readonly rooms?: Rooms;
}

/** The header of a replay's response with such a message, encoded: the viewer shows it over the board. */
const DIFFERS = 'ludus-differs';

/** The header of a replay's answer that says so; a page that follows the file goes there. */
const CHANGED_FROM = 'ludus-changed-from';

/** The answer of `/api/folder`. */
export interface FolderAnswer extends Listing {
  /** The games that have something on the server. */
  readonly services: readonly string[];
  /** The games whose players may be written in the page: those that have an engine for them. */
  readonly scripts: readonly string[];
  /** The games whose players may be Python, with the modules of their SDK. */
  readonly python: Readonly<Record<string, readonly string[]>>;
  /** Whether friends can play in rooms. */
  readonly rooms: boolean;
}

/**
 * Serves the studio on loopback only, with what the machine adds: The routes. `/api/folder` lists the boards, players, and
 * replays of the folder. `/folder/…` serves one of them (and a replay's sidecar), read only. `/run/…` serves the players'
 * runtime. `/viewer/…` serves the viewer's scripts, for pages of one match. `/api/rooms/…` has the rooms (rooms/http.ts). A POST to `/api/games/ID/NAME` calls a game's
 * service. Every answer has a content security policy. Nothing outside of the folder is reachable, and other sites' pages are
 * refused by the Host header.
 */
export async function serveStudio({
  app,
  folder,
  games,
  guests = {},
  pythons = {},
  port = 0,
  services = {},
  changes,
  differs,
  rooms,
}: StudioOffer): Promise<StudioServer> {
  const page = sirv(app, { dev: true, single: false });
  const python = pythonModules(pythons);
  const offered = offerFolder(folder, games, Object.values(python).flat());
  const runs = runFiles(guests, pythons);
  const answer: RequestListener = (request, response) => {
    response.setHeader('content-security-policy', SERVED_POLICY);
    response.setHeader('x-content-type-options', 'nosniff');
    const { port: own } = server.address() as { port: number };
    if (![`127.0.0.1:${own}`, `localhost:${own}`].includes(request.headers.host ?? '')) return refuse(response, 403);
    const path = decodePath(request.url ?? '/');
    if (path === undefined) return refuse(response, 400);
    if (rooms && isRoomPath(path)) return answerRoom(rooms, request, response);
    if (path === '/room.html') response.setHeader('content-security-policy', ROOM_POLICY);
    const service = request.method === 'POST' ? serviceOf(services, path) : undefined;
    if (service) {
      // A page of another site may send a POST here, but not under our own origin.
      if (request.headers.origin !== `http://${request.headers.host}`) return refuse(response, 403);
      void answerService(response, service, new URL(request.url ?? '/', 'http://localhost').searchParams);
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405);
    if (path === '/api/folder') {
      const more = {
        services: Object.keys(services),
        scripts: Object.keys(guests),
        python,
        rooms: rooms !== undefined,
      };
      return sendJson(response, { ...offered.list(), ...more } satisfies FolderAnswer);
    }
    if (VIEWER_SCRIPTS.test(path)) {
      return sendMade(response, path, async () =>
        readFileSync(join(await buildViewer(), path.slice('/viewer/'.length))),
      );
    }
    const run = path.startsWith('/run/') ? runs.get(path.slice('/run/'.length).replace(/\.gz$/, '')) : undefined;
    if (run) return sendMade(response, path, run);
    if (FOLDER_WORKERS.test(path)) response.setHeader('content-security-policy', FOLDER_WORKER_POLICY);
    if (path.startsWith('/folder/')) {
      const file = path.slice('/folder/'.length);
      const changed = changes?.(file);
      if (changed !== undefined) response.setHeader(CHANGED_FROM, changed);
      const content = offered.read(file);
      // A page that follows a file asks for its head each second.
      const sentence = request.method === 'GET' && content !== undefined ? differs?.(file) : undefined;
      if (sentence !== undefined) response.setHeader(DIFFERS, encodeURIComponent(sentence));
      return sendFile(response, content);
    }
    // Nothing asks for a part of a file, and a wrong range throws.
    delete request.headers.range;
    page(request, response, () => refuse(response, 404));
  };
  const server = createServer(unbreakable(answer));
  await listen(server, port);
  const { port: own } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${own}/`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** The parts of a page of one match; built at first use. */
const VIEWER_SCRIPTS = /^\/viewer\/ludus-viewer(?:-more)?\.js$/;

/** The workers that run players of the folder as their own scripts (`match/folder-worker.ts`, `duel/folder-worker.ts`). */
const FOLDER_WORKERS = /^\/assets\/folder-worker-[\w-]+\.js$/;

/** Parts that are made at first use. */
function sendMade(response: ServerResponse, path: string, make: () => Promise<Uint8Array>): void {
  make().then(
    (content) => {
      const type = path.endsWith('.js') ? 'text/javascript' : 'application/octet-stream';
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' });
      response.end(content);
    },
    () => refuse(response, 500),
  );
}

function serviceOf(services: NonNullable<StudioOffer['services']>, path: string): Service | undefined {
  const [, game, name] = /^\/api\/games\/(\w+)\/(\w+)$/.exec(path) ?? [];
  if (game === undefined || !Object.hasOwn(services, game) || !Object.hasOwn(services[game], name)) return undefined;
  return services[game][name];
}

async function answerService(response: ServerResponse, service: Service, query: URLSearchParams): Promise<void> {
  try {
    sendJson(response, await service(query));
  } catch (error) {
    sendJson(response, { problem: (error as Error).message });
  }
}

function decodePath(url: string): string | undefined {
  try {
    return decodeURIComponent(url.split('?')[0]);
  } catch {
    return undefined;
  }
}

function sendFile(response: ServerResponse, content: Buffer | undefined): void {
  if (content === undefined) {
    refuse(response, 404);
    return;
  }
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'cache-control': 'no-store', etag });
  response.end(content);
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(value));
}
