import { expect, test } from 'vitest';
import { section, table } from '../../../docs/document.ts';
import { kit, PLAYERS } from './kit.ts';
import * as api from './player/api.ts';
import { DEFAULTS, LIMITS, printBoard, readBoard } from './rules/board.ts';
import { dialogue } from './rules/dialogue.ts';
import { DIRECTION_NAMES } from './rules/directions.ts';
import { periscope } from './rules/game.ts';
import { newMove, ORDERS, parseMove } from './rules/move.ts';
import { REASONS, SALVAGE_POINTS, SINKING_POINTS } from './rules/rules.ts';

// Compares the numbers, tables, and examples of docs/periscope.md with the code.

const law = (number: string) => section('periscope.md', number);
const flat = (number: string) => law(number).replace(/\s+/g, ' ');

/** The text of the first code block of a section. */
const example = (number: string) => /```\n([\s\S]*?)```/.exec(law(number))![1];
/** The board in the section about board files, without the notes next to it. */
const boardText = example('6').replace(/ {2,}.*$/gm, '');

function exampleBoard() {
  const read = readBoard(boardText);
  if (!read.ok) throw new Error(read.problem.message);
  return read.value;
}

test('the Periscope rules page states the board sizes and directions', () => {
  expect(LIMITS.rows).toEqual(LIMITS.columns);
  expect(law('1')).toContain(`(${LIMITS.rows.join(' to ')} of each)`);
  expect(flat('1')).toContain('`up`, `right`, `down`, and `left`');
  expect(DIRECTION_NAMES).toEqual(['up', 'right', 'down', 'left']);
});

test('the Periscope rules page lists all kinds of orders, and each listed order can be parsed', () => {
  const orders = table(law('3')).flatMap(([texts]) => texts.split(', '));
  expect([...new Set(orders.map((text) => text.split(' ')[0]))].sort()).toEqual([...ORDERS].sort());
  for (const text of orders) expect([text, parseMove(text, newMove())]).toEqual([text, true]);
  expect(periscope.illegalMove).toEqual({ kind: 'ask', times: 2 });
});

test('the Periscope rules page states the points, the maximum number of rounds, and the reasons for a match’s end', () => {
  expect(flat('5')).toContain(`A salvaged wreck is worth ${SALVAGE_POINTS} points.`);
  expect(flat('5')).toContain(`sinks a submarine, the other side gets ${SINKING_POINTS} points`);
  expect(law('5')).toContain(`at most ${LIMITS.rounds[1]}`);
  expect(table(law('5')).map(([, reason]) => reason)).toEqual([...REASONS]);
});

test('the Periscope rules page shows a valid board, and states the ranges that the board reader accepts', () => {
  expect(printBoard(exampleBoard())).toBe(boardText);
  for (const [name, limits] of Object.entries(LIMITS))
    expect(example('6')).toMatch(new RegExp(`^${name} \\d+ +${limits.join(' … ')}`, 'm'));
  expect(law('6')).toContain(`\`${periscope.boardExtension}\``);
  expect(law('6')).toContain(`\`${periscope.replayExtension}\``);
});

test('the Periscope rules page states the settings of generated boards', () => {
  const { rounds, submarines, sight, ping, torpedo } = DEFAULTS;
  expect(flat('7')).toContain(
    `${rounds} rounds, ${submarines} submarines, sight ${sight}, ping ${ping}, and torpedo ${torpedo}.`,
  );
});

test('the Periscope rules page shows a real transcript and the default budget', () => {
  expect(law('8')).toContain(`${periscope.budget.cpuMs} ms`);
  expect(periscope.budget.per).toBe('move');
  const board = exampleBoard();
  const state = periscope.start(board, 1);
  const [settings] = boardText.split('rounds');
  const introduction = dialogue.introduction(board, state, 0, ['Mine', 'Otter']);
  const [before, after] = introduction.split(boardText.slice(settings.length));
  const question = () => dialogue.question(periscope.observe!(state, 0), 0);
  let transcript = `${before}   (… the settings and the rows, as above)\n${after}${question()}> ping 1\n`;
  const ping = newMove();
  parseMove('ping 1', ping);
  periscope.advance(state, [ping, newMove()]);
  periscope.advance(state, [newMove(), newMove()]);
  transcript += `${question()}> move 2 right right\n`;
  expect(example('8')).toBe(transcript);
});

test('the TypeScript API has the names that the Periscope rules page lists', () => {
  const own = ['me', 'state'];
  for (const [names] of table(law('9')))
    for (const name of names.replace(/\([^)]*\)/g, '').split(', ')) {
      const isThere = name in api || name in api.PeriscopePlayer.prototype || own.includes(name);
      expect([name, isThere]).toEqual([name, true]);
    }
  expect([api.UP, api.RIGHT, api.DOWN, api.LEFT]).toEqual([...api.DIRECTIONS]);
});

test('the Periscope rules page lists the built-in players', () => {
  expect(table(law('10')).map(([name]) => name)).toEqual(PLAYERS.map(({ name }) => name));
  expect(kit.players.map(({ name }) => name)).toEqual(PLAYERS.map(({ name }) => name));
  expect(kit.ladder!.opponents.map(({ name }) => name)).toEqual(PLAYERS.map(({ name }) => name));
});
