import { disqualified } from '@ludus/game/teams.ts';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { expect, test } from 'vitest';
import { arrangementsOf, groupScore, matchScore, placeShares, waysOf } from './groups.ts';

test('NEW and OLD swap seats within each pair, and fillers keep their seats', () => {
  for (const [seats, fillers] of [
    [2, 0],
    [3, 0],
    [3, 1],
    [4, 0],
    [4, 1],
    [4, 2],
    [4, 3],
  ]) {
    for (let group = 0; group < 30; group++) {
      const [first, second] = arrangementsOf(seats, fillers, group);
      expect(second.map((player) => (player < 2 ? 1 - player : player))).toEqual(first);
      const own = first.filter((player) => player === 0).length;
      if (fillers > 0) expect(own).toBe(1);
      else expect([Math.floor(seats / 2), Math.ceil(seats / 2)]).toContain(own);
      expect(Math.max(...first)).toBeLessThan(2 + fillers);
    }
  }
});

test('all pairs together put each player and each filler in every seat equally often', () => {
  for (const fillers of [1, 2, 3]) {
    const groups = Array.from({ length: 36 }, (_, group) => arrangementsOf(4, fillers, group)).flat();
    for (let seat = 0; seat < 4; seat++) {
      expect(groups.filter((seats) => seats[seat] === 0)).toHaveLength(18);
      for (let filler = 2; filler < 2 + fillers; filler++)
        expect(groups.filter((seats) => seats[seat] === filler)).toHaveLength(36 / fillers);
    }
  }
  for (const fillers of [1, 2, 3, 4]) {
    const groups = Array.from({ length: 3 * fillers }, (_, group) => arrangementsOf(3, fillers, group)[0].join(''));
    expect(new Set(groups).size).toBe(3 * fillers);
  }
  for (const [seats, ways] of [
    [2, 1],
    [3, 3],
    [4, 3],
  ]) {
    const groups = Array.from({ length: ways }, (_, group) => arrangementsOf(seats, 0, group)).flat();
    expect(new Set(groups.map((seated) => seated.join(''))).size).toBe(2 * ways);
    for (let seat = 0; seat < seats; seat++) expect(groups.filter((seated) => seated[seat] === 0)).toHaveLength(ways);
  }
});

test('two identical players are exactly even in a pair, whatever the advantages of seats and fillers', () => {
  const random = new Lehmer(8);
  for (let group = 0; group < 200; group++) {
    const arrangements = arrangementsOf(4, 2, group);
    const luck = Array.from({ length: 4 }, () => random.range(0, 30));
    const scores = arrangements.map((seats) => seats.map((player, seat) => luck[seat] + (player > 1 ? 5 * player : 0)));
    expect(groupScore(scores, arrangements)).toBe(0.5);
  }
});

test('matchScore compares only NEW and OLD, and puts a failed player below all others', () => {
  expect(matchScore([10, 20, 99, 5], [0, 1, 2, 3])).toBe(0);
  expect(matchScore([10, 20, 99, 5], [0, 1, 0, 1])).toBe(0.75);
  expect(matchScore([10, 10, 0, 0], [0, 1, 2, 2])).toBe(0.5);
  expect(matchScore([10, 20, 99, 5], [0, 1, 2, 3], [false, true, false, false])).toBe(1);
  expect(placeShares([10, 20, 20, 5], [false, false, false, true])).toEqual([1 / 3, 5 / 6, 5 / 6, 0]);
});

test('arrangementsOf gives the seatings in order, and waysOf counts them', () => {
  const ways = (seats: number, fillers: number, count: number) =>
    Array.from({ length: count }, (_, group) => arrangementsOf(seats, fillers, group)[0].join(''));
  expect(ways(2, 0, 2)).toEqual(['01', '01']);
  // With two seats, there are no seats left for fillers.
  expect(ways(2, 3, 2)).toEqual(['01', '01']);
  expect(ways(3, 0, 4)).toEqual(['010', '001', '011', '010']);
  expect(ways(4, 0, 4)).toEqual(['0110', '0101', '0011', '0110']);
  expect(ways(3, 2, 7)).toEqual(['012', '031', '201', '013', '021', '301', '013']);
  expect(ways(3, 3, 4)).toEqual(['012', '031', '401', '013']);
  expect(
    [
      [2, 0],
      [2, 3],
      [3, 0],
      [3, 2],
      [4, 0],
      [4, 1],
      [4, 2],
    ].map(([seats, fillers]) => waysOf(seats, fillers)),
  ).toEqual([1, 1, 3, 6, 3, 6, 12]);
});

test('a side’s share is the proportion of other sides below that side, and ties count half', () => {
  const pairs = [0, 1, 0, 1];
  const none = [false, false, false, false];
  expect(placeShares([5, 9, 5, 9], none, pairs)).toEqual([0, 1, 0, 1]);
  expect(placeShares([5, 5, 5, 5], none, pairs)).toEqual([0.5, 0.5, 0.5, 0.5]);
  // There are three teams. The first has two seats.
  expect(placeShares([5, 5, 9, 1], none, [0, 0, 1, 2])).toEqual([0.5, 0.5, 1, 0]);
  expect(matchScore([5, 5, 9], [0, 0, 1], none)).toBe(0);
});

test('a side is disqualified once all its players have failed', () => {
  const pairs = [0, 1, 0, 1];
  const shares = (failed: readonly boolean[]) => placeShares([5, 9, 5, 9], disqualified(failed, pairs), pairs);
  expect(shares([false, true, false, false])).toEqual([0, 1, 0, 1]);
  expect(shares([false, true, false, true])).toEqual([1, 0, 1, 0]);
  expect(disqualified([true, false], undefined)).toEqual([true, false]);
});
