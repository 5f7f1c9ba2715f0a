import { expect, test } from 'vitest';
import type { Ink } from '../kit.ts';
import { drawText } from './draw-text.ts';
import { angrymob } from './rules/game.ts';

const same = (text: string) => text;
const PLAIN: Ink = { bold: same, grey: same, red: same, green: same, yellow: same, seat: (_, text) => text };

test('drawText draws every cell of a map in two columns, and each player’s units below', () => {
  const state = angrymob.start(angrymob.generateBoard!(5), 1);
  const { map } = state.board;
  const lines = drawText(state, ['Ann', 'Bob'], PLAIN);
  expect(lines.length).toBe(map.rows + 5);
  const drawn = lines.slice(2, 2 + map.rows).map((line) => line.slice(1, -1));
  for (const line of drawn) expect(line.length).toBe(2 * map.columns);
  const cells = drawn.flatMap((line) => line.match(/../g)!);
  expect(cells.filter((cell) => cell === '██').length).toBe(map.passable.filter((free) => free === 0).length);
  expect(cells.filter((cell) => cell.startsWith('n')).length).toBe(map.neutrals.filter((units) => units > 0).length);
  const [blue, red] = state.armies;
  expect(cells.indexOf(`b${blue.total}`)).toBe(map.bases[0]);
  expect(cells.indexOf(`r${red.total}`)).toBe(map.bases[1]);
  expect(lines.slice(-2)).toEqual([
    `blue Ann              ${blue.total} units`,
    `red  Bob              ${red.total} units`,
  ]);
});
