import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '../api/route.ts';
import type { RouteId } from '../api/routes.ts';
import type { Allowed } from './guard.ts';

const packed = promisify(gzip);

/**
 * The parts of a contest's routes that are the same, but for real names, for all viewers who do not help to run it. `own`: only for
 * who does not take part, since entrants see more of what is theirs.
 */
const SHARED: Readonly<Partial<Record<RouteId, 'all' | 'own'>>> = {
  contest: 'all',
  ladder: 'all',
  entrants: 'all',
  entrant: 'all',
  wins: 'all',
  starters: 'all',
  announcements: 'all',
  premiere: 'all',
  boards: 'own',
  matches: 'own',
  match: 'own',
  sidecar: 'own',
};

/** An answer as it goes out. */
export interface Ready {
  readonly plain: Buffer;
  readonly packed: Buffer | undefined;
}

/** Shorter answers are sent as they are. */
const LEAST_PACKED = 1400;

/** Which answer it is: by what its route takes from the address, and whether it has real names. */
export const answerKey = (
  id: RouteId,
  { query: takesQuery }: Pick<Route, 'query'>,
  { params, query }: Pick<FastifyRequest, 'params' | 'query'>,
  realNames: boolean,
): string => `answer ${id} ${JSON.stringify([params, takesQuery && query, realNames])}`;

/** Whether the response to this request may be shared with other clients. */
export function isShared(id: RouteId, { role, entrant }: Allowed): boolean {
  const how = SHARED[id];
  return how !== undefined && role === undefined && (how === 'all' || entrant === undefined);
}

export async function makeReady(text: string): Promise<Ready> {
  const plain = Buffer.from(text);
  return { plain, packed: plain.length < LEAST_PACKED ? undefined : await packed(plain) };
}

export const takesGzip = (accepted: string | readonly string[] | undefined): boolean =>
  /\bgzip\b/.test(String(accepted));

export function sendReady(reply: FastifyReply, { plain, packed }: Ready): FastifyReply {
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
  if (packed === undefined || !takesGzip(reply.request.headers['accept-encoding'])) return reply.send(plain);
  return reply.header('content-encoding', 'gzip').send(packed);
}
