import { readFileSync } from 'node:fs';
import { newRoundRecord } from '@ludus/game/game.ts';
import { playReplay } from '@ludus/game/replay.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import { describe, expect, test } from 'vitest';
import { madmax } from '../../../madmax/rules/game.ts';
import { STAR_WAR, starwar } from '../../../starwar/rules/game.ts';
import { readRecording } from '../testing/recording.ts';
import type { CYLINDER_PROBLEMS } from './problems.ts';

const board = starwar.readBoard(
  readFileSync(new URL('../../../starwar/boards/default.cnf', import.meta.url), 'utf8').replace(
    /nb_rnds\s+300/,
    'nb_rnds 3',
  ),
);
if (!board.ok) throw new Error(board.problem.message);
const { value } = board;

/** Prints a replay of three rounds. Every unit gets an instruction in each round, and unit 0 shoots first. */
function replayText(limited: boolean): string {
  const state = starwar.start(value, 9);
  const info = { seed: 9, names: ['A', 'B', 'C', 'D'], limited };
  let text = starwar.replay.head(value, info, state);
  for (let round = 1; round <= 3; round++) {
    const asked = [0, 1, 2, 3].map(() => starwar.newMove());
    for (let unit = 0; unit < 8; unit++) asked[unit >> 1].push(unit, unit === 0 && round === 1 ? 9 : 7);
    if (limited) starwar.charge(state, 2, round / 8);
    if (limited && round === 2) {
      starwar.freeze(state, 3, 'time');
      asked[3].clear();
    }
    if (limited && round === 3) asked[3].clear();
    starwar.advance(state, asked);
    text += starwar.replay.round(asked, state, newRoundRecord(info));
  }
  return text;
}
/** The viewer's timeline reports the other two problems. */
type ReplayCode = Exclude<
  Extract<keyof typeof CYLINDER_PROBLEMS, `replay/${string}`>,
  'replay/round' | 'replay/truncated'
>;

const PLAIN = replayText(false);
const LIMITED = replayText(true);

/** The code of the most recent problem. */
let code = '';

/** Reads a replay, plays it, and prints it again. Returns the new text, or the message of the first problem. */
function readAgain(text: string): string {
  const opened = starwar.replay.open(text);
  code = opened.ok ? '' : opened.problem.code;
  if (!opened.ok) return describeProblem(opened.problem);
  const { board: read, info } = opened.value;
  const state = starwar.start(read, info.seed);
  let printed = starwar.replay.head(read, info, state);
  for (const step of playReplay(starwar, opened.value, state)) {
    if (step.phase === 'problem') {
      code = step.problem.code;
      return describeProblem(step.problem);
    }
    if (step.phase === 'played') printed += starwar.replay.round(step.asked, state, step.record);
  }
  return printed;
}

test('a Star War replay is unchanged after it is read, played, and printed', () => {
  expect(readAgain(PLAIN)).toBe(PLAIN);
  expect(readAgain(LIMITED)).toBe(LIMITED);
  expect(readAgain(PLAIN.replaceAll('\n', '\r\n'))).toBe(PLAIN);
  expect(LIMITED).toContain('\n3\t0\t-1\n');
});

