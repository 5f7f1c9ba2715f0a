import type { Fault } from '@ludus/game/game.ts';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS, readMap } from './board.ts';
import { fixture as angrymobFixture } from './fixture.ts';
import { angrymob } from './game.ts';
import { MobMove, parseMove } from './moves.ts';
import { illegality } from './rules.ts';
import { MobState } from './state.ts';

/** A game on a map; the rows are given without their size. */
function game(rows: string, moveLimit = 2400): MobState {
  const lines = rows
    .trim()
    .split('\n')
    .map((line) => line.trim());
  const read = readMap(`${lines.length} ${lines[0].split(' ').length}\n${lines.join('\n')}\n`);
  if (!read.ok) throw new Error(read.problem.message);
  return new MobState({ ...DEFAULT_LIMITS, map: read.value, moveLimit });
}

function move(line: string): MobMove {
  const asked = new MobMove();
  parseMove(line, asked);
  return asked;
}

function turn(state: MobState, blue: string, red: string): void {
  angrymob.advance(state, [move(blue), move(red)]);
  expect(angrymobFixture.brokenInvariant(state)).toBeUndefined();
}

/** Puts units on a cell that they couldn't reach so early in a real game, and keeps the unit totals consistent. */
function put(state: MobState, seat: number, i: number, j: number, units: number): void {
  const cell = i * state.board.map.columns + j;
  state.armies[seat].add(cell, units);
  state.armies[seat].list(cell);
  state.lost -= units / 2;
}

const units = (state: MobState, seat: number, i: number, j: number) =>
  state.armies[seat].units[i * state.board.map.columns + j];
const neutrals = (state: MobState, i: number, j: number) => state.neutrals[i * state.board.map.columns + j];
const why = (state: MobState, line: string, seat = 0) => illegality(state, seat, move(line));

const EXAMPLE = `
  . 1 . . # # 2
  # 1 1 . 3 . 1
  . A . # # . .
  . . # # . B .
  1 . 3 . 1 1 #
  2 # # . . 1 .`;

const CORRIDOR = 'A . 9 . . . 9 . B';
const OPEN = `
  . . . . . . .
  . A . . . . .
  . . . . . . .
  . . . . . B .
  . . . . . . .`;

test('turns 1 and 2 of the rules’ example are played as described', () => {
  const state = game(EXAMPLE);
  turn(state, '2 1 1 1', '3 5 1 3');
  expect([units(state, 0, 1, 1), units(state, 1, 4, 5)]).toEqual([2, 2]);
  expect([neutrals(state, 1, 1), neutrals(state, 4, 5)]).toEqual([0, 0]);
  turn(state, '1 1 1 0 1 1 1 1', '4 5 2 3');
  expect([units(state, 0, 1, 2), units(state, 0, 0, 1), units(state, 0, 1, 1)]).toEqual([2, 2, 0]);
  expect(units(state, 1, 5, 5)).toBe(3);
  expect([state.turn, state.reason]).toEqual([2, undefined]);
});

test('the red move 3 4 2 3 is illegal after turn 1 of the rules’ example, because its cell is empty', () => {
  const state = game(EXAMPLE);
  turn(state, '2 1 1 1', '3 5 1 3');
  expect(why(state, '3 4 2 3', 1)).toBe('submove 1 (3 4 2 3) starts on (3, 4), where the player has no unit');
});

test('3 units of one player, 5 units of the other player, and 4 neutral units in one cell become 6 units of the other player', () => {
  const state = game('A . . 4 . . B');
  put(state, 0, 0, 2, 3);
  put(state, 1, 0, 4, 5);
  turn(state, '0 2 3 0', '0 4 5 2');
  expect([units(state, 0, 0, 3), units(state, 1, 0, 3), neutrals(state, 0, 3)]).toEqual([0, 6, 0]);
});

