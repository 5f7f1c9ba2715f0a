import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMove, MAX_MOVE_BYTES, MobMove, parseMove, singleBlanks } from './moves.ts';

function parse(line: string): MobMove {
  const move = new MobMove();
  parseMove(line, move);
  return move;
}

describe('parseMove', () => {
  test.each([
    ['', ''],
    ['   \t ', ''],
    ['2 1 1 1', '2 1 1 1'],
    ['  2\t\t1 1    1 \t 3 4 2 3 ', '2 1 1 1 3 4 2 3'],
    ['-1 007 0 99', '-1 7 0 99'],
  ])('accepts %j', (line, formatted) => {
    expect(parse(line).problem).toBe('');
    expect(formatMove(parse(line))).toBe(formatted);
  });
  test.each([
    ['1 2 3', 'expected numbers in groups of four, found 3 numbers'],
    ['1 2 3 4 5', 'expected numbers in groups of four, found 5 numbers'],
    ['1 2 3 d', 'expected whole numbers, found d as number 4'],
    ['1 2 3 4 1.5 2 3 4', 'expected whole numbers, found 1.5 as number 5'],
    ['+1 2 3 4', 'expected whole numbers, found +1 as number 1'],
    ['1e3 2 3 4', 'expected whole numbers, found 1e3 as number 1'],
    ['1,2 3 4', 'expected whole numbers, found 1,2 as number 1'],
    ['1 2 3 4 \x00\xff\n', 'expected whole numbers, found ??? as number 5'],
    ['move 1 2 3 4', 'expected whole numbers, found move as number 1'],
    ['1 2 99999999999 0', 'number 3, 99999999999, is too large for a cell or a count'],
    ['1 2 3 4\r', 'expected whole numbers, found 4? as number 4'],
    ['\r', 'expected whole numbers, found ? as number 1'],
    ['x'.repeat(50), `expected whole numbers, found ${'x'.repeat(20)}… as number 1`],
  ])('rejects %j', (line, problem) => {
    expect(parse(line).problem).toBe(problem);
    expect(parse(line).length).toBe(0);
  });
  test('accepts a move of 64 KiB, but not one byte more', () => {
    expect(parse(' '.repeat(MAX_MOVE_BYTES)).problem).toBe('');
    expect(parse(' '.repeat(MAX_MOVE_BYTES + 1)).problem).toBe('the line is longer than 65536 bytes');
  });
  test('reuses a move object, and extends the object for a longer move', () => {
    const move = new MobMove(1);
    parseMove('1 2 3', move);
    parseMove('1 2 3 4 5 6 7 8 9 10 11 12', move);
    expect([move.problem, move.length, move.submove(2)]).toEqual(['', 3, { i: 9, j: 10, k: 11, d: 12 }]);
    move.clear();
    expect(formatMove(move)).toBe('');
  });
  test('reads numbers with any spacing, and formatMove prints the numbers with single spaces', () => {
    const number = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(number, number, number, number)),
        fc.constantFrom(' ', '\t', '  \t'),
        (list, blank) => {
          const line = list.flat().join(blank);
          return formatMove(parse(line)) === list.flat().join(' ') && parse(line).problem === '';
        },
      ),
    );
  });
});

test('singleBlanks keeps the words of a line, with single spaces between them', () => {
  expect(singleBlanks('  2\t\t1 01    1 \t 3 4 2 3 ')).toBe('2 1 01 1 3 4 2 3');
  expect(singleBlanks(' \t ')).toBe('');
});
