import { describe, expect, test } from 'vitest';
import { printBoard, readBoard, type TrailsBoard } from './board.ts';
import { printPosition } from './dialogue.ts';
import { trails } from './game.ts';
import { newMove, parseMove, type TrailsMove } from './move.ts';
import { CAUSES, type TrailsState } from './state.ts';

/** `headings`: one word per player. */
function boardOf(
  headings: string,
  drawing: string,
  settings: { rounds?: number; bonus?: number; trailsStay?: boolean } = {},
): TrailsBoard {
  const rows = drawing.trim().split(/\s+/);
  const words = headings.split(' ');
  const starts = words.map((word, seat) => `${'abcd'[seat]} ${word}`).join('\n');
  const { rounds = 400, bonus = 60, trailsStay = true } = settings;
  const read = readBoard(
    `trails board 1 rounds ${rounds} bonus ${bonus} ${trailsStay ? 'trails stay' : 'trails go'} players ${words.length}
     ${starts} rows ${rows.length} columns ${rows[0].length} ${rows.join(' ')}`,
  );
  if (!read.ok) throw new Error(read.problem.message);
  return read.value;
}

const asked = (words: string): TrailsMove[] =>
  words.split(' ').map((word) => {
    const move = newMove();
    if (!parseMove(word, move)) throw new Error(word);
    return move;
  });

/** Plays rounds, each given as one string. */
function play(board: TrailsBoard, ...rounds: string[]): TrailsState {
  const state = trails.start(board, 1);
  for (const round of rounds) trails.advance(state, asked(round));
  return state;
}

const causes = (state: TrailsState) => Array.from(state.causes, (cause) => CAUSES[cause]);
const position = (state: TrailsState) => printPosition(state).split('\n');

const OPEN = '...... .a..b. ...... ......';

