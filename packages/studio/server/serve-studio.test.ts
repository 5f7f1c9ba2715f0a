import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GAMES, KITS } from 'ludus/registry.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROOMS_LIMITS, Rooms } from '../rooms/rooms.ts';
import { serveRooms } from './serve-rooms.ts';
import { type StudioServer, serveStudio } from './serve-studio.ts';

const angrymob = GAMES.find((game) => game.id === 'angrymob')!;
const MAP = angrymob.printBoard(angrymob.generateBoard!(3));

let root: string;
let server: StudioServer;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'ludus-serve-'));
  for (const folder of ['app', 'mine/boards', 'mine/two', 'mine/faulty', 'mine/.hidden', 'mine/node_modules/x'])
    mkdirSync(join(root, folder), { recursive: true });
  const files: Record<string, string> = {
    'app/index.html': '<title>studio</title>',
    'secret.res': 'secret',
    'mine/a.res': 'replay',
    'mine/a.res.json': '{}',
    'mine/notes.txt': 'notes',
    'mine/package.json': '{}',
    'mine/boards/b.cnf': readFileSync(new URL('../../games/madmax/boards/maze1.cnf', import.meta.url), 'utf8'),
    'mine/boards/map.txt': MAP,
    'mine/boards/broken.cnf': 'mad_max_2020 nothing',
    'mine/Mine.ts': "import { MadMaxPlayer } from 'ludus/madmax';",
    'mine/tool.ts': 'export {};',
    'mine/two/Two.ts': "import 'ludus/madmax';\nimport { one } from './one.ts';\nimport '../tool.ts';",
    'mine/two/one.ts': "import type { Two } from './two.ts';\nexport const one = 1;",
    'mine/two/two.ts': 'export type Two = 2;',
    'mine/two/three.ts': 'export const three = 3;',
    'mine/two/Three.py': 'from trails import Player\nimport plans, math',
    'mine/two/plans.py': 'import sys',
    'mine/two/trails.py': 'import sys\nsys.stdin',
    'mine/trails.py': 'import sys\nsys.stdin',
    'mine/two/other.py': 'print(1)',
    'mine/faulty/.ludusignore': '',
    'mine/faulty/Faulty.ts': "import 'ludus/madmax';",
    'mine/.hidden/c.res': 'hidden',
    'mine/node_modules/x/d.res': 'installed',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  symlinkSync(join(root, 'secret.res'), join(root, 'mine/link.res'));
  const arena = async (query: URLSearchParams) => {
    if (query.get('seed') === '-1') throw new Error('no such map');
    return { port: 7, page: `http://arena/${query.get('seed')}` };
  };
  server = await serveStudio({
    app: join(root, 'app'),
    folder: join(root, 'mine'),
    games: GAMES,
    pythons: { trails: [fileURLToPath(new URL('../../games/trails/sdk/python', import.meta.url))] },
    services: { angrymob: { arena } },
    differs: (path) => (path === 'a.res' ? 'round 3: 5 is expected, found “6”' : undefined),
  });
});
afterEach(async () => {
  await server.close();
  rmSync(root, { recursive: true });
});

/** Sends a request with an unchanged path, including `..`. */
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

test('the studio serves the page, and lists the contents of the folder', async () => {
  expect((await get('/')).body).toContain('studio');
  expect(JSON.parse((await get('/api/folder')).body)).toEqual({
    boards: ['boards/b.cnf', 'boards/map.txt'],
    players: ['Mine.ts', 'two/Three.py', 'two/Two.ts'],
    imports: { 'two/Three.py': ['plans.py', 'trails.py'] },
    replays: ['a.res'],
    services: ['angrymob'],
    scripts: [],
    python: { trails: ['trails'] },
    rooms: false,
  });
  expect(await get('/folder/a.res')).toEqual({ status: 200, body: 'replay' });
  for (const file of ['a.res.json', 'two/Three.py', 'two/plans.py'])
    expect((await get(`/folder/${file}`)).status, file).toBe(200);
  expect((await get('/folder/boards/map.txt')).body).toBe(MAP);
});

