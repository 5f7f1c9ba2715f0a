import { type Fault, newRoundRecord } from '@ludus/game/game.ts';
import { playReplay } from '@ludus/game/replay.ts';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS, type MobBoard, readMap } from './board.ts';
import { fixture as angrymobFixture } from './fixture.ts';
import { angrymob } from './game.ts';
import { generateMap } from './generator/generator.ts';
import { parseMove } from './moves.ts';
import type { MOB_REPLAY_PROBLEMS } from './replay.ts';

const { replay } = angrymob;
const INFO = { seed: 7, names: ['Gravity Goers', 'Warlord'], limited: false };

function corridor(): MobBoard {
  const read = readMap('1 5\nA 2 . 2 B\n');
  if (!read.ok) throw new Error(read.problem.message);
  return { ...DEFAULT_LIMITS, map: read.value, seed: -3n };
}

/** Plays the lines of each turn, and returns the replay. */
function record(turns: readonly (readonly [string, string])[], faults: readonly [number, Fault][] = []): string {
  const board = corridor();
  const state = angrymob.start(board, 7);
  let text = replay.head(board, INFO, state);
  const record = newRoundRecord(INFO);
  turns.forEach((lines, n) => {
    if (n === turns.length - 1) for (const [seat, fault] of faults) angrymob.freeze(state, seat, fault);
    const asked = lines.map((line) => {
      const move = angrymob.newMove();
      parseMove(line, move);
      return move;
    });
    angrymob.advance(state, asked);
    text += replay.round(asked, state, record);
  });
  return text + replay.tail(state);
}

/** Replays a game, and prints it again. */
function again(text: string): string {
  const open = replay.open(text);
  if (!open.ok) return describeProblem(open.problem);
  const { board, info } = open.value;
  const state = angrymob.start(board, info.seed);
  let printed = replay.head(board, info, state);
  for (const step of playReplay(angrymob, open.value, state)) {
    if (step.phase === 'problem') return describeProblem(step.problem);
    if (step.phase === 'played') printed += replay.round(step.asked, state, step.record);
  }
  return printed + replay.tail(state);
}

const HEAD = `angrymob replay 1
blue Gravity Goers
red Warlord
playerSeed 7
limited 0
angrymob board 1
seed -3
moveLimit 2400
timeInit 20
timeMove 0.2
1 5
A 2 . 2 B
`;

describe('an Angry Mob replay', () => {
  test('shows moves and the result in readable form, and reads back unchanged', () => {
    const text = record([
      ['0 0 1 0', ''],
      ['0 1 3 0', ''],
      ['0 2 1 0', ''],
      ['0 3 3 0 0 2 1 2', ''],
    ]);
    expect(text).toBe(
      `${HEAD}turn 1\nblue 0 0 1 0\nred\nturn 2\nblue 0 1 3 0\nred\nturn 3\nblue 0 2 1 0\nred\nturn 4\nblue 0 3 3 0 0 2 1 2\nred\nresult 0 base 4\n`,
    );
    expect(again(text)).toBe(text);
    expect(again(text.replaceAll('\n', '\r\n'))).toBe(text);
  });
  test('gives the reason for an illegal move', () => {
    const text = record([
      ['', ''],
      ['0 0 1 0', '0 4 2 2'],
    ]);
    expect(text.slice(HEAD.length)).toBe(
      'turn 1\nblue\nred\nturn 2\nblue 0 0 1 0\nred 0 4 2 2\nillegal red submove 1 (0 4 2 2) moves 2 units out of (0, 4), where the player has 1\nresult 0 illegal 1\n',
    );
    expect(again(text)).toBe(text);
  });
  test('reports both an unreadable line and a late player in the same turn', () => {
    const text = record([['hello', '0 4 1 2']], [[1, 'time']]);
    expect(text.slice(HEAD.length)).toBe(
      'turn 1\nblue ? expected whole numbers, found hello as number 1\nred - time\nillegal blue expected whole numbers, found hello as number 1\nresult draw mixed-fault 0\n',
    );
    expect(again(text)).toBe(text);
  });
  test('marks an unfinished match', () => {
    const text = record([['', '']]);
    expect(text.slice(HEAD.length)).toBe('turn 1\nblue\nred\nunfinished 1\n');
    expect(again(text)).toBe(text);
  });
});

test('replays of random Angry Mob games with budget shares and faults are read and printed unchanged', () => {
  const random = new Lehmer(3);
  // Mutation testing runs this thousands of times.
  for (let n = 1; n <= (process.env.LUDUS_PROPERTY_RUNS ? 6 : 60); n++) {
    const board = { ...DEFAULT_LIMITS, map: generateMap(BigInt(n)), seed: BigInt(n), moveLimit: random.range(1, 60) };
    const state = angrymob.start(board, n);
    let text = replay.head(board, { ...INFO, limited: true }, state);
    const used = newRoundRecord({ ...INFO, limited: true });
    while (!angrymob.isOver(state)) {
      if (random.range(0, 99) === 0) angrymob.freeze(state, random.range(0, 1), 'time');
      for (const seat of [0, 1]) used.shares[seat] = random.range(0, 200_000) / 100_000;
      const asked = [0, 1].map((seat) => angrymobFixture.wildMove(state, seat, random));
      angrymob.advance(state, asked);
      text += replay.round(asked, state, used);
    }
    text += replay.tail(state);
    expect(replay.recognizes(text)).toBe(true);
    expect(again(text)).toBe(text);
  }
});

