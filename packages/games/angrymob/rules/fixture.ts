import type { ConformanceFixture } from '@ludus/game/conformance.ts';
import type { Lehmer } from '@ludus/kernel/lehmer.ts';
import type { MobBoard } from './board.ts';
import { angrymob } from './game.ts';
import { cellName } from './map.ts';
import { MobMove } from './moves.ts';
import type { MobState } from './state.ts';

/** Angry Mob for the conformance suite, on maps from a separate generator. */
export const fixture = {
  game: angrymob,
  wildMove,
  brokenInvariant,
  seesItselfFirst: true,
  untold: ['faults', 'board.seed'],
} satisfies ConformanceFixture<MobBoard, MobState, MobMove>;

/** Mostly legal moves. About one in two hundred is illegal. */
function wildMove(state: MobState, seat: number, random: Lehmer): MobMove {
  const move = new MobMove();
  const { map } = state.board;
  const army = state.armies[seat];
  if (random.range(0, 399) === 0) move.refuse('expected numbers in groups of four, found 3 numbers');
  for (let n = 0; n < army.count; n++) {
    const cell = army.cells[n];
    let left = army.units[cell];
    while (left > 0 && random.range(0, 3) > 0) {
      const [i, j] = [Math.floor(cell / map.columns), cell % map.columns];
      const [k, d] = [random.range(1, left), random.range(0, 3)];
      left -= k;
      const inside = i + [0, -1, 0, 1][d] >= 0 && j + [1, 0, -1, 0][d] >= 0;
      const target = (i + [0, -1, 0, 1][d]) * map.columns + j + [1, 0, -1, 0][d];
      const passable = inside && j + [1, 0, -1, 0][d] < map.columns && map.passable[target] === 1;
      if (passable) move.push(i, j, k, d);
    }
  }
  if (random.range(0, 399) === 0)
    move.push(random.range(-1, map.rows), random.range(-1, map.columns), random.range(-1, 9), random.range(-1, 4));
  return move;
}

function brokenInvariant(state: MobState): string | undefined {
  const { map } = state.board;
  const [blue, red] = state.armies;
  let [neutral, before] = [0, 2];
  for (let cell = 0; cell < state.neutrals.length; cell++) {
    const units = blue.units[cell] + red.units[cell];
    if (blue.units[cell] > 0 && red.units[cell] > 0) return `both players have units on ${cellName(map, cell)}`;
    if (units > 0 && map.passable[cell] === 0) return `there are units on the impassable cell ${cellName(map, cell)}`;
    if (state.neutrals[cell] !== 0 && state.neutrals[cell] !== map.neutrals[cell])
      return `the neutral units on ${cellName(map, cell)} went from ${map.neutrals[cell]} to ${state.neutrals[cell]}`;
    if (state.leaving[cell] !== 0) return `the count of leaving units on ${cellName(map, cell)} was not cleared`;
    neutral += state.neutrals[cell];
    before += map.neutrals[cell];
  }
  if (blue.total + red.total + neutral + 2 * state.lost !== before)
    return `the game began with ${before} units, but now has ${blue.total} + ${red.total} units, ${neutral} neutral units, and 2 × ${state.lost} lost units`;
  for (const seat of [0, 1]) {
    const broken = state.armies[seat].brokenInvariant();
    if (broken !== undefined) return `player ${seat}: ${broken}`;
  }
  return undefined;
}
