import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StudioServer, serveStudio } from './serve.ts';

let root: string;
let server: StudioServer;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'ludus-serve-'));
  for (const folder of ['app', 'mine/boards', 'mine/.hidden', 'mine/node_modules/x'])
    mkdirSync(join(root, folder), { recursive: true });
  const files: Record<string, string> = {
    'app/index.html': '<title>studio</title>',
    'secret.res': 'secret',
    'mine/a.res': 'replay',
    'mine/a.res.json': '{}',
    'mine/notes.txt': 'notes',
    'mine/package.json': '{}',
    'mine/boards/b.cnf': 'board',
    'mine/Mine.ts': "import { MadMaxPlayer } from 'ludus/madmax';",
    'mine/tool.ts': 'export {};',
    'mine/.hidden/c.res': 'hidden',
    'mine/node_modules/x/d.res': 'installed',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  symlinkSync(join(root, 'secret.res'), join(root, 'mine/link.res'));
  server = await serveStudio(join(root, 'app'), join(root, 'mine'), 0, {
    openArena: async (seed) => {
      if (seed < 0n) throw new Error('no such map');
      return { port: 7, page: `http://arena/${seed}` };
    },
  });
});
afterEach(async () => {
  await server.close();
  rmSync(root, { recursive: true });
});

/** A request whose path is sent as it stands, `..` and all. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { hostname, port } = new URL(server.url);
  return new Promise<{ status: number; body: string }>((done, failed) => {
    const asked = request({ hostname, port, path, headers, method }, (answer) => {
      let body = '';
      answer.on('data', (piece) => {
        body += piece;
      });
      answer.on('end', () => done({ status: answer.statusCode!, body }));
    });
    asked.on('error', failed);
    asked.end();
  });
}

test('the page and what the folder has', async () => {
  expect((await get('/')).body).toContain('studio');
  expect(JSON.parse((await get('/api/folder')).body)).toEqual({
    boards: ['boards/b.cnf'],
    players: ['Mine.ts'],
    replays: ['a.res'],
    arena: true,
  });
  expect(await get('/folder/a.res')).toEqual({ status: 200, body: 'replay' });
  expect((await get('/folder/a.res.json')).status).toBe(200);
  expect((await get('/folder/boards/b.cnf')).body).toBe('board');
});

test.each([
  '/folder/../secret.res',
  '/folder/%2e%2e/secret.res',
  '/folder/..%2fsecret.res',
  '/folder/link.res',
  '/folder/.hidden/c.res',
  '/folder/notes.txt',
  '/folder/package.json',
  '/folder/nothing.res',
  '/../secret.res',
])('%s is not given out', async (path) => {
  expect((await get(path)).status).toBe(404);
});

test('other methods, broken paths and pages of other sites are refused', async () => {
  expect((await get('/', {}, 'POST')).status).toBe(405);
  expect((await get('/%zz')).status).toBe(400);
  expect((await get('/', { host: 'evil.example' })).status).toBe(403);
});

test('an arena is opened for this page only', async () => {
  const origin = server.url.slice(0, -1);
  const opened = await get('/api/arena?seed=12', { origin }, 'POST');
  expect(JSON.parse(opened.body)).toEqual({ port: 7, page: 'http://arena/12' });
  expect(JSON.parse((await get('/api/arena?seed=-1', { origin }, 'POST')).body)).toEqual({ problem: 'no such map' });
  expect((await get('/api/arena?seed=x', { origin }, 'POST')).status).toBe(400);
  expect((await get('/api/arena?seed=12', { origin: 'http://evil.example' }, 'POST')).status).toBe(403);
  expect((await get('/api/arena?seed=12', {}, 'POST')).status).toBe(403);
  expect((await get('/api/arena?seed=12', { origin })).status).toBe(404);
});
