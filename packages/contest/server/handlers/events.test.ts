import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { EventBroker, Watcher } from '../event-broker.ts';
import { Streams } from '../streams.ts';
import { events } from './events.ts';

test('a stream causes no uncaught exception when an event arrives after the stream ends but before it closes', async () => {
  const broke: unknown[] = [];
  const note = (error: unknown) => void broke.push(error);
  process.on('uncaughtException', note);
  const raw = new ServerResponse(new IncomingMessage(new Socket()));
  raw.assignSocket(new PassThrough() as never);
  const streams = new Streams();
  let watcher: Watcher | undefined;
  const watch: EventBroker['watch'] = async (_contest, _after, given) => {
    watcher = given;
    return () => {};
  };
  const reply = { raw, hijack() {}, getHeaders: () => ({}) };
  const request = { ip: '127.0.0.1', headers: {} };
  const asked = { request, reply, who: { kind: 'stranger' }, isOrganiser: false, contest: { id: 1 } };
  await events({ broker: { watch }, streams } as never, asked as never);
  streams.end({ contest: 1 });
  watcher!.news([{ id: 1, kind: 'contest', data: {}, entrant: null }]);
  await new Promise((done) => setImmediate(done));
  process.off('uncaughtException', note);
  expect(broke).toEqual([]);
});

test('a stream that is queued behind another response on its connection is rejected', async () => {
  const raw = new ServerResponse(new IncomingMessage(new Socket()));
  const reply = { raw, hijack() {}, getHeaders: () => ({}) };
  const request = { ip: '127.0.0.1', headers: {} };
  const asked = { request, reply, who: { kind: 'stranger' }, isOrganiser: false, contest: { id: 1 } };
  const streams = new Streams();
  await expect(events({ broker: {}, streams } as never, asked as never)).rejects.toMatchObject({ status: 503 });
});
