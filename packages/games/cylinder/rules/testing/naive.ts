import type { CylinderBoard, MissileRecord, UnitRecord } from '../position.ts';
import { Position } from '../position.ts';

/**
 * The cylinder games implemented line by line from docs/cylinder.md, without regard for speed. It shares only the
 * records of a position with the real engine. Only tests use it.
 */

const DELTAS = [
  [-1, 1],
  [0, 1],
  [1, 1],
  [-1, 0],
  [0, 0],
  [1, 0],
  [-1, 2],
  [0, 2],
  [1, 2],
];
const SHOOT = 9;

/** The table of docs/cylinder.md §5.2, by (Δrow, Δcolumn). */
function cellsEntered(row: number, column: number): number[][] {
  const table: Record<string, number[][]> = {
    '-1,0': [[-1, 0]],
    '0,0': [],
    '1,0': [[1, 0]],
    '0,1': [[0, 1]],
    // biome-ignore format: one line a direction, as in the table
    '-1,1': [[0, 1], [-1, 0], [-1, 1]],
    // biome-ignore format: one line a direction, as in the table
    '1,1': [[0, 1], [1, 0], [1, 1]],
    // biome-ignore format: one line a direction, as in the table
    '0,2': [[0, 1], [0, 2]],
    // biome-ignore format: one line a direction, as in the table
    '-1,2': [[0, 1], [-1, 0], [-1, 1], [0, 2], [-1, 2]],
    // biome-ignore format: one line a direction, as in the table
    '1,2': [[0, 1], [1, 0], [1, 1], [0, 2], [1, 2]],
  };
  return table[`${row},${column}`];
}

class Generator {
  x: number;
  constructor(x: number) {
    this.x = x;
  }
  next(): number {
    this.x = (48271 * this.x) % 2147483647;
    return this.x - 1;
  }
  range(low: number, high: number): number {
    return low + (this.next() % (high - low + 1));
  }
}

export type InstructionLists = readonly (readonly { unit: number; code: number }[])[];

export class NaiveMatch {
  round: number;
  readonly contents: number[];
  readonly units: UnitRecord[];
  readonly missiles: Map<number, MissileRecord>;
  readonly scores: number[];
  readonly done: { unit: number; code: number }[][] = [[], [], [], []];
  private readonly board: CylinderBoard;
  private nextMissile: number;
  private generator: Generator;

  constructor(board: CylinderBoard, seed: number) {
    const { first } = board;
    this.board = board;
    this.round = first.round;
    this.contents = [...first.contents];
    this.units = first.units.map((unit) => ({ ...unit }));
    this.missiles = new Map(first.missiles.map((missile) => [missile.id, { ...missile }]));
    this.nextMissile = Math.max(-1, ...this.missiles.keys()) + 1;
    this.scores = [...first.scores];
    this.generator = new Generator(1 + (Math.abs(seed) % (2147483647 - 1)));
  }

  position(): Position {
    return new Position(
      this.board.settings,
      this.round,
      Uint8Array.from(this.contents),
      this.units,
      [...this.missiles.values()].sort((a, b) => a.id - b.id),
      this.scores,
      this.scores.map(() => 0),
    );
  }

