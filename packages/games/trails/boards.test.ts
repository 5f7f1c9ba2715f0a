import { readdirSync, readFileSync } from 'node:fs';
import { describeProblem } from '@ludus/kernel/result.ts';
import { expect, test } from 'vitest';
import { section, table } from '../../../docs/document.ts';
import { printBoard, readBoard } from './rules/board.ts';
import { thumbnail } from './view/thumbnail.ts';

const folder = new URL('boards/', import.meta.url);
const listed = table(section('trails.md', '6')).map(([name, players]) => [name, Number(players)] as const);

test('docs/trails.md lists all boards that come with the game', () => {
  expect(listed.map(([name]) => `${name}.board`).sort()).toEqual(readdirSync(folder).sort());
});

test.each(listed)('the board %s is for %i players, is printed unchanged, and has a picture', (name, players) => {
  const text = readFileSync(new URL(`${name}.board`, folder), 'utf8');
  const read = readBoard(text);
  if (!read.ok) throw new Error(describeProblem(read.problem));
  expect(printBoard(read.value)).toBe(text);
  expect(read.value.starts.length).toBe(players);
  const small = thumbnail(text, 'dark')!;
  const { rows, columns, starts, walls } = read.value;
  expect([small.rows, small.columns]).toEqual([rows, columns]);
  let coloured = 0;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) if (small.color(row, column) !== undefined) coloured++;
  expect(coloured).toBe(starts.length + walls.filter((wall) => wall === 1).length);
});

test('text that isn’t a Trails board has no picture', () => {
  expect(thumbnail('starwar v1', 'dark')).toBeUndefined();
});