test('2 units that move separately to 9 and 7 neutral units become 10 and 8 units', () => {
  const state = game(`
    . 9 . . . . .
    . A 7 . . . .
    . . . . 7 B .
    . . . . . 9 .`);
  put(state, 0, 1, 1, 1);
  turn(state, '1 1 1 1 1 1 1 0', '');
  expect([units(state, 0, 0, 1), units(state, 0, 1, 2), state.armies[0].total]).toEqual([10, 8, 18]);
  turn(state, '0 1 10 3', '');
  expect(state.armies[0].total).toBe(18);
});

describe('an Angry Mob turn', () => {
  test('resolves fights before absorption, which depends on the units left after the fights', () => {
    const state = game('A . . 4 . . B');
    put(state, 0, 0, 2, 10);
    put(state, 1, 0, 4, 4);
    turn(state, '0 2 10 0', '0 4 4 2');
    // The player has 11 units before the fight and 7 after it, so the 4 neutral units join.
    expect(units(state, 0, 0, 3)).toBe(10);
  });
  test('resolves absorption before the base check, so that units are absorbed in the winning turn', () => {
    const state = game('. A . 3 . 3 . B .');
    put(state, 0, 0, 6, 2);
    put(state, 0, 0, 2, 1);
    turn(state, '0 6 2 0 0 2 1 0', '0 7 1 0');
    expect([state.reason, state.winner, units(state, 0, 0, 3)]).toEqual(['base', 0, 4]);
  });
  test('resolves fights before the base check, so that a defended base isn’t conquered', () => {
    const state = game('A . . B');
    put(state, 1, 0, 3, 2);
    put(state, 0, 0, 2, 3);
    turn(state, '0 2 3 0', '');
    expect([state.reason, units(state, 0, 0, 3), units(state, 1, 0, 3)]).toEqual([undefined, 0, 0]);
  });
});

describe('a fight', () => {
  test('leaves the larger side with the difference', () => {
    const state = game('A . . . B');
    put(state, 0, 0, 1, 5);
    put(state, 1, 0, 3, 3);
    turn(state, '0 1 5 0', '0 3 3 2');
    expect([units(state, 0, 0, 2), units(state, 1, 0, 2)]).toEqual([2, 0]);
  });
  test('leaves only the neutral units if the numbers are equal', () => {
    const state = game('A . 4 . B');
    put(state, 0, 0, 1, 3);
    put(state, 1, 0, 3, 3);
    turn(state, '0 1 3 0', '0 3 3 2');
    expect([units(state, 0, 0, 2), units(state, 1, 0, 2), neutrals(state, 0, 2)]).toEqual([0, 0, 4]);
  });
  test('doesn’t happen between units that swap cells', () => {
    const state = game('A . . B');
    put(state, 0, 0, 1, 5);
    put(state, 1, 0, 2, 3);
    turn(state, '0 1 5 0', '0 2 3 2');
    expect([units(state, 0, 0, 2), units(state, 1, 0, 1)]).toEqual([5, 3]);
  });
  test('happens between units that stay in a cell and units that arrive', () => {
    const state = game('A . . B');
    put(state, 0, 0, 1, 2);
    put(state, 1, 0, 2, 3);
    turn(state, '', '0 2 3 2');
    expect([units(state, 0, 0, 1), units(state, 1, 0, 1)]).toEqual([0, 1]);
  });
});

