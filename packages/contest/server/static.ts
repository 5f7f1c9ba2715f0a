import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from './refusal.ts';
import { takesGzip } from './shared.ts';

const packed = promisify(gzip);

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
};

/** A page's file, ready to be sent. */
export interface ServedFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly packed: Buffer;
  /** The entity tag, which changes with the file's content. */
  readonly tag: string;
}

export async function servedFile(path: string, bytes: Uint8Array): Promise<ServedFile> {
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    plain: Buffer.from(bytes),
    packed: await packed(bytes),
    tag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
  };
}

/** Sends a file. `path`: the path below the pages' folder; file names in `assets` change with their content. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, path: string, file: ServedFile): FastifyReply {
  reply
    .header('cache-control', path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('etag', file.tag)
    .header('vary', 'accept-encoding');
  if (request.headers['if-none-match'] === file.tag) return reply.status(304).send();
  reply.status(200).type(file.type);
  if (!takesGzip(request.headers['accept-encoding'])) return reply.send(file.plain);
  return reply.header('content-encoding', 'gzip').send(file.packed);
}

/**
 * Serves the built pages from memory. Files are served by name. Every other address that isn't below `/api` returns
 * `index.html`, since the application handles its own addresses. Nothing else on the disk can be reached.
 */
export async function servePages(app: FastifyInstance, folder: string): Promise<void> {
  const pages = await readPages(folder);
  const index = pages.get('index.html');
  if (!index) throw new Error(`${folder} has no index.html`);
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0].slice(1);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isFile = pages.has(path) || path.startsWith('assets/');
    const page = isFile ? pages.get(path) : index;
    if (!isRead || path === 'api' || path.startsWith('api/') || !page)
      return reply.status(404).send(notFound('address').problem);
    return sendFile(request, reply, path, page);
  });
}

async function readPages(folder: string): Promise<ReadonlyMap<string, ServedFile>> {
  const pages = new Map<string, ServedFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    pages.set(relative(folder, path).split(sep).join('/'), await servedFile(path, readFileSync(path)));
  }
  return pages;
}
