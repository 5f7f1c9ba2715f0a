import { describe, expect, test } from 'vitest';
import { readBoard } from './board.ts';
import { dialogue } from './dialogue.ts';
import { trails } from './game.ts';
import { newMove, parseMove, printMove } from './move.ts';

const TEXT =
  'trails board 1\nrounds 400\nbonus 60\ntrails stay\nplayers 2\na right\nb left\nrows 5\ncolumns 8\n........\n.a..##..\n........\n..##..b.\n........\n';
const read = readBoard(TEXT);
if (!read.ok) throw new Error(read.problem.message);
const state = trails.start(read.value, 1);

test('a Trails program receives its seat, the names, and the board', () => {
  expect(dialogue.introduction(read.value, state, 1, ['Lynx', 'Mine'])).toBe(`you b\nnames Lynx Mine\n${TEXT}`);
});

test('a Trails player receives the position in each round', () => {
  const match = trails.clone(state);
  expect(dialogue.question(match, 0)).toBe(
    'round 0\na 1 1 right\nb 3 6 left\n........\n.A..##..\n........\n..##..B.\n........\n',
  );
  trails.advance(match, [{ direction: -1 }, { direction: 0 }]);
  trails.advance(match, [{ direction: 3 }, { direction: -1 }]);
  expect(dialogue.question(match, 1)).toBe(
    'round 2\na 1 2 ended\nb 1 6 up\n........\n.aa.##B.\n......b.\n..##..b.\n........\n',
  );
});

describe('an answer in Trails', () => {
  test.each([
    ['up', 0],
    ['right', 1],
    ['down', 2],
    ['left', 3],
    ['ahead', -1],
    ['  left \t', 3],
    ['left\r', 3],
  ])('can be %j', (line, direction) => {
    const move = newMove();
    expect([dialogue.answerLine(line, state, 0, move), move]).toEqual([{ kind: 'done' }, { direction }]);
  });

  test('can have empty lines before it', () => {
    for (const line of ['', '  ', '\r'])
      expect(dialogue.answerLine(line, state, 0, newMove())).toEqual({ kind: 'more' });
  });

  test.each([
    ['north', '"north"'],
    ['UP', '"UP"'],
    ['up up', '"up up"'],
    ['0', '"0"'],
    ['constructor', '"constructor"'],
    ['\u001b[2J', '"?[2J"'],
    ['x'.repeat(1000), `"${'x'.repeat(30)}…"`],
  ])('can’t be %j', (line, shown) => {
    const move = newMove();
    expect(dialogue.answerLine(line, state, 0, move)).toEqual({
      kind: 'wrong',
      why: `${shown}, expected one of up, right, down, left, ahead`,
    });
    expect(move).toEqual(newMove());
  });
});

test('a Trails move is printed as a word, and read back unchanged', () => {
  for (const direction of [0, 1, 2, 3, -1]) {
    const move = newMove();
    trails.move.read(printMove({ direction }), move);
    expect(move).toEqual({ direction });
  }
  for (const direction of [4, 0.5, Number.NaN]) expect(printMove({ direction })).toBe('ahead');
  expect(parseMove('', newMove())).toBe(false);
  expect(() => trails.move.read('north', newMove())).toThrow('"north"');
});
