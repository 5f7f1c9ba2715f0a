import { describeProblem } from '@ludus/kernel/result.ts';
import { describe, expect, test } from 'vitest';
import { BOARD_PROBLEMS, MAP_PROBLEMS, printBoard, printMap, readBoard, readMap } from './board.ts';
import { generateMap } from './generator/generator.ts';
import { cellName, distancesFrom, mapFlaw, neighbour } from './map.ts';

const TEXT = `6 7
. 1 . . # # 2
# 1 1 . 3 . 1
. A . # # . .
. . # # . B .
1 . 3 . 1 1 #
2 # # . . 1 .
`;

function read(text: string) {
  const result = readMap(text);
  if (!result.ok) throw new Error(describeProblem(result.problem));
  return result.value;
}

describe('an Angry Mob map', () => {
  test('is read and printed as in the rules’ example', () => {
    const map = read(TEXT);
    expect([map.rows, map.columns, map.bases]).toEqual([6, 7, [15, 26]]);
    expect([map.passable[4], map.passable[5], map.neutrals[6], map.neutrals[11]]).toEqual([0, 0, 2, 3]);
    expect(printMap(map)).toBe(TEXT);
  });
  test('is printed in the same orientation for both players, with A and B swapped', () => {
    const swap = TEXT.replace('A', '*').replace('B', 'A').replace('*', 'B');
    expect(printMap(read(TEXT), 1)).toBe(swap);
    expect(read(swap).bases).toEqual([26, 15]);
  });
  test('can have Windows line endings, spaces, and tabs', () => {
    expect(read(TEXT.replaceAll('\n', '\r\n').replaceAll(' ', ' \t'))).toEqual(read(TEXT));
  });
  test('doesn’t wrap around at its edges', () => {
    const map = read(TEXT);
    expect([0, 1, 2, 3].map((d) => neighbour(map, 8, d))).toEqual([9, 1, 7, 15]);
    expect([neighbour(map, 6, 0), neighbour(map, 6, 1), neighbour(map, 7, 2), neighbour(map, 35, 3)]).toEqual([
      -1, -1, -1, -1,
    ]);
    expect(cellName(map, 26)).toBe('(3, 5)');
  });
  test('has the expected number of steps from one cell to all other cells', () => {
    const map = read('1 5\nA . # . B\n'.replace('#', '2'));
    expect([...distancesFrom(map, 0)]).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('the Angry Mob map reader', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['', 'text/truncated', 'line 1: expected the number of rows, found the end of the file'],
    ['x 3', 'text/number', 'line 1: expected a whole number for the number of rows, found x'],
    ['0 3', 'map/size', 'line 1: the number of rows must be from 1 to 1000, found 0'],
    ['1 1001', 'map/size', 'line 1: the number of columns must be from 1 to 1000, found 1001'],
    ['1 3\nA x B', 'map/cell', 'line 2: expected ., #, A, B, or a positive number for a cell, found x'],
    ['1 3\nA 0 B', 'map/cell', 'line 2: expected ., #, A, B, or a positive number for a cell, found 0'],
    ['1 3\nA -1 B', 'map/cell', 'line 2: expected ., #, A, B, or a positive number for a cell, found -1'],
    ['1 3\nA A B', 'map/bases', 'line 2: the base A appears twice'],
    ['1 3\nA .', 'text/truncated', 'line 2: expected cell (0, 2), found the end of the file'],
    ['2 3\nA .\n. . . B', 'map/row', 'line 3: row 0 has 2 cells, expected 3; the next line begins with .'],
    ['2 2\nA . . B', 'map/begin', 'line 2: row 1 must begin on a new line, found . on the previous line'],
    ['1 3\nA . B\n.', 'map/more', 'line 3: the map has 1 rows, but more text follows: .'],
    ['1 3\nA . .', 'map/rules', 'line 2: the map has no base B'],
    ['1 3\nA B .', 'map/rules', 'line 2: the bases (0, 0) and (0, 1) are not symmetrical about the centre'],
    ['1 5\nA 1 . 2 B', 'map/rules', 'line 2: the cells (0, 1) and (0, 3) are not symmetrical about the centre'],
    ['1 5\nA # . . B', 'map/rules', 'line 2: the cells (0, 1) and (0, 3) are not symmetrical about the centre'],
    ['1 3\nA # B', 'map/rules', 'line 2: there is no path between the bases'],
    ['1 3\nA 4000000000 B', 'map/neutrals', 'line 2: a map can have at most 2147483645 neutral units'],
    ['1 3\nA 9x B', 'map/cell', 'line 2: expected ., #, A, B, or a positive number for a cell, found 9x'],
    ['1 4\nA 2000000000 2000000000 B', 'map/neutrals', 'line 2: a map can have at most 2147483645 neutral units'],
  ];
  test.each(cases)('reports the line of an error in %j', (text, code, sentence) => {
    const result = readMap(text);
    expect(result.ok ? {} : result.problem).toMatchObject({ code });
    expect(result.ok ? '' : describeProblem(result.problem)).toBe(sentence);
  });
  test('reports every error code', () => {
    const codes = cases.map(([, code]) => code).filter((code) => code.startsWith('map/'));
    expect(new Set(codes)).toEqual(new Set(Object.keys(MAP_PROBLEMS)));
  });
  test('accepts a map at the size limits', () => {
    const wide = `1 1000\nA ${'. '.repeat(998)}B\n`;
    expect(printMap(read(wide))).toBe(wide);
    const rich = '1 5\nA 1073741822 1 1073741822 B\n';
    expect(printMap(read(rich))).toBe(rich);
  });
  test.each<
    [Partial<{ neutrals: number[]; passable: number[]; bases: readonly [number, number] }>, string | undefined]
  >([
    [{ neutrals: [0, 0, 3, 0, 0], passable: [1, 1, 0, 1, 1] }, 'the impassable cell (0, 2) has neutral units'],
    [{ passable: [0, 1, 1, 1, 0] }, 'the base (0, 0) is impassable'],
    [{ neutrals: [2, 0, 0, 0, 2] }, 'the base (0, 0) has neutral units'],
    [{ bases: [2, 2] }, 'the bases (0, 2) and (0, 2) are not symmetrical about the centre'],
    [{ bases: [0, -1] }, 'the map has no base B'],
    [{}, undefined],
  ])(
    'finds the flaw, if any, of a map with %j',
    ({ neutrals = [], passable = [1, 1, 1, 1, 1], bases = [0, 4] }, flaw) => {
      const map = { rows: 1, columns: 5, bases, neutrals: new Int32Array(5), passable: Uint8Array.from(passable) };
      map.neutrals.set(neutrals);
      expect(mapFlaw(map)).toBe(flaw);
    },
  );
});

describe('an Angry Mob board file', () => {
  const BOARD = `angrymob board 1\nseed -9223372036854775808\nmoveLimit 100\ntimeInit 1.5\ntimeMove 0.02\n${TEXT}`;
  test('is read and printed unchanged', () => {
    const result = readBoard(BOARD);
    expect(result.ok && printBoard(result.value)).toBe(BOARD);
    expect(result.ok && [result.value.seed, result.value.timeMove]).toEqual([-(2n ** 63n), 0.02]);
  });
  test('has the default limits and no seed if it contains only a map', () => {
    const result = readBoard(TEXT);
    const settings = 'seed none\nmoveLimit 2400\ntimeInit 20\ntimeMove 0.2\n';
    expect(result.ok && printBoard(result.value)).toBe(`angrymob board 1\n${settings}${TEXT}`);
  });
  test('is read and printed unchanged if its map is generated', () => {
    const board = { map: generateMap(7n), seed: 7n, moveLimit: 9, timeInit: 20, timeMove: 0.2 };
    const result = readBoard(printBoard(board));
    expect(result.ok && result.value).toEqual(board);
  });
  const cases = [
    [
      BOARD.replace('angrymob', 'MadMax'),
      'board/foreign',
      'line 1: expected "angrymob" or a map’s number of rows, found MadMax',
    ],
    [
      BOARD.replace('-9223372036854775808', '9223372036854775808'),
      'board/seed',
      'line 2: expected a signed 64-bit whole number or "none" for "seed", found 9223372036854775808',
    ],
    [BOARD.replace('board 1', ''), 'text/word', 'line 2: expected board, found seed'],
    [BOARD.replace(/seed .*/s, 'seed'), 'text/truncated', 'line 2: expected a seed, found the end of the file'],
    ...['x7', '7x', '12345678901234567890'].map((seed) => [
      BOARD.replace('-9223372036854775808', seed),
      'board/seed',
      `line 2: expected a signed 64-bit whole number or "none" for "seed", found ${seed}`,
    ]),
    [
      BOARD.replace('Limit 100', 'Limit 2147483648'),
      'board/moveLimit',
      'line 3: moveLimit must be from 1 to 2147483647, found 2147483648',
    ],
    [BOARD.replace(/100.*/s, ''), 'text/truncated', 'line 3: expected moveLimit, found the end of the file'],
    [
      BOARD.replace('Limit 100', 'Limit 0'),
      'board/moveLimit',
      'line 3: moveLimit must be from 1 to 2147483647, found 0',
    ],
    ...['1.5x', 'x1.5', '1e', '-1', '1e999', '0x10', '1.'].map((time) => [
      BOARD.replace('1.5', time),
      'board/time',
      `line 4: expected a positive number of seconds for timeInit, found ${time}`,
    ]),
    [
      BOARD.replace('1.5', 'soon'),
      'board/time',
      'line 4: expected a positive number of seconds for timeInit, found soon',
    ],
    [BOARD.replace('0.02', '0'), 'board/time', 'line 5: expected a positive number of seconds for timeMove, found 0'],
    [
      BOARD.replace('# # 2', '# # x'),
      'map/cell',
      'line 7: expected ., #, A, B, or a positive number for a cell, found x',
    ],
    [`${BOARD}more`, 'board/more', 'line 13: the board has 6 rows, but more text follows: more'],
  ];
  test.each(cases)('is rejected with the line of its error: $2', (text, code, sentence) => {
    const result = readBoard(text);
    expect(result.ok ? {} : result.problem).toMatchObject({ code });
    expect(result.ok ? '' : describeProblem(result.problem)).toBe(sentence);
  });
  test('can be rejected with any error code specific to boards', () => {
    const codes = cases.map(([, code]) => code).filter((code) => code.startsWith('board/'));
    const all = Object.keys(BOARD_PROBLEMS).filter((code) => !(code in MAP_PROBLEMS));
    expect(new Set(codes)).toEqual(new Set(all));
  });
  test.each(['1e1', '1e+1', '1e-12', '1.25e2'])('can have a time of %s seconds', (time) => {
    const result = readBoard(BOARD.replace('1.5', time));
    expect(result.ok && result.value.timeInit).toBe(Number(time));
  });
  test.each([1, 2147483647])('can have a limit of %d turns', (limit) => {
    const result = readBoard(BOARD.replace('Limit 100', `Limit ${limit}`));
    expect(result.ok && result.value.moveLimit).toBe(limit);
  });
});