  playRound(asked: InstructionLists): void {
    const { settings, dialect } = this.board;
    const old = new Generator(this.generator.x);
    const fresh = new Generator(this.generator.x);
    this.round++;
    this.flyAll();
    const order = Array.from({ length: settings.players }, (_, i) => i);
    for (let i = 0; i < order.length; i++) {
      const j = old.range(i, order.length - 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
    for (const player of order) this.playSeat(player, asked[player]);
    if (dialect.burnsGas)
      for (const unit of this.units)
        if (unit.alive) {
          unit.gas--;
          if (unit.gas === 0) this.kill(unit);
        }
    for (const unit of this.units) {
      if (unit.alive) continue;
      if (unit.time > 0) {
        unit.time--;
        continue;
      }
      const found = this.place(fresh, this.round, this.round + settings.windowColumns - 1, true);
      if (!found) continue;
      unit.row = found.row;
      unit.column = found.column;
      unit.alive = true;
      if (dialect.burnsGas) unit.gas = settings.initialGas;
    }
    const wanted = [0, settings.missileBonuses, settings.pointBonuses, settings.gasBonuses];
    for (const kind of dialect.burnsGas ? [1, 2, 3] : [1, 2])
      while (this.contents.filter((content) => content === kind).length < wanted[kind]) {
        const [low, high] = [this.round + settings.windowColumns, this.round + settings.universeColumns - 1];
        const found = high < low ? undefined : this.place(fresh, low, high, false);
        if (!found) break;
        this.contents[this.cell(found.row, found.column)] = kind;
      }
    this.generator = new Generator(1 + (old.next() % (2147483647 - 1)));
  }

  private wrap(column: number): number {
    const { universeColumns } = this.board.settings;
    return ((column % universeColumns) + universeColumns) % universeColumns;
  }
  private cell(row: number, column: number): number {
    return row * this.board.settings.universeColumns + this.wrap(column);
  }
  private playerOf(unit: number): number {
    return Math.floor(unit / this.board.settings.unitsPerPlayer);
  }
  private unitAt(row: number, column: number): UnitRecord | undefined {
    return this.units.find((unit) => unit.alive && unit.row === row && unit.column === this.wrap(column));
  }
  private missileAt(row: number, column: number): MissileRecord | undefined {
    return [...this.missiles.values()].find((each) => each.row === row && each.column === this.wrap(column));
  }
  private kill(unit: UnitRecord): void {
    unit.alive = false;
    unit.time = this.board.settings.roundsToRegenerate;
  }

  private flyAll(): void {
    let queue = [...this.missiles.keys()].sort((a, b) => a - b);
    while (queue.length > 0) {
      const waiting: number[] = [];
      for (const id of queue) {
        const { row, column } = this.missiles.get(id)!;
        if (this.missileAt(row, column + 1) || this.missileAt(row, column + 2)) waiting.push(id);
        else this.flyOne(id);
      }
      if (waiting.length === queue.length) {
        // All missiles wait for each other, so they move together. If two missiles reach the same cell, the missile
        // with the lower id moves first.
        for (const id of waiting.sort((a, b) => a - b)) this.flyOne(id);
        return;
      }
      queue = waiting;
    }
  }

  private flyOne(id: number): void {
    const missile = this.missiles.get(id)!;
    if (this.meets(missile.row, missile.column, missile.owner)) this.missiles.delete(id);
    else missile.column = this.wrap(missile.column + 2);
  }

  /**
   * Checks the next cell ahead of a missile, then the cell after it. Returns true if an object there destroys the
   * missile.
   */
  private meets(row: number, column: number, owner: number): boolean {
    for (const ahead of [1, 2]) {
      const cell = this.cell(row, column + ahead);
      if (this.contents[cell] !== 0) {
        this.contents[cell] = 0;
        return true;
      }
      const unit = this.unitAt(row, column + ahead);
      if (unit) {
        const victim = this.playerOf(this.units.indexOf(unit));
        if (victim !== this.playerOf(owner)) this.scores[this.playerOf(owner)] += this.board.settings.killPoints;
        this.kill(unit);
        return true;
      }
    }
    return false;
  }

  private playSeat(player: number, asked: readonly { unit: number; code: number }[]): void {
    const { unitsPerPlayer } = this.board.settings;
    const own = this.units.map((_, id) => id).filter((id) => this.playerOf(id) === player);
    const given = new Set<number>();
    this.done[player] = [];
    for (const { unit, code } of asked) {
      if (!own.includes(unit) || code < 0 || code > SHOOT || given.has(unit)) continue;
      given.add(unit);
      if (this.units[unit].alive && this.tries(unit, code)) this.done[player].push({ unit, code });
    }
    const carriedOut = this.done[player].map((instruction) => instruction.unit);
    for (const unit of own.slice(0, unitsPerPlayer))
      if (this.units[unit].alive && !carriedOut.includes(unit)) this.move(unit, 0, 1);
  }

  /** Returns false if the instruction is ignored. */
  private tries(id: number, code: number): boolean {
    const { settings } = this.board;
    const unit = this.units[id];
    if (code === SHOOT) {
      if (unit.missiles === 0) return false;
      unit.missiles--;
      const missile = this.nextMissile++;
      if (!this.meets(unit.row, unit.column, id))
        this.missiles.set(missile, { id: missile, owner: id, row: unit.row, column: this.wrap(unit.column + 2) });
      this.move(id, 0, 1);
      return true;
    }
    const [row, column] = DELTAS[code];
    if (unit.row + row < 0 || unit.row + row >= settings.rows) return false;
    if (this.wrap(unit.column + column - this.round) >= settings.windowColumns) return false;
    this.move(id, row, column);
    return true;
  }

  private move(id: number, row: number, column: number): void {
    const { settings, dialect } = this.board;
    const unit = this.units[id];
    const player = this.playerOf(id);
    for (const [down, right] of cellsEntered(row, column)) {
      const [toRow, toColumn] = [unit.row + down, this.wrap(unit.column + right)];
      const cell = this.cell(toRow, toColumn);
      const content = this.contents[cell];
      const other = this.unitAt(toRow, toColumn);
      const missile = this.missileAt(toRow, toColumn);
      this.contents[cell] = 0;
      if (content === 1) unit.missiles += settings.bonusMissiles;
      if (content === 2) this.scores[player] += settings.bonusPoints;
      if (content === 3) unit.gas += settings.bonusGas;
      if (content !== 4 && !other && !missile) continue;
      this.kill(unit);
      if (other) this.kill(other);
      if (missile) {
        this.missiles.delete(missile.id);
        const owner = this.playerOf(missile.owner);
        if (owner !== player) this.scores[owner] += settings.killPoints;
      }
      if (dialect.diesAtCollision) {
        unit.row = toRow;
        unit.column = toColumn;
      }
      return;
    }
    unit.row += row;
    unit.column = this.wrap(unit.column + column);
  }

  private place(generator: Generator, first: number, last: number, noObstacles: boolean) {
    for (let attempt = 0; attempt < 20; attempt++) {
      const row = generator.range(0, this.board.settings.rows - 1);
      const column = this.wrap(generator.range(first, last));
      if (this.isEmpty(row, column) && this.isSurroundingFree(row, column, noObstacles)) return { row, column };
    }
    return undefined;
  }

  private isEmpty(row: number, column: number): boolean {
    return this.contents[this.cell(row, column)] === 0 && !this.unitAt(row, column) && !this.missileAt(row, column);
  }

  private isSurroundingFree(row: number, column: number, noObstacles: boolean): boolean {
    for (let i = row - 2; i <= row + 2; i++)
      for (let j = column - 2; j <= column + 2; j++) {
        if (i < 0 || i >= this.board.settings.rows) continue;
        if (this.unitAt(i, j) || this.missileAt(i, j)) return false;
        if (noObstacles && this.contents[this.cell(i, j)] === 4) return false;
      }
    return true;
  }
}
