import { type Guest, guestOf } from '@ludus/runtime/guest.ts';
import type { PlayerApi } from '@ludus/runtime/parts.ts';
import type { CylinderSettings } from '../rules/dialect.ts';
import { Instructions } from '../rules/instructions.ts';
import type { CylinderView } from '../rules/position-view.ts';
import { readStartImage, START_IMAGE_WORDS } from './image.ts';

/** The player's side of one of the two games, for players that are modules in a separate engine. */
export function cylinderGuest(api: Pick<PlayerApi, 'open'>): Guest {
  let view: ImageView;
  let answer = new Int32Array(0);
  return guestOf<undefined, CylinderView, Instructions>(api, {
    start(told) {
      const words = new Int32Array(told.buffer.slice(0, 4 * START_IMAGE_WORDS));
      const { seat, settings } = readStartImage(words);
      view = new ImageView(settings);
      answer = new Int32Array(2 + 2 * settings.players * settings.unitsPerPlayer);
      return { board: undefined, state: view, briefing: { seat, names: [] } };
    },
    round: (told) => view.read(told),
    newMove: () => new Instructions(),
    clearMove: (move) => move.clear(),
    answer(move, generator) {
      answer[0] = generator;
      answer[1] = move.length;
      for (let i = 0; i < move.length; i++) {
        answer[2 + 2 * i] = move.unit(i);
        answer[3 + 2 * i] = move.code(i);
      }
      return answer.buffer;
    },
  });
}

/** Number of words of a unit, and of a missile, in an image. */
const UNIT = 6;
const MISSILE = 4;

/** A position read from its image (image.ts). Nothing is copied, except that a grid stores the content of each cell. */
class ImageView implements CylinderView {
  readonly settings: CylinderSettings;
  round = 0;
  missileCount = 0;
  private readonly units: number;
  /** The content of each cell: 0 for an empty cell, 1 + unit, or −1 − index of a missile. */
  private readonly grid: Int16Array;
  /** The cells of `grid` that are not 0. */
  private readonly taken: number[] = [];
  private words: Int32Array = new Int32Array(0);
  private reals: Float64Array = new Float64Array(0);
  private content: Uint8Array = new Uint8Array(0);
  private readonly scoresAt: number;
  private readonly unitsAt: number;
  private missilesAt = 0;

  constructor(settings: CylinderSettings) {
    this.settings = settings;
    const { players, unitsPerPlayer, rows, universeColumns } = settings;
    this.units = players * unitsPerPlayer;
    this.grid = new Int16Array(rows * universeColumns);
    this.scoresAt = 2 + 2 * players + 3;
    this.unitsAt = this.scoresAt + players;
  }

  /** Reads the image of a round; returns the state of the player's generator. */
  read(image: Uint8Array): number {
    const { grid, taken, settings } = this;
    const { players } = settings;
    const words = new Int32Array(image.buffer, 0, image.length >> 2);
    this.words = words;
    this.reals = new Float64Array(image.buffer, 0, 1 + players);
    const head = 2 + 2 * players;
    this.round = words[head];
    this.missileCount = words[head + 2];
    this.missilesAt = this.unitsAt + UNIT * this.units;
    this.content = image.subarray(4 * (this.missilesAt + MISSILE * this.missileCount));
    for (const cell of taken) grid[cell] = 0;
    taken.length = 0;
    for (let index = 0; index < this.missileCount; index++)
      this.take(this.cell(this.missileRow(index), this.missileColumn(index)), -1 - index);
    for (let unit = 0; unit < this.units; unit++)
      if (this.unitAlive(unit)) this.take(this.cell(this.unitRow(unit), this.unitColumn(unit)), 1 + unit);
    return words[head + 1];
  }

  private take(cell: number, what: number): void {
    this.grid[cell] = what;
    this.taken.push(cell);
  }
  private cell(row: number, column: number): number {
    const columns = this.settings.universeColumns;
    const rest = column % columns;
    return row * columns + (rest < 0 ? rest + columns : rest);
  }

  contentAt(row: number, column: number): number {
    return this.content[this.cell(row, column)];
  }
  unitAt(row: number, column: number): number {
    const what = this.grid[this.cell(row, column)];
    return what > 0 ? what - 1 : -1;
  }
  missileAt(row: number, column: number): number {
    const what = this.grid[this.cell(row, column)];
    return what < 0 ? this.missileId(-1 - what) : -1;
  }
  unitRow(unit: number): number {
    return this.words[this.unitsAt + UNIT * unit];
  }
  unitColumn(unit: number): number {
    return this.words[this.unitsAt + UNIT * unit + 1];
  }
  unitMissiles(unit: number): number {
    return this.words[this.unitsAt + UNIT * unit + 2];
  }
  unitGas(unit: number): number {
    return this.words[this.unitsAt + UNIT * unit + 3];
  }
  unitAlive(unit: number): boolean {
    return this.words[this.unitsAt + UNIT * unit + 4] !== 0;
  }
  unitTime(unit: number): number {
    return this.words[this.unitsAt + UNIT * unit + 5];
  }
  missileId(index: number): number {
    return this.words[this.missilesAt + MISSILE * index];
  }
  missileOwner(index: number): number {
    return this.words[this.missilesAt + MISSILE * index + 1];
  }
  missileRow(index: number): number {
    return this.words[this.missilesAt + MISSILE * index + 2];
  }
  missileColumn(index: number): number {
    return this.words[this.missilesAt + MISSILE * index + 3];
  }
  score(player: number): number {
    return this.words[this.scoresAt + player];
  }
  status(player: number): number {
    return this.reals[1 + player];
  }
}
