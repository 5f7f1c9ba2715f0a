import { runConformance } from '@ludus/game/conformance.ts';
import type { Fault } from '@ludus/game/game.ts';
import { HASH_START, hashText } from '@ludus/kernel/hash.ts';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS, readMap } from './board.ts';
import { fixture as angrymobFixture } from './fixture.ts';
import { angrymob } from './game.ts';
import { formatMove, MobMove, parseMove } from './moves.ts';
import type { MobState } from './state.ts';

const MAP = '3 4\nA . 2 #\n. 1 1 .\n# 2 . B\n';
const read = readMap(MAP);
if (!read.ok) throw new Error(read.problem.message);
const BOARD = { ...DEFAULT_LIMITS, map: read.value, moveLimit: 6 };

function move(line: string): MobMove {
  const asked = new MobMove();
  parseMove(line, asked);
  return asked;
}

/**
 * The state after a turn in which both players have moved one cell towards the middle, and absorbed the units in that
 * cell.
 */
function underWay(): MobState {
  const state = angrymob.start(BOARD, 1);
  angrymob.advance(state, [move('0 0 1 0'), move('2 3 1 2')]);
  angrymob.advance(state, [move('0 1 1 3'), move('2 2 1 1')]);
  return state;
}

/** All relevant facts of a state, without the unused ends of its lists. */
function facts(state: MobState): unknown {
  const armies = state.armies.map(({ units, cells, count, total }) => ({ units, cells: cells.slice(0, count), total }));
  return { ...state, armies };
}

test('Angry Mob passes a small conformance run (the large run is in conformance/)', () => {
  const small = { ...angrymobFixture, wildBoard: () => BOARD };
  expect(runConformance(small, 4, { boards: 1, matches: 12, rounds: 8 }).matches).toBe(12);
});

test('a generated Angry Mob board has its seed’s map and the default limits', () => {
  const board = angrymob.generateBoard!(-3);
  expect({ ...board, map: 0 }).toEqual({ seed: -3n, map: 0, moveLimit: 2400, timeInit: 20, timeMove: 0.2 });
  expect(board.map).not.toEqual(angrymob.generateBoard!(-4).map);
});

test('an Angry Mob game ends at the move limit or after a fault, and its scores are 1, ½, or 0', () => {
  const state = angrymob.start(BOARD, 1);
  expect([angrymob.seatsOf(BOARD), angrymob.round(state), angrymob.isOver(state)]).toEqual([2, 0, false]);
  expect(angrymob.outcome(state)).toEqual({ scores: [0.5, 0.5], reason: 'move-limit', illegal: ['', ''] });
  for (let turn = 1; turn <= 6; turn++) angrymob.advance(state, [move(''), move('')]);
  expect([angrymob.round(state), angrymob.isOver(state)]).toEqual([6, true]);
  expect(angrymob.outcome(state)).toEqual({ scores: [0.5, 0.5], reason: 'move-limit', illegal: ['', ''] });
  for (const [seat, scores] of [
    [0, [0, 1]],
    [1, [1, 0]],
  ] as const) {
    const lost = angrymob.start(BOARD, 1);
    angrymob.freeze(lost, seat, 'time');
    angrymob.advance(lost, [move(''), move('')]);
    expect(angrymob.outcome(lost)).toEqual({ scores, reason: 'time', illegal: ['', ''] });
  }
});

