import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files cached on their first request, because few users need them. */
const LATER = /^(?:cpp\/|viewer\/|run\/python)/;

/**
 * The script that caches a site for offline use. The first visit caches all files except the compiler and Python, which
 * are cached when loaded. A rebuilt site has a new version, and its script deletes the caches of earlier versions.
 * Addresses are relative to the script, so the script works below any path.
 */
export function serviceWorker(folder: string, files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(folder, file)));
  const version = hash.digest('hex').slice(0, 16);
  const first = ['./', ...files.filter((file) => !LATER.test(file))];
  return `// Keeps the site for use without a network. Made by ludus site build.
const KEPT = 'ludus-site-' + new URL('./', location.href).pathname + '-';
const NAME = KEPT + '${version}';
const FIRST = ${JSON.stringify(first, null, 1)};

self.addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(NAME);
    await cache.addAll(FIRST.map((file) => new Request(file, { cache: 'no-cache' })));
    await self.skipWaiting();
  })());
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith(KEPT) && name !== NAME) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || !address.href.startsWith(new URL('./', location.href).href)) return;
  event.respondWith((async () => {
    const cache = await caches.open(NAME);
    // Queries only say what to show.
    const known = await cache.match(request, { ignoreSearch: true });
    if (known) return known;
    const answer = await fetch(request);
    if (answer.ok && answer.type === 'basic') await cache.put(address.origin + address.pathname, answer.clone());
    return answer;
  })());
});
`;
}
