import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { expect, test } from 'vitest';
import { checkNumbers } from './check-numbers.ts';
import { Place } from './failure.ts';
import { pickFixture } from './minimal.ts';

test('the search for the largest number ends if a board contains more digits than JavaScript can count', () => {
  const { game } = pickFixture;
  let calls = 0;
  const header = 'columns 0123456789012345678\n';
  const withHeader = {
    ...game,
    printBoard: (board: never) => header + game.printBoard(board),
    readBoard(text: string) {
      if (++calls > 10_000) throw new Error('the search does not end');
      return game.readBoard(text.replace(/^columns \S+\n/, ''));
    },
  };
  const text = `${header}pick board 1\nplayers 3\nrounds 5\nmost 9\n`;
  const random = new Lehmer(1);
  for (let time = 0; time < 20; time++) checkNumbers(pickFixture, withHeader, text, random, new Place('Pick', 1));
  expect(calls).toBeGreaterThan(100);
});
