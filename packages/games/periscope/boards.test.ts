import { readdirSync, readFileSync } from 'node:fs';
import { describeProblem } from '@ludus/kernel/result.ts';
import { expect, test } from 'vitest';
import { section, table } from '../../../docs/document.ts';
import { printBoard, readBoard } from './rules/board.ts';
import { generateBoard, generateLike } from './rules/generator.ts';
import { editor } from './view/editor.ts';
import { thumbnail } from './view/thumbnail.ts';

const folder = new URL('boards/', import.meta.url);
const tables = section('periscope.md', '6').split('| board')[1];
const listed = table(`| board${tables}`).map(([name, players]) => [name, Number(players)] as const);

test('docs/periscope.md lists all boards that come with the game', () => {
  expect(listed.map(([name]) => `${name}.board`).sort()).toEqual(readdirSync(folder).sort());
});

test.each(listed)(
  'the symmetric board %s is for %i players, is printed unchanged, and has a picture',
  (name, players) => {
    const text = readFileSync(new URL(`${name}.board`, folder), 'utf8');
    const read = readBoard(text);
    if (!read.ok) throw new Error(describeProblem(read.problem));
    expect(printBoard(read.value)).toBe(text);
    const { rows, columns, harbours, islands, sites } = read.value;
    expect(harbours.length).toBe(players);
    const image = (cell: number) => rows * columns - 1 - cell;
    expect(sites.map(image).reverse()).toEqual(sites);
    // A rotation by half a turn maps a to b, and c to d.
    for (let seat = 0; seat < players; seat += 2)
      expect(harbours[seat].map(image).reverse()).toEqual(harbours[seat + 1]);
    const small = thumbnail(text, 'dark')!;
    expect([small.rows, small.columns]).toEqual([rows, columns]);
    const coloured = Array.from(islands.keys()).filter((cell) =>
      small.color(Math.floor(cell / columns), cell % columns),
    );
    expect(coloured.length).toBe(
      islands.filter((island) => island === 1).length + sites.length + harbours.flat().length,
    );
    const sketch = editor.read(text);
    if (!sketch.ok) throw new Error(describeProblem(sketch.problem));
    expect(editor.print(sketch.value)).toBe(text);
  },
);

test('text that isn’t a Periscope board has no picture', () => {
  expect(thumbnail('starwar v1', 'dark')).toBeUndefined();
});

test('generated Periscope boards are read back unchanged after printing, and are symmetric under a half turn', () => {
  for (let seed = -20; seed <= 60; seed++) {
    const board = generateBoard(seed);
    const read = readBoard(printBoard(board));
    expect(read).toEqual({ ok: true, value: board });
    const image = (cell: number) => board.islands.length - 1 - cell;
    expect(board.harbours[0].map(image).reverse()).toEqual(board.harbours[1]);
    expect(board.sites.map(image).reverse()).toEqual(board.sites);
    expect(board.wrecks * 2).toBe(board.sites.length);
    const like = generateLike(board, seed + 1);
    expect([like.rows, like.columns, like.sites.length]).toEqual([board.rows, board.columns, board.sites.length]);
  }
});

const SMALL = 'periscope board 1 rounds 9 players 2 submarines 1 sight 1 ping 1 torpedo 1 wrecks 1 rows 4 columns 4';

test.each([
  ['periscope', 'trails', 'line 1: expected periscope, found trails'],
  ['players 2', 'players 3', 'line 1: players must be 2 or 4, found 3'],
  ['sight 1', 'sight 0', 'line 1: sight must be from 1 to 9, found 0'],
  ['a.*b', 'a.*c', 'line 1: expected ., #, * or one of a, b at row 0, column 3, found c'],
  ['a.*b', 'a.*', 'line 1: row 0 of the drawing has 3 cells, expected 4: a.*'],
  ['a.*b', 'a..b', 'line 1: the drawing must have at least 1 cells *, one per wreck, found 0'],
  ['a.*b', 'a.*.', 'line 1: the drawing must have 1 cells b, one per submarine, found 0'],
  ['..#.', '..#. x', 'line 1: the drawing has 4 rows, but more text follows: x'],
])('a Periscope board in which %j becomes %j is rejected with the line of the error', (from, to, problem) => {
  const text = `${SMALL} a.*b .... .... ..#.`;
  expect(readBoard(text).ok).toBe(true);
  const read = readBoard(text.replace(from, to));
  expect(read.ok ? 'read' : describeProblem(read.problem)).toBe(problem);
});
