import type { Choices } from './plackett-luce.ts';

/**
 * The negative curvature of the log-likelihood (the information). It is a symmetric matrix with an entry for each pair
 * of players in a common choice. The matrix's rows are compressed, and its diagonal is stored separately.
 */
export class Curvature {
  readonly size: number;
  readonly diagonal: Float64Array;
  private readonly rowStart: Int32Array;
  private readonly columns: Int32Array;
  private readonly values: Float64Array;
  /**
   * For each pair of members in each choice: its index in `values`, in the matrix's upper half and (next field) in the
   * lower half. The pairs are in the order of the loops in `fill`.
   */
  private readonly upper: Int32Array;
  private readonly lower: Int32Array;
  private readonly choices: Choices;

  constructor(size: number, choices: Choices) {
    this.size = size;
    this.choices = choices;
    this.diagonal = new Float64Array(size);
    const pairs = pairsOf(size, choices);
    const degree = new Int32Array(size + 1);
    for (let p = 0; p < pairs.count; p++) {
      degree[pairs.first[p] + 1]++;
      degree[pairs.second[p] + 1]++;
    }
    for (let i = 0; i < size; i++) degree[i + 1] += degree[i];
    this.rowStart = degree;
    const next = degree.slice(0, size);
    this.columns = new Int32Array(2 * pairs.count);
    this.values = new Float64Array(2 * pairs.count);
    const placeUp = new Int32Array(pairs.count);
    const placeDown = new Int32Array(pairs.count);
    for (let p = 0; p < pairs.count; p++) {
      const [i, j] = [pairs.first[p], pairs.second[p]];
      placeUp[p] = next[i]++;
      placeDown[p] = next[j]++;
      this.columns[placeUp[p]] = j;
      this.columns[placeDown[p]] = i;
    }
    this.upper = pairs.ofChoices.map((p) => placeUp[p]);
    this.lower = pairs.ofChoices.map((p) => placeDown[p]);
  }

  /** Sets the entries from each member's probability of being chosen, in the order of `choices.members`. */
  fill(chance: Float64Array): void {
    const { start, members, weight } = this.choices;
    const { diagonal, values, upper, lower } = this;
    diagonal.fill(0);
    values.fill(0);
    let pair = 0;
    for (let c = 0; c < weight.length; c++) {
      const w = weight[c];
      for (let a = start[c]; a < start[c + 1]; a++) {
        const p = w * chance[a];
        diagonal[members[a]] += p * (1 - chance[a]);
        for (let b = a + 1; b < start[c + 1]; b++) {
          const value = p * chance[b];
          values[upper[pair]] -= value;
          values[lower[pair]] -= value;
          pair++;
        }
      }
    }
  }

  /** result = matrix · vector */
  times(vector: Float64Array, result: Float64Array): void {
    const { size, diagonal, rowStart, columns, values } = this;
    for (let i = 0; i < size; i++) {
      let sum = diagonal[i] * vector[i];
      for (let at = rowStart[i]; at < rowStart[i + 1]; at++) sum += values[at] * vector[columns[at]];
      result[i] = sum;
    }
  }

  /**
   * The inverse's diagonal, under the assumption that a player's opponents met only this player, and others whose
   * strengths are known.
   */
  localInverse(): Float64Array {
    const { diagonal, rowStart, columns, values } = this;
    return diagonal.map((own, i) => {
      let rest = own;
      for (let at = rowStart[i]; at < rowStart[i + 1]; at++) rest -= values[at] ** 2 / diagonal[columns[at]];
      return 1 / rest;
    });
  }

  /** The matrix as a full matrix, row by row. */
  dense(): Float64Array {
    const { size, diagonal, rowStart, columns, values } = this;
    const matrix = new Float64Array(size * size);
    for (let i = 0; i < size; i++) {
      matrix[i * size + i] = diagonal[i];
      for (let at = rowStart[i]; at < rowStart[i + 1]; at++) matrix[i * size + columns[at]] = values[at];
    }
    return matrix;
  }
}

interface Pairs {
  readonly count: number;
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** For each pair of members in each choice: the pair's index. */
  readonly ofChoices: Int32Array;
}

/**
 * Every pair of players in a common choice, once. Uses an open hash table, because a `Map` takes longer than the whole
 * fit.
 */
function pairsOf(size: number, { start, members }: Choices): Pairs {
  let total = 0;
  for (let c = 0; c + 1 < start.length; c++) total += ((start[c + 1] - start[c]) * (start[c + 1] - start[c] - 1)) / 2;
  let slots = 16;
  while (slots < 2 * Math.min(total, (size * (size - 1)) / 2)) slots *= 2;
  const keys = new Float64Array(slots).fill(-1);
  const numbers = new Int32Array(slots);
  const first: number[] = [];
  const second: number[] = [];
  const ofChoices = new Int32Array(total);
  let at = 0;
  for (let c = 0; c + 1 < start.length; c++) {
    for (let a = start[c]; a < start[c + 1]; a++) {
      for (let b = a + 1; b < start[c + 1]; b++) {
        const i = Math.min(members[a], members[b]);
        const j = Math.max(members[a], members[b]);
        const key = i * size + j;
        let slot = (Math.imul(i, 0x9e3779b1) ^ Math.imul(j, 0x85ebca6b)) >>> 0;
        slot = (slot ^ (slot >>> 15)) & (slots - 1);
        while (keys[slot] !== -1 && keys[slot] !== key) slot = (slot + 1) & (slots - 1);
        if (keys[slot] === -1) {
          keys[slot] = key;
          numbers[slot] = first.length;
          first.push(i);
          second.push(j);
        }
        ofChoices[at++] = numbers[slot];
      }
    }
  }
  return { count: first.length, first: Int32Array.from(first), second: Int32Array.from(second), ofChoices };
}
