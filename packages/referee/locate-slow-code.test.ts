import { type AnyRunner, PlayerFault } from '@ludus/game/player-runner.ts';
import { builtinPlayer, GAMES } from 'ludus/registry.ts';
import { expect, test } from 'vitest';
import { locateSlowCode, type SetUpMatch } from './locate-slow-code.ts';
import type { Verdict } from './match.ts';

const trails = GAMES.find(({ id }) => id === 'trails')!;
const match: SetUpMatch = (own) => ({
  game: trails,
  board: trails.generateBoard!(1),
  seed: 1,
  runners: Array.from({ length: trails.seatsOf(trails.generateBoard!(1)) }, (_, seat) =>
    seat === 0 ? own : builtinPlayer('trails', 'Moth').open(),
  ),
});
const late: Verdict = { seat: 0, name: 'Mine', round: 0, fault: 'time', sentence: 'Mine did not answer within 5 s.' };

/** A player that fails in its third round. */
const failing = (fault: 'time' | 'crash', sentence: string) => async (): Promise<AnyRunner> => {
  let asked = 0;
  return {
    name: 'Mine',
    play() {
      if (++asked === 3) throw new PlayerFault(fault, sentence);
    },
  };
};

test('locateSlowCode finds the line at which a metered player is stopped', async () => {
  const stopped = failing('time', 'Mine used up its budget of 1 s of fuel in round 2 (Mine.ts:7:3).');
  expect(await locateSlowCode(late, stopped, match)).toBe('in round 2, at Mine.ts:7:3');
});

test('locateSlowCode finds nothing if the player isn’t stopped, or if the verdict needs no position', async () => {
  const known = failing('time', 'Mine used up its budget (Mine.ts:7:3).');
  expect(await locateSlowCode(late, failing('time', 'Mine used up its budget.'), match)).toBeUndefined();
  expect(await locateSlowCode(late, failing('crash', 'Mine threw (Mine.ts:7:3).'), match)).toBeUndefined();
  expect(await locateSlowCode(late, async () => undefined, match)).toBeUndefined();
  expect(await locateSlowCode({ ...late, fault: 'crash' }, known, match)).toBeUndefined();
  expect(await locateSlowCode({ ...late, sentence: 'Mine was slow (Mine.ts:1:1).' }, known, match)).toBeUndefined();
});
