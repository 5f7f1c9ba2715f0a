import { BREAKAGES, brokenFixture, ConformanceError, runConformance } from '@ludus/game/conformance.ts';
import { textReplay } from '@ludus/game/text-replay.ts';
import { describe, expect, test } from 'vitest';
import { FIXTURES } from './fixtures.ts';

/** The large run is in suite.long.test.ts. */
const SIZE = { boards: 4, matches: 120, rounds: 8 };
/** A correct game doesn't need a larger run here. */
const SMALL = { ...SIZE, matches: 16 };

/** For each broken part: the message that the suite reports about each game. */
const said = new Map<string, string[]>();

describe.each(FIXTURES)('$game.title', (fixture) => {
  test(`passes the conformance suite in ${SMALL.matches} short matches`, () => {
    const { game, matches } = runConformance(fixture, 1, SMALL);
    expect([game, matches]).toEqual([fixture.game.id, SMALL.matches]);
  });

  test('passes the conformance suite with the general text replay', () => {
    const game = { ...fixture.game, replay: textReplay(fixture.game) };
    const matches = SMALL.matches / 2;
    expect(runConformance({ ...fixture, game }, 2, { ...SMALL, matches }).matches).toBe(matches);
  });

  // A suite that can't fail doesn't prove anything.
  test.each(BREAKAGES)('is reported as broken if it has $what', ({ what, change }) => {
    const message = failureOf(() => runConformance(brokenFixture(fixture, change), 1, SIZE));
    expect(message).not.toBe(undefined);
    said.set(what, [...(said.get(what) ?? []), message!]);
  });
});

// Which check is the first to find a bug depends on the game. For each bug, there is one check that finds it first in
// most games.
test.each(BREAKAGES)('the suite reports $what with the expected message in most games', ({ what, sentence }) => {
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
