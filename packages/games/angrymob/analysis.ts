import type { GameAnalysis, Notes } from '@ludus/lab/why.ts';
import { type MobMap, neighbour } from './rules/map.ts';
import type { MobMove } from './rules/moves.ts';
import { ABSORB_LIMIT } from './rules/rules.ts';
import type { MobState } from './rules/state.ts';

/** Maximum distance, in steps, at which a hostile stack threatens a base. */
const THREAT = 6;
/** Stacks with up to this number of units are considered small. */
const SMALL = 2;
/** Only a player with at least this number of units can be blamed for scattering them. */
const CROWD = 10;

/** Explains how a game of Angry Mob is lost: the base, neutral units, and whether the crowd stays together. */
export const analysis: GameAnalysis<MobState, MobMove> = {
  playouts: ['Seeker'],
  skills: [
    {
      id: 'gather',
      doing: 'gathering neutral units',
      did: 'gathered neutral units',
      chances: `chances to gather neutral units (while it had at most ${ABSORB_LIMIT})`,
      norm: 0.5,
      worth: 0.03,
      advice: `With at most ${ABSORB_LIMIT} units, step onto neutral units next to yours.`,
    },
    {
      id: 'guard',
      doing: 'guarding its base',
      did: 'guarded its base',
      chances: 'turns in which it had enough guards against a threat to its base',
      took: 'met',
      norm: 0.6,
      worth: 0.03,
      advice: 'Keep at least as many units near your base as the nearest enemy stack has.',
    },
  ],
  mishaps: [
    {
      id: 'base',
      did: () => 'lost its base',
      norm: 0,
      worth: 0.2,
      advice: 'Keep guards on your base, or between it and the nearest enemy stack.',
    },
    {
      id: 'lost-fight',
      did: (count) =>
        count === 1 ? 'lost a stack to a larger one' : `lost ${count} stacks in fights against larger ones, one by one`,
      norm: 12,
      worth: 0.015,
      advice: 'Merge stacks before you attack: in a fight, both sides lose the same number of units.',
    },
  ],
  kinds: { move: { doing: 'moving', did: 'moved', isOptional: true } },
  kindsOf: (move, { armies }, seat) =>
    armies[seat].total === 0 ? null : move.length === 0 && move.problem === '' ? [] : ['move'],
  watch: (first, notes) => new MobWatch(first, notes),
  alternatives: () => [],
};

class MobWatch {
  readonly #notes: Notes;
  /** By seat: the number of steps from the seat's base to each cell; −1 if unreachable. */
  readonly #steps: readonly Int32Array[];
  readonly #gathered = [0, 0];
  readonly #nearest: number[];
  /** By seat: the number of turns with a crowd, and the sum of the shares of the seat's units in small stacks. */
  readonly #crowded = [0, 0];
  readonly #small = [0, 0];
  readonly #single = [0, 0];
  readonly #submoves = [0, 0];
  #couldGather: boolean[] = [];
  #totals: number[] = [];
  #moved: MobMove[] = [];
  #before: Int32Array[] = [];

  constructor({ board: { map } }: MobState, notes: Notes) {
    this.#notes = notes;
    this.#steps = map.bases.map((base) => stepsFrom(map, base));
    this.#nearest = [0, 1].map((seat) => this.#steps[1 - seat][map.bases[seat]]);
  }

