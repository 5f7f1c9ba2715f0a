import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askPlatform, fetchLimited, jsonIn } from './ask.ts';

const server = createServer((request, response) => {
  if (request.url === '/moved') return void response.writeHead(302, { location: '/short' }).end();
  if (request.url === '/no') return void response.writeHead(403).end('not\n you');
  if (request.url === '/short') return void response.end('{"a":1}');
  const chunk = Buffer.alloc(2 ** 20, ' ');
  const more = (): void => {
    while (response.write(chunk));
  };
  response.on('drain', more);
  more();
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const problemOf = async (path: string, maxBytes?: number) =>
  await askPlatform('Campus', url + path, {}, maxBytes).then(
    () => undefined,
    ({ problem }) => problem,
  );

test('askPlatform reads a response only up to the limit', async () => {
  expect(jsonIn('Campus', await askPlatform('Campus', `${url}/short`, {}))).toEqual({ a: 1 });
  expect(await problemOf('/short', 6)).toMatchObject({ code: 'lti/unreadable' });
});

test('the server stops reading an endless response, even when fetching keys', async () => {
  expect(await problemOf('/endless', 2 ** 20)).toMatchObject({ code: 'lti/unreadable', values: { name: 'Campus' } });
  expect((await fetchLimited(`${url}/endless`, {}, 2 ** 20)).status).toBe(502);
});

test('askPlatform doesn’t follow redirects, and shows an error response on one line', async () => {
  expect(await problemOf('/moved')).toMatchObject({ code: 'lti/down' });
  expect(await problemOf('/no')).toMatchObject({ code: 'lti/said-no', values: { status: 403, why: 'not you' } });
});
