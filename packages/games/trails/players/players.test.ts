import type { AnyRunner } from '@ludus/game/player-runner.ts';
import { playMatchSync } from '@ludus/referee/match.ts';
import { describe, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../../tools/long-run.ts';
import { kit, PLAYERS } from '../kit.ts';
import { readBoard, type TrailsBoard } from '../rules/board.ts';
import { trails } from '../rules/game.ts';
import { generateBoard } from '../rules/generator.ts';
import type { TrailsMove } from '../rules/move.ts';
import { CAUSES, type TrailsState } from '../rules/state.ts';

function boardOf(headings: string, drawing: string): TrailsBoard {
  const rows = drawing.trim().split(/\s+/);
  const starts = headings.split(' ').map((word, seat) => `${'abcd'[seat]} ${word}`);
  const read = readBoard(
    `trails board 1 rounds 400 bonus 60 trails stay players ${starts.length} ${starts.join(' ')}
     rows ${rows.length} columns ${rows[0].length} ${rows.join(' ')}`,
  );
  if (!read.ok) throw new Error(read.problem.message);
  return read.value;
}

/** A small board with a few walls. */
function smallBoard(players: number): TrailsBoard {
  const headings = ['right', 'left', 'up', 'down'].slice(0, players).join(' ');
  const drawing = '.......... .a...#..b. .....#.... ..##...... ..c....d.. ..........';
  return boardOf(
    headings,
    players === 4 ? drawing : drawing.replace('d', '.').replace(players === 2 ? 'c' : '', players === 2 ? '.' : ''),
  );
}

/** Plays a match to its end; `names`: one per seat. Records each player's action in each round in `asked`. */
function play(board: TrailsBoard, names: readonly string[], asked: number[][] = []): TrailsState {
  const runners = names.map((name, seat): AnyRunner => {
    const runner = kit.players.find((player) => player.name === name)!.open();
    return {
      ...runner,
      play(state: TrailsState, move: TrailsMove, generator) {
        void runner.play(state, move, generator);
        asked[state.round] ??= [];
        asked[state.round][seat] = move.direction;
      },
    };
  });
  return playMatchSync({ game: trails, board, seed: 11, runners }).state;
}

const causesIn = (state: TrailsState) => Array.from(state.causes, (cause) => CAUSES[cause]);
const winner = (state: TrailsState) => trails.outcome(state).scores.indexOf(Math.max(...trails.outcome(state).scores));

describe.each(PLAYERS.map(({ name }) => name))('%s', (name) => {
  test('doesn’t fail with 2, 3, or 4 players, and plays the same match again with the same seed', () => {
    for (const players of [2, 3, 4]) {
      const board = smallBoard(players);
      const names = board.starts.map(() => name);
      const [first, second]: [number[][], number[][]] = [[], []];
      const state = play(board, names, first);
      expect(trails.hash(play(board, names, second))).toBe(trails.hash(state));
      expect(second).toEqual(first);
      expect(causesIn(state)).not.toContain('failure');
    }
  });

  test('doesn’t fail on the smallest board, or when enclosed by walls', () => {
    // A player that throws doesn't end the match, but counts as failed.
    for (const drawing of ['.... .ab. .... ....', '###. #a#b ###. ....'])
      expect(causesIn(play(boardOf('up left', drawing), [name, name]))).not.toContain('failure');
  });
});

// measure.ts prints how much stronger each player is. This test checks only that it is stronger.
describe('the built-in Trails player', () => {
  test.each(PLAYERS.slice(1).map((_, n) => n + 1))(
    'number %i wins at least 65% of its matches against the previous player in the list',
    (strong) => {
      const [better, worse] = [PLAYERS[strong].name, PLAYERS[strong - 1].name];
      let won = 0;
      // Players that look ahead are slower, and much stronger.
      const looksAhead = strong >= 3;
      const boards = strong === PLAYERS.length - 1 ? (IS_LONG_RUN ? 2 : 1) : looksAhead && !IS_LONG_RUN ? 4 : 16;
      for (let seed = 301; seed < 301 + boards; seed++) {
        const board = generateBoard(seed, 2);
        if (winner(play(board, [better, worse])) === 0) won++;
        if (winner(play(board, [worse, better])) === 1) won++;
      }
      expect(won).toBeGreaterThanOrEqual(1.3 * boards);
    },
  );
});

test('Moth turns away from an obstacle straight ahead', () => {
  const asked: number[][] = [];
  play(boardOf('up left', '..#... ..a... ...... ....b.'), ['Moth', 'Null'], asked);
  expect([1, 2, 3]).toContain(asked[0][0]);
});

test('Mole moves towards more space, and avoids cells that other players may enter', () => {
  const asked: number[][] = [];
  // To the right of player a, there is a closet of two cells.
  play(boardOf('right left', '####### #..a..# #.#####  #..#..# #..#.b# #######'), ['Mole', 'Null'], asked);
  expect(asked[0][0]).toBe(3);
  const other: number[][] = [];
  play(boardOf('right left', '...... .a.b.. ...... ......'), ['Mole', 'Null'], other);
  expect(other[0][0]).not.toBe(1);
});

describe('Lynx', () => {
  test('fills its whole part of the board if no other player can reach that part', () => {
    // a's part has 4 × 5 cells, and the opponent lives long enough in its own part.
    const board = boardOf(
      'down left',
      `######################
       #a...#...............#
       #....#...............#
       #....#...............#
       #....#...............#
       #....#..............b#
       ######################`,
    );
    const state = play(board, ['Lynx', 'Mole']);
    const trail = state.cells.filter((content) => content === 2).length;
    expect(trail).toBe(20);
  });

  test('cuts its opponent off if one step is enough', () => {
    // b is in a corridor that leads past a, and a closes it.
    const board = boardOf(
      'down up',
      `#########
       #.......#
       #.......#
       #...a...#
       ###.#####
       ###.#####
       ###b#####
       #########`,
    );
    const asked: number[][] = [];
    const state = play(board, ['Lynx', 'Mole'], asked);
    expect(winner(state)).toBe(0);
  });

  test('prefers a tie to a defeat', () => {
    // One free cell is left, and both players are next to it.
    const board = boardOf('right left', '##### #a.b# ##### #####');
    expect(trails.outcome(play(board, ['Lynx', 'Lynx'])).scores).toEqual([30, 30]);
  });
});