describe('absorption', () => {
  test('takes the neutral units in the cell of a player with 8 units', () => {
    const state = game(CORRIDOR);
    put(state, 0, 0, 1, 7);
    turn(state, '0 1 1 0', '');
    expect([units(state, 0, 0, 2), neutrals(state, 0, 2), state.armies[0].total]).toEqual([10, 0, 17]);
  });
  test('takes no neutral units for a player with 9 units', () => {
    const state = game(CORRIDOR);
    put(state, 0, 0, 1, 8);
    turn(state, '0 1 1 0', '');
    expect([units(state, 0, 0, 2), neutrals(state, 0, 2)]).toEqual([1, 9]);
  });
  test('starts for units that share a cell with neutral units when the player’s total drops to 8', () => {
    const state = game(CORRIDOR);
    put(state, 0, 0, 1, 8);
    put(state, 1, 0, 5, 1);
    turn(state, '0 1 7 0', '0 5 1 2');
    turn(state, '', '0 4 1 2');
    expect(neutrals(state, 0, 2)).toBe(9);
    turn(state, '', '0 3 1 2');
    expect([units(state, 0, 0, 2), neutrals(state, 0, 2)]).toEqual([15, 0]);
  });
  test('checks a player’s total once per turn, so that the total can grow far above 8', () => {
    const state = game('9 A 9 . . . 9 B 9');
    put(state, 0, 0, 1, 1);
    turn(state, '0 1 1 0 0 1 1 2', '');
    expect(state.armies[0].total).toBe(20);
  });
  test('checks each player’s total separately', () => {
    const state = game(CORRIDOR);
    put(state, 0, 0, 1, 8);
    turn(state, '0 1 1 0', '0 8 1 2');
    turn(state, '', '0 7 1 2');
    expect([neutrals(state, 0, 2), neutrals(state, 0, 6), units(state, 1, 0, 6)]).toEqual([9, 0, 10]);
  });
});

describe('the end of an Angry Mob game', () => {
  test('is a win for a player with a unit on the opponent’s base', () => {
    const state = game('A . B');
    turn(state, '', '0 2 1 2');
    turn(state, '', '0 1 1 2');
    // Red's unit on the base meets the unit that stayed at home, and both are removed.
    expect(state.reason).toBe('no-units');
    const open = game(OPEN);
    put(open, 1, 0, 1, 2);
    turn(open, '1 1 1 3', '0 1 1 3');
    expect([open.reason, open.winner, open.turn, angrymob.outcome(open).scores]).toEqual(['base', 1, 1, [0, 1]]);
  });
  test('is a draw if both bases are conquered in the same turn', () => {
    const state = game(OPEN);
    put(state, 1, 0, 1, 1);
    put(state, 0, 4, 5, 1);
    turn(state, '1 1 1 3 4 5 1 1', '3 5 1 1 0 1 1 3');
    expect([state.reason, state.winner, angrymob.outcome(state).scores]).toEqual(['both-bases', -1, [0.5, 0.5]]);
  });
  test('is a draw if both players have no units', () => {
    const state = game('A . B');
    turn(state, '0 0 1 0', '0 2 1 2');
    expect([state.reason, state.winner, state.turn]).toEqual(['no-units', -1, 1]);
  });
  test('is a draw after moveLimit turns', () => {
    const state = game(OPEN, 3);
    for (let n = 0; n < 3; n++) turn(state, '', '');
    expect([state.reason, state.winner, state.turn]).toEqual(['move-limit', -1, 3]);
  });
  test('is a win if the opponent’s base is conquered in the last turn', () => {
    const state = game('A . .\n. . .\n. . B', 1);
    put(state, 0, 2, 1, 2);
    turn(state, '2 1 2 0', '2 2 1 1');
    expect([state.reason, state.winner]).toEqual(['base', 0]);
  });
  test('isn’t reached if only one player has no units', () => {
    const state = game('A . . . B');
    put(state, 1, 0, 2, 2);
    turn(state, '0 0 1 0', '0 2 2 2');
    expect([state.armies[0].total, state.reason]).toEqual([0, undefined]);
    turn(state, '', '');
    expect(state.reason).toBeUndefined();
    expect(why(state, '0 1 1 0')).toContain('where the player has no unit');
  });
  test('allows no more changes', () => {
    const state = game('A . B');
    turn(state, '0 0 1 0', '0 2 1 2');
    const hash = angrymob.hash(state);
    turn(state, '9 9 9 9', '');
    angrymob.freeze(state, 0, 'time');
    expect(angrymob.hash(state)).toBe(hash);
  });
});