describe('a copied Angry Mob state', () => {
  test('includes everything, and changes independently of the original', () => {
    const state = underWay();
    const copy = angrymob.clone(state);
    expect(facts(copy)).toEqual(facts(state));
    angrymob.advance(copy, [move('1 1 2 0'), move('')]);
    expect(angrymob.hash(copy)).not.toBe(angrymob.hash(state));
    expect(angrymob.hash(underWay())).toBe(angrymob.hash(state));
  });
  test('contains no data from a finished game after restore copies a running game over it', () => {
    const state = underWay();
    const other = angrymob.start(BOARD, 1);
    angrymob.advance(other, [move('0 0 1 0'), move('2 3 1 2 9 9 9 9')]);
    expect([other.reason, other.winner, other.faults[1]]).toEqual(['illegal', 0, 'illegal']);
    angrymob.restore(other, state);
    expect(facts(other)).toEqual(facts(state));
    expect(angrymobFixture.brokenInvariant(other)).toBeUndefined();
    // The lists of the restored state must work as well.
    for (const each of [state, other]) angrymob.advance(each, [move('1 1 1 0 1 1 1 2'), move('1 2 1 0')]);
    expect(angrymob.hash(other)).toBe(angrymob.hash(state));
    expect(angrymobFixture.brokenInvariant(other)).toBeUndefined();
  });
});

test('the Angry Mob hash depends on every part of a state', () => {
  const changes: [string, (state: MobState) => void][] = [
    ['turn', (state) => state.turn++],
    ['winner', (state) => (state.winner = 1)],
    ['reason', (state) => (state.reason = 'base')],
    ['fault', (state) => angrymob.freeze(state, 1, 'time')],
    ['fault of the other', (state) => angrymob.freeze(state, 0, 'time')],
  ];
  for (let cell = 0; cell < 12; cell++)
    changes.push(
      [`blue ${cell}`, (state) => state.armies[0].units[cell]++],
      [`red ${cell}`, (state) => state.armies[1].units[cell]++],
      [`neutral ${cell}`, (state) => state.neutrals[cell]++],
    );
  const hashes = new Set([angrymob.hash(underWay())]);
  for (const [, change] of changes) {
    const state = underWay();
    change(state);
    hashes.add(angrymob.hash(state));
  }
  expect(hashes.size).toBe(changes.length + 1);
});

test('a fault counts only once, and not after the end of the game', () => {
  const state = underWay();
  angrymob.freeze(state, 0, 'time');
  angrymob.freeze(state, 0, 'crash');
  expect(state.faults[0]).toBe('time');
  angrymob.advance(state, [move(''), move('')]);
  angrymob.freeze(state, 1, 'crash');
  expect([state.faults[1], state.reason, state.winner]).toEqual([undefined, 'time', 1]);
});

test.each<[Fault, string]>([
  ['illegal', 'illegal'],
  ['protocol', 'illegal'],
  ['flood', 'illegal'],
  ['time', 'time'],
  ['disconnect', 'disconnect'],
  ['crash', 'disconnect'],
  ['memory', 'disconnect'],
])('the fault %s ends a game for the reason %s', (fault, reason) => {
  const state = underWay();
  angrymob.freeze(state, 1, fault);
  angrymob.advance(state, [move(''), move('')]);
  expect([state.reason, state.winner]).toEqual([reason, 0]);
  const both = underWay();
  for (const seat of [0, 1]) angrymob.freeze(both, seat, fault);
  angrymob.advance(both, [move(''), move('')]);
  expect([both.reason, both.winner]).toEqual([`both-${reason}`, -1]);
});

describe('brokenInvariant', () => {
  const broken = (change: (state: MobState) => void) => {
    const state = underWay();
    change(state);
    return angrymobFixture.brokenInvariant(state);
  };
  test.each<[string, (state: MobState) => void]>([
    [
      'both players have units on (1, 1)',
      (state) => {
        state.armies[1].add(5, 1);
        state.armies[1].list(5);
      },
    ],
    [
      'there are units on the impassable cell (0, 3)',
      (state) => {
        state.armies[0].add(3, 1);
        state.armies[0].list(3);
      },
    ],
    ['the neutral units on (0, 2) went from 2 to 3', (state) => state.neutrals[2]++],
    ['the count of leaving units on (0, 0) was not cleared', (state) => state.leaving[0]++],
    [
      'the game began with 8 units, but now has 2 + 2 units, 4 neutral units, and 2 × 1 lost units',
      (state) => state.lost++,
    ],
    [
      'player 0: 2 units are on the map, but the total is 3',
      (state) => {
        state.armies[0].total++;
        state.armies[1].total--;
      },
    ],
    [
      'player 1: cell 0 holds 1 units and is wrongly listed',
      (state) => {
        state.armies[1].add(0, 1);
        state.lost -= 0.5;
      },
    ],
    [
      'player 0: cell 5 holds 0 units and is wrongly listed',
      (state) => {
        state.armies[0].add(5, -2);
        state.lost += 1;
      },
    ],
    [
      'player 1: cell 7 holds -1 units',
      (state) => {
        state.armies[1].add(7, -1);
        state.lost += 0.5;
      },
    ],
  ])('reports “%s”', (sentence, change) => {
    expect(broken(change)).toBe(sentence);
  });
  test('reports nothing when all invariants hold', () => {
    expect(broken(() => {})).toBeUndefined();
    const board = angrymob.generateBoard!(5);
    expect(angrymobFixture.brokenInvariant(angrymob.start(board, 1))).toBeUndefined();
  });
});

