import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AnyRunner } from '@ludus/game/player-runner.ts';
import { seedState } from '@ludus/kernel/lehmer.ts';
import { DIRECTION_NAMES, isDirection } from '../rules/directions.ts';
import { newMove } from '../rules/move.ts';
import { anyFree, type MoveRequest, positionOf, readRequest } from './request.ts';

/** Opens a bot for one question. */
export type OpenBot = () => AnyRunner | Promise<AnyRunner>;

/** Size limit of a request, in bytes; longer requests are rejected. */
const MAX_REQUEST = 1 << 20;

/** A server with Battlesnake's API whose snake is a bot of Trails. It isn’t listening yet. */
export function snakeServer(name: string, open: OpenBot): Server {
  return createServer((request, response) => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    handle(request, name, open).then(
      ({ status, body }) => answer(status, body),
      (error) => answer(500, { error: (error as Error).message }),
    );
  });
}

async function handle(
  request: IncomingMessage,
  author: string,
  open: OpenBot,
): Promise<{ readonly status: number; readonly body: object }> {
  const path = request.url ?? '/';
  if (request.method === 'GET' && path === '/')
    return { status: 200, body: { apiversion: '1', author, color: '#0a6fd0', head: 'default', tail: 'default' } };
  if (request.method !== 'POST' || !['/start', '/move', '/end'].includes(path))
    return { status: 404, body: { error: `there is no ${request.method} ${path}` } };
  const text = await textOf(request);
  if (text === undefined) return { status: 413, body: { error: `the request has more than ${MAX_REQUEST} bytes` } };
  if (path !== '/move') return { status: 200, body: {} };
  const asked = readRequest(parsed(text));
  if (typeof asked === 'string') return { status: 400, body: { error: asked } };
  return { status: 200, body: { move: await moveFor(asked, open) } };
}

/**
 * The bot sees every position as the start of a match, because Battlesnake’s bodies can get shorter, but trails can't.
 */
async function moveFor(asked: MoveRequest, open: OpenBot): Promise<string> {
  const position = positionOf(asked);
  const { state, seat } = position;
  const runner = await open();
  const move = newMove();
  const generator = { state: seedState(1 + asked.turn) };
  try {
    const names = Array.from({ length: state.players }, (_, each) => (each === seat ? runner.name : `Snake${each}`));
    await runner.start?.(state.board, state, { seat, names });
    runner.prepare?.(generator);
    await runner.play(state, move, generator);
  } finally {
    await runner.close?.();
  }
  return DIRECTION_NAMES[isDirection(move.direction) ? move.direction : anyFree(position)];
}

async function textOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_REQUEST) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
