import { BREAKAGES, brokenFixture, ConformanceError, runConformance } from '@ludus/game/conformance.ts';
import { textReplay } from '@ludus/game/text-replay.ts';
import { describe, expect, test } from 'vitest';
import { FIXTURES } from './fixtures.ts';

/** The large run is in suite.long.test.ts. */
const SIZE = { boards: 4, matches: 120, rounds: 8 };
/** A correct game needs no more here. */
const SMALL = { ...SIZE, matches: 16 };

/** By the broken part: the message about each game. */
const said = new Map<string, string[]>();

describe.each(FIXTURES)('$game.title', (fixture) => {
  test(`passes the suite in ${SMALL.matches} short matches`, () => {
    const { game, matches } = runConformance(fixture, 1, SMALL);
    expect([game, matches]).toEqual([fixture.game.id, SMALL.matches]);
  });

  test('passes the suite with the general text replay', () => {
    const game = { ...fixture.game, replay: textReplay(fixture.game) };
    const matches = SMALL.matches / 2;
    expect(runConformance({ ...fixture, game }, 2, { ...SMALL, matches }).matches).toBe(matches);
  });

  // A suite that cannot fail proves nothing.
  test.each(BREAKAGES)('is reported as broken: $what', ({ what, change }) => {
    const message = failureOf(() => runConformance(brokenFixture(fixture, change), 1, SIZE));
    expect(message).not.toBe(undefined);
    said.set(what, [...(said.get(what) ?? []), message!]);
  });
});

// The check that first finds a broken game depends on the game; each bug has one that finds it in most games.
test.each(BREAKAGES)('most games report $what', ({ what, sentence }) => {
  const messages = said.get(what) ?? [];
  const right = messages.filter((message) => sentence.test(message));
  expect(right.length, messages.join('\n')).toBeGreaterThan(messages.length / 2);
});

function failureOf(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    if (error instanceof ConformanceError) return error.message;
    throw error;
  }
  return undefined;
}
