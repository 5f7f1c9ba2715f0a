import type { AnySpecimen } from '@ludus/game/conformance/specimen.ts';
import { ConformanceError, runConformance } from '@ludus/game/conformance/suite.ts';
import type { AnyGame } from '@ludus/game/game.ts';
import { describe, expect, test } from 'vitest';
import { SPECIMENS } from './specimens.ts';

const MATCHES = 10_000;

describe.each(SPECIMENS)('$game.title', (specimen) => {
  const { game } = specimen;
  test(`keeps what every game must keep, in ${MATCHES} short matches`, () => {
    const report = runConformance(specimen, 2026, { boards: 60, matches: MATCHES, rounds: 5 });
    expect(report).toMatchObject({ game: game.id, matches: MATCHES });
    expect(report.rounds).toBeGreaterThan(MATCHES);
  });

  // A suite that cannot fail shows nothing.
  test.each<[string, (original: AnyGame) => Partial<AnyGame>, RegExp]>([
    ['a clone that is the original', () => ({ clone: (state) => state }), /advancing a clone changed its original/],
    ['a restore that does nothing', () => ({ restore: () => {} }), /restored state has another hash/],
    [
      'a replay that leaves something out',
      (original) => ({ replay: { ...original.replay, round: () => '' } }),
      /another state|differs/,
    ],
    [
      'a board that changes when it is printed',
      (original) => ({ printBoard: (board) => `${original.printBoard(board)} x` }),
      /cannot be read|differs/,
    ],
    [
      'a round that depends on something else',
      (original) => {
        let n = 0;
        return {
          advance: (state, asked) => {
            original.advance(state, asked);
            if (n++ % 2 === 1) original.advance(state, asked);
          },
        };
      },
      /another way/,
    ],
  ])('the suite finds %s', (_, change, message) => {
    const run = () =>
      runConformance({ ...specimen, game: { ...game, ...change(game) } }, 1, { boards: 3, matches: 40, rounds: 12 });
    expect(run).toThrow(ConformanceError);
    expect(run).toThrow(message);
  });
  test('the suite finds an invariant that is broken', () => {
    const broken: AnySpecimen = { ...specimen, brokenInvariant: () => 'all is lost' };
    expect(() => runConformance(broken, 1, { boards: 3, matches: 40, rounds: 12 })).toThrow(/all is lost/);
  });
});
