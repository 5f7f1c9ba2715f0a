import type { MoveText } from '@ludus/game/game.ts';
import { DIRECTIONS, SHOOT } from './directions.ts';

/** A code that the rules ignore. */
const NONSENSE = 0xff;

/**
 * One player's instructions in one round, or the executed instructions: (unit, code) pairs in order. The code is an
 * index into `DIRECTIONS`, or `SHOOT`. The list is a buffer that is filled, read, and cleared every round, and grows
 * only when necessary.
 */
export class Instructions {
  length = 0;
  /**
   * Unit and code of the first instruction, unit and code of the second, and so on. It is a single array, because
   * engines check each array again at every use.
   */
  pairs: Int32Array;
  /** By index: the text of a meaningless instruction in a replay (`pushNonsense`). */
  private nonsense: string[] | undefined;

  constructor(capacity = 8) {
    this.pairs = new Int32Array(2 * capacity);
  }

  unit(index: number): number {
    return this.pairs[2 * index];
  }
  code(index: number): number {
    return this.pairs[2 * index + 1];
  }

  clear(): void {
    this.length = 0;
    this.nonsense = undefined;
  }

  /** `unit`: any 32-bit number; `code`: 0 to 255. The rules ignore codes above `SHOOT`. */
  push(unit: number, code: number): void {
    const at = this.length++;
    if (2 * at === this.pairs.length) this.grow();
    this.pairs[2 * at] = unit;
    this.pairs[2 * at + 1] = code & 0xff;
  }

  /** Adds a meaningless instruction from a replay. The rules ignore it, and it is printed unchanged. */
  pushNonsense(text: string): void {
    this.nonsense ??= [];
    this.nonsense[this.length] = text;
    this.push(-1, NONSENSE);
  }
  /** The text passed to `pushNonsense`; undefined for a meaningful instruction. */
  nonsenseAt(index: number): string | undefined {
    return this.nonsense?.[index];
  }

  private grow(): void {
    const pairs = new Int32Array(this.pairs.length * 2);
    pairs.set(this.pairs);
    this.pairs = pairs;
  }

  /** The instruction at `index` in the format of a `.res`: `0 m 1 1` or `0 s 0 1`. */
  print(index: number): string {
    const nonsense = this.nonsenseAt(index);
    if (nonsense !== undefined) return nonsense;
    const code = this.code(index);
    if (code === SHOOT) return `${this.unit(index)} s 0 1`;
    const { row, column } = DIRECTIONS[code];
    return `${this.unit(index)} m ${row} ${column}`;
  }
}

/** `<unit> <code> <unit> <code> …`, with the codes of `instructions.ts`. */
export const moveText: MoveText<Instructions> = {
  print(move) {
    let text = '';
    for (let i = 0; i < move.length; i++) text += `${i > 0 ? ' ' : ''}${move.unit(i)} ${move.code(i)}`;
    return text;
  },
  read(text, move) {
    if (text === '') return;
    const words = text.split(' ');
    if (words.length % 2 !== 0 || !words.every((word) => /^(?:0|-?[1-9]\d{0,9})$/.test(word)))
      throw new Error(`these aren’t instructions: ${text}`);
    for (let i = 0; i < words.length; i += 2) move.push(Number(words[i]), Number(words[i + 1]));
    if (moveText.print(move) !== text) throw new Error(`this isn’t the printed form of instructions: ${text}`);
  },
};
