import { expect, test } from 'vitest';
import { lostByKills } from '../../testing/killed-servers.ts';

test('no confirmed write is lost in 210 kills at random times', { timeout: 3_600_000 }, async () => {
  expect(await lostByKills(210, 2)).toEqual([]);
});
