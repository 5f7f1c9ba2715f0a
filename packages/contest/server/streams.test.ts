import { expect, test } from 'vitest';
import { Streams } from './streams.ts';

const of = (network: string, person: number | null = null) => ({ contest: 1, person, session: null, network });
const nothing = () => {};

test('Streams limits the number of streams per network, and in total', () => {
  const streams = new Streams({ all: 4, network: 2 });
  const [first] = [streams.add(of('a'), nothing), streams.add(of('a'), nothing)];
  expect(streams.full('a')).toEqual([429, 'events/address']);
  expect(streams.full('b')).toBeUndefined();
  streams.add(of('b'), nothing);
  streams.add(of('c'), nothing);
  expect(streams.full('b')).toEqual([503, 'events/many']);
  first.remove();
  first.remove();
  expect([streams.full('a'), streams.full('b')]).toEqual([undefined, undefined]);
});

test('a closed stream frees its slot only once, and closes only once', () => {
  const streams = new Streams({ all: 9, network: 1 });
  let ended = 0;
  const stream = streams.add(of('a', 7), () => void ended++);
  streams.end({ person: 7 });
  streams.end({ person: 7 });
  stream.remove();
  expect([ended, streams.full('a')]).toEqual([1, undefined]);
  streams.add(of('a'), nothing);
  stream.remove();
  expect(streams.full('a')).toBeDefined();
});
