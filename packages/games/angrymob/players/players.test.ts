import { playMatchSync } from '@ludus/referee/match.ts';
import { describe, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../../tools/long-run.ts';
import { builtinPlayer } from '../../registry.ts';
import { DEFAULT_LIMITS, readMap } from '../rules/board.ts';
import { angrymob } from '../rules/game.ts';
import { generateMap } from '../rules/generator/generator.ts';

const open = (name: string) => builtinPlayer('angrymob', name).open();
const NAMES = ['CamperJoe', 'ProfessorRandom', 'RandomRunners', 'GravityGoers', 'Warlord'];

function play(seed: number, names: readonly string[], moveLimit = 400) {
  const board = { ...DEFAULT_LIMITS, map: generateMap(BigInt(seed)), moveLimit };
  return playMatchSync({ game: angrymob, board, seed, runners: names.map(open) });
}

/** The number of games that the first player wins on some maps, each played from both seats. */
function wins(first: string, second: string, seeds: readonly number[]): number {
  let won = 0;
  for (const seed of seeds) {
    for (const seat of [0, 1]) {
      const names = seat === 0 ? [first, second] : [second, first];
      won += play(seed, names).outcome.scores[seat] === 1 ? 1 : 0;
    }
  }
  return won;
}

// The results don't depend on a clock, so the games are the same on every machine. tools/angrymob-experiment.ts plays
// many more games.
const SEEDS = [1, 3, 6, 10, 12, 16, 21, 24];
const QUICK_SEEDS = IS_LONG_RUN ? SEEDS : SEEDS.slice(0, 3);

describe.each(NAMES)('%s', (name) => {
  test('makes no illegal moves against ProfessorRandom and GravityGoers', () => {
    for (const seed of QUICK_SEEDS) {
      for (const other of ['ProfessorRandom', 'GravityGoers']) {
        const { outcome, verdicts } = play(seed, [name, other], 150);
        expect(verdicts).toEqual([]);
        expect(['base', 'both-bases', 'no-units', 'move-limit']).toContain(outcome.reason);
      }
    }
  });
  test('plays without faults on maps with a single row or column', () => {
    for (const text of ['1 7\nA . 2 . 2 . B\n', '7 1\nA\n.\n2\n.\n2\n.\nB\n', '1 2\nA B\n']) {
      const map = readMap(text);
      if (!map.ok) throw new Error(map.problem.message);
      const runners = [name, 'GravityGoers'].map(open);
      const board = { ...DEFAULT_LIMITS, map: map.value, moveLimit: 60 };
      expect(playMatchSync({ game: angrymob, board, seed: 1, runners }).verdicts).toEqual([]);
    }
  });
});

test('GravityGoers wins at least 14 of 16 games against each random bot', () => {
  expect(wins('GravityGoers', 'RandomRunners', SEEDS)).toBeGreaterThanOrEqual(14);
  expect(wins('GravityGoers', 'ProfessorRandom', SEEDS)).toBeGreaterThanOrEqual(14);
});

test('Warlord wins at least 14 of 16 games against GravityGoers, and all 16 against CamperJoe', () => {
  expect(wins('Warlord', 'GravityGoers', SEEDS)).toBeGreaterThanOrEqual(14);
  expect(wins('Warlord', 'CamperJoe', SEEDS)).toBe(16);
});

test('the same seed gives the same Angry Mob game', () => {
  const [one, two] = [0, 1].map(() => play(9, ['GravityGoers', 'Warlord']));
  expect(angrymob.hash(one.state)).toBe(angrymob.hash(two.state));
});
