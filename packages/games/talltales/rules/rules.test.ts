import { expect, test } from 'vitest';
import { type BOARD_PROBLEMS, readBoard } from './board.ts';
import { talltales } from './game.ts';
import { parseMove } from './move.ts';
import { legalActions, mostRounds } from './rules.ts';
import { NO_SEAT, type TalltalesState } from './state.ts';

/** A match of three players with two dice each and the wild face 6; the words are their dice: '11 25 66'. */
function matchOf(dice: string, settings = 'dice 2 bouts 2 wilds 1 6'): TalltalesState {
  const hands = dice.split(' ');
  const read = readBoard(`talltales board 1 players ${hands.length} ${settings}`);
  if (!read.ok) throw new Error(read.problem.message);
  const state = talltales.start(read.value, 1);
  play(state, '');
  deal(state, dice);
  return state;
}

function deal(state: TalltalesState, dice: string): void {
  state.cups.fill(0);
  dice.split(' ').forEach((hand, seat) => {
    for (const face of hand) if (face !== '-') state.cups[6 * seat + Number(face) - 1]++;
  });
}

/** Plays one round for each word. An empty word stands for a random round or for no answer. */
function play(state: TalltalesState, ...words: string[]): void {
  for (const word of words) {
    const asked = Array.from({ length: state.players }, () => talltales.newMove());
    if (state.turn !== NO_SEAT) parseMove(word, asked[state.turn]);
    talltales.advance(state, asked);
  }
}

test('the Tall Tales board reader reports every error code', () => {
  const good = 'talltales board 1 players 3 dice 2 bouts 2 wilds 1 6';
  const broken: Record<keyof typeof BOARD_PROBLEMS, readonly [from: string, to: string, message: string]> = {
    'board/foreign': ['talltales', 'trails', 'expected talltales, found trails'],
    'board/number': ['bouts 2', 'bouts 41', 'bouts must be from 1 to 40, found 41'],
    'board/dice': ['dice 2', 'dice 7', '3 players with 7 dice each have more than 20 dice in all'],
    'board/more': ['1 6', '1 6 5', 'there are 1 wild faces, but more text follows: 5'],
  };
  for (const [code, [from, to, message]] of Object.entries(broken))
    expect(readBoard(good.replace(from, to))).toMatchObject({ ok: false, problem: { code, message } });
});

const refusal = (state: TalltalesState, word: string) => {
  const move = talltales.newMove();
  parseMove(word, move);
  return talltales.refuse!(state, state.turn, move);
};

test('calling a true claim costs the caller a die, and the caller starts the next deal', () => {
  const state = matchOf('15 25 63');
  play(state, '2x5', '3x5', 'call');
  expect([...state.left]).toEqual([2, 2, 1]);
  expect([state.lastCaller, state.lastLoser, state.turn]).toEqual([2, 2, NO_SEAT]);
  play(state, '');
  expect(state.turn).toBe(2);
  expect([...state.calls, ...state.rightCalls, ...state.tested, ...state.caught]).toEqual([
    ...[0, 0, 1],
    ...[0, 0, 0],
    ...[0, 1, 0],
    ...[0, 0, 0],
  ]);
});

test('calling a false claim costs the claimer a die', () => {
  const state = matchOf('15 25 13');
  play(state, '2x5', '3x5', 'call');
  expect([...state.left]).toEqual([2, 1, 2]);
  expect([state.caught[1], state.rightCalls[2]]).toEqual([1, 1]);
});

test('a wild die counts as every face', () => {
  const state = matchOf('66 61 11');
  play(state, '3x2', 'call');
  expect(state.lastLoser).toBe(1);
});

test('claims on the wild face, claims that aren’t higher, and claims beyond the table’s dice are rejected', () => {
  const state = matchOf('15 25 63');
  expect(refusal(state, 'call')).toBe('there is no claim to call');
  expect(refusal(state, '1x6')).toBe('1x6 claims the wild face');
  expect(refusal(state, '7x1')).toBe('7x1 claims more than the 6 dice on the table');
  play(state, '2x4');
  expect(refusal(state, '2x4')).toBe('2x4 isn’t taller than 2x4');
  expect(refusal(state, '1x5')).toBe('1x5 isn’t taller than 2x4');
  expect(refusal(state, '2x5')).toBeUndefined();
  expect(refusal(state, '3x1')).toBeUndefined();
  expect(refusal(state, '')).toBeUndefined();
});

