import { runConformance } from '@ludus/game/conformance.ts';
import { HASH_START, mix } from '@ludus/kernel/hash.ts';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { describe, expect, test } from 'vitest';
import { fixture as madmaxFixture } from '../../madmax/rules/fixture.ts';
import { fixture as starwarFixture } from '../../starwar/rules/fixture.ts';
import { directionCode } from './directions.ts';
import { Instructions } from './instructions.ts';
import * as layout from './layout.ts';
import { recordOf } from './state.ts';

/** Mutation testing runs this thousands of times. */
const MATCHES = 12;

describe.each([madmaxFixture, starwarFixture])('$game.title', (fixture) => {
  const { game, wildBoard, wildMove } = fixture;
  test('passes a small conformance run (the large run is in conformance/)', () => {
    expect(runConformance(fixture, 4, { boards: 8, matches: MATCHES, rounds: 10 }).matches).toBe(MATCHES);
  });

  test('hashes frozen players and the effects of the seed, but not budget shares', () => {
    const board = wildBoard(new Lehmer(3));
    const state = game.start(board, 3);
    const asked = [0, 1, 2, 3].map(() => game.newMove());
    for (let round = 0; round < 5; round++) game.advance(state, asked);
    const hashes = new Set([game.hash(state)]);
    const changed = game.clone(state);
    game.freeze(changed, 2, 'crash');
    hashes.add(game.hash(changed));
    // A share doesn't matter to the rules. All words of a state do, except those that are constant.
    const charged = game.clone(state);
    game.charge(charged, 1, 0.5);
    expect([charged.status(1), game.hash(charged)]).toEqual([0.5, game.hash(state)]);
    const other = game.start(board, 4);
    for (let round = 0; round < 5; round++) game.advance(other, asked);
    hashes.add(game.hash(other));
    expect(hashes.size).toBe(3);
  });

  test('hashes every part of a state', () => {
    const random = new Lehmer(77);
    let state = game.start(wildBoard(random), 1);
    // A state with missiles in flight, dead units, and living units.
    while (state.missileCount === 0 || ![...Array(state.units).keys()].some((unit) => !state.unitAlive(unit))) {
      state = game.start(wildBoard(random), 1);
      for (let round = 0; round < 4; round++)
        game.advance(
          state,
          [0, 1, 2, 3].map((seat) => wildMove(state, seat, random)),
        );
    }
    const { rows, universeColumns } = state.settings;
    const parts: [string, (changed: typeof state) => void][] = [];
    for (const [row, column] of [
      [0, 0],
      [0, universeColumns - 1],
      [rows - 1, 0],
      [rows - 1, universeColumns - 1],
    ])
      parts.push([
        `cell ${row} ${column}`,
        (changed) => changed.put(changed.placeOf(row, column), changed.cells[changed.placeOf(row, column)] ^ 1),
      ]);
    for (let unit = 0; unit < state.units; unit++) {
      for (const field of [layout.PLACE, layout.STOCK])
        parts.push([`unit ${unit} ${field}`, (changed) => changed.words[recordOf(unit) + field]++]);
      if (state.board.dialect.burnsGas)
        parts.push([`gas ${unit}`, (changed) => changed.words[recordOf(unit) + layout.GAS_END]++]);
      if (!state.unitAlive(unit))
        parts.push([`ready ${unit}`, (changed) => (changed.words[recordOf(unit) + layout.READY] += 9)]);
      parts.push([
        `alive ${unit}`,
        (changed) => (changed.words[recordOf(unit) + layout.TURN] = changed.unitAlive(unit) ? layout.DEAD : 0),
      ]);
    }
    for (let i = 0; i < state.missileCount; i++) {
      parts.push(
        [`missile ${i}`, (changed) => changed.missileIds[i]++],
        [`owner ${i}`, (changed) => changed.missileOwners[i]++],
      );
      parts.push([`place ${i}`, (changed) => (changed.missilePlaces[i] ^= 1)]);
    }
    for (let player = 0; player < 4; player++) {
      parts.push(
        [`score ${player}`, (changed) => changed.words[layout.SCORES + player]++],
        [`frozen ${player}`, (changed) => changed.freeze(player)],
      );
    }
    for (const field of [layout.GENERATOR, layout.ROUND, layout.NEXT_MISSILE])
      parts.push([`word ${field}`, (changed) => changed.words[field]++]);
    const hash = game.hash(state);
    for (const [part, tamper] of parts) {
      const changed = game.clone(state);
      tamper(changed);
      expect({ part, same: game.hash(changed) === hash }).toEqual({ part, same: false });
    }
  });

  test('wild moves include every kind of instruction', () => {
    const state = game.start(wildBoard(new Lehmer(2)), 1);
    const { unitsPerPlayer, players } = state.settings;
    const random = new Lehmer(6);
    const seen = { own: 0, foreign: 0, unknown: 0, shots: 0, moves: 0, nonsense: 0, empty: 0 };
    for (let i = 0; i < 400; i++) {
      const move = wildMove(state, 2, random);
      if (move.length === 0) seen.empty++;
      for (let k = 0; k < move.length; k++) {
        const [unit, code] = [move.unit(k), move.code(k)];
        if (unit < 0 || unit >= players * unitsPerPlayer) seen.unknown++;
        else if (Math.floor(unit / unitsPerPlayer) === 2) seen.own++;
        else seen.foreign++;
        if (code > 9) seen.nonsense++;
        else if (code === 9) seen.shots++;
        else seen.moves++;
      }
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(5);
    expect(seen.own).toBeGreaterThan(seen.foreign + seen.unknown);
  });

  test('wild moves are the same in every release, so that a failure can be reproduced', () => {
    const state = game.start(wildBoard(new Lehmer(2)), 1);
    const random = new Lehmer(7);
    let hash = HASH_START;
    for (let i = 0; i < 300; i++) {
      const move = wildMove(state, i % 4, random);
      hash = mix(hash, move.length);
      for (let k = 0; k < move.length; k++) hash = mix(mix(hash, move.unit(k)), move.code(k));
    }
    expect(hash.toString(16)).toBe('b38bd25');
  });

  test('a frozen player stays frozen, makes no moves, and isn’t charged', () => {
    const state = game.start(wildBoard(new Lehmer(8)), 1);
    game.charge(state, 0, 0.25);
    game.freeze(state, 0, 'time');
    game.charge(state, 0, 0.5);
    expect(state.status(0)).toBe(-1);
    const asked = [0, 1, 2, 3].map(() => game.newMove());
    for (let unit = 0; unit < state.settings.unitsPerPlayer; unit++) asked[0].push(unit, 4);
    game.advance(state, asked);
    expect(state.done[0].length).toBe(0);
    const copy = game.clone(state);
    game.advance(copy, asked);
    expect(copy.done[0].length).toBe(0);
  });

  test('a match lasts the number of rounds in its settings, whatever the round of the board', () => {
    const random = new Lehmer(5);
    for (let i = 0; i < 5; i++) {
      const board = wildBoard(random);
      const state = game.start({ ...board, settings: { ...board.settings, rounds: 3 } }, 1);
      const asked = [0, 1, 2, 3].map(() => game.newMove());
      for (let round = 0; round < 3; round++) {
        expect([game.round(state), game.isOver(state)]).toEqual([round, false]);
        game.advance(state, asked);
      }
      expect([game.round(state), game.isOver(state)]).toEqual([3, true]);
      const scores = [0, 1, 2, 3].map((player) => state.score(player));
      expect(game.outcome(state)).toEqual({ scores, reason: 'rounds' });
    }
  });
});

test('directionCode returns the code of each direction, and −1 for any other step', () => {
  const codes = [-1, 0, 1].flatMap((row) => [0, 1, 2].map((column) => directionCode(row, column)));
  expect(codes).toEqual([3, 0, 6, 4, 1, 7, 5, 2, 8]);
  for (const [row, column] of [
    [2, 0],
    [-2, 1],
    [0, -1],
    [0, 3],
    [0.5, 1],
    [Number.NaN, 1],
    [0, Number.NaN],
  ])
    expect(directionCode(row, column)).toBe(-1);
});

test('an instruction list can grow, be printed, and be cleared', () => {
  const list = new Instructions(1);
  for (let i = 0; i < 20; i++) list.push(i, i % 10);
  expect(list.length).toBe(20);
  expect([0, 1, 9, 12].map((i) => list.print(i))).toEqual(['0 m -1 1', '1 m 0 1', '9 s 0 1', '12 m 1 1']);
  list.clear();
  expect(list.length).toBe(0);
});