test('wild Angry Mob moves include empty, multiple, and illegal moves in all directions', () => {
  const random = new Lehmer(9);
  const seen = { none: 0, several: 0, whole: 0, refused: 0, outside: 0 };
  const directions = new Set<number>();
  for (let n = 0; n < 3000; n++) {
    const state = underWay();
    const asked = angrymobFixture.wildMove(state, n & 1, random);
    if (asked.problem !== '') seen.refused++;
    else if (asked.length === 0) seen.none++;
    else if (asked.length > 1) seen.several++;
    for (let at = 0; at < asked.length; at++) {
      const { i, j, k, d } = asked.submove(at);
      if (i < 0 || i > 2 || j < 0 || j > 3 || k < 1 || d < 0 || d > 3) seen.outside++;
      else if (k === 2) seen.whole++;
      directions.add(d);
    }
    const before = angrymobFixture.brokenInvariant(state);
    angrymob.advance(state, n & 1 ? [move(''), asked] : [asked, move('')]);
    if (before !== undefined || angrymobFixture.brokenInvariant(state) !== undefined) throw new Error(`wild move ${n}`);
    if (asked.length === 1 && state.reason === 'illegal' && asked.problem === '') seen.outside++;
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(2);
  expect(seen.none).toBeGreaterThan(300);
  expect(seen.outside + seen.refused).toBeLessThan(120);
  for (const d of [0, 1, 2, 3]) expect(directions).toContain(d);
});

test('wild Angry Mob moves are the same in every release, so that a failure can be reproduced', () => {
  const random = new Lehmer(11);
  let hash = HASH_START;
  for (let n = 0; n < 1500; n++) hash = hashText(formatMove(angrymobFixture.wildMove(underWay(), n & 1, random)), hash);
  expect(hash.toString(16)).toBe('336a3e25');
});

test('an Angry Mob program receives the map first, and after that only the opponent’s lines', () => {
  const { dialogue } = angrymob;
  const state = angrymob.start(BOARD, 1);
  expect(dialogue!.playerSpeaksFirst).toBe(true);
  expect(dialogue!.introduction(BOARD, state, 0, [])).toBe(MAP);
  expect(dialogue!.introduction(BOARD, state, 1, [])).toBe(MAP.replace('A', 'x').replace('B', 'A').replace('x', 'B'));
  expect(dialogue!.question(state, 0)).toBe('');
  const asked = [move('0 0 1 0'), move('2 3 1 2')];
  expect(dialogue!.roundReport!(asked, 0)).toBe('2 3 1 2\n');
  expect(dialogue!.roundReport!(asked, 1)).toBe('0 0 1 0\n');
  const answer = angrymob.newMove();
  expect(dialogue!.answerLine('2 3 1 1', state, 1, answer)).toEqual({ kind: 'done' });
  expect(answer.submove(0)).toEqual({ i: 2, j: 3, k: 1, d: 1 });
  angrymob.clearMove(answer);
  expect(answer.length).toBe(0);
});