  asked(state: MobState, moves: readonly MobMove[]): void {
    const { armies, neutrals, board } = state;
    const { map } = board;
    this.#totals = armies.map(({ total }) => total);
    this.#before = armies.map(({ units }) => units.slice());
    this.#moved = [...moves];
    this.#couldGather = armies.map(
      ({ cells, count, total }) =>
        total <= ABSORB_LIMIT &&
        cells.subarray(0, count).some((cell) =>
          [0, 1, 2, 3].some((way) => {
            const next = neighbour(map, cell, way);
            return next >= 0 && map.passable[next] === 1 && neutrals[next] > 0;
          }),
        ),
    );
    for (const seat of [0, 1]) {
      const { cells, count, total, units } = armies[seat];
      const own = cells.subarray(0, count);
      for (const cell of own) this.#nearest[seat] = Math.min(this.#nearest[seat], this.#steps[1 - seat][cell]);
      if (total >= CROWD) {
        this.#crowded[seat]++;
        this.#small[seat] += own.reduce((sum, cell) => sum + (units[cell] <= SMALL ? units[cell] : 0), 0) / total;
      }
      for (let n = 0; n < moves[seat].length; n++) {
        this.#submoves[seat]++;
        if (moves[seat].numbers[4 * n + 2] === 1) this.#single[seat]++;
      }
      this.#noticeThreat(state, seat);
    }
  }

  #noticeThreat({ armies }: MobState, seat: number): void {
    const enemy = armies[1 - seat];
    const steps = this.#steps[seat];
    let [near, size] = [THREAT + 1, 0];
    for (let n = 0; n < enemy.count; n++) {
      const cell = enemy.cells[n];
      if (steps[cell] >= 0 && steps[cell] < near) [near, size] = [steps[cell], enemy.units[cell]];
    }
    if (near > THREAT || armies[seat].total === 0) return;
    let guards = 0;
    const own = armies[seat];
    for (let n = 0; n < own.count; n++) if (steps[own.cells[n]] <= near) guards += own.units[own.cells[n]];
    this.#notes.chance('guard', seat, guards >= Math.min(size, own.total));
  }

  played(state: MobState): void {
    const { armies, board, winner, reason } = state;
    for (const seat of [0, 1]) {
      const gained = armies[seat].total - this.#totals[seat];
      if (gained > 0) this.#gathered[seat] += gained;
      if (this.#couldGather[seat]) this.#notes.chance('gather', seat, gained > 0);
      this.#noticeFights(state, seat);
      if (reason !== 'base' || winner !== 1 - seat) continue;
      this.#notes.mishap('base', seat);
      const home = this.#before[seat][board.map.bases[seat]];
      const total = this.#totals[seat];
      if (total >= 2 && home <= total / 10)
        this.#notes.remark(
          'empty-base',
          seat,
          0.5,
          `left its base ${home === 0 ? 'empty' : 'almost empty'}: ${home} of its ${total} units were there when the other side walked in`,
          'Keep guards on your base while enemy units can reach it.',
        );
    }
  }

  /** Records a stack that was wiped out in a fight. */
  #noticeFights({ armies, board }: MobState, seat: number): void {
    const move = this.#moved[seat];
    const lost = new Set<number>();
    for (let n = 0; n < move.length; n++) {
      const [i, j, , d] = move.numbers.subarray(4 * n, 4 * n + 4);
      const target = neighbour(board.map, i * board.map.columns + j, d);
      if (target >= 0 && armies[seat].units[target] === 0 && armies[1 - seat].units[target] > 0) lost.add(target);
    }
    if (lost.size > 0) this.#notes.mishap('lost-fight', seat, { count: lost.size });
  }

  ended({ board: { map } }: MobState): void {
    const far = this.#steps[0][map.bases[1]];
    for (const seat of [0, 1]) {
      const other = 1 - seat;
      if (this.#gathered[seat] < 0.6 * this.#gathered[other])
        this.#notes.remark(
          'gather',
          seat,
          0.5 * (1 - this.#gathered[seat] / this.#gathered[other]),
          `gathered only ${this.#gathered[seat]} neutral units, the other side ${this.#gathered[other]}`,
          `Gather neutral units while you have at most ${ABSORB_LIMIT} units.`,
        );
      if (this.#nearest[seat] > far / 3)
        this.#notes.remark(
          'no-attack',
          seat,
          0.25 + 0.3 * (this.#nearest[seat] / far),
          `never attacked: its nearest unit stayed ${this.#nearest[seat]} of ${far} steps away from the other base`,
          'A unit on the other base wins the game: send some units there.',
        );
      const [small, theirs] = [seat, other].map((each) => this.#small[each] / Math.max(1, this.#crowded[each]));
      if (this.#crowded[seat] >= 5 && small > 0.3 && small > 1.5 * theirs)
        this.#notes.remark(
          'scattered',
          seat,
          0.35 * small,
          `scattered its units: ${Math.round(100 * small)}% of them were split into stacks of one or two`,
          'Keep your units in few large stacks.',
        );
      const single = this.#single[seat] / Math.max(1, this.#submoves[seat]);
      if (this.#crowded[seat] >= 5 && this.#submoves[seat] > 20 && single > 0.8)
        this.#notes.remark(
          'singles',
          seat,
          0.4,
          `sent its units one at a time: ${Math.round(100 * single)}% of its moves were of a single unit`,
          'Move stacks as a whole.',
        );
    }
  }
}

/** The number of steps from a cell to every cell; −1 if unreachable. */
function stepsFrom(map: MobMap, from: number): Int32Array {
  const steps = new Int32Array(map.rows * map.columns).fill(-1);
  steps[from] = 0;
  const queue = [from];
  for (const cell of queue)
    for (let way = 0; way < 4; way++) {
      const next = neighbour(map, cell, way);
      if (next < 0 || map.passable[next] === 0 || steps[next] >= 0) continue;
      steps[next] = steps[cell] + 1;
      queue.push(next);
    }
  return steps;
}
