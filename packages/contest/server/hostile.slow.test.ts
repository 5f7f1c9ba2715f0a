import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressOf } from '../api/client.ts';
import type { Bytes } from '../api/routes.ts';
import {
  type Browser,
  ENGINE,
  ended,
  joined,
  makeContest,
  organiserOf,
  SPRING,
  sent,
  serveTest,
  withToken,
} from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { BOARD, GAME, testCatalog } from '../testing/test-catalog.ts';
import type { RunningServer } from './start.ts';

describe('hostile and unusual requests', () => {
  let server: RunningServer;
  let organiser: Browser;
  let ada: Browser;
  beforeAll(async () => {
    server = await serveTest(await fresh(), { trustProxy: ['127.0.0.1'], names: ['contest.example'] });
    organiser = await organiserOf(server);
    ada = await joined(server.url, await makeContest(organiser, { perHour: 30 }), 'Ada');
  });
  afterAll(() => server.close());

  const submit = (file: string, bytes: Bytes) => ada.ask('submit', { ...SPRING, query: { file }, bytes });
  const problem = async (file: string, bytes: Bytes) => {
    const response = await submit(file, bytes);
    return { status: response.status, ...((await response.json()) as { field?: string; message: string }) };
  };

  test.each([
    ['a path outside its folder', '../../etc/passwd.cc', 'x', 400, 'file'],
    ['a folder in its name', 'a/b.cc', 'x', 400, 'file'],
    ['a NUL character in its name', 'a\u0000.cc', 'x', 400, 'address'],
    ['a long name', `${'a'.repeat(200)}.cc`, 'x', 400, 'file'],
    ['no name', '', 'x', 400, 'file'],
    ['only an extension', '.cc', 'x', 400, 'file'],
    ['an unknown extension', 'a.exe', 'x', 400, 'file'],
    ['no content', 'a.cc', '', 400, 'file'],
    ['more than 1 MiB', 'a.cc', 'x'.repeat(2 ** 20 + 1), 400, 'file'],
  ])('get an error if they submit a file with %s', async (_, file, bytes, status, field) => {
    const found = await problem(file, bytes);
    expect(found).toMatchObject({ status, field });
    expect(found.message.length).toBeLessThan(200);
  });

  /** Returns the reply to a request of which only the headers are sent: they already describe the body. */
  const headOnly = async (type: string, bytes: number, cookie: string) => {
    const asked = request(`${server.url}${addressOf('submit', { ...SPRING, query: { file: 'a.wasm' }, bytes: '' })}`, {
      method: 'POST',
      headers: { cookie, origin: server.url, 'content-type': type, 'content-length': bytes },
    });
    asked.flushHeaders();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const body = (await json(response)) as { code: string; message: string };
    asked.destroy();
    return { status: response.statusCode, ...body };
  };

  test('aren’t read if their body is too long or of the wrong type', async () => {
    const eve = await joined(server.url, (await organiser.get('contest', SPRING)).code!, 'Eve');
    expect(await headOnly('application/octet-stream', 4 * 2 ** 20 + 1, eve.cookie!)).toMatchObject({
      status: 413,
      message: 'the file is longer than 4 MiB',
    });
    expect(await headOnly('application/json', 2 ** 20, eve.cookie!)).toMatchObject({
      status: 415,
      message: 'send the request’s body as application/octet-stream',
    });
    const small = await ada.ask('changeMe', { body: { locale: 'x'.repeat(100_000) } as never });
    expect(small.status).toBe(413);
  });

  test('count towards the hourly limit on submissions even if their content type is rejected', async () => {
    await organiser.get('changeContest', { ...SPRING, body: { perHour: 3 } });
    const gus = await joined(server.url, (await organiser.get('contest', SPRING)).code!, 'Gus');
    const jsonSent = async () => (await headOnly('application/json', 2 ** 20, gus.cookie!)).status;
    expect(await jsonSent()).toBe(415);
    await sent(gus, 'broken 1');
    expect(await jsonSent()).toBe(415);
    const first = await headOnly('application/octet-stream', 2 ** 20, gus.cookie!);
    expect(first).toMatchObject({ status: 429, code: 'submissions/many' });
    // A rejected request doesn't count as an attempt, so the time stays the same.
    expect(await headOnly('application/octet-stream', 2 ** 20, gus.cookie!)).toEqual(first);
    await organiser.get('changeContest', { ...SPRING, body: { perHour: 30 } });
  });

  test('are harmless if they contain a NUL character or an unpaired surrogate', async () => {
    expect((await organiser.ask('announce', { ...SPRING, body: { text: 'a\u0000b' } })).status).toBe(400);
    expect((await organiser.ask('announce', { ...SPRING, body: { text: 'a\ud800b' } })).status).toBe(400);
    const number = await sent(ada, 'strength 9\u0000\n\nanything');
    expect((await ended(ada, number)).state).toBe('in');
  });

  test('can’t create names with HTML, line breaks, or invisible characters', async () => {
    const { code } = await organiser.get('contest', SPRING);
    for (const name of ['<script>alert(1)</script>', 'a\nb', '\u202eevil', '\u200b', '  ', 'x'.repeat(61)])
      expect(
        (await ada.ask('join', { body: { code: code!, name, password: 'longenough' } }, { cookie: '' })).status,
        name,
      ).toBe(400);
  });

  test('are rejected if the body isn’t JSON, is nested too deeply, is compressed, or has an invalid type', async () => {
    const post = (body: string, type = 'application/json') =>
      fetch(`${server.url}/api/session`, { method: 'POST', headers: { 'content-type': type }, body });
    expect((await post('{')).status).toBe(400);
    expect((await post('null')).status).toBe(400);
    expect((await post('{"name":"a","password":{"__proto__":{"admin":true}}}')).status).toBe(400);
    expect((await post('<x/>', 'application/xml')).status).toBe(415);
    expect((await post(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)).status).toBe(400);
    const zipped = await fetch(`${server.url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: gzipSync('{"name":"a","password":"b"}'),
    });
    expect(zipped.status).toBeGreaterThanOrEqual(400);
  });

  test('get an error with the time of the next possible submission when someone submits too often', async () => {
    const limited = await joined(server.url, (await organiser.get('contest', SPRING)).code!, 'Bob');
    await organiser.get('changeContest', { ...SPRING, body: { perHour: 2 } });
    for (const text of ['broken 1', 'broken 2']) await sent(limited, text);
    const response = await limited.ask('submit', { ...SPRING, query: { file: 'a.cc' }, bytes: 'broken 3' });
    expect(response.status).toBe(429);
    const { again } = (await response.json()) as { again: string };
    const inMs = Date.parse(again) - Date.now();
    expect(inMs).toBeGreaterThan(3_000_000);
    expect(inMs).toBeLessThan(3_700_000);
    // The same bytes again don't count as a submission.
    expect((await limited.get('submit', { ...SPRING, query: { file: 'AIMine.cc' }, bytes: 'broken 2' })).same).toBe(
      true,
    );
  });

  test('are rejected if they submit a file before a contest opens or after it closes, except with an extension', async () => {
    const past = new Date(Date.now() - 60_000).toISOString();
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    // An end in the past can't be set, so this simulates an end that has passed.
    const { db } = server.context.store;
    const { form } = await db.selectFrom('contests').select('form').executeTakeFirstOrThrow();
    await db
      .updateTable('contests')
      .set({ form: JSON.stringify({ ...form, closes: past }) })
      .execute();
    await organiser.get('changeContest', { ...SPRING, body: { perHour: 30 } });
    expect(await problem('a.cc', 'strength 2')).toMatchObject({
      status: 403,
      message: expect.stringContaining(past),
    });
    await organiser.get('extend', { params: { contest: 'spring', entrant: 1 }, body: { closes: soon } });
    expect((await submit('a.cc', 'strength 2')).status).toBe(200);
    await organiser.get('changeContest', { ...SPRING, body: { closes: null, opens: soon } });
    await organiser.get('extend', { params: { contest: 'spring', entrant: 1 }, body: { closes: null } });
    expect(await problem('a.cc', 'strength 3')).toMatchObject({ status: 403 });
    expect((await organiser.get('contest', SPRING)).qualify).toMatchObject({ wins: 1, matches: 2 });
  });

  test('get an error if a worker’s result or name is invalid', async () => {
    const { secret } = await organiser.get('makeWorkerToken', { body: { name: 'odd' } });
    const call = withToken(server.url, secret);
    const lease = { match: 1, number: 1, input: '0'.repeat(64) };
    const result = (outcome: unknown) =>
      call('result', {
        body: { worker: 'w', epoch: server.context.epoch, engine: ENGINE, lease, outcome: outcome as never },
      });
    await expect(result({ kind: 'finished', scores: ['a'] })).rejects.toMatchObject({ status: 400 });
    await expect(result({ kind: 'void', why: 'x'.repeat(5000) })).rejects.toMatchObject({ status: 400 });
    await expect(result({ kind: 'void', why: 'x' })).rejects.toMatchObject({ status: 409 });
    await expect(call('takeWork', { body: { worker: 'a b<script>', engine: ENGINE, want: 1 } })).rejects.toMatchObject({
      status: 400,
    });
  });

  test('get an error if they contain NUL characters or huge numbers', async () => {
    const get = (path: string, more: RequestInit = {}) =>
      fetch(`${server.url}${path}`, { ...more, headers: { cookie: organiser.cookie!, ...more.headers } });
    for (const path of [
      '/api/contests/%00',
      '/api/contests/a%00b/ladder',
      '/api/contests/spring/matches?board=%00',
      '/api/contests/spring/matches?limit=99999999999999999999',
      '/api/contests/spring/matches/9007199254740991',
      '/api/modules/%00',
    ])
      expect([path, [400, 404].includes((await get(path)).status)]).toEqual([path, true]);
    const big = { body: { until: Number.MAX_SAFE_INTEGER } };
    expect((await organiser.ask('changeContest', { ...SPRING, ...big })).status).toBe(400);
    const { secret } = await organiser.get('makeWorkerToken', { body: { name: 'big' } });
    const lease = { match: 2 ** 53 - 1, number: 1, input: '0'.repeat(64) };
    await expect(
      withToken(server.url, secret)('result', {
        body: { worker: 'w', epoch: server.context.epoch, engine: ENGINE, lease, outcome: { kind: 'void', why: 'x' } },
      }),
    ).rejects.toMatchObject({ status: 400 });
  });

  test('can’t affect an address’s cached response by using the address as a contest’s short name', async () => {
    await organiser.get('changeContest', { ...SPRING, body: { open: true } });
    const get = async (path: string) => (await fetch(`${server.url}${path}`)).status;
    expect(await get(`/api/contests/${encodeURIComponent('/api/contests/spring')}`)).toBe(404);
    expect(await get('/api/contests/spring')).toBe(200);
    expect(await get(`/api/contests/${encodeURIComponent('/api/contests/spring')}`)).toBe(404);
  });

  test('let an organiser submit a board without taking part', async () => {
    const text = testCatalog.boardsOf(GAME.id).get(BOARD)!;
    const { id } = await organiser.get('sendBoard', { ...SPRING, body: { name: 'mine', text } });
    await organiser.get('decideBoard', { params: { contest: 'spring', board: id }, body: { state: 'in' } });
    // A choice among the built-in boards leaves the submitted board unchanged.
    await organiser.get('changeContest', { ...SPRING, body: { boards: [BOARD] } });
    const boards = await organiser.get('boards', SPRING);
    expect(boards.find(({ name }) => name === 'mine')).toMatchObject({ state: 'in', from: null });
  });

  test.each([{}, { 'x-forwarded-host': 'contest.example' }])(
    'are rejected if they name a host other than the server’s, with the extra headers %j',
    async (more) => {
      const asked = request(`${server.url}/api/health`, { headers: { host: 'evil.example', ...more } }).end();
      const [response] = (await once(asked, 'response')) as [IncomingMessage];
      expect([response.statusCode, await json(response)]).toEqual([
        421,
        expect.objectContaining({ code: 'http/421', values: { name: 'evil.example' } }),
      ]);
    },
  );

  test('are rejected if they come from another site’s page, even with a forwarded host', async () => {
    const headers = { origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' };
    const changed = await organiser.ask('changeMe', { body: { locale: 'ca' } }, headers);
    expect([changed.status, await changed.json()]).toMatchObject([403, { code: 'not-allowed/other-site' }]);
  });

  test('get an error that describes the problem in the address or the body', async () => {
    const bad = await fetch(`${server.url}/api/%`);
    expect([bad.status, await bad.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'request/unfit', message: 'the address cannot be read' }),
    ]);
    const post = async (body: string) => {
      const response = await fetch(`${server.url}/api/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      return [response.status, ((await response.json()) as { code: string }).code];
    };
    const sentences = async (body?: string) => {
      const headers = { 'content-type': 'application/json' };
      const sent = body === undefined ? {} : { headers, body };
      const response = await fetch(`${server.url}/api/session`, { method: 'POST', ...sent });
      return ((await response.json()) as { message: string }).message;
    };
    expect(await sentences()).toBe('the request’s body is missing');
    expect(await sentences('')).toBe('the request’s body is missing');
    expect(await sentences('[]')).toBe('the request’s body must be an object');
    expect(await sentences('{"password":"wrong password"}')).toBe('name is missing');
    expect(await sentences('{"name":7,"password":"wrong password"}')).toBe('name must be a text');
    expect(await post('{"na')).toEqual([400, 'request/unfit']);
    expect(await post('{"name":"Nobody at all","password":"wrong password","__proto__":{"x":1}}')).toEqual([
      403,
      'sign-in/wrong',
    ]);
  });

  test('get an error that lists the file extensions of the contest’s languages', async () => {
    const { languages } = await organiser.get('contest', SPRING);
    const { message } = await problem('a.exe', 'x');
    expect(message.includes('.cpp')).toBe(languages.includes('cpp'));
    expect(message.includes('.java')).toBe(languages.includes('program'));
  });

  test('are rejected if they use a name that looks like someone else’s or like a deleted person’s', async () => {
    const { code } = await organiser.get('contest', SPRING);
    const join = async (name: string) =>
      (
        (await (
          await ada.ask('join', { body: { code: code!, name, password: 'longenough' } }, { cookie: '' })
        ).json()) as { code?: string }
      ).code;
    expect(await join('entrant 4')).toBe('name/reserved');
    expect(await join('Аda')).toBe('name/mixed');
    await join('Pace');
    expect(await join('Расе')).toBe('name/taken');
    expect(await join('Pace.')).toBe('name/taken');
    expect(await join('Pace\uFE0F')).toBe('name/invisible');
    expect(await join('\u3164')).toBe('name/invisible');
  });

  test('get 404 for an unknown link, even if 400 requests arrive in parallel', async () => {
    const body = { token: 'll_nothing', name: 'Eve', password: 'longenough' };
    const asked = Array.from({ length: 400 }, () => ada.ask('useLink', { body }, { cookie: '' }));
    const found = new Set((await Promise.all(asked)).map(({ status }) => status));
    expect([...found]).toEqual([404]);
  });
});
