import { DEFAULT, SHOOT } from '../../rules/directions.ts';
import { MISSILE_BONUS, POINT_BONUS } from '../../rules/position-view.ts';
import { BLOCKED, FREE, type Grid } from './grid.ts';
import { COLUMN_STEP, MOVES, pathOffsets, ROW_STEP } from './moves.ts';
import type { Outlook } from './outlook.ts';

/** The values of prizes, kills, deaths, and supplies for a unit in this round, in points. */
export interface Worth {
  readonly point: number;
  readonly kill: number;
  readonly death: number;
  /** The value of a missile, by the number of missiles in stock. The last entry is for all greater numbers. */
  readonly stock: Float64Array;
  /**
   * The value of gas, by the amount that is left; empty if no gas is burnt. The last entry is for all greater numbers.
   */
  readonly gas: Float64Array;
  readonly bonusMissiles: number;
  readonly bonusGas: number;
  readonly discount: number;
}

export interface Start {
  readonly row: number;
  readonly column: number;
  readonly stock: number;
  readonly gas: number;
  readonly mayShoot: boolean;
}

/**
 * The best path found: one code and one cell per step (index 0 is the first step). It is shorter than the horizon only
 * if no path survives.
 */
export interface Plan {
  length: number;
  value: number;
  readonly codes: Uint8Array;
  readonly cells: Int32Array;
}

export function newPlan(horizon: number): Plan {
  return { length: 0, value: 0, codes: new Uint8Array(horizon), cells: new Int32Array(horizon) };
}

export function copyPlan(from: Plan, to: Plan): void {
  to.length = from.length;
  to.value = from.value;
  to.codes.set(from.codes);
  to.cells.set(from.cells);
}

/**
 * A beam search over (row, column, step). For each cell and step it keeps the best path to the cell, and in each step
 * it extends the best `width` paths. A path collects prizes on all cells that its moves enter, each prize once, and
 * shares the risks of those cells.
 */
export class Planner {
  /** Moves tried since the planner was created. */
  tried = 0;
  private readonly grid: Grid;
  private readonly horizon: number;
  private readonly windowColumns: number;
  private readonly paths: Int32Array[];
  // These arrays have one entry per node. The nodes of a step are contiguous.
  private readonly cell: Int32Array;
  private readonly parent: Int32Array;
  private readonly code: Uint8Array;
  private readonly gain: Float64Array;
  private readonly alive: Float64Array;
  private readonly stock: Int32Array;
  private readonly gas: Float64Array;
  private readonly shot: Uint8Array;
  private readonly score: Float64Array;
  /** By cell: its node in this step, which is valid only if `stamp` is the number of this step. */
  private readonly nodeAt: Int32Array;
  private readonly stampAt: Int32Array;
  private stamp = 0;
  private readonly beam: Int32Array;
  private readonly rowOf: Uint16Array;

  constructor(grid: Grid, horizon: number, windowColumns: number, widest: number) {
    this.grid = grid;
    this.horizon = horizon;
    this.windowColumns = windowColumns;
    this.paths = pathOffsets(grid.width);
    this.rowOf = Uint16Array.from({ length: grid.cells.length }, (_, cell) => Math.floor(cell / grid.width));
    const most = Math.min(widest * (MOVES + 1), grid.cells.length);
    const nodes = 1 + horizon * most;
    this.cell = new Int32Array(nodes);
    this.parent = new Int32Array(nodes);
    this.code = new Uint8Array(nodes);
    this.gain = new Float64Array(nodes);
    this.alive = new Float64Array(nodes);
    this.stock = new Int32Array(nodes);
    this.gas = new Float64Array(nodes);
    this.shot = new Uint8Array(nodes);
    this.score = new Float64Array(nodes);
    this.nodeAt = new Int32Array(grid.cells.length);
    this.stampAt = new Int32Array(grid.cells.length);
    this.beam = new Int32Array(most);
  }

  /**
   * Writes the best path from `start` to `plan`. `claimed[prize]`: the share of a prize's value that is left for this
   * unit.
   */
  search(
    start: Start,
    outlook: Outlook,
    claimed: Float32Array,
    worth: Worth,
    width: number,
    steps: number,
    plan: Plan,
  ): void {
    this.cell[0] = start.row * this.grid.width + start.column;
    this.gain[0] = 0;
    this.alive[0] = 1;
    this.stock[0] = start.stock;
    this.gas[0] = start.gas;
    this.shot[0] = 0;
    this.score[0] = 0;
    this.beam[0] = 0;
    let beamLength = 1;
    let next = 1;
    let trapped = false;
    const last = Math.min(steps, this.horizon);
    for (let step = 1; step <= last; step++) {
      const first = next;
      next = this.expand(step, beamLength, first, start.mayShoot, outlook, claimed, worth);
      if (next === first) {
        trapped = true;
        break;
      }
      beamLength = next - first;
      for (let i = 0; i < beamLength; i++) this.beam[i] = first + i;
      if (step < last && beamLength > width) {
        this.keepBest(beamLength, width);
        beamLength = width;
      }
    }
    let best = this.beam[0];
    for (let i = 1; i < beamLength; i++) if (this.score[this.beam[i]] > this.score[best]) best = this.beam[i];
    plan.value = this.score[best] - (trapped ? this.alive[best] * worth.death : 0);
    plan.length = 0;
    for (let node = best; node > 0; node = this.parent[node]) plan.length++;
    for (let node = best, at = plan.length - 1; node > 0; node = this.parent[node], at--) {
      plan.codes[at] = this.code[node];
      plan.cells[at] = this.cell[node];
    }
  }

