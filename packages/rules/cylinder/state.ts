import { seedState } from '../kernel/lehmer.ts';
import { type CylinderSettings, type CylinderView, EMPTY, OBSTACLE } from './board.ts';
import { Instructions } from './instructions.ts';
import type { CylinderBoard } from './position.ts';

// What a byte of the grid may be besides EMPTY and the prizes.
export const OBSTACLE_CELL = 0x40;
/** A unit: this bit and its id, or SHARED_ID where the id has no byte of its own. */
export const UNIT_CELL = 0x80;
export const SHARED_ID = 0x7f;
export const MISSILE_CELL = 0xff;
/** Rows of zeros above and below the universe, so that no 5×5 square is cut. */
export const MARGIN = 2;
/** `turn` of a dead unit: later than any round. */
export const DEAD = 0x7fffffff;

/**
 * A match under way. docs/engine.md explains the layout; in short: one byte a cell, every column twice so that nothing wraps, and
 * the missiles on a grid of their own that flies with them. Only `turn.ts` changes a state; all others look through CylinderView.
 */
export class CylinderState implements CylinderView {
  readonly board: CylinderBoard;
  readonly settings: CylinderSettings;
  /** What each player carried out in the last round. */
  readonly done: readonly Instructions[];
  /** Per player: shares 0…1, −1 once frozen. */
  readonly statuses: Float64Array;

  // Geometry: a place is (row + MARGIN) << shift | column.
  readonly columns: number;
  readonly shift: number;
  readonly cells: Uint8Array;
  /** A missile stands at its column − 2·round: where nothing is hit, flying changes nothing here. */
  readonly frame: Uint8Array;

  round: number;
  /** round mod columns */
  base: number;
  /** 2·round mod columns */
  offset: number;
  /** The board's generator. */
  generator: Int32Array;

  // Units
  /** Where it stands; of a dead one, where it is printed. */
  readonly place: Int32Array;
  readonly stock: Int32Array;
  /** Living: the round at which it runs out of gas; dead: the gas it is printed with. */
  readonly gasEnd: Int32Array;
  /** Dead: the first round at which it may be placed. */
  readonly ready: Int32Array;
  /** The last round in which it was given (2·round) or carried out (2·round + 1) an instruction, counted from the start; DEAD. */
  readonly turn: Int32Array;
  readonly scores: Int32Array;
  /** Prizes that are missing, by kind; below 0 where the board began with more. */
  readonly lack: Int32Array;
  /** Whether prizes are missing: false saves the look. */
  hungry = true;
  /** No unit starves or regenerates before this round. */
  nextEvent = 0;
  readonly firstRound: number;

  // Missiles, ascending id
  missileCount = 0;
  nextMissile = 0;
  missilePlaces: Int32Array;
  missileIds: Int32Array;
  missileOwners: Int32Array;

