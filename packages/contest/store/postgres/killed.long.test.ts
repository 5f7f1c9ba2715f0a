import { expect, test } from 'vitest';
import { lostByKills } from '../../testing/killed-servers.ts';

test('nothing that was answered is lost in 210 kills at random moments', { timeout: 3_600_000 }, async () => {
  expect(await lostByKills(210, 2)).toEqual([]);
});
