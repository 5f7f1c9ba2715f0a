import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { servePages } from './static.ts';

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-pages-'));
  const pages = join(folder, 'pages');
  mkdirSync(join(pages, 'assets'), { recursive: true });
  writeFileSync(join(pages, 'index.html'), '<!doctype html>the page');
  writeFileSync(join(pages, 'assets', 'main-1a2b.js'), 'script()');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  app = fastify();
  await servePages(app, pages);
  await app.ready();
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (url: string, headers = {}) => app.inject({ method: 'GET', url, headers });

test('every page address returns the page, and assets are cached forever', async () => {
  for (const url of ['/', '/c/spring', '/c/spring/matches/7?x=1', '/index.html', '/anything.txt'])
    expect((await get(url)).body, url).toContain('the page');
  const asset = await get('/assets/main-1a2b.js');
  expect(asset.body).toBe('script()');
  expect(asset.headers['content-type']).toContain('text/javascript');
  expect(asset.headers['cache-control']).toContain('immutable');
  const packed = await get('/assets/main-1a2b.js', { 'accept-encoding': 'br, gzip' });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(packed.rawPayload).toString()).toBe('script()');
});

test('an unchanged page that the browser has cached isn’t sent again', async () => {
  const page = await get('/');
  expect(page.headers['cache-control']).toBe('no-cache');
  const again = await get('/c/spring', { 'if-none-match': page.headers.etag });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await get('/', { 'if-none-match': '"other"' })).statusCode).toBe(200);
});

test('unknown API and asset paths, and paths outside the folder, return no file', async () => {
  for (const url of [
    '/api',
    '/api/nothing',
    '/assets/old-0000.js',
    '/assets/../secret.txt',
    '/assets/%2e%2e/secret.txt',
  ]) {
    const answer = await get(url);
    expect(answer.body, url).not.toContain('secret');
    expect(answer.body, url).not.toContain('script()');
  }
  expect((await get('/api/nothing')).statusCode).toBe(404);
  expect((await get('/assets/old-0000.js')).statusCode).toBe(404);
  expect((await app.inject({ method: 'POST', url: '/c/spring' })).statusCode).toBe(404);
});
