import { expect, test } from 'vitest';
import { section, table } from '../../../docs/document.ts';
import { kit, PLAYERS } from './kit.ts';
import * as api from './player/api.ts';
import { DEFAULTS, LIMITS, printBoard, readBoard } from './rules/board.ts';
import { dialogue, printPosition } from './rules/dialogue.ts';
import { DIRECTION_NAMES } from './rules/directions.ts';
import { trails } from './rules/game.ts';
import { MOVE_WORDS, newMove, parseMove } from './rules/move.ts';
import { REASONS } from './rules/rules.ts';

// Compares the numbers, tables, and examples of docs/trails.md with the code.

const law = (number: string) => section('trails.md', number);
const range = ([least, most]: readonly [number, number]) => `${least} … ${most}`;
const words = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

/** The text of the code block of a section. */
const example = (number: string) => /```\n([\s\S]*?)```/.exec(law(number))![1];

/** The board in the section about board files, without the notes next to it. */
const boardText = example('6').replace(/ {2,}.*$/gm, '');

test('the Trails rules page states the board sizes and directions', () => {
  expect(LIMITS.rows).toEqual(LIMITS.columns);
  expect(law('1')).toContain(`(${LIMITS.rows.join(' to ')} of each)`);
  expect(law('1').replace(/\s+/g, ' ')).toContain(words(DIRECTION_NAMES));
});

test('the Trails rules page states the maximum number of rounds and the reasons for a match’s end', () => {
  expect(law('5')).toContain(`at most ${LIMITS.rounds[1]}`);
  expect(table(law('5')).map(([, reason]) => reason)).toEqual([...REASONS]);
  expect(trails.seats).toEqual([2, 3, 4]);
});

test('the Trails rules page shows a valid board, and states the ranges that the board reader accepts', () => {
  const read = readBoard(boardText);
  if (!read.ok) throw new Error(read.problem.message);
  expect(printBoard(read.value)).toBe(boardText);
  for (const [name, limits] of Object.entries(LIMITS))
    expect(example('6')).toMatch(new RegExp(`^${name} \\d+ +${range(limits)}$`, 'm'));
  expect(law('6')).toContain(`\`${trails.boardExtension}\``);
  expect(law('6')).toContain(`\`${trails.replayExtension}\``);
});

test('the Trails rules page states the rounds and the bonus of generated boards', () => {
  expect(law('7').replace(/\s+/g, ' ')).toContain(`${DEFAULTS.rounds} rounds and a bonus of ${DEFAULTS.bonus}`);
});

test('the Trails rules page lists the words for moves, and shows a real transcript and the budget', () => {
  const text = law('8').replace(/\s+/g, ' ');
  expect(text).toContain(`${words(MOVE_WORDS.slice(0, 4))}, or \`${MOVE_WORDS[4]}\``);
  expect(text).toContain(`${trails.budget.cpuMs} ms`);
  expect(trails.budget.per).toBe('move');
  const read = readBoard(boardText);
  if (!read.ok) throw new Error(read.problem.message);
  const state = trails.start(read.value, 1);
  const [settings] = boardText.split('rounds');
  const introduction = dialogue.introduction(read.value, state, 1, ['Lynx', 'Mine']);
  const [before, after] = introduction.split(boardText.slice(settings.length));
  let transcript = `${before}   (… the settings and the rows, as above)\n${after}${printPosition(state)}> up\n`;
  const up = newMove();
  parseMove('up', up);
  trails.advance(state, [newMove(), up]);
  transcript += `${printPosition(state)}> ahead\n`;
  expect(example('8')).toBe(transcript);
});

test('the TypeScript API has the names that the Trails rules page lists', () => {
  for (const [names] of table(law('9')))
    for (const name of names.replace(/\([^)]*\)/g, '').split(', ')) {
      const isThere = name in api || name in api.TrailsPlayer.prototype || ['me', 'state'].includes(name);
      expect([name, isThere]).toEqual([name, true]);
    }
});

test('the Trails rules page lists the built-in players', () => {
  expect(table(law('10')).map(([name]) => name)).toEqual(PLAYERS.map(({ name }) => name));
  expect(kit.players.map(({ name }) => name)).toEqual(PLAYERS.map(({ name }) => name));
});
