import type { Playground } from '@ludus/studio/serve.ts';
import type { FastifyInstance } from 'fastify';
import { notFound } from './refusal.ts';
import { type ServedFile, sendFile, servedFile } from './static.ts';

/**
 * Serves the playground below `/playground/`, where bots play in the page and are submitted. Its engines are
 * WebAssembly, so it needs a separate content security policy.
 */
export function servePlayground(app: FastifyInstance, playground: Playground): void {
  const made = new Map<string, Promise<ServedFile | undefined>>();
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
    return sendFile(request, reply.header('content-security-policy', playground.policy), path, file);
  });
}

async function make(playground: Playground, path: string): Promise<ServedFile | undefined> {
  const bytes = await playground.file(path);
  return bytes && (await servedFile(path, bytes));
}
