import { DIRECTIONS, SHOOT } from './directions.ts';

/**
 * What one player asks in one round, or what was carried out of it: (unit, code) pairs in their order. The code is an index
 * into `DIRECTIONS`, or `SHOOT`. A buffer: it is filled, read and cleared again every round, and grows only when it must.
 */
export class Instructions {
  length = 0;
  units: Int32Array;
  codes: Uint8Array;

  constructor(capacity = 8) {
    this.units = new Int32Array(capacity);
    this.codes = new Uint8Array(capacity);
  }

  clear(): void {
    this.length = 0;
  }

  /** `unit`: any 32-bit number; `code`: 0 … 255, of which the rules ignore all above `SHOOT`. */
  push(unit: number, code: number): void {
    const at = this.length++;
    if (at === this.units.length) this.grow();
    this.units[at] = unit;
    this.codes[at] = code;
  }

  private grow(): void {
    const units = new Int32Array(this.units.length * 2);
    const codes = new Uint8Array(this.units.length * 2);
    units.set(this.units);
    codes.set(this.codes);
    this.units = units;
    this.codes = codes;
  }

  /** `0 m 1 1` or `0 s 0 1` for the instruction at `index`, as a `.res` prints it. */
  print(index: number): string {
    const code = this.codes[index];
    if (code === SHOOT) return `${this.units[index]} s 0 1`;
    const { row, column } = DIRECTIONS[code];
    return `${this.units[index]} m ${row} ${column}`;
  }
}