test('an Angry Mob replay has both budget shares to four decimals in each turn, unless both round to 0', () => {
  const board = corridor();
  const state = angrymob.start(board, 7);
  let text = replay.head(board, { ...INFO, limited: true }, state);
  for (const shares of [
    [0.25, 0.00006],
    [0.00004, 0],
    [0, 1.5],
    [0.5, 0],
    [0, 0],
  ]) {
    const asked = [angrymob.newMove(), angrymob.newMove()];
    angrymob.advance(state, asked);
    text += replay.round(asked, state, { ...newRoundRecord(INFO), shares });
  }
  text += replay.tail(state);
  const turns = ['used 0.25 0.0001\n', '', 'used 0 1.5\n', 'used 0.5 0\n', ''];
  expect(text).toBe(
    `${HEAD.replace('limited 0', 'limited 1')}${turns.map((used, n) => `turn ${n + 1}\nblue\nred\n${used}`).join('')}unfinished 5\n`,
  );
  expect(again(text)).toBe(text);
});

test('a text is recognised as an Angry Mob replay by its beginning', () => {
  for (const text of ['angrymob replay 1', '\r\n angrymob  replay\t2']) expect(replay.recognizes(text)).toBe(true);
  for (const text of ['angrymob replay', 'xangrymob replay 1', 'x angrymob replay 1', `${' '.repeat(1000)}${HEAD}`])
    expect(replay.recognizes(text)).toBe(false);
});

describe('an error in an Angry Mob replay', () => {
  const text = record([['0 0 1 0', '']]);
  const end = text.indexOf('unfinished');
  test.each([
    [`x${text}`, 'line 1: expected "angrymob replay 1", found "xangrymob replay 1"'],
    [text.replace('replay 1', 'replay 12'), 'line 1: expected "angrymob replay 1", found "angrymob replay 12"'],
    [text.replace('red Warlord', 'green Warlord'), 'line 3: expected "red" and a name, found "green Warlord"'],
    [text.replace('red Warlord', 'x'.repeat(100)), `line 3: expected "red" and a name, found "${'x'.repeat(60)}"`],
    [text.replace('playerS', 's'), 'line 4: expected "playerSeed" and a whole number, found "seed 7"'],
    [text.replace('playerS', 'xplayerS'), 'line 4: expected "playerSeed" and a whole number, found "xplayerSeed 7"'],
    [text.replace('Seed 7', 'Seed 7 8'), 'line 4: expected "playerSeed" and a whole number, found "playerSeed 7 8"'],
    [text.replace('limited 0', 'limited 01'), 'line 5: expected "limited 0" or "limited 1", found "limited 01"'],
    [text.replace('limited 0', 'unlimited 0'), 'line 5: expected "limited 0" or "limited 1", found "unlimited 0"'],
    [text.replace('A 2', 'A x'), 'line 12: expected ., #, A, B, or a positive number for a cell, found x'],
    [text.replace('B\n', 'B 5\n'), 'line 12: expected the end of the last row of the map, found " 5"'],
    [text.replace('turn 1', 'turn 2'), 'line 13: expected turn 1, found "turn 2"'],
    [
      text.replace('0 0 1 0', '0 0 1'),
      'line 14: the move of blue cannot be read: expected numbers in groups of four, found 3 numbers',
    ],
    [
      text.replace('blue 0 0 1 0', 'blue - sleep'),
      'line 14: expected one of illegal, time, disconnect, crash, protocol, flood, memory, found sleep',
    ],
    [`${text.slice(0, end)}used 1\n`, 'line 16: expected "used" and two shares, found "used 1"'],
    [`${text.slice(0, end)}the result \n`, 'line 16: expected turn 2, found "the result "'],
    [`${text.slice(0, end)}turn 2`, 'line 16: expected turn 2, found the end of the file'],
    [text.slice(0, text.indexOf('red\n')), 'line 15: expected "red" and its move, found the end of the file'],
    ['', 'line 1: expected "angrymob replay 1", found the end of the file'],
  ])('is reported with its line: $1', (changed, sentence) => {
    expect(again(changed)).toBe(sentence);
  });
  test('can have any documented code except replay/truncated', () => {
    const code = (changed: string) => {
      const open = replay.open(changed);
      if (!open.ok) return open.problem.code;
      for (const step of playReplay(angrymob, open.value)) if (step.phase === 'problem') return step.problem.code;
      return '';
    };
    expect(code(text.replace('A 2', 'A x'))).toBe('map/cell');
    // The viewer's timeline reports replay/truncated.
    const broken: Record<Exclude<keyof typeof MOB_REPLAY_PROBLEMS, 'replay/truncated'>, string> = {
      'text/truncated': '',
      'replay/line': text.replace('red', 'green'),
      'replay/name': text.replace('Warlord', '☃'),
      'replay/fault': text.replace('blue 0 0 1 0', 'blue - sleep'),
      'replay/move': text.replace('0 0 1 0', '0 0 1'),
    };
    for (const [expected, changed] of Object.entries(broken)) expect(code(changed)).toBe(expected);
  });
});
