import { readdirSync, readFileSync } from 'node:fs';
import { describeProblem } from '@ludus/kernel/result.ts';
import { expect, test } from 'vitest';
import { section, table } from '../../../docs/document.ts';
import { kit, PLAYERS } from './kit.ts';
import * as api from './player/api.ts';
import { LIMITS, MAX_DICE, printBoard, readBoard } from './rules/board.ts';
import { dialogue } from './rules/dialogue.ts';
import { talltales } from './rules/game.ts';
import { CALL, claimOf, NOTHING } from './rules/move.ts';
import { REASONS } from './rules/rules.ts';
import { talltalesSimulator } from './simulator.ts';

// Compares the numbers, tables, and examples of docs/talltales.md with the code.

const law = (number: string) => section('talltales.md', number);
const range = ([least, most]: readonly [number, number]) => `${least} … ${most}`;
/** The text of the code block of a section. */
const example = (number: string) => /```\n([\s\S]*?)```/.exec(law(number))![1];
const boardText = example('7').replace(/ {2,}.*$/gm, '');
const folder = new URL('boards/', import.meta.url);

test('the Tall Tales rules page states the limits on bouts and dice, and the reasons for a match’s end', () => {
  for (const name of ['bouts', 'dice'] as const) expect(law('1')).toContain(LIMITS[name].join(' to '));
  expect(law('1')).toContain(`at most ${MAX_DICE} dice`);
  expect(table(law('6')).map(([, reason]) => reason)).toEqual([...REASONS]);
  expect(talltales.seats).toEqual([2, 3, 4, 5, 6]);
});

test('the Tall Tales rules page shows a valid board, and states the ranges that the board reader accepts', () => {
  const read = readBoard(boardText);
  if (!read.ok) throw new Error(read.problem.message);
  expect(printBoard(read.value)).toBe(boardText);
  for (const [name, limits] of Object.entries(LIMITS))
    expect(example('7')).toMatch(new RegExp(`^${name} \\d+ +${range(limits)}$`, 'm'));
  expect(law('7')).toContain(`\`${talltales.boardExtension}\``);
  expect(law('7')).toContain(`\`${talltales.replayExtension}\``);
});

test.each(table(law('7')))('the board %s has %i players with %i dice each', (name, players, dice) => {
  const text = readFileSync(new URL(`${name}.board`, folder), 'utf8');
  const read = readBoard(text);
  if (!read.ok) throw new Error(describeProblem(read.problem));
  expect(printBoard(read.value)).toBe(text);
  expect([read.value.players, read.value.dice]).toEqual([Number(players), Number(dice)]);
});

test('the Tall Tales rules page lists all boards and all bots', () => {
  const listed = table(law('7')).map(([name]) => `${name}.board`);
  expect(listed.sort()).toEqual(readdirSync(folder).sort());
  expect(table(law('11')).map(([name]) => name)).toEqual(PLAYERS.map(({ name }) => name));
});

test('the Tall Tales rules page states the number of bouts on the practice ladder', () => {
  const { bouts } = kit.ladder!.board!(0);
  expect(law('11')).toContain(`${bouts} bouts`);
});

test('the Tall Tales rules page shows a real transcript and the default budget', () => {
  const read = readBoard(boardText);
  if (!read.ok) throw new Error(read.problem.message);
  const state = talltales.start(read.value, 4);
  const asked = [talltales.newMove(), talltales.newMove()];
  talltales.advance(state, asked);
  talltales.advance(state, [{ action: claimOf(1, 2) }, asked[1]]);
  const [head, rest] = boardText.split('players');
  const introduction = dialogue.introduction(read.value, state, 1, ['Baron', 'Mine']);
  const told = introduction.replace(`players${rest}`, '   (… the settings, as above)\n');
  expect(told).toContain(head);
  const seen = talltales.observe!(state, 1);
  expect(example('9')).toBe(`${told}${dialogue.question(seen, 1)}> 2x5!\n`);
  expect(talltales.refuse!(seen, 1, { action: claimOf(2, 5, true) })).toBeUndefined();
  expect(law('9')).toContain(`${talltales.budget.cpuMs} ms`);
});

test('the TypeScript API has the names that the Tall Tales rules page lists', () => {
  const own = ['me', 'state'];
  for (const [names] of table(law('10')))
    for (const name of names.replace(/\([^)]*\)/g, '').split(', ')) {
      const isThere = name in api || name in api.TalltalesPlayer.prototype || own.includes(name);
      expect([name, isThere]).toEqual([name, true]);
    }
});

test('the Tall Tales rules page states the simulator’s actions and the columns of its tables', () => {
  const text = law('12');
  expect(text).toContain(`\`3x5\` is ${claimOf(3, 5)}, and \`3x5!\` is ${claimOf(3, 5, true)}`);
  expect(text).toContain(`${CALL} calls, and ${NOTHING} does nothing`);
  expect(text).toContain(`${talltalesSimulator.actionNames.length} actions`);
  const listed = Object.fromEntries(table(text).map(([name, , columns]) => [name, columns]));
  for (const { name, fields } of talltalesSimulator.tables) {
    const plain = fields.filter((field) => !/^(cup|open|last)_[a-z]+s$|_sixes$/.test(field));
    expect(listed[name].split('; ')[0]).toBe(plain.join(', '));
  }
});