describe('an illegal submove', () => {
  const state = game(EXAMPLE);
  test.each([
    ['the cell (i, j) is below the map', '6 1 1 1', 'starts on (6, 1), outside the map of 6 rows and 7 columns'],
    ['the cell (i, j) is above the map', '-1 1 1 3', 'starts on (-1, 1), outside the map of 6 rows and 7 columns'],
    [
      'the cell (i, j) is to the right of the map',
      '2 7 1 2',
      'starts on (2, 7), outside the map of 6 rows and 7 columns',
    ],
    [
      'the cell (i, j) is to the left of the map',
      '2 -1 1 0',
      'starts on (2, -1), outside the map of 6 rows and 7 columns',
    ],
    ['the number of units k is 0', '2 1 0 1', 'moves 0 units, and the least is 1'],
    ['the number of units k is negative', '2 1 -1 1', 'moves -1 units, and the least is 1'],
    ['the direction d is above 3', '2 1 1 4', 'has the direction 4, and there are 0, 1, 2 and 3'],
    ['the direction d is below 0', '2 1 1 -1', 'has the direction -1, and there are 0, 1, 2 and 3'],
    ['the cell contains no units', '0 0 1 0', 'starts on (0, 0), where the player has no unit'],
    ['the cell contains only the opponent’s units', '3 5 1 1', 'starts on (3, 5), where the player has no unit'],
    ['more units than the cell contains', '2 1 2 1', 'moves 2 units out of (2, 1), where the player has 1'],
  ])('is reported with its reason: %s', (_, line, sentence) => {
    expect(why(state, line)).toBe(`submove 1 (${line}) ${sentence}`);
  });
  test('is reported with its impassable target', () => {
    const walled = game('# # .\nA . .\n. . B\n. # #');
    expect(why(walled, '1 0 1 1')).toBe('submove 1 (1 0 1 1) leads from (1, 0) into the impassable cell (0, 0)');
  });
  test.each([
    ['above', 0, '0 0 1 1'],
    ['to the left, not to the end of the previous row', 0, '0 0 1 2'],
    ['below', 1, '1 2 1 3'],
    ['to the right, not to the start of the next row', 1, '1 2 1 0'],
  ])('is reported if it leads off the map: %s', (_, seat, line) => {
    const corner = game('A . .\n. . B');
    const [i, j] = line.split(' ');
    expect(why(corner, line, seat)).toBe(`submove 1 (${line}) leads from (${i}, ${j}) off the map`);
  });
});

