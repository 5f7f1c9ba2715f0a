import { KITS } from 'ludus/registry.ts';
import { expect, test } from 'vitest';

const LADDERS = KITS.flatMap(({ game, ladder, players, figures }) =>
  ladder ? [{ id: game.id, game, ladder, players, figures }] : [],
);

test('every built-in game has a practice ladder', () => {
  expect(LADDERS.map(({ id }) => id)).toEqual(KITS.map(({ game }) => game.id));
});

test.each(LADDERS)(
  'the $id ladder has at least six bots, each with a description and a higher rating than the previous bot',
  ({ ladder, players }) => {
    const { opponents } = ladder;
    expect(opponents.length).toBeGreaterThanOrEqual(6);
    expect(players.map(({ name }) => name)).toEqual(expect.arrayContaining(opponents.map(({ name }) => name)));
    for (const [n, { about, rating, share }] of opponents.entries()) {
      expect(about.split(' ').length).toBeGreaterThan(20);
      // Names of functions differ between languages.
      expect(about).not.toContain('`');
      if (n === 0) expect([rating, share]).toEqual([0, undefined]);
      else {
        expect(share).toBeGreaterThanOrEqual(0.75);
        expect(rating).toBeGreaterThan(opponents[n - 1].rating);
      }
    }
  },
);
