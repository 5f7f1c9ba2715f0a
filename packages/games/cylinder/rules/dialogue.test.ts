import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { expect, test } from 'vitest';
import { fixture as madmaxFixture } from '../../madmax/rules/fixture.ts';
import { madmax } from '../../madmax/rules/game.ts';
import { starwar } from '../../starwar/rules/game.ts';
import { instructionLine, quoted } from './dialogue.ts';
import { directionCode, SHOOT } from './directions.ts';
import { Instructions, moveText } from './instructions.ts';

const BOARD = `starwar v1 secgame ? seed ? nb_players 4 nb_rnds 2 nb_rows 10 nb_uni_cols 12 nb_win_cols 10
nb_ships_x_player 2 nb_rnds_regen 3 nb_miss_bonuses 1 nb_point_bonuses 2 bonus_miss 4 bonus_pnts 7 kill_pnts 20 names ? ? ? ?
rnd 5
00 ............  01 ......X.....  02 .......P....  03 ............  04 .....M......
05 ............  06 ............  07 ............  08 .X..........  09 ...........P
starships sid row column nb_miss alive time
0 0 6 1 y 0   1 2 6 0 y 0   2 4 6 2 n 1   3 9 6 0 y 0   4 0 8 1 y 0   5 2 8 0 y 0   6 4 8 2 n 1   7 9 8 0 y 0
missiles 1 mid sid row column 8 2 9 2
players pid score status 0 0 0 1 30 0 2 0 0 3 5 0`;

function start() {
  const board = starwar.readBoard(BOARD);
  if (!board.ok) throw new Error(board.problem.message);
  return { board: board.value, state: starwar.start(board.value, 3) };
}

/** Sends lines as a player with units 2 and 3, and returns their effects. */
function say(...lines: string[]): { answers: unknown[]; asked: string } {
  const move = new Instructions();
  const { settings } = start().board;
  const answers = lines.map((line) => instructionLine(line, settings, 1, move));
  return { answers, asked: moveText.print(move) };
}

const MORE = { kind: 'more' };
const note = (text: string) => ({ kind: 'more', note: `warning: ${text}` });

test('a player receives its seat, the settings without the seed, and then the board as in a replay', () => {
  const { board, state } = start();
  const { dialogue } = starwar;
  expect(dialogue?.playerSpeaksFirst).toBe(false);
  expect(dialogue?.introduction(board, state, 2, ['Ann', 'Bob', 'Cy', 'Di'])).toBe(
    [
      'seat 2',
      ...['starwar\tv1', 'secgame\t?', 'seed\t?', 'nb_players\t4', 'nb_rnds\t2', 'nb_rows\t10', 'nb_uni_cols\t12'],
      ...['nb_win_cols\t10', 'nb_ships_x_player\t2', 'nb_rnds_regen\t3', 'nb_miss_bonuses\t1', 'nb_point_bonuses\t2'],
      ...['bonus_miss\t4', 'bonus_pnts\t7', 'kill_pnts\t20', 'names Ann Bob Cy Di', '', ''],
    ].join('\n'),
  );
  const position = dialogue?.question(state, 2) ?? '';
  expect(position).toContain('\nrnd 5\n');
  expect(starwar.replay.head(board, { seed: 1, names: ['A', 'B', 'C', 'D'], limited: false }, state)).toContain(
    position,
  );
});

test('an answer can contain moves and shots, and ends with -1', () => {
  expect(say('2 m -1 2', '  3 s 0 1 ', '', '-1')).toEqual({
    answers: [MORE, MORE, MORE, { kind: 'done' }],
    asked: `2 ${directionCode(-1, 2)} 3 ${SHOOT}`,
  });
  expect(say('+2\tm +1 +0').asked).toBe(`2 ${directionCode(1, 0)}`);
  // The direction of a shot is ignored, as in the originals.
  expect(say('3 s 7 7')).toEqual({ answers: [MORE], asked: `3 ${SHOOT}` });
});

test('instructions that the originals’ interface ignores are dropped with a note', () => {
  expect(say('1 m 0 1', '4 m 0 1', '-2 m 0 1', '2 m 0 1', '2 m 1 1', '3 m 2 0', '3 m 0 -1', '3 m 1 1').answers).toEqual(
    [
      note('unit 1 is not of player 1'),
      note('unit 4 is not of player 1'),
      note('unit -2 is not of player 1'),
      MORE,
      note('unit 2 already has an instruction'),
      note('(2, 0) isn’t a direction'),
      note('(0, -1) isn’t a direction'),
      MORE,
    ],
  );
  const long = '1'.repeat(50);
  expect(say(`${long} m 0 1`).answers).toEqual([note(`unit ${'1'.repeat(40)}… is not of player 1`)]);
});

test.each([
  'hello',
  '0',
  '-1 m',
  '2 m 0',
  '2 m 0 1 1',
  '2 x 0 1',
  'x m 0 1',
  '2 m y 1',
  '2 m 0 z',
  '2a m 0 1',
  '2 m 0 1.5',
  'a2 m 0 1',
])('the line %j violates the protocol', (line) => {
  expect(say(line)).toEqual({ answers: [{ kind: 'wrong', why: `"${line}", which isn’t an instruction` }], asked: '' });
});

test('a line is quoted with at most forty characters and without control characters', () => {
  expect(quoted('\u001b[2Jé~ \u007f')).toBe('"?[2J?~ ?"');
  expect(quoted('x'.repeat(40))).toBe(`"${'x'.repeat(40)}"`);
  expect(quoted('x'.repeat(41))).toBe(`"${'x'.repeat(40)}…"`);
});

test('moveText reads back the moves that it prints, and rejects other texts', () => {
  const move = new Instructions();
  move.push(2, 9);
  move.push(-1000, 255);
  expect(moveText.print(move)).toBe('2 9 -1000 255');
  for (const text of ['', '2 9', '2 9 -1000 255']) {
    const read = new Instructions();
    moveText.read(text, read);
    expect(moveText.print(read)).toBe(text);
  }
  for (const text of ['2', '2 9 3', '2 x', 'a2 9', '2 9b'])
    expect(() => moveText.read(text, new Instructions())).toThrow(`these aren’t instructions: ${text}`);
});

test('Mad Max and Star War use the same dialogue', () => {
  const cars = madmax.start(madmaxFixture.wildBoard(new Lehmer(1)), 1);
  expect(madmax.dialogue?.introduction(cars.board, cars, 3, ['Ann', 'Bob', 'Cy', 'Di'])).toMatch(
    /^seat 3\nmad_max_2020\tv1\nsecgame\t\?\nseed\t\?\n.*\nnames Ann Bob Cy Di\n\n$/s,
  );
  const { state } = start();
  const move = new Instructions();
  expect(starwar.dialogue?.answerLine('3 m 0 1', state, 1, move)).toEqual(MORE);
  expect(move.length).toBe(1);
});