describe('a changed Star War replay', () => {
  const asked = 'actions_asked\n\n0\n';
  test.each<[string, string, string | RegExp, RegExp, string?]>([
    ['an invalid secgame', 'secgame\t0', 'secgame\t2', /secgame must be 0 or 1, found 2$/],
    ['no seed', 'seed\t9', 'seed\t?', /seed must be a 32-bit whole number, found \?$/],
    [
      'a seed that is too large',
      'seed\t9',
      'seed\t2147483649',
      /seed must be a 32-bit whole number, found 2147483649$/,
    ],
    ['a seed with a letter after it', 'seed\t9', 'seed\t9x', /seed must be a 32-bit whole number, found 9x$/],
    ['a negative seed', 'seed\t9', 'seed\t-9', /seed must be a 32-bit whole number, found -9$/],
    ['the wrong title', 'actions_asked', 'actions_done', /^line \d+: expected actions_asked, found actions_done$/],
    ['the wrong player number', asked, 'actions_asked\n\n1\n', /expected player 0, found 1$/],
    ['another player’s unit', `${asked}0 s`, `${asked}2 s`, /player 0 has the units 0 to 1, found 2$/],
    ['an unknown unit', `${asked}0 s`, `${asked}-2 s`, /player 0 has the units 0 to 1, found -2$/],
    ['a second instruction', '0 s 0 1\n1 m', '0 s 0 1\n0 m', /a second instruction for unit 0$/],
    ['an instruction that is neither a move nor a shot', '0 s 0 1', '0 x 0 1', /expected m or s, found x$/],
    ['an unknown direction', '1 m 0 2', '1 m 0 3', /unknown direction 0 3$/],
    ['a shot in an impossible direction', '0 s 0 1', '0 s 1 1', /unknown direction 1 1$/],
    ['a shot two columns ahead', '0 s 0 1', '0 s 0 2', /unknown direction 0 2$/],
    ['a word instead of a number', '1 m 0 2', '1 m a 2', /expected a whole number for the rows to move, found a$/],
  ])('is rejected with %s', (_, from, to, sentence) => {
    expect(PLAIN).toContain(from);
    expect(readAgain(PLAIN.replace(from, to as string))).toMatch(sentence);
    expect(code).toMatch(/^(replay|text)\/\w+$/);
  });

  test.each<[string, string | RegExp, string, RegExp]>([
    ['a share that falls', '2\t0\t0.25\n', '2\t0\t0.0625\n', /status of player 2 must not go from 0.125 to 0.0625$/],
    ['a share above 1', '2\t0\t0.25\n', '2\t0\t1.25\n', /status must be -1 or from 0 to 1, found 1.25$/],
    ['a negative share', '2\t0\t0.25\n', '2\t0\t-0.5\n', /status must be -1 or from 0 to 1, found -0.5$/],
    ['a hexadecimal share', '2\t0\t0.25\n', '2\t0\t0x1\n', /status must be -1 or from 0 to 1, found 0x1$/],
    [
      'a frozen player that isn’t frozen in the next round',
      /(3\t0\t-1[\s\S]*)3\t0\t-1/,
      '$13\t0\t0.5',
      /status of player 3 must not go from -1 to 0.5$/,
    ],
    [
      'an instruction from a frozen player',
      /(actions_asked[\s\S]*actions_asked[\s\S]*?\n3\n)/,
      '$17 m 0 1\n',
      /player 3 is frozen but has instructions$/,
    ],
  ])('gives the expected result if it has a budget and %s', (_, from, to, sentence) => {
    expect(LIMITED).toMatch(from);
    expect(readAgain(LIMITED.replace(from, to))).toMatch(sentence);
    expect(code).toMatch(sentence.source.startsWith('^starwar') ? /^$/ : /^(replay|board)\/\w+$/);
  });

  test('can be rejected with each replay/ code except replay/round and replay/truncated', () => {
    const broken: Record<ReplayCode, string> = {
      'replay/secgame': PLAIN.replace('secgame\t0', 'secgame\t2'),
      'replay/seed': PLAIN.replace('seed\t9', 'seed\t?'),
      'replay/name': PLAIN.replace('names A', 'names ☃'),
      'replay/player': PLAIN.replace(asked, 'actions_asked\n\n1\n'),
      'replay/unit': PLAIN.replace(`${asked}0 s`, `${asked}2 s`),
      'replay/second': PLAIN.replace('0 s 0 1\n1 m', '0 s 0 1\n0 m'),
      'replay/instruction': PLAIN.replace('0 s 0 1', '0 x 0 1'),
      'replay/direction': PLAIN.replace('1 m 0 2', '1 m 0 3'),
      'replay/status': LIMITED.replace('2\t0\t0.25\n', '2\t0\t0.0625\n'),
      'replay/frozen': LIMITED.replace(/(actions_asked[\s\S]*actions_asked[\s\S]*?\n3\n)/, '$17 m 0 1\n'),
    };
    for (const [expected, text] of Object.entries(broken)) {
      readAgain(text);
      expect(code).toBe(expected);
    }
  });

  test('loses its budget shares if the match has no budget, but keeps a failed player’s share of −1', () => {
    expect(readAgain(PLAIN.replaceAll('2\t0\t0\n', '2\t0\t0.5\n'))).toBe(PLAIN);
    const frozen = PLAIN.replaceAll(/3\n6 m 0 2\n7 m 0 2\n/g, '3\n').replaceAll(
      /(rnd [123]\n[\s\S]*?)3\t0\t0\n/g,
      '$13\t0\t-1\n',
    );
    expect(readAgain(frozen)).toContain('3\t0\t-1\n');
  });
});

