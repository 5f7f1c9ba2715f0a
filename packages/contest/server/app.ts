import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import { networkOf } from '@ludus/shell/network.ts';
import { answerRooms, isRoomPath, type Rooms } from '@ludus/studio/rooms.ts';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createJsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { jsonProblem } from '../api/json.ts';
import { problem, type Route } from '../api/route.ts';
import { ROUTES, type RouteId } from '../api/routes.ts';
import { busy } from './admission.ts';
import { answerError, FORM, notTyped, TYPES_TAKEN } from './answer-error.ts';
import { admit } from './guard.ts';
import type { AuthorizedRequest, Handler, RawReply, Server } from './handler.ts';
import { adminHandlers } from './handlers/admin.ts';
import { contestLifeHandlers } from './handlers/contest-life.ts';
import { contestHandlers } from './handlers/contests.ts';
import { courseHandlers } from './handlers/courses.ts';
import { issuerHandlers } from './handlers/issuer-sign-in.ts';
import { jobHandlers } from './handlers/jobs.ts';
import { launchHandlers } from './handlers/launches.ts';
import { organiseHandlers } from './handlers/organise.ts';
import { ownDataHandlers } from './handlers/own-data.ts';
import { passkeyHandlers } from './handlers/passkeys.ts';
import { peopleHandlers } from './handlers/people.ts';
import { premiereHandlers } from './handlers/premieres.ts';
import { rosterHandlers } from './handlers/roster.ts';
import { roundHandlers } from './handlers/rounds.ts';
import { similarHandlers } from './handlers/similar.ts';
import { staffHandlers } from './handlers/staff.ts';
import { starterHandlers } from './handlers/starters.ts';
import { submissionHandlers } from './handlers/submissions.ts';
import { teamHandlers } from './handlers/teams.ts';
import { isOwnHost } from './host-names.ts';
import { servePlayground } from './playground.ts';
import { countRefused, mayTry } from './receive.ts';
import { notFound, RefusalError, wrong } from './refusal.ts';
import { answerKey, isShared, makeReady, sendReady } from './shared.ts';
import { seesRealNames } from './shown-names.ts';
import { servePages } from './static.ts';
import { mustBeOurPage, ownOrigin, type Principal, whoAsks } from './who.ts';

export interface AppOptions {
  /** Addresses of proxies that are trusted to report the client's address; none by default. */
  readonly trustProxy?: readonly string[] | undefined;
  /**
   * Host names of this server, in addition to this machine's names (host-names.ts). If there are none, a trusted proxy
   * may use any name.
   */
  readonly names?: readonly string[] | undefined;
  /** The contact in /.well-known/security.txt; absent: there is no such file. */
  readonly contact?: string | undefined;
  /** The destination of log lines, as JSON; absent: no log. */
  readonly log?: { write(line: string): void } | undefined;
  /** The folder of the built pages; absent: only routes below `/api` are served. */
  readonly pages?: string | undefined;
  /** Time after which an incomplete request is aborted, in milliseconds. */
  readonly requestMs?: number | undefined;
  /** The rooms in which friends play; absent: no rooms. */
  readonly rooms?: Rooms | undefined;
}

/**
 * Time after which an incomplete request is aborted, in milliseconds. Without a limit, a slow sender would keep a
 * connection busy.
 */
const REQUEST_MS = 120_000;
/**
 * Validity of security.txt, which RFC 9116 requires to be less than a year. A server is restarted for updates within
 * this time.
 */
const SECURITY_TEXT_MS = 360 * 86_400_000;
/** Default limit for a request's body in bytes. */
const BODY_BYTES = 64 * 1024;

const HANDLERS = {
  ...peopleHandlers,
  ...ownDataHandlers,
  ...passkeyHandlers,
  ...issuerHandlers,
  ...launchHandlers,
  ...courseHandlers,
  ...contestHandlers,
  ...submissionHandlers,
  ...organiseHandlers,
  ...contestLifeHandlers,
  ...staffHandlers,
  ...rosterHandlers,
  ...teamHandlers,
  ...adminHandlers,
  ...roundHandlers,
  ...similarHandlers,
  ...premiereHandlers,
  ...starterHandlers,
  ...jobHandlers,
};

