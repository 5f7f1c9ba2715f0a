import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BOARD_PROBLEMS, printBoard, readBoard } from './board.ts';
import { fixture } from './fixture.ts';

const GOOD = `trails board 1
rounds 400
bonus 60
trails stay
players 2
a right
b left
rows 5
columns 8
........
.a..##..
........
..##..b.
........
`;

function problemOf(text: string) {
  const read = readBoard(text);
  if (read.ok) throw new Error('the board can be read');
  const { code, token } = read.problem;
  return { code, token, text: describeProblem(read.problem) };
}

test('a Trails board is read and printed unchanged', () => {
  const read = readBoard(GOOD);
  if (!read.ok) throw new Error(describeProblem(read.problem));
  const { walls, neighbours, ...rest } = read.value;
  expect(rest).toEqual({
    rounds: 400,
    bonus: 60,
    trailsStay: true,
    rows: 5,
    columns: 8,
    starts: [
      { cell: 9, heading: 1 },
      { cell: 30, heading: 3 },
    ],
  });
  expect(Array.from(walls.keys()).filter((cell) => walls[cell] === 1)).toEqual([12, 13, 26, 27]);
  // The corner's neighbours: up, right, down, left.
  expect(Array.from(neighbours.subarray(0, 4))).toEqual([32, 1, 8, 7]);
  expect(printBoard(read.value)).toBe(GOOD);
});

test('a Trails board can have any white space, and line endings can be \\r\\n', () => {
  for (const text of [
    GOOD.replaceAll('\n', '\r\n'),
    GOOD.replace(/\s+/g, ' '),
    `\n\n${GOOD.replaceAll(' ', '\n\t')}\n\n`,
  ]) {
    const read = readBoard(text);
    expect(read.ok && printBoard(read.value)).toBe(GOOD);
  }
});

describe('an error in a Trails board', () => {
  const cases: readonly [string, string | RegExp, string, string, string, string | undefined][] = [
    [
      'another game’s board',
      'trails board',
      'starwar v1',
      'board/foreign',
      'line 1: expected trails, found starwar',
      'starwar',
    ],
    ['an unknown version', 'board 1', 'board 2', 'text/word', 'line 1: expected 1, found 2', '2'],
    ['a setting out of order', 'rounds', 'bonus', 'text/word', 'line 2: expected rounds, found bonus', 'bonus'],
    [
      'a word instead of a number',
      '400',
      'many',
      'text/number',
      'line 2: expected a whole number for rounds, found many',
      'many',
    ],
    ['too many rounds', '400', '401', 'board/rounds', 'line 2: rounds must be from 1 to 400, found 401', '401'],
    ['no rounds', '400', '0', 'board/rounds', 'line 2: rounds must be from 1 to 400, found 0', '0'],
    ['a negative bonus', '60', '-1', 'board/bonus', 'line 3: bonus must be from 0 to 1000, found -1', '-1'],
    [
      'a bonus that is too large',
      '60',
      '1001',
      'board/bonus',
      'line 3: bonus must be from 0 to 1000, found 1001',
      '1001',
    ],
    [
      'a trails setting other than stay or go',
      'stay',
      'fade',
      'board/word',
      'line 4: expected stay or go for trails, found fade',
      'fade',
    ],
    ['one player', 'players 2', 'players 1', 'board/players', 'line 5: players must be from 2 to 4, found 1', '1'],
    ['five players', 'players 2', 'players 5', 'board/players', 'line 5: players must be from 2 to 4, found 5', '5'],
    [
      'an unknown heading',
      'right',
      'east',
      'board/word',
      'line 6: expected up or right or down or left for a, found east',
      'east',
    ],
    ['a heading for an unknown player', 'rows 5', 'c up\nrows 5', 'text/word', 'line 8: expected rows, found c', 'c'],
    ['too few rows', 'rows 5', 'rows 3', 'board/rows', 'line 8: rows must be from 4 to 100, found 3', '3'],
    [
      'too many columns',
      'columns 8',
      'columns 101',
      'board/columns',
      'line 9: columns must be from 4 to 100, found 101',
      '101',
    ],
    [
      'a short row',
      '.a..##..',
      '.a..##.',
      'board/row',
      'line 11: row 1 of the drawing has 7 cells, expected 8: .a..##.',
      '.a..##.',
    ],
    [
      'a long row',
      '.a..##..',
      '.a..##...',
      'board/row',
      'line 11: row 1 of the drawing has 9 cells, expected 8: .a..##...',
      '.a..##...',
    ],
    [
      'an unknown cell',
      '..##..b.',
      '..#x..b.',
      'board/cell',
      'line 13: expected ., # or one of a, b at row 3, column 3, found x',
      '..#x..b.',
    ],
    [
      'a start for an unknown player',
      '..##..b.',
      '..##.cb.',
      'board/cell',
      'line 13: expected ., # or one of a, b at row 3, column 5, found c',
      '..##.cb.',
    ],
    [
      'two starts of the same player',
      '..##..b.',
      '..##..ba',
      'board/twice',
      'line 13: a appears twice, at row 1, column 1 and at row 3, column 7',
      '..##..ba',
    ],
    ['no start', '..##..b.', '..##....', 'board/start', 'line 14: the drawing has no starting place b', '........'],
    [
      'a missing row',
      /\.{8}\n$/,
      '',
      'text/truncated',
      'line 14: expected row 4 of the drawing, found the end of the file',
      undefined,
    ],
    [
      'an additional row',
      /$/,
      '........\n',
      'board/more',
      'line 15: the drawing has 5 rows, but more text follows: ........',
      '........',
    ],
    [
      'unprintable characters',
      '400',
      '\u001b[31m☃',
      'text/number',
      'line 2: expected a whole number for rounds, found ?[31m☃',
      '\u001b[31m☃',
    ],
  ];

  test.each(cases)('is reported with its line and token: %s', (_, from, to, code, text, token) => {
    expect(problemOf(GOOD.replace(from, to))).toEqual({ code, text, token });
  });

  test('can have any documented board/ code', () => {
    const codes = cases.map(([, , , code]) => code).filter((code) => code.startsWith('board/'));
    expect(new Set(codes)).toEqual(new Set(Object.keys(BOARD_PROBLEMS)));
  });

  test('is reported for an empty file', () => {
    expect(problemOf('')).toEqual({
      code: 'text/truncated',
      text: 'line 1: expected trails, found the end of the file',
      token: undefined,
    });
  });

  test('has a line number, whatever part of the file was changed', () => {
    const words = [...new Set(GOOD.split(/\s+/)), ...'c go -3 1e3 ☃ 0x10'.split(' ')];
    const mutated = fc
      .tuple(fc.nat(GOOD.length), fc.nat(30), fc.constantFrom(...words))
      .map(([at, length, word]) => GOOD.slice(0, at) + word + GOOD.slice(at + length));
    fc.assert(
      fc.property(mutated, (text) => {
        const read = readBoard(text);
        if (read.ok) expect(readBoard(printBoard(read.value))).toEqual(read);
        else expect(read.problem.line).toBeGreaterThan(0);
      }),
      { numRuns: 2000 },
    );
  });
});

test('a printed Trails board is read back unchanged', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 - 2 }), (seed) => {
      const board = fixture.wildBoard(new Lehmer(seed));
      expect(readBoard(printBoard(board))).toEqual({ ok: true, value: board });
    }),
  );
});
