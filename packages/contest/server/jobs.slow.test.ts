import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore, type Store } from '../store/open.ts';
import { deferred } from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { Jobs } from './jobs.ts';

// Slow: uses a database.

let store: Store;
beforeAll(async () => {
  store = await openStore(await fresh());
});
afterAll(() => store.close());

test('a failed task isn’t repeated immediately if it has scheduled similar tasks', async () => {
  const said: string[] = [];
  const failed = deferred();
  const say = (sentence: string) => {
    said.push(sentence);
    failed.resolve();
  };
  const jobs = await Jobs.open(store.url, say, 3_600_000);
  let begun = 0;
  await jobs.work('compile', async () => {
    begun++;
    await store.transaction((tx) => jobs.nudge(tx, 'compile'));
    throw new Error('no process can be started');
  });
  await failed.promise;
  // Other jobs continue during the pause.
  for (let round = 0; round < 5; round++) {
    const done = deferred();
    const name = (['compare', 'boards', 'trim', 'tables', 'sweep'] as const)[round];
    await jobs.work(name, async () => {
      done.resolve();
      return { more: false };
    });
    await done.promise;
  }
  expect(begun).toBe(1);
  expect(said).toEqual(['internal error: no process can be started']);
  await jobs.stop();
  await jobs.close();
});
