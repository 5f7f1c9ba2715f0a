import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, extname, join, normalize, relative } from 'node:path';

/** For the site's tests: a file server, and functions that examine the built site. */

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
};

/** Serves a folder under a URL path on loopback, as any file server does. */
export async function serveFiles(folder: string, path: string): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const inside = decodeURIComponent(pathname.startsWith(path) ? pathname.slice(path.length) : '\0');
    const file = normalize(join(folder, inside.endsWith('/') || inside === '' ? `${inside}index.html` : inside));
    if (inside.includes('\0') || !file.startsWith(folder) || !existsSync(file) || extname(file) === '') {
      const isIcon = pathname === '/favicon.ico';
      response.writeHead(isIcon ? 204 : 404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    response.end(readFileSync(file));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** All pages of a built site, as paths from its folder. */
export const pagesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));

const decoded = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&#38;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");

/**
 * The links of a built site that lead to missing pages, or that depend on the address of the site. Format: `page:
 * address`.
 */
export function deadLinks(folder: string): string[] {
  const ids = new Map<string, ReadonlySet<string>>();
  const idsOf = (file: string): ReadonlySet<string> => {
    let known = ids.get(file);
    if (!known) {
      known = new Set([...readFileSync(file, 'utf8').matchAll(/\sid="([^"]*)"/g)].map(([, id]) => decoded(id)));
      ids.set(file, known);
    }
    return known;
  };
  return pagesOf(folder).flatMap((page) => {
    const text = readFileSync(join(folder, page), 'utf8').replaceAll(
      /<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g,
      (whole) => whole.slice(0, whole.indexOf('>') + 1),
    );
    return [...text.matchAll(/<[a-z][^>]*?\s(?:href|src)="([^"]*)"/g)]
      .map(([, address]) => decoded(address))
      .filter((address) => !leads(page, address))
      .map((address) => `${page}: ${address}`);
  });

  function leads(page: string, address: string): boolean {
    if (/^(?:https?:|mailto:|data:)/.test(address)) return true;
    if (address.startsWith('/')) return false;
    const [whole, hash] = address.split('#');
    const [path] = whole.split('?');
    const target = path === '' ? join(folder, page) : join(folder, dirname(page), decodeURIComponent(path));
    if (relative(folder, target).startsWith('..')) return false;
    const file = path.endsWith('/') || target === folder.replace(/\/$/, '') ? join(target, 'index.html') : target;
    if (!existsSync(file) || extname(file) === '') return false;
    return hash === undefined || hash === '' || !file.endsWith('.html') || idsOf(file).has(decodeURIComponent(hash));
  }
}
