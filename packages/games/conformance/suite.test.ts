import { broken } from '@ludus/game/conformance/breakage.ts';
import { BREAKAGES } from '@ludus/game/conformance/broken-games.ts';
import { ConformanceError, runConformance } from '@ludus/game/conformance/suite.ts';
import { textReplay } from '@ludus/game/text-replay.ts';
import { describe, expect, test } from 'vitest';
import { SPECIMENS } from './specimens.ts';

/** The large run is in suite.slow.test.ts. */
const SIZE = { boards: 4, matches: 120, rounds: 8 };

describe.each(SPECIMENS)('$game.title', (specimen) => {
  test(`keeps what every game must keep, in ${SIZE.matches} short matches`, () => {
    const { game, matches } = runConformance(specimen, 1, SIZE);
    expect([game, matches]).toEqual([specimen.game.id, SIZE.matches]);
  });

  test('so it does with the text replay that serves any game', () => {
    const game = { ...specimen.game, replay: textReplay(specimen.game) };
    expect(runConformance({ ...specimen, game }, 2, SIZE).matches).toBe(SIZE.matches);
  });

  // A suite that cannot fail shows nothing.
  test.each(BREAKAGES)('is found broken: $what', ({ change, sentence }) => {
    const run = () => runConformance(broken(specimen, change), 1, SIZE);
    expect(run).toThrow(ConformanceError);
    expect(run).toThrow(sentence);
  });
});
