import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { drained } from './wait-for-drain.ts';

test('a stream that stalls repeatedly leaves no listeners', async () => {
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

test('waiting stops when the stream ends', async () => {
  const stream = new PassThrough();
  const waiting = drained(stream);
  stream.destroy();
  await waiting;
  await drained(stream);
  expect(stream.destroyed).toBe(true);
});
