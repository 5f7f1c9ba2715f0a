import { seedState } from '@ludus/kernel/lehmer.ts';
import type { CylinderSettings } from './dialect.ts';
import { DEFAULT } from './directions.ts';
import { Instructions } from './instructions.ts';
import * as layout from './layout.ts';
import type { CylinderBoard } from './position.ts';
import { type CylinderView, EMPTY, OBSTACLE } from './position-view.ts';
import { movesInWindow, windowStart } from './window.ts';

// Copied for speed: see layout.ts.
const {
  ACTED,
  AGENDA,
  AGENDA_SHIFT,
  ALIVE,
  ALIVE_BITS,
  ASKED,
  BASE,
  CELL,
  COLUMNS,
  COUNTS,
  COUNT_MASK,
  COUNT_SHIFT,
  DEAD,
  DID,
  ELAPSED,
  FRAME,
  FROZEN,
  GAS_END,
  GENERATOR,
  HUNGRY,
  LACK,
  LINE,
  LIVING,
  MARGIN,
  MISSILES,
  MISSILE_BLOCK,
  MISSILE_CELL,
  NEXT_MISSILE,
  OBSTACLE_CELL,
  OFFSET,
  PER_PLAYER,
  PLACE,
  PLAN,
  PLANS,
  PLAN_MASK,
  PLAN_SHIFT,
  READY,
  RECORD_SHIFT,
  ROUND,
  SCORES,
  SHARED_ID,
  SHIFT,
  STOCK,
  TURN,
  UNITS,
  UNIT_BITS,
  UNIT_CELL,
  UNIT_MASK,
} = layout;

/** Number of recent content changes that a state remembers. It must be a power of two. */
export const CHANGES_KEPT = 32;

export const recordOf = (unit: number): number => UNITS + (unit << RECORD_SHIFT);
export const unitOf = (record: number): number => (record - UNITS) >> RECORD_SHIFT;

/**
 * A running match. docs/engine.md explains the layout. There is one byte per cell, and every column is stored twice so
 * that nothing wraps. The missiles are on a separate grid that moves with them. Only `turn.ts` and its parts change a
 * state; all other code reads it through CylinderView.
 */
export class CylinderState implements CylinderView {
  readonly board: CylinderBoard;
  readonly settings: CylinderSettings;
  private readonly doneLists: readonly Instructions[];
  /** Per player: the share (0 to 1) of its budget that it has used; −1 once it is frozen. */
  readonly statuses: Float64Array;

  // The place of a cell is (row + MARGIN) << shift | column.
  readonly columns: number;
  readonly shift: number;
  readonly cells: Uint8Array;
  /**
   * A missile is stored at its column − 2·round: unless it hits something, its flight doesn't change anything in this
   * array.
   */
  readonly frame: Uint8Array;
  /** `cells` followed by `frame`, for reading four cells in one access. */
  readonly view: DataView;
  readonly words: Int32Array;
  readonly units: number;
  /** The result of `movesInWindow`. It depends only on the board, so it never changes. */
  readonly moves: Int32Array;
  /** Text for printing: the labels and each row, and the whole grid. A text is empty if it must be printed again. */
  readonly gridTexts: string[];
  gridText = '';

  /**
   * Counts the content changes, modulo 2³², for code that keeps a picture of them up to date. After `restore`, the
   * count is as if there were more changes than are stored.
   */
  contentChanges = 0;
  /** The places of recent changes: the n-th change is at index n modulo CHANGES_KEPT. */
  readonly changedPlaces: Int32Array = new Int32Array(CHANGES_KEPT);

  // Missiles, in ascending order of id. The length of their arrays is a multiple of MISSILE_BLOCK. Places after the
  // last missile are 0, which is always empty.
  missilePlaces: Int32Array;
  missileIds: Int32Array;
  missileOwners: Int32Array;

