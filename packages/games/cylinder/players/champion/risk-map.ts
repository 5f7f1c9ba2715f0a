/**
 * A probability for each cell and each step. Only the entries that were written are cleared, so large boards cost no
 * more than small boards.
 */
export class RiskMap {
  readonly values: Float32Array;
  readonly cells: number;
  private readonly steps: number;
  private touched: Int32Array = new Int32Array(1024);
  private touchedCount = 0;
  private readonly undoAt: number[] = [];
  private readonly undoValue: number[] = [];
  private marked = false;

  /** `steps` is the last step; the first is 0. */
  constructor(cells: number, steps: number) {
    this.cells = cells;
    this.steps = steps;
    this.values = new Float32Array(cells * (steps + 1));
  }

  clear(): void {
    for (let i = 0; i < this.touchedCount; i++) this.values[this.touched[i]] = 0;
    this.touchedCount = 0;
  }

  /** Sets the mark: `undo` reverts all changes after it. */
  mark(): void {
    this.marked = true;
  }
  undo(): void {
    for (let i = this.undoAt.length - 1; i >= 0; i--) this.values[this.undoAt[i]] = this.undoValue[i];
    this.undoAt.length = this.undoValue.length = 0;
    this.marked = false;
  }

  /** Combines the probability of a cell with an independent probability. */
  addChance(step: number, cell: number, chance: number): void {
    this.put(step, cell, 1 - (1 - this.get(step, cell)) * (1 - chance));
  }
  addValue(step: number, cell: number, value: number): void {
    this.put(step, cell, this.get(step, cell) + value);
  }
  get(step: number, cell: number): number {
    return this.values[step * this.cells + cell];
  }

  private put(step: number, cell: number, value: number): void {
    if (step > this.steps) return;
    const at = step * this.cells + cell;
    if (this.marked) {
      this.undoAt.push(at);
      this.undoValue.push(this.values[at]);
    } else if (this.values[at] === 0) {
      if (this.touchedCount === this.touched.length) {
        const grown = new Int32Array(2 * this.touchedCount);
        grown.set(this.touched);
        this.touched = grown;
      }
      this.touched[this.touchedCount++] = at;
    }
    this.values[at] = value;
  }
}
