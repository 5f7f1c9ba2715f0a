import { DEFAULT } from '../../rules/directions.ts';
import type { CylinderView } from '../../rules/position-view.ts';
import { BLOCKED, FREE, type Grid } from './grid.ts';
import { COLUMN_STEP, MOVES, PATHS, ROW_STEP } from './moves.ts';
import { arrival, type OpponentModel, type OpponentUnit, REACH } from './opponent-model.ts';
import { RiskMap } from './risk-map.ts';
import type { Style } from './style.ts';

/** Probabilities below this value are ignored. */
const NEGLIGIBLE = 0.04;
/**
 * The probability that a missile flies on beyond a prize. The prize stops the missile unless a unit takes the prize
 * first.
 */
const BEHIND_PRIZE = 0.25;
/** The probability that an opponent shoots along its row without a target. */
const STRAY_SHOT = 0.06;
/** Maximum distance in steps over which prizes attract units. The attraction decreases with distance. */
const LURE_STEPS = 13;
const FADING = Float64Array.from({ length: LURE_STEPS + 1 }, (_, steps) => (steps === 0 ? 0 : 0.85 ** steps));

/** The possible actions of missiles and opponents in the next rounds, as probabilities by step and cell. */
export class Outlook {
  /** The probability that a unit dies when it enters a cell in a step. */
  readonly enter: RiskMap;
  /**
   * The probability that a unit that ends a step in a cell dies later in this step, or in the next step before it
   * moves.
   */
  readonly stay: RiskMap;
  /** The expected number of opponents' units killed by a missile shot in a step from a cell. */
  readonly target: RiskMap;
  /** By step and prize, `step · prizeCount + prize`: the probability that the prize is still available to us. */
  left: Float32Array = new Float32Array(0);
  /** By cell: a measure of the prizes within a few steps, in points. */
  readonly lure: Float32Array;
  /**
   * Like `lure`, for positions from which to shoot opponents. It is indexed by row and column of the window, because
   * opponents move along with the window.
   */
  readonly prey: Float32Array;
  private readonly horizon: number;
  private readonly style: Style;

  constructor(grid: Grid, style: Style) {
    this.style = style;
    this.horizon = style.horizon;
    const cells = grid.cells.length;
    this.lure = new Float32Array(cells);
    this.prey = new Float32Array(cells);
    this.enter = new RiskMap(cells, this.horizon);
    this.stay = new RiskMap(cells, this.horizon);
    this.target = new RiskMap(cells, this.horizon);
  }

  read(view: CylinderView, grid: Grid, rivals: OpponentModel): void {
    this.enter.clear();
    this.stay.clear();
    this.target.clear();
    const places = (this.horizon + 1) * grid.prizeCount;
    if (this.left.length < places) this.left = new Float32Array(2 * places);
    this.left.fill(1, 0, places);
    for (const rival of rivals.units) {
      if (!rival.alive) continue;
      this.claimPrizes(view, grid, rival, rivals.greed(rival.player));
      this.meetRival(view, grid, rival, rivals);
    }
    for (let index = 0; index < view.missileCount; index++) {
      const column = grid.columnOf(view, view.missileColumn(index));
      const { universeColumns } = view.settings;
      for (let from = column - universeColumns; from < grid.width; from += universeColumns)
        this.flyMissile(grid, view.missileRow(index), from, 0);
    }
  }

  /** Fills `lure`; `values` are the values of prizes, by kind. */
  attract(grid: Grid, values: readonly number[]): void {
    const { lure } = this;
    const { prizeCount, prizeCell, prizeKind, width, rows } = grid;
    lure.fill(0);
    const layer = Math.min(LURE_STEPS, this.horizon) * prizeCount;
    for (let prize = 0; prize < prizeCount; prize++) {
      const value = this.style.lure * values[prizeKind[prize]] * this.left[layer + prize];
      if (value <= 0) continue;
      const row = Math.floor(prizeCell[prize] / width);
      const column = prizeCell[prize] - row * width;
      const top = Math.max(0, row - LURE_STEPS);
      const bottom = Math.min(rows - 1, row + LURE_STEPS);
      for (let from = Math.max(0, column - 2 * LURE_STEPS); from <= column; from++)
        for (let at = top; at <= bottom; at++)
          lure[at * width + from] += value * FADING[arrival(row - at, column - from)];
    }
  }