  constructor(board: CylinderBoard, seed: number) {
    const { settings, first } = board;
    const { players, rows, universeColumns } = settings;
    const units = players * settings.unitsPerPlayer;
    this.board = board;
    this.settings = settings;
    this.columns = universeColumns;
    this.shift = 32 - Math.clz32(2 * universeColumns - 1);
    const bytes = (rows + 2 * MARGIN) << this.shift;
    this.cells = new Uint8Array(bytes);
    this.frame = new Uint8Array(bytes);
    this.done = Array.from({ length: players }, () => new Instructions());
    this.statuses = new Float64Array(players);
    this.scores = Int32Array.from(first.scores);
    this.firstRound = first.round;
    this.round = first.round;
    this.base = first.round % universeColumns;
    this.offset = (2 * first.round) % universeColumns;
    this.generator = Int32Array.of(seedState(seed));
    this.place = new Int32Array(units);
    this.stock = new Int32Array(units);
    this.gasEnd = new Int32Array(units);
    this.ready = new Int32Array(units);
    this.turn = new Int32Array(units);
    this.lack = Int32Array.of(0, settings.missileBonuses, settings.pointBonuses, settings.gasBonuses);
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < universeColumns; column++) {
        const content = first.contents[row * universeColumns + column];
        if (content === EMPTY) continue;
        this.put(this.placeOf(row, column), content === OBSTACLE ? OBSTACLE_CELL : content);
        if (content !== OBSTACLE) this.lack[content]--;
      }
    for (let unit = 0; unit < units; unit++) {
      const { row, column, missiles, gas, alive, time } = first.units[unit];
      const place = this.placeOf(row, column);
      this.place[unit] = place;
      this.stock[unit] = missiles;
      this.gasEnd[unit] = alive ? gas + first.round : gas;
      if (alive) this.put(place, unitCell(unit));
      else this.turn[unit] = DEAD;
      this.ready[unit] = first.round + 1 + time;
    }
    const capacity = Math.max(16, first.missiles.length);
    this.missilePlaces = new Int32Array(capacity);
    this.missileIds = new Int32Array(capacity);
    this.missileOwners = new Int32Array(capacity);
    for (const { id, owner, row, column } of first.missiles) {
      this.nextMissile = id;
      this.addMissile(this.placeOf(row, column), owner);
    }
  }

  /** A row inside the universe, any column. */
  placeOf(row: number, column: number): number {
    const rest = column % this.columns;
    return ((row + MARGIN) << this.shift) | (rest < 0 ? rest + this.columns : rest);
  }
  rowOf(place: number): number {
    return (place >> this.shift) - MARGIN;
  }
  columnOf(place: number): number {
    return place & ((1 << this.shift) - 1);
  }
  /** A place that may lie in the second copy of its row. */
  wrap(place: number): number {
    return this.columnOf(place) >= this.columns ? place - this.columns : place;
  }
  /** Where in `frame` what is at `place` stands. */
  toFrame(place: number): number {
    return this.columnOf(place) < this.offset ? place - this.offset + this.columns : place - this.offset;
  }
  fromFrame(framePlace: number): number {
    return this.wrap(framePlace + this.offset);
  }

  put(place: number, cell: number): void {
    this.cells[place] = cell;
    this.cells[place + this.columns] = cell;
  }
  putFrame(framePlace: number, cell: number): void {
    this.frame[framePlace] = cell;
    this.frame[framePlace + this.columns] = cell;
  }

  /** The unit in a cell whose byte has UNIT_CELL. */
  unitIn(place: number): number {
    const id = this.cells[place] & SHARED_ID;
    if (id < SHARED_ID) return id;
    const { place: places, turn } = this;
    for (let unit = SHARED_ID; unit < places.length; unit++)
      if (places[unit] === place && turn[unit] !== DEAD) return unit;
    throw new Error(`no unit at place ${place}`);
  }

  playerOf(unit: number): number {
    return (unit / this.settings.unitsPerPlayer) | 0;
  }

  addMissile(place: number, owner: number): void {
    const at = this.missileCount++;
    if (at === this.missilePlaces.length) this.growMissiles(2 * at);
    const framePlace = this.toFrame(place);
    this.missilePlaces[at] = framePlace;
    this.missileIds[at] = this.nextMissile++;
    this.missileOwners[at] = owner;
    this.putFrame(framePlace, MISSILE_CELL);
  }

  private growMissiles(capacity: number): void {
    const grown = (old: Int32Array) => {
      const array = new Int32Array(capacity);
      array.set(old);
      return array;
    };
    this.missilePlaces = grown(this.missilePlaces);
    this.missileIds = grown(this.missileIds);
    this.missileOwners = grown(this.missileOwners);
  }

  removeMissile(index: number): void {
    this.putFrame(this.missilePlaces[index], 0);
    const count = --this.missileCount;
    for (let i = index; i < count; i++) {
      this.missilePlaces[i] = this.missilePlaces[i + 1];
      this.missileIds[i] = this.missileIds[i + 1];
      this.missileOwners[i] = this.missileOwners[i + 1];
    }
  }

  /** The index of the missile at a place of the frame that holds one. */
  findMissile(framePlace: number): number {
    let index = 0;
    while (this.missilePlaces[index] !== framePlace) index++;
    return index;
  }

  clone(): CylinderState {
    const copy = new CylinderState(this.board, 0);
    copy.restore(this);
    return copy;
  }

  /** Makes this state equal to `source`, another one of a match on the same board. */
  restore(source: CylinderState): void {
    for (let i = 0; i < this.missileCount; i++) this.putFrame(this.missilePlaces[i], 0);
    this.cells.set(source.cells);
    this.round = source.round;
    this.base = source.base;
    this.offset = source.offset;
    this.generator.set(source.generator);
    this.place.set(source.place);
    this.stock.set(source.stock);
    this.gasEnd.set(source.gasEnd);
    this.ready.set(source.ready);
    this.turn.set(source.turn);
    this.scores.set(source.scores);
    this.statuses.set(source.statuses);
    this.lack.set(source.lack);
    this.hungry = source.hungry;
    this.nextEvent = source.nextEvent;
    this.nextMissile = source.nextMissile;
    this.missileCount = source.missileCount;
    if (this.missileCount > this.missilePlaces.length) this.growMissiles(source.missilePlaces.length);
    for (let i = 0; i < this.missileCount; i++) {
      this.missilePlaces[i] = source.missilePlaces[i];
      this.missileIds[i] = source.missileIds[i];
      this.missileOwners[i] = source.missileOwners[i];
      this.putFrame(this.missilePlaces[i], MISSILE_CELL);
    }
    for (let player = 0; player < this.done.length; player++) {
      const list = source.done[player];
      this.done[player].clear();
      for (let i = 0; i < list.length; i++) this.done[player].push(list.units[i], list.codes[i]);
    }
  }

  contentAt(row: number, column: number): number {
    const cell = this.cells[this.placeOf(row, column)];
    return cell === OBSTACLE_CELL ? OBSTACLE : cell >= UNIT_CELL ? EMPTY : cell;
  }
  unitAt(row: number, column: number): number {
    const place = this.placeOf(row, column);
    return this.cells[place] >= UNIT_CELL ? this.unitIn(place) : -1;
  }
  missileAt(row: number, column: number): number {
    const framePlace = this.toFrame(this.placeOf(row, column));
    return this.frame[framePlace] === 0 ? -1 : this.missileIds[this.findMissile(framePlace)];
  }
  unitRow(unit: number): number {
    return this.rowOf(this.place[unit]);
  }
  unitColumn(unit: number): number {
    return this.columnOf(this.place[unit]);
  }
  unitMissiles(unit: number): number {
    return this.stock[unit];
  }
  unitGas(unit: number): number {
    if (!this.board.dialect.burnsGas) return 0;
    return this.turn[unit] === DEAD ? this.gasEnd[unit] : this.gasEnd[unit] - this.round;
  }
  unitAlive(unit: number): boolean {
    return this.turn[unit] !== DEAD;
  }
  unitTime(unit: number): number {
    return this.turn[unit] === DEAD ? Math.max(0, this.ready[unit] - 1 - this.round) : 0;
  }
  missileId(index: number): number {
    return this.missileIds[index];
  }
  missileOwner(index: number): number {
    return this.missileOwners[index];
  }
  missileRow(index: number): number {
    return this.rowOf(this.missilePlaces[index]);
  }
  missileColumn(index: number): number {
    return this.columnOf(this.fromFrame(this.missilePlaces[index]));
  }
  score(player: number): number {
    return this.scores[player];
  }
  status(player: number): number {
    return this.statuses[player];
  }
}

/** The byte of a cell that a unit stands in. */
export function unitCell(unit: number): number {
  return UNIT_CELL | Math.min(unit, SHARED_ID);
}
