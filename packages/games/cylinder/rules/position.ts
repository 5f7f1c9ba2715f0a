import type { CylinderSettings, Dialect } from './dialect.ts';
import type { CylinderView } from './position-view.ts';

/** The content of a board file. */
export interface CylinderBoard {
  readonly dialect: Dialect;
  readonly settings: CylinderSettings;
  readonly first: Position;
}

/** A unit as a file describes it. */
export interface UnitRecord {
  row: number;
  column: number;
  missiles: number;
  /** 0 in Star War. */
  gas: number;
  alive: boolean;
  time: number;
}

/** A missile in flight as a file describes it. */
export interface MissileRecord {
  id: number;
  owner: number;
  row: number;
  column: number;
}

/** A position as a file describes it: data without rules. Missiles are in ascending order of id. */
export class Position implements CylinderView {
  readonly settings: CylinderSettings;
  readonly round: number;
  /** The contents of all cells, row by row: EMPTY, a prize, or OBSTACLE. */
  readonly contents: Uint8Array;
  readonly units: readonly UnitRecord[];
  readonly missiles: readonly MissileRecord[];
  readonly scores: readonly number[];
  readonly statuses: readonly number[];
  private unitOfCell: Map<number, number> | undefined;
  private missileOfCell: Map<number, number> | undefined;

  constructor(
    settings: CylinderSettings,
    round: number,
    contents: Uint8Array,
    units: readonly UnitRecord[],
    missiles: readonly MissileRecord[],
    scores: readonly number[],
    statuses: readonly number[],
  ) {
    this.settings = settings;
    this.round = round;
    this.contents = contents;
    this.units = units;
    this.missiles = missiles;
    this.scores = scores;
    this.statuses = statuses;
  }

  private cell(row: number, column: number): number {
    const { universeColumns } = this.settings;
    return row * universeColumns + (((column % universeColumns) + universeColumns) % universeColumns);
  }

  contentAt(row: number, column: number): number {
    return this.contents[this.cell(row, column)];
  }

  unitAt(row: number, column: number): number {
    this.unitOfCell ??= new Map(
      this.units.flatMap((unit, id) => (unit.alive ? [[this.cell(unit.row, unit.column), id]] : [])),
    );
    return this.unitOfCell.get(this.cell(row, column)) ?? -1;
  }

  missileAt(row: number, column: number): number {
    this.missileOfCell ??= new Map(
      this.missiles.map((missile) => [this.cell(missile.row, missile.column), missile.id]),
    );
    return this.missileOfCell.get(this.cell(row, column)) ?? -1;
  }

  unitRow(unit: number): number {
    return this.units[unit].row;
  }
  unitColumn(unit: number): number {
    return this.units[unit].column;
  }
  unitMissiles(unit: number): number {
    return this.units[unit].missiles;
  }
  unitGas(unit: number): number {
    return this.units[unit].gas;
  }
  unitAlive(unit: number): boolean {
    return this.units[unit].alive;
  }
  unitTime(unit: number): number {
    return this.units[unit].time;
  }
  get missileCount(): number {
    return this.missiles.length;
  }
  missileId(index: number): number {
    return this.missiles[index].id;
  }
  missileOwner(index: number): number {
    return this.missiles[index].owner;
  }
  missileRow(index: number): number {
    return this.missiles[index].row;
  }
  missileColumn(index: number): number {
    return this.missiles[index].column;
  }
  score(player: number): number {
    return this.scores[player];
  }
  status(player: number): number {
    return this.statuses[player];
  }
}
