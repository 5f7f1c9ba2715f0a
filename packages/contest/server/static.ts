import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from './refusal.ts';

interface Page {
  readonly type: string;
  readonly plain: Buffer;
  readonly packed: Buffer;
}

export const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
};

/**
 * Serves the built pages from memory. Files are served by name. Every other address that is not below `/api` gets `index.html`,
 * because the pages have their own addresses. Nothing else of the disk can be reached.
 */
export function servePages(app: FastifyInstance, folder: string): void {
  const pages = readPages(folder);
  const index = pages.get('/index.html');
  if (!index) throw new Error(`${folder} has no index.html`);
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0];
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isFile = pages.has(path) || path.startsWith('/assets/');
    const page = isFile ? pages.get(path) : index;
    if (!isRead || path === '/api' || path.startsWith('/api/') || !page)
      return reply.status(404).send(notFound('address').problem);
    return send(request, reply, page, path.startsWith('/assets/'));
  });
}

/** The names of what is in `assets` change with their content. */
function send(request: FastifyRequest, reply: FastifyReply, page: Page, forEver: boolean): FastifyReply {
  const isPacked = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  if (forEver) reply.header('cache-control', 'public, max-age=31536000, immutable');
  if (isPacked) reply.header('content-encoding', 'gzip');
  return reply
    .status(200)
    .header('vary', 'accept-encoding')
    .type(page.type)
    .send(isPacked ? page.packed : page.plain);
}

function readPages(folder: string): ReadonlyMap<string, Page> {
  const pages = new Map<string, Page>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const plain = readFileSync(path);
    const type = TYPES[extname(entry.name)] ?? 'application/octet-stream';
    pages.set(`/${relative(folder, path).split(sep).join('/')}`, { type, plain, packed: gzipSync(plain) });
  }
  return pages;
}
