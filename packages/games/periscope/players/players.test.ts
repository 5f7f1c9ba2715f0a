import { playMatchSync } from '@ludus/referee/match.ts';
import { describe, expect, test } from 'vitest';
import { kit, PLAYERS } from '../kit.ts';
import { periscope } from '../rules/game.ts';
import { generateBoard } from '../rules/generator.ts';

const open = (name: string) => kit.players.find((player) => player.name === name)!.open();

function play(names: readonly string[], seed: number) {
  const { state } = playMatchSync({ game: periscope, board: generateBoard(seed), seed, runners: names.map(open) });
  return { state, scores: periscope.outcome(state).scores };
}

test.each(PLAYERS.map(({ name }) => name))(
  '%s plays to the end without faults, and plays the same match again with the same seed',
  (name) => {
    for (const seed of [1, 2, 3]) {
      const { state } = play([name, 'Barracuda'], seed);
      expect([periscope.isOver(state), ...state.failed]).toEqual([true, 0, 0]);
      expect(periscope.hash(play([name, 'Barracuda'], seed).state)).toBe(periscope.hash(state));
    }
  },
);

// `ludus rivals --measure` prints how much stronger each opponent is. This test checks only that it is stronger.
describe('the built-in Periscope player', () => {
  test.each(PLAYERS.slice(1).map((_, n) => n + 1))(
    'number %i gets at least 10 of 16 points against the previous player in the list',
    (strong) => {
      const [better, worse] = [PLAYERS[strong].name, PLAYERS[strong - 1].name];
      let points = 0;
      for (let seed = 301; seed < 309; seed++) {
        const [one, other] = [play([better, worse], seed).scores, play([worse, better], seed).scores];
        points += (1 + Math.sign(one[0] - one[1])) / 2 + (1 + Math.sign(other[1] - other[0])) / 2;
      }
      expect(points).toBeGreaterThanOrEqual(10);
    },
  );
});
