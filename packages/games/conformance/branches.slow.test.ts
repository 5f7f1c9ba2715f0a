import type { AnyGame } from '@ludus/game/game.ts';
import { type AnyRunner, PlayerFault } from '@ludus/game/player-runner.ts';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { openBranch } from '@ludus/referee/branch.ts';
import { playMatch } from '@ludus/referee/match.ts';
import { verifyReplay } from '@ludus/referee/verify.ts';
import { describe, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import { KITS } from '../registry.ts';
import { FIXTURES } from './fixtures.ts';

const KEY = 'c'.repeat(64);

interface HashedReplay {
  readonly text: string;
  readonly rounds: number;
  /** The hash of the state after each round. */
  readonly hashes: readonly number[];
}

async function play(
  game: AnyGame,
  board: unknown,
  runners: AnyRunner[],
  limited: boolean,
  seed = 5,
): Promise<HashedReplay> {
  let text = '';
  const hashes: number[] = [];
  const { rounds } = await playMatch({
    game,
    board,
    seed,
    runners,
    limited,
    key: KEY,
    record: (piece) => (text += piece),
    onRound: (state) => hashes.push(game.hash(state)),
  });
  return { text, rounds, hashes };
}

/** Assigns a kit's players to seats in turn. */
const spread = (seats: number, seed: number) => Array.from({ length: seats }, (_, seat) => seat + seed);

describe.each(KITS)('a branch in $game.title', ({ game, players }) => {
  const fixture = FIXTURES.find((each) => each.game.id === game.id);
  if (!fixture) throw new Error(`${game.id} has no fixture`);
  const quick = players.slice(0, 3);
  const boards = [1, 2].map((seed) => fixture.wildBoard?.(new Lehmer(seed)) ?? game.generateBoard?.(seed));
  /** A quick run tests each case on a single board. */
  const boardsOf = (limited: boolean) => (IS_LONG_RUN ? boards : [boards[Number(limited)]]);
  const open = (who: number): AnyRunner => quick[who % quick.length].open();

  test.each([false, true])(
    'at the first, middle, or last round gives the same match with the same players (limited: %s)',
    async (limited) => {
      for (const board of boardsOf(limited)) {
        const who = spread(game.seatsOf(board), 0);
        const original = await play(game, board, who.map(open), limited);
        const opened = openBranch(original.text, [game]);
        if (!opened.ok) throw new Error(opened.problem.message);
        const { firstRound, lastRound } = opened.value;
        if (lastRound < firstRound) continue;
        for (const round of [firstRound, (firstRound + lastRound) >> 1, lastRound]) {
          const again = await play(game, board, opened.value.runners(round, who.map(open)), limited);
          expect(again.text === original.text).toBe(true);
          const ghosts = opened.value.runners(
            round,
            who.map(() => undefined),
          );
          expect(ghosts[0].name).toBe(`${quick[0].name}@${round}`);
          expect((await play(game, board, ghosts, limited)).hashes).toEqual(original.hashes);
        }
      }
    },
  );

  test.each([false, true])(
    'repeats the match up to the round of the branch, even with different players, and has a valid replay (limited: %s)',
    async (limited) => {
      for (const board of boardsOf(limited)) {
        const seats = game.seatsOf(board);
        const original = await play(game, board, spread(seats, 0).map(open), limited);
        const opened = openBranch(original.text, [game]);
        if (!opened.ok) throw new Error(opened.problem.message);
        const { firstRound, lastRound } = opened.value;
        const round = (firstRound + lastRound) >> 1;
        if (round < firstRound) continue;
        const isNew = spread(seats, 0).map((seat) => seat === 0);
        const runners = opened.value.runners(round, [open(1), ...spread(seats - 1, 1).map(open)], { isNew });
        const branch = await play(game, board, runners, limited);
        expect(branch.hashes.slice(0, round - firstRound + 1)).toEqual(
          original.hashes.slice(0, round - firstRound + 1),
        );
        expect(verifyReplay(branch.text, [game]).kind).toBe('ok');
      }
    },
  );

  // In a turn-based game, the failing seat may not act in these rounds.
  if (!game.actors)
    test('repeats a recorded failure, and reports a player that fails in the replayed part', async () => {
      const [board] = boards;
      const seats = game.seatsOf(board);
      const failing = (at: number): AnyRunner => {
        const runner = open(0);
        let asked = 0;
        return {
          ...runner,
          name: 'Failing',
          play: (state, move, generator) => {
            if (asked++ === at) throw new PlayerFault('crash', 'it fell over');
            return runner.play(state, move, generator);
          },
        };
      };
      const others = () => spread(seats - 1, 1).map(open);
      const original = await play(game, board, [failing(1), ...others()], true);
      const opened = openBranch(original.text, [game]);
      if (!opened.ok) throw new Error(opened.problem.message);
      const { firstRound, lastRound } = opened.value;
      // If a failure ends the match, no round follows.
      if (lastRound > firstRound + 1) {
        const again = await play(game, board, opened.value.runners(lastRound, [open(0), ...others()]), true);
        expect(again.hashes.length).toBe(original.hashes.length);
        expect(again.hashes.slice(0, -1).join() === original.hashes.slice(0, -1).join()).toBe(true);
      }

      const whole = await play(game, board, [open(0), ...others()], false);
      const reopened = openBranch(whole.text, [game]);
      if (!reopened.ok) throw new Error(reopened.problem.message);
      const middle = (reopened.value.firstRound + reopened.value.lastRound) >> 1;
      const early: number[] = [];
      const runners = reopened.value.runners(middle, [failing(0), ...others()], {
        onEarlyFault: (seat, round) => early.push(seat, round),
      });
      const branch = await play(game, board, runners, false);
      expect(early).toEqual([0, reopened.value.firstRound]);
      const same = middle - reopened.value.firstRound + 1;
      expect(branch.hashes.slice(0, same)).toEqual(whole.hashes.slice(0, same));
    });
});

test('openBranch rejects a text that isn’t a replay', () => {
  expect(openBranch('hello', []).ok).toBe(false);
});