  constructor(board: CylinderBoard, seed: number) {
    const { settings, first } = board;
    const { players, rows, universeColumns, unitsPerPlayer } = settings;
    const units = players * unitsPerPlayer;
    this.board = board;
    this.settings = settings;
    this.units = units;
    this.columns = universeColumns;
    this.shift = 32 - Math.clz32(2 * universeColumns - 1);
    const bytes = (rows + 2 * MARGIN) << this.shift;
    const both = new ArrayBuffer(2 * bytes);
    this.cells = new Uint8Array(both, 0, bytes);
    this.frame = new Uint8Array(both, bytes);
    this.view = new DataView(both);
    this.moves = movesInWindow(settings);
    this.gridTexts = Array.from({ length: rows + 1 }, () => '');
    this.doneLists = Array.from({ length: players }, () => new Instructions());
    this.statuses = new Float64Array(players);
    const agenda = recordOf(units);
    const line = agenda + units + players;
    const words = new Int32Array(line + units + unitsPerPlayer);
    this.words = words;
    words[ROUND] = first.round;
    words[BASE] = windowStart(first.round, universeColumns);
    words[OFFSET] = (2 * first.round) % universeColumns;
    words[GENERATOR] = seedState(seed);
    words[HUNGRY] = 1;
    words.set(first.scores, SCORES);
    words.set([0, settings.missileBonuses, settings.pointBonuses, settings.gasBonuses], LACK);
    words[COLUMNS] = universeColumns;
    words[SHIFT] = this.shift;
    words[PER_PLAYER] = unitsPerPlayer;
    words[FRAME] = bytes;
    words[AGENDA] = agenda;
    words[LINE] = line;
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < universeColumns; column++) {
        const content = first.contents[row * universeColumns + column];
        if (content === EMPTY) continue;
        this.put(this.placeOf(row, column), content === OBSTACLE ? OBSTACLE_CELL : content);
        if (content !== OBSTACLE) words[LACK + content]--;
      }
    for (let unit = 0; unit < units; unit++) {
      const { row, column, missiles, gas, alive, time } = first.units[unit];
      const record = recordOf(unit);
      words[record + PLACE] = this.placeOf(row, column);
      words[record + STOCK] = missiles;
      words[record + PLAN] = DEFAULT;
      words[record + GAS_END] = alive ? gas + first.round : gas;
      words[record + READY] = first.round + 1 + time;
      words[record + CELL] = UNIT_CELL | Math.min(unit, SHARED_ID);
      if (alive) {
        words[LIVING + this.playerOf(unit)]++;
        if (unit < ALIVE_BITS) words[ALIVE] |= 1 << unit;
        this.put(words[record + PLACE], words[record + CELL]);
      } else words[record + TURN] = DEAD;
    }
    const capacity = Math.max(16, Math.ceil(first.missiles.length / MISSILE_BLOCK) * MISSILE_BLOCK);
    this.missilePlaces = new Int32Array(capacity);
    this.missileIds = new Int32Array(capacity);
    this.missileOwners = new Int32Array(capacity);
    for (const { id, owner, row, column } of first.missiles) {
      words[NEXT_MISSILE] = id;
      this.addMissile(this.placeOf(row, column), owner);
    }
  }

  /** The place of a cell. `row` must be inside the universe; `column` may be any integer. */
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
  /** Converts a place that may be in the second copy of its row. */
  wrap(place: number): number {
    return this.columnOf(place) >= this.columns ? place - this.columns : place;
  }
  /** The position in `frame` that corresponds to `place`. */
  toFrame(place: number): number {
    return place - this.words[OFFSET] + (this.columnOf(place) < this.words[OFFSET] ? this.columns : 0);
  }
  fromFrame(framePlace: number): number {
    return this.wrap(framePlace + this.words[OFFSET]);
  }

  put(place: number, cell: number): void {
    this.cells[place] = cell;
    this.cells[place + this.columns] = cell;
  }
  /** Changes the content of a cell to anything but a unit, and marks the cell's row for printing. */
  putContent(place: number, cell: number): void {
    this.put(place, cell);
    this.changedPlaces[this.contentChanges & (CHANGES_KEPT - 1)] = place;
    this.contentChanges = (this.contentChanges + 1) | 0;
    this.gridTexts[this.rowOf(place) + 1] = '';
    this.gridText = '';
  }
  putFrame(framePlace: number, cell: number): void {
    this.frame[framePlace] = cell;
    this.frame[framePlace + this.columns] = cell;
  }

  /** The unit in a cell whose byte has UNIT_CELL. */
  unitIn(place: number): number {
    const id = this.cells[place] & SHARED_ID;
    if (id < SHARED_ID) return id;
    for (let unit = SHARED_ID; unit < this.units; unit++)
      if (this.words[recordOf(unit) + PLACE] === place && this.unitAlive(unit)) return unit;
    throw new Error(`no unit at place ${place}`);
  }

  playerOf(unit: number): number {
    return (unit / this.words[PER_PLAYER]) | 0;
  }

  addMissile(place: number, owner: number): void {
    const at = this.words[MISSILES]++;
    if (at === this.missilePlaces.length) this.growMissiles(2 * at);
    const framePlace = this.toFrame(place);
    this.missilePlaces[at] = framePlace;
    this.missileIds[at] = this.words[NEXT_MISSILE]++;
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
    const count = --this.words[MISSILES];
    for (let i = index; i < count; i++) {
      this.missilePlaces[i] = this.missilePlaces[i + 1];
      this.missileIds[i] = this.missileIds[i + 1];
      this.missileOwners[i] = this.missileOwners[i + 1];
    }
    this.missilePlaces[count] = 0;
  }

  /** The index of the missile at a place of the frame. */
  findMissile(framePlace: number): number {
    let index = 0;
    while (this.missilePlaces[index] !== framePlace) index++;
    return index;
  }

  /** Freezes a player, which can't move from now on. */
  freeze(player: number): void {
    this.statuses[player] = -1;
    this.words[FROZEN] |= 1 << player;
  }

  /** Restarts the board's generator; `seed`: a 32-bit signed number, as in a match. */
  reseed(seed: number): void {
    this.words[GENERATOR] = seedState(seed);
  }

  clone(): CylinderState {
    const copy = new CylinderState(this.board, 0);
    copy.restore(this);
    return copy;
  }

  /** Makes this state a copy of `source`, which is a state of another match on the same board. */
  restore(source: CylinderState): void {
    for (let i = 0; i < this.missileCount; i++) {
      this.putFrame(this.missilePlaces[i], 0);
      this.missilePlaces[i] = 0;
    }
    this.cells.set(source.cells);
    this.contentChanges = (this.contentChanges + CHANGES_KEPT + 1) | 0;
    this.gridText = source.gridText;
    for (let row = 0; row < this.gridTexts.length; row++) this.gridTexts[row] = source.gridTexts[row];
    this.words.set(source.words);
    this.statuses.set(source.statuses);
    if (this.missileCount > this.missilePlaces.length) this.growMissiles(source.missilePlaces.length);
    for (let i = 0; i < this.missileCount; i++) {
      this.missilePlaces[i] = source.missilePlaces[i];
      this.missileIds[i] = source.missileIds[i];
      this.missileOwners[i] = source.missileOwners[i];
      this.putFrame(this.missilePlaces[i], MISSILE_CELL);
    }
  }

  get round(): number {
    return this.words[ROUND];
  }
  get missileCount(): number {
    return this.words[MISSILES];
  }

  /**
   * The instructions that each player executed in the last round. They are computed on demand, and the lists are reused
   * in the next round.
   */
  get done(): readonly Instructions[] {
    const { words, doneLists } = this;
    const few = words[PER_PLAYER] <= 2;
    for (let player = 0; player < doneLists.length; player++) {
      doneLists[player].clear();
      if (few) this.listFew(player, doneLists[player]);
      else this.listMany(player, doneLists[player]);
    }
    return doneLists;
  }

  private listFew(player: number, list: Instructions): void {
    const { words } = this;
    const asked = words[ASKED] >>> (player << AGENDA_SHIFT);
    for (let i = 0; i < ((asked >> COUNT_SHIFT) & COUNT_MASK); i++) {
      const unit = (asked >> (UNIT_BITS * i)) & UNIT_MASK;
      if ((words[DID] >> unit) & 1) list.push(unit, (words[PLANS] >> (unit << PLAN_SHIFT)) & PLAN_MASK);
    }
  }

  private listMany(player: number, list: Instructions): void {
    const { words } = this;
    const from = words[AGENDA] + player * (words[PER_PLAYER] + 1);
    for (let i = from; i < from + words[COUNTS + 2 * player]; i++) {
      const record = words[i];
      if (words[record + ACTED] === words[ELAPSED]) list.push(unitOf(record), words[record + PLAN]);
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
    return this.rowOf(this.words[recordOf(unit) + PLACE]);
  }
  unitColumn(unit: number): number {
    return this.columnOf(this.words[recordOf(unit) + PLACE]);
  }
  unitMissiles(unit: number): number {
    return this.words[recordOf(unit) + STOCK];
  }
  unitGas(unit: number): number {
    if (!this.board.dialect.burnsGas) return 0;
    const gasEnd = this.words[recordOf(unit) + GAS_END];
    return this.unitAlive(unit) ? gasEnd - this.round : gasEnd;
  }
  unitAlive(unit: number): boolean {
    return this.words[recordOf(unit) + TURN] !== DEAD;
  }
  unitTime(unit: number): number {
    return this.unitAlive(unit) ? 0 : Math.max(0, this.words[recordOf(unit) + READY] - 1 - this.round);
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
    return this.words[SCORES + player];
  }
  status(player: number): number {
    return this.statuses[player];
  }
}
