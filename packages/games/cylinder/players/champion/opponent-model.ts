import { DEFAULT } from '../../rules/directions.ts';
import { type CylinderView, EMPTY } from '../../rules/position-view.ts';
import { BLOCKED, FREE, type Grid } from './grid.ts';
import { COLUMN_STEP, MOVES, moveCode, PATHS, ROW_STEP } from './moves.ts';

/** The known and expected facts about one unit of an opponent. */
export interface OpponentUnit {
  readonly unit: number;
  readonly player: number;
  alive: boolean;
  row: number;
  /** Column on the grid. */
  column: number;
  stock: number;
  /** Probabilities of the unit's next move, by code. They sum to 1. */
  readonly chances: Float64Array;
  /** The frequency of the unit's moves, in which older rounds have less weight. */
  readonly habit: Float64Array;
  /**
   * The probability that a move drawn from the unit's habits enters the cell at (row + `REACH[i].row`, column +
   * `REACH[i].column`).
   */
  readonly reach: Float64Array;
  /** Column in the universe, for comparison with the next round. */
  universeColumn: number;
  /** Number of rounds to the nearest prize, and its position, when they were last examined. */
  prizeRounds: number;
  prizeRow: number;
  prizeColumn: number;
  /** The kind of opportunity to shoot that the unit had when it was last examined; −1 if it had none. */
  opportunity: number;
}

/** The cells that at least one move enters, relative to the start of the move. */
export const REACH: readonly { readonly row: number; readonly column: number }[] = [0, 1, 2].flatMap((column) =>
  [-1, 0, 1].filter((row) => row !== 0 || column !== 0).map((row) => ({ row, column })),
);
const REACH_OF_MOVE = PATHS.map((path) =>
  path.map(({ row, column }) => REACH.findIndex((each) => each.row === row && each.column === column)),
);

/** Opportunities to shoot are classified by the distance of the target: 1, 2, 3 or 4, and more. */
const REACHES = 4;
const FADE = 0.93;
const FAR = 99;

/** Observes the opponents: their moves, whether they pursue prizes, and when they shoot. */
export class OpponentModel {
  readonly units: OpponentUnit[] = [];
  /** By player: the number of shots and the number of opportunities, by reach. */
  private readonly shots: number[][];
  private readonly opportunities: number[][];
  /** By player: how often its units approached their nearest prize. */
  private readonly approaches: number[];
  private readonly looks: number[];
  private lastRound = -1;

  constructor(view: CylinderView, me: number) {
    const { players, unitsPerPlayer } = view.settings;
    this.shots = Array.from({ length: players }, () => [2.4, 2.2, 1.2, 0.3]);
    this.opportunities = Array.from({ length: players }, () => [3, 3, 3, 3]);
    this.approaches = Array.from({ length: players }, () => 8);
    this.looks = Array.from({ length: players }, () => 10);
    for (let unit = 0; unit < players * unitsPerPlayer; unit++) {
      const player = Math.floor(unit / unitsPerPlayer);
      if (player === me) continue;
      this.units.push({
        unit,
        player,
        alive: false,
        row: 0,
        column: 0,
        stock: 0,
        chances: new Float64Array(MOVES),
        habit: Float64Array.from({ length: MOVES }, (_, code) => (code === DEFAULT ? 1 : 0.5)),
        reach: new Float64Array(REACH.length),
        universeColumn: 0,
        prizeRounds: FAR,
        prizeRow: 0,
        prizeColumn: 0,
        opportunity: -1,
      });
    }
  }

  /** The degree, from 0 to 1, to which a player's units pursue prizes. */
  greed(player: number): number {
    return Math.min(1, Math.max(0.05, (this.approaches[player] / this.looks[player] - 0.35) / 0.5));
  }
  /** The probability that a player's unit shoots at a target `ahead` columns in front of it. */
  shooting(player: number, ahead: number): number {
    const reach = reachOf(ahead);
    return this.shots[player][reach] / this.opportunities[player][reach];
  }

  /** Must be called once per round, after the grid has been read. */
  observe(view: CylinderView, grid: Grid): void {
    const consecutive = view.round === this.lastRound + 1;
    this.lastRound = view.round;
    for (const rival of this.units) {
      const alive = view.unitAlive(rival.unit);
      if (alive && rival.alive && consecutive) this.learn(view, rival);
      rival.alive = alive;
      if (!alive) continue;
      rival.row = view.unitRow(rival.unit);
      rival.universeColumn = view.unitColumn(rival.unit);
      rival.column = grid.columnOf(view, rival.universeColumn);
      rival.stock = view.unitMissiles(rival.unit);
      this.look(view, grid, rival);
      this.expect(view, grid, rival);
    }
  }

