import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Playground } from '@ludus/studio/serve.ts';
import type { FastifyInstance } from 'fastify';
import { notFound } from './refusal.ts';
import { takesGzip } from './shared.ts';
import { TYPES } from './static.ts';

const packed = promisify(gzip);

/** Serves the playground below `/playground/`, where bots play in the page and are submitted. Its engines are WebAssembly, so its policy is another one. */
export function servePlayground(app: FastifyInstance, playground: Playground): void {
  const made = new Map<string, Promise<Made | undefined>>();
  app.get('/playground/*', { schema: { hide: true } }, async (request, reply) => {
    const path = (request.params as { readonly '*': string })['*'] || 'index.html';
    const making = made.get(path) ?? make(playground, path);
    made.set(path, making);
    const file = await making.catch((error) => {
      made.delete(path);
      throw error;
    });
    if (!file) {
      made.delete(path);
      return reply.status(404).send(notFound('address').problem);
    }
    reply
      .header('content-security-policy', playground.policy)
      // The names of what is in `assets` change with their content.
      .header('cache-control', path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      .header('etag', file.tag)
      .header('vary', 'accept-encoding')
      .type(TYPES[extname(path)] ?? 'application/octet-stream');
    if (request.headers['if-none-match'] === file.tag) return reply.status(304).send();
    if (!takesGzip(request.headers['accept-encoding'])) return reply.send(file.plain);
    return reply.header('content-encoding', 'gzip').send(file.packed);
  });
}

interface Made {
  readonly plain: Buffer;
  readonly packed: Buffer;
  readonly tag: string;
}

async function make(playground: Playground, path: string): Promise<Made | undefined> {
  const bytes = await playground.file(path);
  if (!bytes) return undefined;
  const tag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  return { plain: Buffer.from(bytes), packed: await packed(bytes), tag };
}
