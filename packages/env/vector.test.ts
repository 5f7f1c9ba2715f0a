import { readFileSync } from 'node:fs';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { playMatchSync } from '@ludus/referee/match.ts';
import type { Instructions } from 'ludus/cylinder/rules/instructions.ts';
import type { CylinderBoard } from 'ludus/cylinder/rules/position.ts';
import type { CylinderState } from 'ludus/cylinder/rules/state.ts';
import { madmax } from 'ludus/madmax/rules/game.ts';
import { starwar } from 'ludus/starwar/rules/game.ts';
import { expect, test } from 'vitest';
import { PLANES, rawGrid, UNIT_FIELDS, writeMissiles, writePlanes, writeUnits } from './observe.ts';
import { type CylinderGame, NO_ACTION, VectorEnv } from './vector.ts';

const GAMES = [madmax, starwar] as const;

function makeEnv(game: CylinderGame, size: number): VectorEnv {
  const board = game.readBoard(
    readFileSync(new URL(`../games/${game.id}/boards/default.cnf`, import.meta.url), 'utf8'),
  );
  if (!board.ok) throw new Error(board.problem.message);
  return new VectorEnv(game, board.value, size);
}

/** Actions 0 … 11, the last of which means nothing. */
function randomActions(length: number, seed: number): Uint8Array {
  const random = new Lehmer(seed);
  return Uint8Array.from({ length }, () => random.range(0, 11));
}

const hashes = (env: VectorEnv) => env.states.map((state) => env.game.hash(state));

test.each(GAMES)('$id: a stepped match is the match that the referee plays', (game) => {
  const env = makeEnv(game, 3);
  env.reset(7);
  const perSeat = env.units / env.seats;
  const history: Uint8Array[] = [];
  const totals = new Int32Array(env.rewards.length);
  for (let round = 0; round < 300; round++) {
    const actions = randomActions(env.size * env.units, round + 1);
    history.push(actions);
    env.step(actions);
    env.rewards.forEach((reward, i) => {
      totals[i] += reward;
    });
  }
  expect([...env.dones]).toEqual([1, 1, 1]);
  for (let match = 0; match < env.size; match++) {
    const result = playMatchSync<CylinderBoard, CylinderState, Instructions>({
      game,
      board: env.board,
      seed: 7 + match,
      ports: Array.from({ length: 4 }, (_, seat) => ({
        name: 'Given',
        play(state, move) {
          for (let unit = seat * perSeat; unit < (seat + 1) * perSeat; unit++) {
            const action = history[game.round(state)][match * env.units + unit];
            if (action < NO_ACTION) move.push(unit, action);
          }
        },
      })),
    });
    expect(game.hash(result.state)).toBe(hashes(env)[match]);
    expect([...totals.subarray(4 * match, 4 * match + 4)]).toEqual(result.outcome.scores);
  }
});

test.each(GAMES)('$id: save and restore, reset, and matches that do not touch each other', (game) => {
  const env = makeEnv(game, 2);
  env.reset(3);
  const play = (from: number, rounds: number) => {
    for (let round = from; round < from + rounds; round++) env.step(randomActions(env.size * env.units, round + 1));
  };
  play(0, 40);
  const saved = env.save(0);
  const other = env.save(1);
  const before = hashes(env);
  play(40, 30);
  const after = hashes(env);
  env.restore(0, saved);
  env.restore(1, other);
  expect(hashes(env)).toEqual(before);
  play(40, 30);
  expect(hashes(env)).toEqual(after);
  env.restore(0, saved, 99);
  env.restore(1, other);
  play(40, 30);
  expect(hashes(env)[1]).toBe(after[1]);
  env.resetMatch(0, 3);
  const fresh = makeEnv(game, 1);
  fresh.reset(3);
  expect(hashes(env)[0]).toBe(hashes(fresh)[0]);
});

test('a match that is done stays as it is until it is reset', () => {
  const env = makeEnv(starwar, 1);
  env.reset(1);
  for (let round = 0; round < 300; round++) env.step(randomActions(env.units, round + 1));
  const last = hashes(env);
  env.step(randomActions(env.units, 1));
  expect(hashes(env)).toEqual(last);
  expect([...env.rewards]).toEqual([0, 0, 0, 0]);
  env.reset(1);
  expect(env.dones[0]).toBe(0);
});

test.each(GAMES)('$id: what is observed is what the view says, seen from every seat', (game) => {
  const env = makeEnv(game, 1);
  env.reset(5);
  const [state] = env.states;
  const { rows, universeColumns, unitsPerPlayer } = env.board.settings;
  const area = rows * universeColumns;
  const planes = new Uint8Array(PLANES.length * area);
  const units = new Int32Array(env.units * UNIT_FIELDS.length);
  const missiles = new Int32Array(64 * 3);
  for (let round = 0; round < 120; round++) {
    env.step(randomActions(env.units, round + 1));
    const seat = round % 4;
    writePlanes(state, seat, universeColumns, planes);
    writeUnits(state, seat, units);
    const count = writeMissiles(state, seat, 64, missiles);
    expect(count).toBe(state.missileCount);
    const { bytes, start, stride } = rawGrid(state);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < universeColumns; column++) {
        const at = state.round + column;
        const content = state.contentAt(row, at);
        const unit = state.unitAt(row, at);
        const expected = PLANES.map(() => 0);
        if (content > 0) expected[content === 4 ? 0 : content] = 1;
        if (state.missileAt(row, at) >= 0) expected[4] = 1;
        if (unit >= 0) expected[5 + ((Math.floor(unit / unitsPerPlayer) - seat + 4) % 4)] = 1;
        const seen = PLANES.map((_, plane) => planes[plane * area + row * universeColumns + column]);
        if (seen.join() !== expected.join()) expect({ round, row, column, seen }).toEqual({ seen: expected });
        if (content === 0 && unit < 0 && bytes[start + row * stride + column] !== 0)
          expect([row, column]).toBe('empty');
      }
    }
    for (let unit = 0; unit < env.units; unit++) {
      const [player, row, column, stock, gas, alive, time] = units.subarray(unit * 7, unit * 7 + 7);
      expect((player + seat) % 4).toBe(Math.floor(unit / unitsPerPlayer));
      expect([row, (column + state.round) % universeColumns]).toEqual([state.unitRow(unit), state.unitColumn(unit)]);
      expect([stock, gas, alive === 1, time]).toEqual([
        state.unitMissiles(unit),
        state.unitGas(unit),
        state.unitAlive(unit),
        state.unitTime(unit),
      ]);
    }
  }
});