  private learn(view: CylinderView, rival: OpponentUnit): void {
    const { player, unit } = rival;
    const row = view.unitRow(unit);
    const column = view.unitColumn(unit);
    const { universeColumns, bonusMissiles } = view.settings;
    const code = moveCode(row - rival.row, (column - rival.universeColumn + universeColumns) % universeColumns);
    if (code < 0) return;
    for (let other = 0; other < MOVES; other++) rival.habit[other] *= FADE;
    rival.habit[code] += 1;
    if (rival.opportunity >= 0) {
      const more = view.unitMissiles(unit) - rival.stock;
      const shot = bonusMissiles > 1 ? (((more + 1) % bonusMissiles) + bonusMissiles) % bonusMissiles === 0 : more < 0;
      this.opportunities[player][rival.opportunity] += 1;
      if (shot) this.shots[player][rival.opportunity] += 1;
    }
    if (rival.prizeRounds > 1 && rival.prizeRounds < FAR) {
      const ahead = (rival.prizeColumn - column + universeColumns) % universeColumns;
      const rounds = arrival(rival.prizeRow - row, ahead);
      this.looks[player] = this.looks[player] * 0.99 + 1;
      this.approaches[player] = this.approaches[player] * 0.99 + (rounds < rival.prizeRounds ? 1 : 0);
    }
  }

  /** Finds the unit's nearest prize, and its opportunity to shoot, if any. */
  private look(view: CylinderView, grid: Grid, rival: OpponentUnit): void {
    rival.prizeRounds = FAR;
    for (let prize = 0; prize < grid.prizeCount; prize++) {
      const cell = grid.prizeCell[prize];
      const row = Math.floor(cell / grid.width);
      const column = cell - row * grid.width;
      const rounds = arrival(row - rival.row, column - rival.column);
      if (rounds >= rival.prizeRounds) continue;
      rival.prizeRounds = rounds;
      rival.prizeRow = row;
      rival.prizeColumn = (column + view.round) % view.settings.universeColumns;
    }
    rival.opportunity = -1;
    if (rival.stock === 0) return;
    for (let ahead = 1; ahead <= 6; ahead++) {
      const other = view.unitAt(rival.row, rival.universeColumn + ahead);
      if (other >= 0) {
        if (Math.floor(other / view.settings.unitsPerPlayer) !== rival.player) rival.opportunity = reachOf(ahead);
        return;
      }
      if (view.contentAt(rival.row, rival.universeColumn + ahead) !== EMPTY) return;
    }
  }

  private spread({ reach, habit }: OpponentUnit): void {
    reach.fill(0);
    let sum = 0;
    for (let code = 0; code < MOVES; code++) sum += habit[code];
    for (let code = 0; code < MOVES; code++) for (const cell of REACH_OF_MOVE[code]) reach[cell] += habit[code] / sum;
  }

  /**
   * Computes the probabilities of the unit's next move from its habits. They are adjusted because units are attracted
   * by prizes and repelled by obstacles, missiles, and the window's edges.
   */
  private expect(view: CylinderView, grid: Grid, rival: OpponentUnit): void {
    const { chances, row, column } = rival;
    const { windowColumns } = view.settings;
    const greed = this.greed(rival.player);
    let sum = 0;
    for (let code = 0; code < MOVES; code++) {
      const toRow = row + ROW_STEP[code];
      const toColumn = column + COLUMN_STEP[code];
      let weight = rival.habit[code];
      if (view.status(rival.player) < 0) weight = code === DEFAULT ? 1 : 0;
      else if (toRow < 0 || toRow >= grid.rows || toColumn < 1 || toColumn > windowColumns) weight = 0;
      else {
        for (const step of PATHS[code]) {
          const content = grid.cells[(row + step.row) * grid.width + column + step.column];
          if (content === BLOCKED) weight *= 0.1;
          else if (content !== FREE) weight *= 1 + 6 * greed;
        }
        const target = view.round + toColumn;
        if (view.missileAt(toRow, target - 3) >= 0 || view.missileAt(toRow, target - 4) >= 0) weight *= 0.3;
        if (
          rival.prizeRounds < FAR &&
          arrival(rival.prizeRow - toRow, aheadOf(view, rival.prizeColumn, target)) < rival.prizeRounds
        )
          weight *= 1 + 3 * greed;
      }
      chances[code] = weight;
      sum += weight;
    }
    this.spread(rival);
    if (sum === 0) chances[DEFAULT] = sum = 1;
    for (let code = 0; code < MOVES; code++) chances[code] /= sum;
  }
}

function aheadOf(view: CylinderView, universeColumn: number, column: number): number {
  const { universeColumns } = view.settings;
  return (((universeColumn - column) % universeColumns) + universeColumns) % universeColumns;
}

function reachOf(ahead: number): number {
  return ahead <= 2 ? ahead - 1 : ahead <= 4 ? 2 : REACHES - 1;
}

/** The minimum number of rounds that a unit needs for this number of rows and columns; units never move backwards. */
export function arrival(rows: number, columns: number): number {
  return columns < 0 ? FAR : Math.max(Math.abs(rows), (columns + 1) >> 1);
}