describe('a Trails round', () => {
  test('moves all players together, straight ahead unless they choose a direction', () => {
    const state = play(boardOf('up left', OPEN), 'ahead down');
    expect(position(state)).toEqual(['round 1', 'a 0 1 up', 'b 2 4 down', '.A....', '.a..b.', '....B.', '......', '']);
  });

  test('lets a trail leave on one side and enter on the opposite side', () => {
    const state = play(boardOf('up right', OPEN), 'up right', 'up right', 'left right');
    expect(position(state).slice(0, 3)).toEqual(['round 3', 'a 3 0 left', 'b 1 0 ended']);
    expect(position(play(boardOf('up right', OPEN), 'up right', 'up right', 'ahead up')).slice(1, 3)).toEqual([
      'a 2 1 up',
      'b 0 0 up',
    ]);
  });

  test('treats a number that isn’t a direction as straight ahead', () => {
    for (const direction of [-1, 4, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      const state = trails.start(boardOf('up left', OPEN), 1);
      trails.advance(state, [{ direction }, { direction: 2 }]);
      expect(position(state)[1]).toBe('a 0 1 up');
    }
  });
});

describe('a Trails player', () => {
  test('is eliminated by a wall', () => {
    const state = play(boardOf('up left', '.#.... .a..b. ...... ......'), 'up down');
    expect([causes(state), Array.from(state.endedIn)]).toEqual([
      ['wall', 'living'],
      [1, 0],
    ]);
    expect(position(state).slice(1, 5)).toEqual(['a 1 1 ended', 'b 2 4 down', '.#....', '.a..b.']);
  });

  test('is eliminated by its own trail, including the cell behind its head and its first cell', () => {
    expect(causes(play(boardOf('up left', OPEN), 'up down', 'down down'))).toEqual(['trail', 'living']);
    const around = play(boardOf('up left', OPEN), 'up down', 'right down', 'down right', 'left up');
    expect(causes(around)).toEqual(['trail', 'living']);
  });

  test('isn’t eliminated by the cell behind its head in the first round', () => {
    expect(causes(play(boardOf('up left', OPEN), 'down right'))).toEqual(['living', 'living']);
  });

  test('is eliminated together with other players that enter the same cell, and the cell stays free', () => {
    const state = play(boardOf('right left', '...... .a.b.. ...... ......'), 'right left');
    expect([causes(state), trails.outcome(state)]).toEqual([
      ['meeting', 'meeting'],
      { scores: [30, 30], reason: 'nobody' },
    ]);
    expect(position(state).slice(1, 5)).toEqual(['a 1 1 ended', 'b 1 3 ended', '......', '.a.b..']);
  });

  test('is eliminated even if three or four players enter the same cell', () => {
    const board = boardOf('right down left up', '..b... .a.c.. ..d... ......');
    expect(causes(play(board, 'ahead ahead ahead ahead'))).toEqual(['meeting', 'meeting', 'meeting', 'meeting']);
    expect(causes(play(board, 'ahead up ahead ahead'))).toEqual(['meeting', 'living', 'meeting', 'meeting']);
  });

  test('is eliminated when it swaps cells with a neighbour, because both players hit each other’s trails', () => {
    expect(causes(play(boardOf('right left', '...... .ab... ...... ......'), 'right left'))).toEqual([
      'trail',
      'trail',
    ]);
  });

  test('is eliminated by a cell that another player leaves in the same round', () => {
    expect(causes(play(boardOf('right right', '...... .ab... ...... ......'), 'right right'))).toEqual([
      'trail',
      'living',
    ]);
  });

  test('doesn’t enter the cell where it crashes, so that no one meets it there', () => {
    // a moves to b's start, and c to the cell above it, so b survives.
    const board = boardOf('right up down', '...... ..c... .ab... ...... ......');
    const state = play(board, 'right right left');
    expect(causes(state)).toEqual(['trail', 'living', 'living']);
  });

  test('doesn’t move in the round of its failure', () => {
    const state = trails.start(boardOf('right left', '...... .a.b.. ...... ......'), 1);
    trails.freeze(state, 0, 'time');
    expect([causes(state), state.round]).toEqual([['living', 'living'], 0]);
    trails.advance(state, asked('right left'));
    // No player moved towards b, so it survives.
    expect([causes(state), Array.from(state.heads)]).toEqual([
      ['failure', 'living'],
      [7, 8],
    ]);
  });

  test('keeps its first cause of elimination if it fails afterwards', () => {
    const state = play(boardOf('up left up', '.#.... .a..b. ...... ..c...'), 'up down left');
    trails.freeze(state, 0, 'crash');
    trails.advance(state, asked('up down left'));
    expect([causes(state), state.endedIn[0]]).toEqual([['wall', 'living', 'living'], 1]);
  });
});

describe('the trails of an eliminated player', () => {
  const drawing = '.#.... .a..b. ...... ..c...';

  test('disappear at the end of the player’s last round, in which they still eliminate other players', () => {
    const board = boardOf('up left up', '.#.... .ab... ...... ..c...', { trailsStay: false });
    const state = play(board, 'up left left');
    expect(causes(state)).toEqual(['wall', 'trail', 'living']);
    expect(position(state).slice(4)).toEqual(['.#....', '......', '......', '.Cc...', '']);
  });

  test('leave their cells free in the next round', () => {
    const state = play(boardOf('up left up', drawing, { trailsStay: false }), 'up left left', 'up left left');
    expect(causes(state)).toEqual(['wall', 'living', 'living']);
    const next = play(
      boardOf('up left up', drawing, { trailsStay: false }),
      'up left left',
      'up left left',
      'up left up',
    );
    expect([causes(next), next.heads[1]]).toEqual([['wall', 'living', 'living'], 7]);
  });

  test('still eliminate other players if trails stay on the board', () => {
    const state = play(boardOf('up left up', drawing), 'up left left', 'up left left', 'up left up');
    expect(causes(state)).toEqual(['wall', 'trail', 'living']);
  });
});

describe('the end of a Trails match', () => {
  test('gives the last player the bonus and a point for the last round, and the other player neither', () => {
    const state = play(boardOf('up left', '.#.... .a..b. ...... ......'), 'right down', 'up up');
    expect(causes(state)).toEqual(['living', 'trail']);
    expect([trails.isOver(state), trails.outcome(state)]).toEqual([true, { scores: [62, 1], reason: 'last' }]);
    trails.advance(state, asked('up up'));
    expect(state.round).toBe(2);
  });

  test('divides the bonus, rounded down, among the last players if they are eliminated together', () => {
    const board = boardOf('right down left up', '..b... .a.c.. ..d... ......', { bonus: 61 });
    const state = play(board, 'ahead up ahead ahead');
    expect(trails.outcome(state)).toEqual({ scores: [0, 62, 0, 0], reason: 'last' });
    const both = play(board, 'left up ahead ahead', 'up up up down');
    expect(trails.outcome(both).scores.length).toBe(4);
    const all = play(board, 'ahead ahead ahead ahead');
    expect(trails.outcome(all)).toEqual({ scores: [15, 15, 15, 15], reason: 'nobody' });
  });

  test('divides the bonus among survivors after the last round', () => {
    const state = play(boardOf('right right', OPEN, { rounds: 2, bonus: 7 }), 'up up');
    expect([trails.isOver(state), trails.outcome(state)]).toEqual([false, { scores: [4, 4], reason: 'rounds' }]);
    trails.advance(state, asked('up up'));
    expect([trails.isOver(state), trails.outcome(state)]).toEqual([true, { scores: [5, 5], reason: 'rounds' }]);
  });

  test('gives every player a share of the bonus if all players fail before the first round', () => {
    const state = trails.start(boardOf('right right', OPEN), 1);
    trails.freeze(state, 0, 'crash');
    trails.freeze(state, 1, 'crash');
    trails.advance(state, asked('ahead ahead'));
    expect([causes(state), trails.outcome(state)]).toEqual([
      ['failure', 'failure'],
      { scores: [30, 30], reason: 'nobody' },
    ]);
  });
});

test('a copied Trails state includes everything, and changes independently of the original', () => {
  const state = play(boardOf('up left', OPEN), 'up down');
  trails.freeze(state, 1, 'time');
  const copy = trails.clone(state);
  expect([{ ...copy, targets: 0 }, trails.hash(copy)]).toEqual([{ ...state, targets: 0 }, trails.hash(state)]);
  trails.advance(copy, asked('right ahead'));
  expect(trails.hash(copy)).not.toBe(trails.hash(state));
  trails.restore(copy, state);
  expect([trails.hash(copy), printBoard(copy.board)]).toEqual([trails.hash(state), printBoard(state.board)]);
});

test('the Trails hash depends on pending failures, headings, and moves', () => {
  const board = boardOf('up left', OPEN);
  const hashes = new Set([trails.hash(trails.start(board, 1))]);
  const failed = trails.start(board, 1);
  trails.freeze(failed, 0, 'time');
  hashes.add(trails.hash(failed));
  hashes.add(trails.hash(trails.start(boardOf('right left', OPEN), 1)));
  hashes.add(trails.hash(play(board, 'up down')));
  hashes.add(trails.hash(play(board, 'up up')));
  expect(hashes.size).toBe(5);
});
