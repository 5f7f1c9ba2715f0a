import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { PassThrough } from 'node:stream';
import { ownerMark } from '@ludus/runtime/sandbox.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../store/open.ts';
import { organiserOf, pause, serveTest } from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { backupAll } from './handlers/backup.ts';
import type { RunningServer } from './start.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await serveTest(await fresh());
});
afterAll(() => server.close());

test('a backup stops without an uncaught exception when its reader disconnects', async () => {
  const organiser = await organiserOf(server);
  const person = await server.context.store.db.selectFrom('people').selectAll().executeTakeFirstOrThrow();
  const broke: unknown[] = [];
  const note = (error: unknown) => void broke.push(error);
  process.on('uncaughtException', note);
  const raw = Object.assign(new PassThrough(), { writeHead: () => raw });
  raw.on('error', () => {});
  raw.destroy();
  const asked = { person, reply: { raw, hijack() {}, getHeaders: () => ({}) } };
  await backupAll({ context: server.context, version: '0.0.0' } as never, asked as never);
  // A late error of the file would occur after the reply.
  await pause(200);
  process.off('uncaughtException', note);
  expect(broke).toEqual([]);
  expect((await (await organiser.ask('backup')).text()).split('\n').length).toBeGreaterThan(3);
});

test('a backup’s folder is named after the server’s process, and is removed when the backup ends', async () => {
  const raw = Object.assign(new PassThrough(), { writeHead: () => raw });
  const person = await server.context.store.db.selectFrom('people').selectAll().executeTakeFirstOrThrow();
  const made: string[] = [];
  const getHeaders = () => {
    made.push(...readdirSync(tmpdir()).filter((name) => name.startsWith(`ludus-backup-${ownerMark()}-`)));
    return {};
  };
  raw.resume();
  const asked = { person, reply: { raw, hijack() {}, getHeaders } };
  await backupAll({ context: server.context, version: '0.0.0' } as never, asked as never);
  expect(made).toHaveLength(1);
  expect(readdirSync(tmpdir())).not.toContain(made[0]);
});

test('the server ends a request that doesn’t arrive completely', async () => {
  const slow = await serveTest(await fresh(), { play: undefined, requestMs: 300 });
  try {
    const socket = connect(Number(new URL(slow.url).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes.toString();
    });
    socket.write(
      'POST /api/session HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
    );
    await new Promise((done) => socket.on('close', done));
    expect(answer).toMatch(/^HTTP\/1.1 408 |^$/);
    expect((await fetch(`${slow.url}/api/health`)).status).toBe(200);
  } finally {
    await slow.close();
  }
});

test('a server whose port is in use releases its database', async () => {
  const place = await fresh();
  const { port } = new URL(server.url);
  await expect(serveTest(place, { port: Number(port) })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  // The database is available again.
  const store = await openStore(place);
  await store.close();
});
