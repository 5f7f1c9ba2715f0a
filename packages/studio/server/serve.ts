import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { basename, extname, join, sep } from 'node:path';
import { GAMES } from 'ludus/registry.ts';
import sirv from 'sirv';

export interface StudioServer {
  /** `http://127.0.0.1:PORT/` */
  readonly url: string;
  close(): Promise<void>;
}

/** An Angry Mob arena that waits for two programs. */
export interface OpenArena {
  /** The port on 127.0.0.1 that players connect to. */
  readonly port: number;
  /** The address of its page. */
  readonly page: string;
}

export interface StudioServices {
  /** Opens an arena on the map of a seed; its failure is one plain sentence. Absent: the studio offers none. */
  openArena?(seed: bigint): Promise<OpenArena>;
}

const REPLAY_ENDINGS = [...new Set(GAMES.map((game) => game.replayEnding))];
const FILE_KINDS = {
  boards: ['.cnf'],
  players: ['.ts'],
  replays: [...REPLAY_ENDINGS, '.gz'],
} as const;
type FileKind = keyof typeof FILE_KINDS;

/**
 * Serves the studio on loopback only, with what the machine adds: `/api/folder` lists the boards, players and replays of the
 * folder, `/folder/…` gives one of them (and a replay's sidecar), read only. Nothing outside of the folder is reachable, and other
 * sites' pages are refused by the Host header.
 * @param app the built studio @param folder what is offered @param port 0: any free one
 */
export async function serveStudio(
  app: string,
  folder: string,
  port = 0,
  services: StudioServices = {},
): Promise<StudioServer> {
  const page = sirv(app, { dev: true, single: false });
  const server = createServer((request, response) => {
    const { port: own } = server.address() as { port: number };
    if (![`127.0.0.1:${own}`, `localhost:${own}`].includes(request.headers.host ?? '')) return refuse(response, 403);
    const path = decodePath(request.url ?? '/');
    if (path === undefined) return refuse(response, 400);
    if (request.method === 'POST' && path === '/api/arena' && services.openArena) {
      // A page of another site may send a POST here, but not under our own origin.
      if (request.headers.origin !== `http://${request.headers.host}`) return refuse(response, 403);
      void answerArena(request, response, services.openArena);
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405);
    if (path === '/api/folder') {
      return sendJson(response, { ...listFolder(folder), arena: services.openArena !== undefined });
    }
    if (path.startsWith('/folder/')) return sendFile(response, folder, path.slice('/folder/'.length));
    page(request, response, () => refuse(response, 404));
  });
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

async function answerArena(
  request: IncomingMessage,
  response: ServerResponse,
  openArena: (seed: bigint) => Promise<OpenArena>,
): Promise<void> {
  const seed = new URL(request.url ?? '/', 'http://localhost').searchParams.get('seed') ?? '';
  if (!/^-?\d{1,19}$/.test(seed)) {
    refuse(response, 400);
    return;
  }
  try {
    sendJson(response, await openArena(BigInt(seed)));
  } catch (error) {
    sendJson(response, { problem: (error as Error).message });
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', done);
  });
}

function decodePath(url: string): string | undefined {
  try {
    return decodeURIComponent(url.split('?')[0]);
  } catch {
    return undefined;
  }
}

/** The paths below the folder that the studio can use, at most two folders deep, without hidden ones and installed packages. */
function listFolder(folder: string): Record<FileKind, string[]> {
  const found: Record<FileKind, string[]> = { boards: [], players: [], replays: [] };
  const walk = (relative: string, depth: number): void => {
    for (const entry of readdirSync(join(folder, relative), { withFileTypes: true })) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules' || entry.isSymbolicLink()) continue;
      const path = relative === '' ? entry.name : `${relative}/${entry.name}`;
      if (entry.isDirectory()) {
        if (depth < 2) walk(path, depth + 1);
      } else {
        for (const kind of Object.keys(FILE_KINDS) as FileKind[]) if (isOf(kind, entry.name)) found[kind].push(path);
      }
    }
  };
  walk('', 0);
  for (const kind of Object.keys(FILE_KINDS) as FileKind[]) found[kind].sort();
  found.players = found.players.filter((path) => gameOfPlayer(join(folder, path)) !== undefined);
  return found;
}

function isOf(kind: FileKind, name: string): boolean {
  const ending = extname(name);
  if (ending === '.gz' && !REPLAY_ENDINGS.some((each) => name.endsWith(`${each}.gz`))) return false;
  return (
    (FILE_KINDS[kind] as readonly string[]).includes(ending) && !name.endsWith('.test.ts') && !name.endsWith('.d.ts')
  );
}

/** A TypeScript file is a player when it imports one of the games' SDKs. */
function gameOfPlayer(file: string): string | undefined {
  return /from 'ludus\/(madmax|starwar|angrymob)'/.exec(readFileSync(file, 'utf8').replaceAll('"', "'"))?.[1];
}

function sendFile(response: ServerResponse, folder: string, path: string): void {
  const file = existingFile(join(folder, path));
  const inside = file?.startsWith(realpathSync(folder) + sep) && !path.split('/').some((part) => part.startsWith('.'));
  if (!file || !inside || !isOffered(basename(file))) {
    refuse(response, 404);
    return;
  }
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' });
  response.end(readFileSync(file));
}

/** The file itself behind any links, or undefined. */
function existingFile(path: string): string | undefined {
  try {
    const file = realpathSync(path);
    return statSync(file).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}

function isOffered(name: string): boolean {
  return (
    REPLAY_ENDINGS.some((each) => name.endsWith(`${each}.json`)) ||
    (Object.keys(FILE_KINDS) as FileKind[]).some((kind) => isOf(kind, name))
  );
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(value));
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/plain' });
  response.end(`${status}\n`);
}
