import { expect, test } from 'vitest';
import { FairLimiter } from './fair-limiter.ts';

/** Creates work that ends on request, and records the started work in order. */
function workshop() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((done) => ends.push(done));
  };
  const endOne = async () => {
    ends.shift()!();
    await new Promise(setImmediate);
  };
  return { begun, work, endOne };
}

test('FairLimiter lets clients take turns, however many tasks one client has', async () => {
  const turns = new FairLimiter({ atOnce: 1, waiting: 100, ofOne: 100 });
  const { begun, work, endOne } = workshop();
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map((name) => turns.take(name[0], work(name)));
  for (let i = 0; i < 7; i++) await endOne();
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('FairLimiter limits the number of waiting tasks per client, and in total', async () => {
  const turns = new FairLimiter({ atOnce: 1, waiting: 3, ofOne: 2 });
  const { begun, work, endOne } = workshop();
  const all = [turns.take('a', work('a')), turns.take('a', work('a')), turns.take('a', work('a'))];
  expect([turns.hasRoom('a'), turns.hasRoom('b')]).toEqual([false, true]);
  all.push(turns.take('b', work('b')));
  expect([turns.hasRoom('b'), turns.hasRoom('c')]).toEqual([false, false]);
  for (let i = 0; i < 4; i++) await endOne();
  await Promise.all(all);
  expect([turns.hasRoom('a'), begun.length]).toEqual([true, 4]);
});

test('FairLimiter starts the next task after a failed task', async () => {
  const turns = new FairLimiter({ atOnce: 1, waiting: 9, ofOne: 9 });
  const failed = turns.take('a', () => Promise.reject(new Error('broken')));
  const next = turns.take('a', async () => 'done');
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
