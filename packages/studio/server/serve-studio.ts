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
import { type GuestModulesByGame, type PythonSdkFolders, pythonModules, runFiles } from './run-files.ts';
import { answerRoom } from './serve-rooms.ts';

export interface StudioServer {
  /** The address of the studio: `http://127.0.0.1:PORT/`. */
  readonly url: string;
  close(): Promise<void>;
}

export interface StudioOffer {
  /** The folder of the built studio. */
  readonly app: string;
  /** The folder with the boards, players, and replays to serve. */
  readonly folder: string;
  readonly games: readonly AnyGame[];
  /** The engines for players that aren't files in the folder. */
  readonly guests?: GuestModulesByGame;
  readonly pythons?: PythonSdkFolders;
  /** The port to listen on; 0 or absent for any free port. */
  readonly port?: number;
  /** By game and name: the services on this machine for games' panels. */
  readonly services?: Readonly<Record<string, Readonly<Record<string, Service>>>>;
  /**
   * Returns the first changed round of a replay that a program rewrites while pages show it. `path`: the replay's path
   * in the folder.
   */
  readonly changes?: (path: string) => number | undefined;
  /** Returns the difference between a replay in the folder and the rules' result, as a message. */
  readonly differs?: (path: string) => string | undefined;
  /** The rooms for matches with friends; absent if there are none. */
  readonly rooms?: Rooms;
}

/**
 * The response header of a replay with the message of `differs`, encoded. The viewer shows the message over the board.
 */
const DIFFERS = 'ludus-differs';

/** The response header with the first changed round of a replay. A page that follows the file jumps to this round. */
const CHANGED_FROM = 'ludus-changed-from';

/** The answer of `/api/folder`. */
export interface FolderAnswer extends Listing {
  /** The games with services on the server. */
  readonly services: readonly string[];
  /** The games with TypeScript players that can be written in the page, because there is an engine for them. */
  readonly scripts: readonly string[];
  /** The games that allow players in Python, with the modules of their SDK. */
  readonly python: Readonly<Record<string, readonly string[]>>;
  /** Whether there are rooms for matches with friends. */
  readonly rooms: boolean;
}

/**
 * Serves the studio on loopback only, with the following routes. `/api/folder` lists the boards, players, and replays
 * of the folder. `/folder/…` serves one of these files (or a replay's sidecar), read only. `/run/…` serves the players'
 * runtime. `/viewer/…` serves the viewer's scripts, for pages of one match. `/api/rooms/…` serves the rooms
 * (rooms/http.ts). A POST request to `/api/games/ID/NAME` calls a game's service. Every answer has a content security
 * policy. Nothing outside the folder is accessible, and the Host header excludes pages of other sites.
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
      // Another site's page can send a POST request here, but not with this server's origin.
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
      // A page that follows a file sends a HEAD request each second.
      const sentence = request.method === 'GET' && content !== undefined ? differs?.(file) : undefined;
      if (sentence !== undefined) response.setHeader(DIFFERS, encodeURIComponent(sentence));
      return sendFile(response, content);
    }
    // Removes the header, because no client needs a part of a file, and an invalid range would cause an exception.
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

/** The scripts for pages of one match, built at first use. */
const VIEWER_SCRIPTS = /^\/viewer\/ludus-viewer(?:-more)?\.js$/;

/** The workers that run players of the folder as scripts (`match/folder-worker.ts`, `duel/folder-worker.ts`). */
const FOLDER_WORKERS = /^\/assets\/folder-worker-[\w-]+\.js$/;

/** Sends a file that is created at first use. */
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