  /** Fills `prey`; `value`: the value of a kill. */
  hunt(grid: Grid, rivals: OpponentModel, value: number): void {
    const { prey } = this;
    prey.fill(0);
    const most = this.style.hunt * value;
    if (most === 0) return;
    for (const { alive, row, column } of rivals.units) {
      if (!alive) continue;
      const best = column - 2;
      const top = Math.max(0, row - LURE_STEPS);
      const bottom = Math.min(grid.rows - 1, row + LURE_STEPS);
      for (let from = Math.max(0, best - LURE_STEPS); from <= Math.min(best + 1, grid.width - 1); from++)
        for (let at = top; at <= bottom; at++) {
          const lure = most * 0.8 ** Math.max(Math.abs(row - at), Math.abs(best - from));
          if (lure > prey[at * grid.width + from]) prey[at * grid.width + from] = lure;
        }
    }
  }

  /** Moves a missile that is at (row, column) after `step`: two columns per round, until the missile hits something. */
  flyMissile(grid: Grid, row: number, column: number, step: number): void {
    const first = row * grid.width;
    let chance = 1;
    for (let at = step + 1, head = column; at <= this.horizon + 1; at++, head += 2) {
      if (head >= grid.width) return;
      for (let ahead = 1; ahead <= 2; ahead++) {
        const cell = head + ahead;
        if (cell < 0 || cell >= grid.width) continue;
        // In step `at`, the missile strikes before the units move, so it hits units that ended the previous step in
        // this cell.
        if (at > step + 1 || step > 0) this.stay.addChance(at - 1, first + cell, chance);
        const content = grid.cells[first + cell];
        if (content === BLOCKED) return;
        if (content !== FREE) {
          for (let later = at; later <= this.horizon; later++)
            this.left[later * grid.prizeCount + content] *= 1 - chance;
          chance *= BEHIND_PRIZE;
        }
      }
      if (at <= this.horizon && head + 2 >= 0 && head + 2 < grid.width)
        this.enter.addChance(at, first + head + 2, chance);
    }
  }

  /** Adds the missiles that opponents may shoot in this round at our unit at (row, column). */
  expectShots(view: CylinderView, grid: Grid, rivals: OpponentModel, row: number, column: number): void {
    const { universeColumns, windowColumns } = view.settings;
    for (const rival of rivals.units) {
      if (!rival.alive || rival.stock === 0 || Math.abs(rival.row - row) > 1) continue;
      for (let from = rival.column - universeColumns; from < windowColumns; from += universeColumns) {
        const ahead = column - from;
        if (ahead < -1 || ahead > 6) continue;
        const aims = rival.row === row && ahead >= 1 && this.isClear(grid, rival.row, from, column);
        const shot = this.style.shotTrust * (aims ? rivals.shooting(rival.player, ahead) : STRAY_SHOT);
        for (let reach = 1; reach <= 4 && from + reach < grid.width; reach++) {
          if (from + reach < 0) continue;
          const cell = rival.row * grid.width + from + reach;
          // A missile shot from one column ahead flies past us if it is shot before we move.
          this.stay.addChance(1, cell, reach === 1 ? 0.5 * shot : shot);
          if (reach === 2) this.enter.addChance(1, cell, 0.5 * shot);
          if (grid.cells[cell] === BLOCKED) break;
        }
      }
    }
  }

  private isClear(grid: Grid, row: number, from: number, to: number): boolean {
    for (let column = Math.max(0, from + 1); column < to; column++)
      if (grid.cells[row * grid.width + column] !== FREE) return false;
    return true;
  }

  /** Accounts for prizes that an opponent takes before us, most likely the prizes nearest to the opponent. */
  private claimPrizes(view: CylinderView, grid: Grid, rival: OpponentUnit, greed: number): void {
    const { prizeCount, prizeCell, width } = grid;
    for (let prize = 0; prize < prizeCount; prize++) {
      const cell = prizeCell[prize];
      const row = Math.floor(cell / width);
      const column = cell - row * width;
      const enters = column - view.settings.windowColumns + 1;
      const rounds = Math.max(1, enters, arrival(row - rival.row, column - rival.column));
      if (rounds > this.horizon) continue;
      const nearness = Math.max(0, rounds - Math.max(1, rival.prizeRounds));
      const wish = greed * 0.85 * 0.8 ** nearness;
      for (let step = rounds; step <= this.horizon; step++) {
        const late = step - rounds;
        // If both units arrive in the same round, either may move first.
        const taken = late === 0 ? 0.5 * wish : wish * (1 - 0.4 * 0.7 ** late);
        this.left[step * prizeCount + prize] *= 1 - taken;
      }
    }
  }

