import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '../api/route.ts';
import type { RouteId } from '../api/routes.ts';
import type { Authorization } from './guard.ts';

const packed = promisify(gzip);

/**
 * A contest's routes whose replies are the same for all viewers except staff, apart from real names. `own`: the same
 * only for viewers who don't participate, since entrants see private data as well.
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

/** A reply ready to be sent. */
export interface PreparedReply {
  readonly plain: Buffer;
  readonly packed: Buffer | undefined;
}

/** Minimum size of compressed replies in bytes. */
const MIN_PACKED_BYTES = 1400;

/** Returns the key of a reply: the route's parameters from the address, and whether the reply has real names. */
export const answerKey = (
  id: RouteId,
  { query: takesQuery }: Pick<Route, 'query'>,
  { params, query }: Pick<FastifyRequest, 'params' | 'query'>,
  realNames: boolean,
): string => `answer ${id} ${JSON.stringify([params, takesQuery && query, realNames])}`;

/** Checks whether the response to this request may be shared with other clients. */
export function isShared(id: RouteId, { role, entrant }: Authorization): boolean {
  const how = SHARED[id];
  return how !== undefined && role === undefined && (how === 'all' || entrant === undefined);
}

export async function makeReady(text: string): Promise<PreparedReply> {
  const plain = Buffer.from(text);
  return { plain, packed: plain.length < MIN_PACKED_BYTES ? undefined : await packed(plain) };
}

export const takesGzip = (accepted: string | readonly string[] | undefined): boolean =>
  /\bgzip\b/.test(String(accepted));

export function sendReady(reply: FastifyReply, { plain, packed }: PreparedReply): FastifyReply {
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
  if (packed === undefined || !takesGzip(reply.request.headers['accept-encoding'])) return reply.send(plain);
  return reply.header('content-encoding', 'gzip').send(packed);
}