/** Creates the server's HTTP application, which serves exactly the routes in `ROUTES`. */
export async function makeApp(
  server: Server,
  { trustProxy = [], names = [], contact, log, pages, requestMs = REQUEST_MS, rooms }: AppOptions = {},
): Promise<FastifyInstance> {
  const app = fastify({
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    bodyLimit: BODY_BYTES,
    forceCloseConnections: true,
    // No request needs fields named `__proto__` or `constructor`, so they are removed.
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
    requestTimeout: requestMs,
    http: { headersTimeout: Math.min(60_000, requestMs), connectionsCheckingInterval: Math.min(10_000, requestMs) },
    routerOptions: { maxParamLength: 100 },
    logger: log ? { stream: log, serializers: { req: shownRequest }, level: 'info' } : false,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(cookie);
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: POLICY },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    // Only an HTTPS page may send this header, and a proxy that terminates HTTPS sends the header itself.
    strictTransportSecurity: false,
  });
  await app.register(swagger, {
    openapi: { info: { title: 'Ludus', version: server.version }, servers: [{ url: '/' }] },
    transform: createJsonSchemaTransform({}),
  });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  if (pages === undefined) app.setNotFoundHandler((_, reply) => reply.status(404).send(notFound('address').problem));
  else await servePages(app, pages);
  if (server.playground) servePlayground(app, server.playground);
  const isAnyHost = trustProxy.length > 0 && names.length === 0;
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    // Proxies forward `Host` (docs/deploy.md). Visitors could set this header if a proxy doesn't remove it.
    delete request.headers['x-forwarded-host'];
    const host = request.hostname ?? '';
    if (!isAnyHost && !isOwnHost(host, names)) throw otherHost(host);
    if (rooms && isRoomPath(request.url)) await answerForRooms(rooms, request, reply);
  });
  parseJson(app);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, bytes, done) =>
      done(null, bytes),
    );
    for (const [id, route] of Object.entries<Route>(ROUTES))
      if (route.takes === 'bytes') addRoute(scope, server, id as RouteId, route);
  });
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_, text, done) =>
      done(null, Object.fromEntries(new URLSearchParams(text as string))),
    );
    for (const [id, route] of Object.entries<Route>(ROUTES))
      if (route.takes === 'form') addRoute(scope, server, id as RouteId, route);
  });
  if (contact !== undefined) {
    const expires = new Date(Date.now() + SECURITY_TEXT_MS).toISOString();
    const text = `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en, ca, es\n`;
    app.get('/.well-known/security.txt', { schema: { hide: true } }, (_, reply) =>
      reply.type('text/plain; charset=utf-8').send(text),
    );
  }
  app.after(() => {
    for (const [id, route] of Object.entries<Route>(ROUTES))
      if (route.takes === undefined) addRoute(app, server, id as RouteId, route);
    app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  });
  await app.ready();
  return app;
}

/** Lets the rooms answer the request, since they have separate event streams, and don't use the database. */
async function answerForRooms(rooms: Rooms, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  await answerRooms(rooms, request.raw, reply.raw, {
    network: networkOf(request.ip),
    origin: ownOrigin(request),
  });
}

/** Parses JSON only after checking that its structure is small, whatever its length. */
function parseJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const why = jsonProblem(bytes as Buffer);
    if (why === undefined) void parse(request, bytes.toString(), done);
    else done(wrong('body', 'request/unfit', { why }));
  });
}

const POLICY = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  fontSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  workerSrc: ["'self'", 'blob:'],
  connectSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