  /** Computes where an opponent's unit may be, what it may shoot at, and from where it can be shot. */
  private meetRival(view: CylinderView, grid: Grid, rival: OpponentUnit, rivals: OpponentModel): void {
    const { universeColumns, windowColumns } = view.settings;
    const trust = this.style.collisionTrust;
    const start = rival.row * grid.width + rival.column;
    this.enter.addChance(1, start, 0.5 * trust);
    let inRow = 0;
    for (let code = 0; code < MOVES; code++) {
      const chance = rival.chances[code];
      if (chance === 0) continue;
      if (ROW_STEP[code] === 0) inRow += chance;
      for (const { row, column } of PATHS[code]) {
        const cell = start + row * grid.width + column;
        this.stay.addChance(1, cell, 0.5 * trust * chance);
      }
      if (chance > 0.02)
        this.follow(grid, rival, rivals, rival.row + ROW_STEP[code], rival.column + COLUMN_STEP[code], chance);
    }
    for (let lap = -1; lap <= 1; lap++) {
      const column = rival.column + lap * universeColumns;
      if (column > -6 && column < windowColumns + 6) this.aimAt(grid, rival, column, inRow);
    }
  }

  /** Adds the consequences of an opponent's unit that may be at (row, column) after this round. */
  private follow(
    grid: Grid,
    rival: OpponentUnit,
    rivals: OpponentModel,
    row: number,
    column: number,
    chance: number,
  ): void {
    const { collisionTrust, shotTrust } = this.style;
    const stays = rival.chances[DEFAULT];
    for (let i = 0; i < REACH.length; i++) {
      const toRow = row + REACH[i].row;
      if (toRow < 0 || toRow >= grid.rows || rival.reach[i] === 0) continue;
      this.stay.addChance(
        1,
        toRow * grid.width + column + REACH[i].column,
        0.5 * collisionTrust * chance * rival.reach[i],
      );
    }
    const threat = rival.stock > 0 ? 0.5 * shotTrust * rivals.shooting(rival.player, 1) : 0;
    let likely = chance;
    for (let step = 1, at = row * grid.width + column, here = column; step < this.horizon; step++, at++, here++) {
      if (here + 4 >= grid.width) return;
      this.enter.addChance(step, at, 0.5 * collisionTrust * likely);
      this.enter.addChance(step + 1, at, 0.5 * collisionTrust * likely);
      // In the next round, the opponent's unit may shoot or drive on before we move.
      if (grid.cells[at + 1] !== BLOCKED) {
        this.stay.addChance(step, at + 1, likely * Math.max(threat, step === 1 ? 0 : 0.15 * collisionTrust));
        if (threat > 0 && grid.cells[at + 1] === FREE) this.stay.addChance(step, at + 2, likely * threat);
      }
      // We may shoot the unit in the next step from one or two columns behind. In half of the cases, we do so before it
      // moves.
      for (let behind = 1; behind <= 3; behind++) {
        if (here < behind || (behind > 1 && grid.cells[at - behind + 1] !== FREE)) break;
        this.target.addValue(step + 1, at - behind, likely * (behind < 3 ? 0.5 + 0.5 * stays : 0.7 * stays));
      }
      likely *= stays;
      if (likely < NEGLIGIBLE) return;
    }
  }

  /**
   * Finds the cells from which a missile shot in this round may kill the unit. A missile can hit up to four columns
   * away before it becomes visible.
   */
  private aimAt(grid: Grid, rival: OpponentUnit, column: number, inRow: number): void {
    const stays = rival.chances[DEFAULT];
    for (let code = 0; code < MOVES; code++) {
      if (rival.chances[code] === 0) continue;
      const row = (rival.row + ROW_STEP[code]) * grid.width;
      const end = column + COLUMN_STEP[code];
      for (let from = end - 1; from >= end - 4 && from >= 0; from--) {
        const before = rival.row * grid.width === row && column - from >= 1 && column - from <= 2;
        if (from < grid.width) this.target.addValue(1, row + from, rival.chances[code] * (before ? 0.5 : 1));
        if (grid.cells[row + from] !== FREE) break;
      }
    }
    // In the unit's own row, a missile shot from one or two columns behind hits the unit if we move first. From further
    // behind, a missile hits only if the unit stays in the row.
    const row = rival.row * grid.width;
    let chance = inRow;
    for (let behind = 1; behind <= 12 && column - behind >= 0; behind++) {
      const from = column - behind;
      if (behind <= 2) this.target.addValue(1, row + from, 0.5);
      else if (behind >= 4) {
        chance = Math.min(chance, stays) * (behind === 4 ? 1 : stays);
        if (chance < NEGLIGIBLE) return;
        this.target.addValue(1, row + from, stays * chance);
      }
      if (grid.cells[row + from] !== FREE) return;
    }
  }
}