test('Star War recognises a replay with one changed token, but not a board, and Mad Max doesn’t recognise the replay', () => {
  const { recognizes } = starwar.replay;
  expect(recognizes(PLAIN)).toBe(true);
  expect(recognizes(PLAIN.replace('starwar', 'starwor'))).toBe(true);
  expect(recognizes(PLAIN.replace('nb_ships', 'nb_shops'))).toBe(true);
  expect(recognizes(starwar.printBoard(value))).toBe(false);
  expect(recognizes(PLAIN.replace('secgame\t0', 'secgame\t?'))).toBe(true);
  expect(recognizes(PLAIN.replace('seed\t9', 'seed\t?'))).toBe(true);
  expect(recognizes('')).toBe(false);
  expect(recognizes(`x\n${PLAIN.slice(8)}`.replace('nb_ships_x_player', 'nb_ships'))).toBe(false);
  expect(madmax.replay.recognizes(PLAIN)).toBe(false);
  expect(starwar.replayExtension).toBe('.res');
});

test('readRecording returns every position of a replay and the moves between them', () => {
  const recording = readRecording(STAR_WAR, PLAIN);
  if (!recording.ok) throw new Error(recording.problem.message);
  const { positions, asked, done, info, settings } = recording.value;
  expect([positions.length, asked.length, done.length, settings.rounds]).toEqual([4, 3, 3, 3]);
  expect(info).toEqual({ seed: 9, names: ['A', 'B', 'C', 'D'], limited: false });
  const state = starwar.start(value, 9);
  positions.forEach((position, k) => {
    if (k > 0) starwar.advance(state, asked[k - 1]);
    expect(position.round).toBe(k);
    const cells = (view: typeof position | typeof state) => {
      const all: number[] = [];
      for (let row = 0; row < settings.rows; row++)
        for (let column = -2; column < settings.universeColumns + 3; column++)
          all.push(view.contentAt(row, column), view.unitAt(row, column), view.missileAt(row, column));
      return all;
    };
    expect(cells(position)).toEqual(cells(state));
    for (let unit = 0; unit < 8; unit++) {
      const of = (view: typeof position | typeof state) => [
        view.unitRow(unit),
        view.unitColumn(unit),
        view.unitMissiles(unit),
        view.unitGas(unit),
        view.unitAlive(unit),
        view.unitTime(unit),
      ];
      expect(of(position)).toEqual(of(state));
    }
    const missiles = (view: typeof position | typeof state) =>
      Array.from({ length: view.missileCount }, (_, i) => [
        view.missileId(i),
        view.missileOwner(i),
        view.missileRow(i),
        view.missileColumn(i),
      ]);
    expect(missiles(position)).toEqual(missiles(state));
    for (let player = 0; player < 4; player++) {
      expect(position.score(player)).toBe(state.score(player));
      expect(position.status(player)).toBe(0);
    }
  });
  expect(done[0][0].print(0)).toBe('0 s 0 1');
  expect(readRecording(STAR_WAR, PLAIN.slice(0, -40)).ok).toBe(false);
});
