import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { drained } from './wait-for-drain.ts';

test('drained leaves no listeners on a stream that stalls repeatedly', async () => {
  const stream = new PassThrough();
  for (let i = 0; i < 20; i++) {
    const waiting = drained(stream);
    stream.emit('drain');
    await waiting;
  }
  expect(stream.listenerCount('close') + stream.listenerCount('drain')).toBe(
    new PassThrough().listenerCount('close') + new PassThrough().listenerCount('drain'),
  );
});

test('drained stops waiting when the stream is destroyed', async () => {
  const stream = new PassThrough();
  const waiting = drained(stream);
  stream.destroy();
  await waiting;
  await drained(stream);
  expect(stream.destroyed).toBe(true);
});
