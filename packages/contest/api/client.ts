import type { ApiProblem, Route } from './route.ts';
import { type Bytes, type CallOf, type Fields, type ReplyOf, ROUTES, type RouteId } from './routes.ts';

/** Thrown if the server rejected the request. The message is for users. */
export class RequestRejectedError extends Error {
  readonly status: number;
  readonly problem: ApiProblem;
  constructor(status: number, problem: ApiProblem) {
    super(problem.message);
    this.status = status;
    this.problem = problem;
  }
}

export interface ClientOptions {
  /** The server's address, for example `http://127.0.0.1:3000`; absent: the page's server. */
  readonly server?: string;
  /** A personal token or a worker token; absent: the browser's session. */
  readonly token?: string;
  readonly signal?: AbortSignal;
}

export type Call = <Id extends RouteId>(
  id: Id,
  ...call: Record<never, never> extends CallOf<Id> ? [CallOf<Id>?] : [CallOf<Id>]
) => Promise<ReplyOf<Id>>;

/**
 * Returns a function that calls a route in `ROUTES` and returns its reply. If the server rejects the request, the
 * function throws a `RequestRejectedError`.
 */
export function client(options: ClientOptions = {}): Call {
  return async (id, ...[call]) => {
    const response = await ask(options, id, call);
    return (await response.json()) as ReplyOf<typeof id>;
  };
}

/**
 * Calls a route and returns the unparsed response, for replies that aren't JSON. Throws a `RequestRejectedError` if the
 * server rejects the request.
 */
export async function ask<Id extends RouteId>(
  { server = '', token, signal }: ClientOptions,
  id: Id,
  call?: CallOf<Id>,
): Promise<Response> {
  const { method }: Route = ROUTES[id];
  const sent = sentWith(call);
  const response = await fetch(server + addressOf(id, call), {
    method,
    ...(sent && { body: sent.body }),
    headers: {
      ...(sent && { 'content-type': sent.type }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(signal && { signal }),
  });
  if (response.ok) return response;
  const text = await response.text();
  throw new RequestRejectedError(response.status, problemOf(text, response.status));
}

/** Returns a call's body and its content type; undefined for a call without a body. */
export function sentWith(call: unknown): { readonly body: Bytes; readonly type: string } | undefined {
  const { body, bytes, form } = (call ?? {}) as {
    readonly body?: unknown;
    readonly bytes?: Bytes;
    readonly form?: Fields;
  };
  if (form !== undefined)
    return { body: new URLSearchParams(form).toString(), type: 'application/x-www-form-urlencoded' };
  if (bytes !== undefined) return { body: bytes, type: 'application/octet-stream' };
  return body === undefined ? undefined : { body: JSON.stringify(body), type: 'application/json' };
}

/** Returns the address of a route, with its parameters filled in: `/api/contests/spring/matches/7`. */
export function addressOf<Id extends RouteId>(id: Id, call?: CallOf<Id>): string {
  const { path }: Route = ROUTES[id];
  const { params = {}, query = {} } = (call ?? {}) as {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
  };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString();
  return `/api${filled}${search === '' ? '' : `?${search}`}`;
}

function problemOf(text: string, status: number): ApiProblem {
  try {
    const read = JSON.parse(text) as Partial<ApiProblem>;
    if (typeof read.message === 'string') return { code: 'server/error', ...read, message: read.message };
  } catch {
    // The reply doesn't come from a Ludus server. For example, a proxy may have sent it.
  }
  return { code: `http/${status}`, message: `the server answered with status ${status}` };
}
