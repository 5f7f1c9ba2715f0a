import { expect, test } from 'vitest';
import { KITS } from '../registry.ts';
import { blundersOf, firstSentences } from './blunder.ts';

/** Forty matches are stored as recipes, each of which consists of a built-in player, its blunder, and a seed. */
const NAMED = 32;

test(`an explanation names the planted blunder in at least ${NAMED} of 40 matches`, async () => {
  const missed: string[] = [];
  let all = 0;
  for (const kit of KITS.filter(({ analysis }) => analysis !== undefined))
    for (const [n, blunder] of (await blundersOf(kit.game.id)).entries()) {
      all++;
      const said = firstSentences(kit, blunder, 1 + n);
      if (!blunder.says.test(said)) missed.push(`${kit.game.id} ${blunder.id}: ${said}`);
    }
  expect(all).toBe(40);
  expect(all - missed.length, missed.join('\n')).toBeGreaterThanOrEqual(NAMED);
});