test.each([
  '/folder/../secret.res',
  '/folder/%2e%2e/secret.res',
  '/folder/..%2fsecret.res',
  '/folder/link.res',
  '/folder/.hidden/c.res',
  '/folder/notes.txt',
  '/folder/tool.ts',
  '/folder/trails.py',
  '/folder/two/other.py',
  '/folder/boards/broken.cnf',
  '/folder/package.json',
  '/folder/nothing.res',
  '/../secret.res',
])('the studio doesn’t serve %s', async (path) => {
  expect((await get(path)).status).toBe(404);
});

test('the studio rejects a POST request, an invalid path, and another server’s host name', async () => {
  expect((await get('/', {}, 'POST')).status).toBe(405);
  expect((await get('/%zz')).status).toBe(400);
  expect((await get('/', { host: 'evil.example' })).status).toBe(403);
});

test('a game’s service responds only to the studio’s page', async () => {
  const origin = server.url.slice(0, -1);
  const opened = await get('/api/games/angrymob/arena?seed=12', { origin }, 'POST');
  expect(JSON.parse(opened.body)).toEqual({ port: 7, page: 'http://arena/12' });
  expect(JSON.parse((await get('/api/games/angrymob/arena?seed=-1', { origin }, 'POST')).body)).toEqual({
    problem: 'no such map',
  });
  for (const other of ['angrymob/other', 'angrymob/constructor', 'constructor/arena', 'angrymob'])
    expect((await get(`/api/games/${other}?seed=12`, { origin }, 'POST')).status).toBe(405);
  expect((await get('/api/games/angrymob/arena?seed=12', { origin: 'http://evil.example' }, 'POST')).status).toBe(403);
  expect((await get('/api/games/angrymob/arena?seed=12', {}, 'POST')).status).toBe(403);
  expect((await get('/api/games/angrymob/arena?seed=12', { origin })).status).toBe(404);
});

test('the studio serves only players and their imports from its folder', async () => {
  for (const [path, status] of [
    ['two/Two.ts', 200],
    ['two/one.ts', 200],
    ['two/two.ts', 200],
    ['two/three.ts', 404],
    ['tool.ts', 404],
  ] as const)
    expect([path, (await get(`/folder/${path}`)).status]).toEqual([path, status]);
});

test('unreadable files aren’t served or listed, but the other players are listed', async () => {
  const mine = join(root, 'mine');
  mkdirSync(join(mine, 'boards/x.ts'));
  writeFileSync(join(mine, 'long.js'), "import 'ludus/madmax';");
  truncateSync(join(mine, 'long.js'), 2 ** 30);
  writeFileSync(join(mine, 'Odd.ts'), "import 'ludus/madmax';\nimport './Mine.ts/one.ts';\nimport './boards/x.ts';");
  expect((await get('/folder/tool.ts')).status).toBe(404);
  expect((await get('/folder/long.js')).status).toBe(404);
  expect((await get(`/folder/${'x'.repeat(5000)}.ts`)).status).toBe(404);
  expect((await get('/folder/%00.ts')).status).toBe(404);
  expect(JSON.parse((await get('/api/folder')).body).players).toEqual([
    'Mine.ts',
    'Odd.ts',
    'two/Three.py',
    'two/Two.ts',
  ]);
});

test('a player that imports more files than allowed gets only the first of these files', async () => {
  const mine = join(root, 'mine');
  const count = 120;
  mkdirSync(join(mine, 'chain'));
  writeFileSync(join(mine, 'chain/Chain.ts'), "import 'ludus/madmax';\nimport './f0.ts';");
  for (let n = 0; n < count; n++) writeFileSync(join(mine, `chain/f${n}.ts`), `import './f${n + 1}.ts';`);
  expect((await get('/folder/chain/f3.ts')).status).toBe(200);
  expect((await get(`/folder/chain/f${count - 1}.ts`)).status).toBe(404);
});

test('a file that fails while being read gets an error response, and the server continues', async () => {
  await server.close();
  server = await serveStudio({
    app: join(root, 'app'),
    folder: join(root, 'mine'),
    games: GAMES,
    pythons: { trails: [fileURLToPath(new URL('../../games/trails/sdk/python', import.meta.url))] },
    changes() {
      throw new Error('gone');
    },
  });
  expect((await get('/folder/a.res')).status).toBe(500);
  expect((await get('/')).status).toBe(200);
});

test('responses have a content security policy, even if they reject the request', async () => {
  for (const path of ['/', '/api/folder', '/folder/a.res', '/nothing', '/../secret.res']) {
    const answer = await fetch(new URL(path, server.url));
    expect(answer.headers.get('content-security-policy'), path).toMatch(
      /^default-src 'none'; .*frame-ancestors 'none'$/,
    );
  }
});

