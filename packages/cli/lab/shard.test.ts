import { expect, test } from 'vitest';
import { parseShard } from './shard.ts';

test('parseShard reads an index and a number of shards, and rejects other words', () => {
  expect(parseShard('1/1')).toEqual({ index: 1, of: 1 });
  expect(parseShard('8/8')).toEqual({ index: 8, of: 8 });
  for (const wrong of ['', '0/8', '9/8', '1', '1/', '-1/2', '1.5/2', '1/0', ' 1/2', '1/100001'])
    expect(() => parseShard(wrong), wrong).toThrow('such as 2/8');
});