function addRoute(app: FastifyInstance, server: Server, id: RouteId, route: Route): void {
  const { store } = server.context;
  const { method, path, needs, params, query, body, takes, from, reply: answer, most, summary, type } = route;
  app.route({
    method,
    url: `/api${path}`,
    config: { takes },
    ...(most !== undefined && { bodyLimit: most }),
    schema: {
      operationId: id,
      summary: `${summary} (${needs})`,
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(takes && { consumes: [TYPES_TAKEN[takes]] }),
      ...(answer && { response: { 200: answer, '4xx': problem } }),
    } as object,
    // Runs before the body is parsed, so that unauthorised callers are rejected early.
    onRequest: async (request, { raw }) => {
      const { headers } = request;
      if (server.isCutOff()) throw busy();
      const enter = (leave: () => void) => {
        leaving.set(request, [...(leaving.get(request) ?? []), leave]);
        // If the connection is already closed, no event will report its end.
        if (raw.destroyed) leave();
        else raw.once('close', leave);
      };
      enter(server.admission.enter(id));
      const why = unfit(request.params) ?? unfit(request.query);
      if (why !== undefined) throw wrong('address', 'request/unfit', { why });
      // A caller from another site stays anonymous until the handler identifies it.
      const isOutside = from === 'anywhere' && headers.authorization === undefined;
      if (!isOutside && headers.authorization === undefined && headers.origin !== undefined) mustBeOurPage(request);
      const who: Principal = isOutside
        ? { kind: 'stranger' }
        : await whoAsks(store, server.cache, request, needs === 'worker');
      const { contest } = request.params as { readonly contest?: string };
      // Readers and entrants are checked against a cached contest. Requests that change something lock the contest's
      // row.
      const cache = needs === 'viewer' || needs === 'entrant' ? server.cache : undefined;
      const admitted = await admit(store, route, contest, who, cache);
      if (admitted.entrant) enter(server.admission.enterAs(id, admitted.entrant.id));
      if (id === 'submit') await mayTry(server.context.store, admitted);
      allowed.set(request, admitted);
    },
    // If a connection ends, a response that is queued behind another response is never closed, so its slots are
    // released here.
    onSend: async (request) => {
      for (const leave of leaving.get(request) ?? []) leave();
    },
    preValidation: async (request) => {
      if (takes === 'bytes') {
        if (!(request.body instanceof Uint8Array)) throw notTyped(takes);
        return;
      }
      if (takes === 'form' && typeof request.body !== 'object') throw notTyped(takes);
      const why = unfit(request.body);
      if (why !== undefined) throw wrong('body', 'request/unfit', { why });
    },
    onError: async (request, _, error) => {
      const entrant = allowed.get(request)?.entrant;
      if (id === 'submit' && entrant && isUnfit(error)) await countRefused(store, entrant.id);
    },
    handler: async (request, reply) => {
      const asked = {
        ...allowed.get(request)!,
        params: request.params,
        query: request.query,
        body: request.body,
        request,
        reply,
      } as unknown as AuthorizedRequest<RouteId>;
      const give = async () => {
        const given = await (HANDLERS[id] as unknown as Handler<RouteId>)(server, asked);
        // The caller's next request, even to another server, sees the change.
        if (method !== 'GET' && needs !== 'worker') await server.tell({ kind: 'changed' });
        return given;
      };
      if (answer && isShared(id, asked)) {
        const make = async () => makeReady(reply.serialize(await give()) as string);
        return sendReady(reply, await server.cache.of(answerKey(id, route, request, seesRealNames(asked)), make));
      }
      const given = await give();
      if (answer) return given;
      if (given === undefined) return reply;
      const { content, file, packed } = given as unknown as RawReply;
      if (packed) reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding');
      reply.type(type === 'application/octet-stream' ? type : `${type}; charset=utf-8`);
      // Browsers must not show user content as a page of this site.
      if (file !== undefined)
        reply.header('content-disposition', `attachment; filename="${file.replace(/[^\w.+-]/g, '_')}"`);
      return reply.send(typeof content === 'string' ? content : Buffer.from(content));
    },
  });
}

/**
 * Checks whether a request was rejected because of its content, and not because of its time of arrival or a server
 * error.
 */
function isUnfit(error: unknown): boolean {
  const status = error instanceof RefusalError ? error.status : (error as { readonly statusCode?: number }).statusCode;
  return status === 400 || status === 413 || status === 415;
}

const otherHost = (host: string): RefusalError =>
  new RefusalError(421, 'http/421', { values: { name: host.replace(/[^\w.-]/g, '').slice(0, 100) } });

/** Maximum nesting of a request. */
const DEPTH = 20;

/** Returns the reason why a body can't be stored, since databases reject the character 0 and unpaired surrogates. */
function unfit(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') {
    if (value.includes('\0')) return 'a text contains the character 0';
    return /\p{Cs}/u.test(value) ? 'a text contains an incomplete character' : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === DEPTH) return 'it is nested too deeply';
  for (const part of Object.values(value)) {
    const why = unfit(part, depth + 1);
    if (why !== undefined) return why;
  }
  return undefined;
}

/** Functions that release a request's slots. */
const leaving = new WeakMap<FastifyRequest, readonly (() => void)[]>();
const allowed = new WeakMap<FastifyRequest, Awaited<ReturnType<typeof admit>>>();

/** Returns the parts of a request that may be logged: no client address, cookie, token, or query. */
function shownRequest(request: FastifyRequest): { method: string; path: string } {
  return { method: request.method, path: request.url.split('?')[0] };
}