test('a replay that doesn’t verify comes with the reason in a header, unlike other files', async () => {
  const headerOf = async (path: string, method = 'GET') =>
    (await fetch(new URL(path, server.url), { method })).headers.get('ludus-differs');
  expect(decodeURIComponent((await headerOf('folder/a.res'))!)).toBe('round 3: 5 is expected, found “6”');
  expect([await headerOf('folder/boards/b.cnf'), await headerOf('folder/a.res', 'HEAD')]).toEqual([null, null]);
});

describe('rooms', () => {
  let rooms: Rooms;
  let friends: Awaited<ReturnType<typeof serveRooms>>;
  beforeEach(async () => {
    await server.close();
    rooms = new Rooms({ kits: KITS });
    const app = join(root, 'app');
    mkdirSync(join(app, 'assets'));
    writeFileSync(join(app, 'room.html'), '<title>room</title>');
    writeFileSync(join(app, 'assets/room-1.js'), 'code');
    server = await serveStudio({ app, folder: join(root, 'mine'), games: GAMES, rooms });
    friends = await serveRooms({ app, rooms, host: '127.0.0.1' });
  });
  afterEach(async () => {
    rooms.close();
    await friends.close();
  });

  const trails = KITS.find(({ game }) => game.id === 'trails')!;
  const board = trails.game.printBoard(trails.game.generateBoard!(1));
  const bots = Array.from({ length: trails.game.seatsOf(trails.game.generateBoard!(1)) }, () => 'Moth');
  const opening = { do: 'open', game: 'trails', board, boardName: 'one', bots, name: 'Ann' };

  async function post(url: string, code: string, body: unknown, headers: Record<string, string> = {}) {
    const answer = await fetch(new URL(`api/rooms/${code}`, url), {
      method: 'POST',
      headers: { origin: url.slice(0, -1), ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: answer.status, ...((await answer.json()) as { code?: string; token?: string; seat?: number }) };
  }
  const by = (token: string | undefined) => ({ authorization: `Bearer ${token}` });

  /** The events of a stream, in order. */
  async function* news(url: string, code: string, token?: string) {
    const answer = await fetch(new URL(`api/rooms/${code}`, url), { headers: token === undefined ? {} : by(token) });
    let text = '';
    for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
      text += piece;
      const events = text.split('\n\n');
      text = events.pop()!;
      for (const event of events) yield JSON.parse(event.slice('data: '.length));
    }
  }

  test('let friends at two addresses open a room, join the room, and play', async () => {
    const ann = await post(server.url, 'KRTB', opening);
    expect(ann).toMatchObject({ status: 200, seat: 0 });
    const bob = await post(friends.url, 'KRTB', { do: 'join', name: 'Bob' });
    expect(bob).toMatchObject({ status: 200, seat: 1 });
    expect(bob.token).not.toBe(ann.token);
    const [first, second, third] = [
      news(server.url, 'KRTB', ann.token),
      news(friends.url, 'KRTB', bob.token),
      news(friends.url, 'KRTB'),
    ];
    expect((await first.next()).value).toMatchObject({ type: 'room', seat: 0, room: { phase: 'waiting' } });
    expect((await second.next()).value).toMatchObject({
      seat: 1,
      room: { seats: [{ name: 'Ann' }, { name: 'Bob' }] },
    });
    expect((await third.next()).value).toMatchObject({ seat: -1, room: { watching: 1 } });
    expect(await post(friends.url, 'KRTB', { do: 'start' }, by(bob.token))).toMatchObject({ status: 422 });
    expect(await post(server.url, 'KRTB', { do: 'start' }, by(ann.token))).toMatchObject({ status: 200 });
    for await (const each of third) if (each.type === 'progress') break;
    for await (const each of second) {
      if (each.type !== 'question') continue;
      const { round, choices, seat } = each.question;
      expect(seat).toBe(1);
      const choose = { do: 'choose', round, id: choices[0].id };
      expect(await post(friends.url, 'KRTB', choose, by('forged'))).toMatchObject({ status: 403, code: 'token' });
      expect(await post(friends.url, 'KRTB', { ...choose, round: round + 1 }, by(bob.token))).toMatchObject({
        status: 422,
        code: 'refused',
      });
      expect(await post(friends.url, 'KRTB', { ...choose, id: 'fly' }, by(bob.token))).toMatchObject({
        status: 422,
        code: 'refused',
      });
      expect(await post(friends.url, 'KRTB', choose, by(bob.token))).toMatchObject({ status: 200 });
      break;
    }
    await first.return(undefined);
  });

  test('reject requests that come from other sites, have the wrong form, or are too long', async () => {
    expect(await post(server.url, 'KRTB', opening, { origin: 'http://evil.example' })).toMatchObject({ status: 403 });
    for (const wrong of ['{', '[]', '{}', '{"do":"fly"}', JSON.stringify({ ...opening, bots: 'all' }), 'null'])
      expect(await post(server.url, 'KRTB', wrong), wrong).toMatchObject({ status: 400 });
    expect(await post(server.url, 'KRTB', { ...opening, board: 'x'.repeat(40_000) })).toMatchObject({ status: 400 });
    const ann = await post(server.url, 'KRTB', opening);
    const long = { do: 'choose', round: 0, id: 'up', more: 'x'.repeat(3000) };
    expect(await post(server.url, 'KRTB', long, by(ann.token))).toMatchObject({ status: 400, code: 'invalid' });
    expect(await post(server.url, 'ZZZZ', { do: 'join', name: 'Bob' })).toMatchObject({ status: 404 });
    expect(await post(server.url, 'oooo', opening)).toMatchObject({ status: 400 });
    expect((await fetch(new URL('api/rooms/ZZZZ', server.url))).status).toBe(404);
  });

  test('don’t let pages from other sites use up their visitors’ limits', async () => {
    const statusOf = async (headers: Record<string, string>) => (await get('/api/rooms/ZZZZ', headers)).status;
    for (let n = 0; n < ROOMS_LIMITS.refused; n++) {
      expect(await statusOf({ 'sec-fetch-site': n % 2 === 0 ? 'cross-site' : 'same-site' })).toBe(403);
      expect(await statusOf({ origin: 'http://evil.example' })).toBe(403);
    }
    for (const site of ['none', 'same-origin']) expect(await statusOf({ 'sec-fetch-site': site })).toBe(404);
  });

  test('let people continue when others at their address reach the limit of rejected requests', async () => {
    const ann = await post(server.url, 'KRTB', opening);
    const bob = await post(server.url, 'KRTB', { do: 'join', name: 'Bob' });
    for (let n = 0; n < ROOMS_LIMITS.refused; n++) await get('/api/rooms/ZZZZ');
    expect(await post(server.url, 'KRTB', { do: 'start' }, by('forged'))).toMatchObject({ status: 429 });
    expect(await post(server.url, 'ZZZZ', opening, by(ann.token))).toMatchObject({ status: 429 });
    expect(await post(server.url, 'KRTB', { do: 'start' }, by(ann.token))).toMatchObject({ status: 200 });
    const page = news(server.url, 'KRTB', bob.token);
    expect((await page.next()).value).toMatchObject({ type: 'room', seat: 1 });
    await page.return(undefined);
  });

  test('don’t let a request for an invalid range of a file stop either server', async () => {
    for (const url of [server.url, friends.url])
      expect((await fetch(new URL('room.html', url), { headers: { range: 'bytes=5-2' } })).status).toBe(200);
  });

  test('show other machines the room’s page, but not the folder or the studio', async () => {
    const statusOf = async (path: string) => (await fetch(new URL(path, friends.url))).status;
    expect(await (await fetch(friends.url)).text()).toContain('room');
    expect(await statusOf('assets/room-1.js')).toBe(200);
    for (const path of [
      'index.html',
      'api/folder',
      'folder/a.res',
      'run/x',
      'viewer/ludus-viewer.js',
      'assets/../index.html',
      'assets/nothing.js',
    ])
      expect(await statusOf(path), path).toBe(404);
    // A browser would normalise these paths before sending them.
    const { hostname, port } = new URL(friends.url);
    for (const path of ['/assets/..', '/assets/.']) {
      const answer = await new Promise<number>((done) => {
        request({ hostname, port, path }, ({ statusCode }) => done(statusCode!)).end();
      });
      expect(answer, path).toBe(404);
    }
    expect((await fetch(friends.url)).headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; .*script-src 'self';/,
    );
  });
});
