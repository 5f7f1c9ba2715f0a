import type { IncomingMessage, ServerResponse } from 'node:http';
import { count, DecodeError, list, literal, object, text } from '@ludus/game/replay.ts';
import { type RoomCode, type RoomNews, type RoomRefusal, refusal } from './messages.ts';
import { type Rooms, THROTTLED } from './rooms.ts';

export { Rooms } from './rooms.ts';

/** The client: the network for rate limits, and the origin of this server's pages. */
export interface RoomCaller {
  readonly network: string;
  readonly origin: string;
}

/** Maximum size of a request, with and without a board, in bytes. */
const MAX_BYTES = { open: 30_000, other: 2000 };
/** Maximum time until a request has arrived, in milliseconds. */
const BODY_TIMEOUT_MS = 10_000;
/** Interval between two heartbeats, in milliseconds. */
const BEAT_MS = 2000;
/**
 * Maximum number of bytes that wait for one page. A page that reads too slowly is disconnected, and then reconnects.
 */
const MAX_WAITING = 2 ** 22;

const STATUS: Readonly<Record<RoomCode, number>> = {
  token: 403,
  late: 409,
  refused: 422,
  many: 429,
  phase: 409,
  none: 404,
  taken: 409,
  invalid: 400,
};

const PATH = /^\/api\/rooms\/([^/]{1,20})$/;

const name = text(100);
const doing = object({ do: literal('open', 'join', 'start', 'choose', 'leave') });
const opening = object(
  { game: text(40), board: text(MAX_BYTES.open), boardName: text(100), bots: list(text(40)), name },
  { revision: text(40) },
);
const joining = object({ name });
const choice = object({ round: count, id: text(200) });

/** Whether a request path belongs to the rooms. */
export const isRoomPath = (path: string): boolean => path.startsWith('/api/rooms/');

/**
 * Answers requests to `/api/rooms/CODE`. A GET request opens a stream of events. The body of a POST request names the
 * action in `do`: `open`, `join`, `start`, `choose`, or `leave`. All requests of a room have the same path, so that a
 * proxy can send them to the server with the room. A seat's secret is in the header `authorization`, and never in an
 * address.
 */
export async function answerRooms(
  rooms: Rooms,
  request: IncomingMessage,
  response: ServerResponse,
  { network, origin }: RoomCaller,
): Promise<void> {
  const [, code] = PATH.exec((request.url ?? '').split('?')[0]) ?? [];
  if (code === undefined) return send(response, refusal('none', 'there is no such address'));
  const token = /^Bearer ([\w-]{1,100})$/.exec(request.headers.authorization ?? '')?.[1];
  if (isElsewhere(request, origin))
    return send(response, refusal('token', 'this request didn’t come from a page of this server'));
  if (request.method === 'GET') return stream(rooms, code, token, network, response);
  if (request.method !== 'POST') return send(response, refusal('invalid', 'use GET or POST for this request'));
  // Checked before the body is read.
  if (rooms.isThrottled(network, code, token)) return send(response, THROTTLED);
  const body = await bodyOf(request);
  if (typeof body !== 'string') return send(response, body);
  try {
    send(response, act(rooms, { code, token: token ?? '', body, network }));
  } catch (error) {
    if (error instanceof SyntaxError) send(response, refusal('invalid', 'the request isn’t JSON'));
    else if (error instanceof DecodeError)
      send(response, refusal('invalid', `${error.path.join('.') || 'the request'}: ${error.message}`));
    else throw error;
  }
}

/**
 * Whether a request may come from another site's page. Such a page could use up the limits of its visitor. Browsers add
 * the origin to a POST request, and mark a GET request from another site.
 */
function isElsewhere({ method, headers }: IncomingMessage, own: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin !== undefined) return origin !== own;
  if (site === 'same-origin') return false;
  return method === 'GET' ? site !== undefined && site !== 'none' : true;
}

interface RoomAction {
  readonly code: string;
  readonly token: string;
  readonly body: string;
  readonly network: string;
}

function act(rooms: Rooms, { code, token, body, network }: RoomAction): { readonly ok: boolean } {
  const asked: unknown = JSON.parse(body);
  const { do: what } = doing(asked, []);
  if (what !== 'open' && body.length > MAX_BYTES.other) return tooLong(MAX_BYTES.other);
  switch (what) {
    case 'open': {
      const { name: called, ...order } = opening(asked, []);
      return rooms.open(code, order, called, network);
    }
    case 'join':
      return rooms.join(code, joining(asked, []).name, network);
    case 'choose': {
      const { round, id } = choice(asked, []);
      return rooms.choose(code, token, round, id, network);
    }
    case 'start':
      return rooms.start(code, token, network);
    case 'leave':
      return rooms.leave(code, token, network);
  }
}

const tooLong = (most: number): RoomRefusal => refusal('invalid', `the request is longer than ${most} bytes`);

function send(response: ServerResponse, answer: { readonly ok: boolean }): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(answer.ok ? 200 : STATUS[(answer as RoomRefusal).code], {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    // The rest of a refused request isn't read.
    ...(!answer.ok && (answer as RoomRefusal).code === 'invalid' && { connection: 'close' }),
  });
  response.end(JSON.stringify(answer));
}

/** Server-sent events about a room, starting with its current state. */
function stream(
  rooms: Rooms,
  code: string,
  token: string | undefined,
  network: string,
  response: ServerResponse,
): void {
  // The first events are sent before it is known whether the room exists.
  const early: RoomNews[] = [];
  let isOpen = false;
  const write = (news: RoomNews): void => {
    if (!isOpen) early.push(news);
    else if (response.writableLength > MAX_WAITING) response.destroy();
    else response.write(`data: ${JSON.stringify(news)}\n\n`);
  };
  const followed = rooms.follow(code, token, { network, send: write, end: () => response.end() });
  if (!followed.ok) {
    send(response, followed);
    return;
  }
  response.on('error', () => {});
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  isOpen = true;
  for (const news of early) write(news);
  const beat = setInterval(() => write({ type: 'beat' }), BEAT_MS);
  beat.unref();
  const stop = () => {
    clearInterval(beat);
    followed.stop();
  };
  response.once('close', stop);
  if (response.destroyed) stop();
}

/** A request's text, or the reason for its rejection. */
async function bodyOf(request: IncomingMessage): Promise<string | RoomRefusal> {
  const most = MAX_BYTES.open;
  if (Number(request.headers['content-length'] ?? 0) > most) return tooLong(most);
  const pieces: Buffer[] = [];
  let length = 0;
  const timer = setTimeout(() => request.destroy(), BODY_TIMEOUT_MS);
  try {
    for await (const piece of request) {
      length += (piece as Buffer).length;
      if (length > most) return tooLong(most);
      pieces.push(piece as Buffer);
    }
    return Buffer.concat(pieces).toString('utf8');
  } catch {
    return refusal('invalid', 'the request was interrupted');
  } finally {
    clearTimeout(timer);
  }
}