  /** Tries all moves from the nodes of the beam; returns the number of the next free node. */
  private expand(
    step: number,
    beamLength: number,
    first: number,
    mayShoot: boolean,
    outlook: Outlook,
    claimed: Float32Array,
    worth: Worth,
  ): number {
    const { grid, beam, cell, paths } = this;
    const { cells, width, rows, prizeCount, prizeKind } = grid;
    const enter = outlook.enter.values;
    const stay = outlook.stay.values;
    const target = outlook.target.values;
    const layer = step * cells.length;
    const left = outlook.left;
    const { lure, prey } = outlook;
    const leftLayer = step * prizeCount;
    const discount = worth.discount ** step;
    const burnsGas = worth.gas.length > 0;
    const stamp = ++this.stamp;
    let next = first;
    for (let i = 0; i < beamLength; i++) {
      const node = beam[i];
      const from = cell[node];
      const row = this.rowOf[from];
      const column = from - row * width;
      // A shot clears an obstacle directly ahead before the unit moves into its cell.
      const walled = cells[from + 1] === BLOCKED;
      const aimed = this.shot[node] === 0 && target[layer + from] > 0 && (step > 1 || mayShoot);
      const canShoot = this.stock[node] > 0 && (walled || aimed);
      for (let code = 0; code <= MOVES; code++) {
        if (code === MOVES && !canShoot) break;
        const direction = code === SHOOT ? DEFAULT : code;
        const toRow = row + ROW_STEP[direction];
        const toColumn = column + COLUMN_STEP[direction];
        if (toRow < 0 || toRow >= rows || toColumn < step || toColumn >= step + this.windowColumns) continue;
        this.tried++;
        const path = paths[direction];
        let gain = this.gain[node];
        let alive = this.alive[node];
        let stock = this.stock[node];
        let gas = this.gas[node];
        if (code === SHOOT) {
          if (!walled) gain += alive * discount * worth.kill * target[layer + from];
          stock--;
        }
        let blocked = false;
        for (let k = 0; k < path.length; k++) {
          const at = from + path[k];
          const content = cells[at];
          if (content !== FREE) {
            if (content === BLOCKED) {
              if (code === SHOOT) break;
              blocked = true;
              break;
            }
            const share = left[leftLayer + content] * claimed[content];
            if (share > 0 && !this.hasEntered(node, at, column + 2)) {
              const kind = prizeKind[content];
              if (kind === POINT_BONUS) gain += alive * discount * share * worth.point;
              else if (kind === MISSILE_BONUS) {
                const more = stock + worth.bonusMissiles;
                gain += alive * discount * share * (valueAt(worth.stock, more) - valueAt(worth.stock, stock));
                stock = more;
              } else gas += worth.bonusGas * share;
            }
          }
          const risk = enter[layer + at];
          if (risk > 0) {
            gain -= alive * risk * worth.death;
            alive *= 1 - risk;
          }
        }
        if (blocked || alive < 0.02) continue;
        const to = from + (toRow - row) * width + toColumn - column;
        const risk = stay[layer + to];
        if (risk > 0) {
          gain -= alive * risk * worth.death;
          alive *= 1 - risk;
        }
        // Prizes further ahead count a little, so that good paths are not dropped before they pay off.
        let score = gain + alive * discount * (stock > 0 ? lure[to] + prey[to - step] : lure[to]);
        if (burnsGas) {
          gas -= 1;
          if (gas < 0.5) continue;
          score += alive * valueAt(worth.gas, Math.floor(gas));
        }
        // Paths to the same cell compete, and a missile that was saved counts in a path's favour.
        if (code === SHOOT) {
          const spent = valueAt(worth.stock, stock + 1) - valueAt(worth.stock, stock);
          gain -= spent;
          score -= spent;
        }
        let place = next;
        if (this.stampAt[to] === stamp) {
          place = this.nodeAt[to];
          if (this.score[place] >= score) continue;
        } else {
          this.stampAt[to] = stamp;
          this.nodeAt[to] = next++;
        }
        cell[place] = to;
        this.parent[place] = node;
        this.code[place] = code;
        this.gain[place] = gain;
        this.alive[place] = alive;
        this.stock[place] = stock;
        this.gas[place] = gas;
        this.shot[place] = code === SHOOT && !walled ? 1 : this.shot[node];
        this.score[place] = score;
      }
    }
    return next;
  }

  /** Whether the path to `node` enters this cell. Paths never go backwards, so only the last moves can enter it. */
  private hasEntered(node: number, at: number, rightmost: number): boolean {
    const { cell, parent, code, paths, grid } = this;
    const column = at % grid.width;
    if (rightmost < column) return false;
    let here = node;
    while (here > 0) {
      const from = cell[parent[here]];
      if ((from % grid.width) + 2 < column) return false;
      const path = paths[code[here] === SHOOT ? DEFAULT : code[here]];
      for (let k = 0; k < path.length; k++) if (from + path[k] === at) return true;
      here = parent[here];
    }
    return false;
  }

  /** Moves the `width` best nodes of the beam to its front (quickselect). */
  private keepBest(length: number, width: number): void {
    const { beam, score } = this;
    let low = 0;
    let high = length - 1;
    while (low < high) {
      const pivot = score[beam[(low + high) >> 1]];
      let i = low;
      let j = high;
      while (i <= j) {
        while (score[beam[i]] > pivot) i++;
        while (score[beam[j]] < pivot) j--;
        if (i <= j) {
          const kept = beam[i];
          beam[i++] = beam[j];
          beam[j--] = kept;
        }
      }
      if (width - 1 <= j) high = j;
      else if (width - 1 >= i) low = i;
      else return;
    }
  }
}

function valueAt(values: Float64Array, index: number): number {
  return values[index < values.length ? index : values.length - 1];
}