describe('an Angry Mob move', () => {
  test('is rejected because of its first illegal submove', () => {
    const state = game(OPEN);
    put(state, 0, 1, 1, 4);
    expect(why(state, '1 1 1 0 1 1 1 7 9 9 9 9')).toBe(
      'submove 2 (1 1 1 7) has the direction 7, and there are 0, 1, 2 and 3',
    );
  });
  test('is illegal if it takes more units from a cell than the cell contains at the beginning of the turn', () => {
    const state = game(OPEN);
    put(state, 0, 1, 1, 2);
    expect(why(state, '1 1 1 0 1 1 1 0 1 1 1 3')).toBeUndefined();
    expect(why(state, '1 1 2 0 1 1 2 3')).toBe(
      'submove 2 (1 1 2 3) moves 2 units out of (1, 1), where the player has 3, and 2 of them are already sent elsewhere',
    );
  });
  test('is illegal if it moves units that arrive in the same turn', () => {
    const state = game(OPEN);
    expect(why(state, '1 1 1 0 1 2 1 0')).toBe('submove 2 (1 2 1 0) starts on (1, 2), where the player has no unit');
    put(state, 0, 1, 2, 1);
    expect(why(state, '1 1 1 0 1 2 2 0')).toContain('moves 2 units out of (1, 2), where the player has 1');
  });
  test('is illegal if it doesn’t consist of integers in groups of four', () => {
    const state = game(OPEN);
    expect(why(state, '1 1 1')).toBe('expected numbers in groups of four, found 3 numbers');
    expect(why(state, '1 1 one 0')).toBe('expected whole numbers, found one as number 3');
  });
  test('loses the game if it is illegal, and neither player’s move is played', () => {
    const state = game(OPEN);
    turn(state, '1 1 1 0', '3 5 1 9');
    expect([state.reason, state.winner, state.turn]).toEqual(['illegal', 0, 0]);
    expect(units(state, 0, 1, 1)).toBe(1);
    expect(state.sentences).toEqual(['', 'submove 1 (3 5 1 9) has the direction 9, and there are 0, 1, 2 and 3']);
  });
  test('leads to a draw if both players’ moves are illegal in the same turn', () => {
    const state = game(OPEN);
    turn(state, 'no', '3 5 1 9');
    expect([state.reason, state.winner]).toEqual(['both-illegal', -1]);
  });
  test('has the same effect whatever the order of its submoves', () => {
    const lines = ['1 1 2 0', '1 2 1 2', '1 2 1 0', '1 1 1 1'];
    const hashes = new Set<number>();
    for (const order of [lines, [...lines].reverse(), [lines[2], lines[0], lines[3], lines[1]]]) {
      const state = game(OPEN);
      put(state, 0, 1, 1, 2);
      put(state, 0, 1, 2, 2);
      turn(state, order.join(' '), '');
      expect(state.reason).toBeUndefined();
      hashes.add(angrymob.hash(state));
    }
    expect(hashes.size).toBe(1);
  });
  test('can have several submoves from one cell, which add up if they have the same direction', () => {
    const state = game(OPEN);
    put(state, 0, 1, 1, 5);
    turn(state, '1 1 1 0 1 1 2 0 1 1 1 3', '');
    expect([units(state, 0, 1, 1), units(state, 0, 1, 2), units(state, 0, 2, 1)]).toEqual([2, 3, 1]);
  });
});

describe('a player’s fault in Angry Mob', () => {
  const end = (faults: readonly (Fault | undefined)[], lines: readonly [string, string] = ['', '']) => {
    const state = game(OPEN);
    faults.forEach((fault, seat) => {
      if (fault !== undefined) angrymob.freeze(state, seat, fault);
    });
    turn(state, lines[0], lines[1]);
    return [state.reason, state.winner, state.turn];
  };
  test.each<[Fault, string]>([
    ['time', 'time'],
    ['disconnect', 'disconnect'],
    ['crash', 'disconnect'],
    ['memory', 'disconnect'],
    ['illegal', 'illegal'],
    ['protocol', 'illegal'],
    ['flood', 'illegal'],
  ])('“%s” ends a game for the reason “%s”', (fault, reason) => {
    expect(end([fault, undefined])).toEqual([reason, 1, 0]);
    expect(end([undefined, fault])).toEqual([reason, 0, 0]);
    expect(end([fault, fault])).toEqual([`both-${reason}`, -1, 0]);
  });
  test('leads to a draw if one player is late and the other disconnects in the same turn', () => {
    expect(end(['time', 'disconnect'])).toEqual(['mixed-fault', -1, 0]);
  });
  test('leads to a draw if one player is late or disconnects and the other’s move is illegal', () => {
    expect(end(['time', undefined], ['', '9 9 9 9'])).toEqual(['mixed-fault', -1, 0]);
    expect(end([undefined, 'disconnect'], ['1 2 3', ''])).toEqual(['mixed-fault', -1, 0]);
  });
  test('is “time” if the late line is also illegal', () => {
    expect(end(['time', undefined], ['9 9 9 9', ''])).toEqual(['time', 1, 0]);
  });
});