test('opening dice shows the matching and the wild dice, and shakes the other dice again', () => {
  const state = matchOf('156 255 613', 'dice 3 bouts 1 wilds 1 6');
  expect(refusal(state, '1x4!')).toBeUndefined();
  expect(refusal(state, '1x3!')).toBeUndefined();
  play(state, '2x5!');
  expect([...state.open.subarray(0, 6)]).toEqual([0, 0, 0, 0, 1, 1]);
  expect([state.turn, state.shaken[0], ...state.cups.subarray(0, 6)]).toEqual([NO_SEAT, 1, 0, 0, 0, 0, 0, 0]);
  play(state, '');
  expect(state.turn).toBe(1);
  expect(state.cups.subarray(0, 6).reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(refusal(state, '3x2!')).toBeUndefined();
  expect(refusal(state, '3x1!')).toBe('3x1! opens dice that fit, and there are none under the cup');
  deal(state, '1 555 613');
  expect(refusal(state, '3x5!')).toBe('3x5! leaves no die to shake');
});

test('a player without a valid answer calls, or makes the lowest claim', () => {
  const state = matchOf('15 25 13', 'dice 2 bouts 1 wilds 1 1');
  play(state, '');
  expect([state.told, state.claims[0]]).toEqual([1, 2]);
  play(state, '1x1');
  expect(state.lastCaller).toBe(1);
});

test('each player with dice gets a point when another player loses its last die, and the next bout begins', () => {
  const state = matchOf('1 2 3', 'dice 1 bouts 2 wilds 1 0');
  play(state, '1x4', 'call');
  expect([...state.points]).toEqual([0, 1, 1]);
  play(state, '');
  expect([state.turn, ...state.left]).toEqual([1, 0, 1, 1]);
  deal(state, '- 2 3');
  play(state, '1x2', 'call');
  expect([...state.points]).toEqual([0, 2, 1]);
  expect([state.bout, ...state.left]).toEqual([1, 1, 1, 1]);
  play(state, '');
  expect(state.turn).toBe(1);
});

test('a disqualified player leaves the table, and the other players outlast it in every remaining bout', () => {
  const state = matchOf('15 25 63', 'dice 2 bouts 2 wilds 1 0');
  play(state, '1x1');
  talltales.freeze(state, 1, 'time');
  play(state, '');
  expect([...state.left, ...state.points]).toEqual([2, 0, 2, 1, 0, 1]);
  expect([state.turn, state.told, state.next]).toEqual([NO_SEAT, 0, 2]);
  talltales.freeze(state, 2, 'time');
  play(state, '');
  expect([talltales.isOver(state), talltales.outcome(state)]).toEqual([
    true,
    { scores: [2 + 2, 0, 1], reason: 'alone' },
  ]);
});

test('a seat observes its own dice, but not the dice under other cups', () => {
  const state = matchOf('15 25 63');
  const seen = talltales.observe!(state, 1);
  expect([...seen.cups]).toEqual([...[0, 0, 0, 0, 0, 0], ...[0, 1, 0, 0, 1, 0], ...[0, 0, 0, 0, 0, 0]]);
  expect(legalActions(seen, 0).some((action) => action % 2 === 1)).toBe(false);
});

test('the longest Tall Tales match with two dice fits into the maximum number of rounds', () => {
  const state = matchOf('1 2', 'dice 1 bouts 1 wilds 1 0');
  while (!talltales.isOver(state)) {
    const actions = state.turn === NO_SEAT ? [] : legalActions(state, state.turn);
    const asked = [talltales.newMove(), talltales.newMove()];
    if (state.turn !== NO_SEAT) asked[state.turn].action = actions[0];
    talltales.advance(state, asked);
  }
  // One round for the cups, twelve for claims, and one for the call.
  expect(state.round).toBe(14);
  expect(mostRounds(state.board)).toBeGreaterThanOrEqual(14);
});

test('two players that fail in the same round get no points for each other’s failure', () => {
  const state = matchOf('15 25 63');
  talltales.freeze(state, 0, 'crash');
  talltales.freeze(state, 1, 'crash');
  play(state, '');
  expect(talltales.outcome(state).scores).toEqual([0, 0, 4]);
});
