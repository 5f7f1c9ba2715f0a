import { expect, test } from 'vitest';
import { duskFixture } from './dusk.ts';
import { runConformance } from './suite.ts';

test('the game of turns, fog, and chance keeps every promise', () => {
  expect(runConformance(duskFixture, 1, { boards: 12, matches: 300, rounds: 40 })).toMatchObject({ game: 'dusk' });
});
