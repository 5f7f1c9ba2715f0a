import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { extname, join } from 'node:path';
import { networkOf } from '@ludus/shell/network.ts';
import { answerRooms, isRoomPath } from '../rooms/http.ts';
import type { Rooms } from '../rooms/rooms.ts';
import { listen, refuse, unbreakable } from './answers.ts';
import { ROOM_POLICY } from './policy.ts';

export interface RoomsOffer {
  /** The folder of the built studio, which contains the room's page. */
  readonly app: string;
  readonly rooms: Rooms;
  /** The address to listen on, such as 0.0.0.0. */
  readonly host: string;
}

/** The page of a room, and its scripts and styles. */
const SERVED = /^\/(?:room\.html|assets\/\w[\w.-]*)$/;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html;charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** Maximum number of connections. The limit leaves file descriptors for the studio. */
const MAX_CONNECTIONS = 1000;

/**
 * Serves only the page of rooms to other machines. The folder, the studio, and the games' services stay on loopback.
 * The server uses any free port. The result's `url` is the address for other machines.
 */
export async function serveRooms({
  app,
  rooms,
  host,
}: RoomsOffer): Promise<{ readonly url: string; close(): Promise<void> }> {
  const read = fileReader(app);
  const answer: RequestListener = (request, response) => {
    response.setHeader('content-security-policy', ROOM_POLICY);
    response.setHeader('x-content-type-options', 'nosniff');
    if (!isOurName(request.headers.host ?? '')) return refuse(response, 403);
    const path = (request.url ?? '/').split('?')[0];
    if (isRoomPath(path)) return answerRoom(rooms, request, response);
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405);
    const file = path === '/' ? '/room.html' : path;
    if (!SERVED.test(file)) return refuse(response, 404);
    const content = read(file);
    if (content === undefined) return refuse(response, 404);
    response.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'content-length': content.length,
      'cache-control': 'no-store',
    });
    response.end(content);
  };
  const server = createServer(unbreakable(answer));
  server.maxConnections = MAX_CONNECTIONS;
  await listen(server, 0, host);
  const { port } = server.address() as { port: number };
  return {
    url: `http://${addressOf(host)}:${port}/`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Reads each file once, so that many slow clients need no more memory than one client. */
function fileReader(folder: string): (path: string) => Buffer | undefined {
  const known = new Map<string, Buffer>();
  return (path) => {
    try {
      const content = known.get(path) ?? readFileSync(join(folder, path));
      known.set(path, content);
      return content;
    } catch {
      return undefined;
    }
  };
}

/** Answers a room request on a server without a proxy. */
export function answerRoom(rooms: Rooms, request: IncomingMessage, response: ServerResponse): void {
  const { host } = request.headers;
  const caller = { network: networkOf(request.socket.remoteAddress ?? ''), origin: `http://${host}` };
  answerRooms(rooms, request, response, caller).catch(() => {
    if (response.headersSent) response.destroy();
    else refuse(response, 500);
  });
}

/**
 * Whether a host is an address or a name of this machine. If another site's name points to this machine, the pages of
 * that site send the site's name, which isn't accepted.
 */
function isOurName(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  const machine = hostname().toLowerCase();
  return isIP(name.replace(/^\[|\]$/g, '')) !== 0 || ['localhost', machine, `${machine}.local`].includes(name);
}

/**
 * The address at which other machines reach a host. If the host stands for all addresses, returns the machine's first
 * network address.
 */
function addressOf(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return host.includes(':') ? `[${host}]` : host;
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
}
