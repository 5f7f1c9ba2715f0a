import type { Curvature } from './curvature.ts';

/**
 * Maximum number of players for a dense matrix. 500² numbers are 2 MB, and their decomposition takes a tenth of a
 * second.
 */
const MAX_DENSE_PLAYERS = 500;
const MAX_STEPS = 2000;

/**
 * Solves matrix · x = right for a positive definite matrix. Can be called any number of times. `precise`: the maximum
 * relative error.
 */
export type LinearSolver = (right: Float64Array, precise?: number) => Float64Array;

/**
 * Returns a solver that uses a direct method for up to `MAX_DENSE_PLAYERS` players, and conjugate gradients for more.
 */
export function solverFor(matrix: Curvature): LinearSolver {
  if (matrix.size > MAX_DENSE_PLAYERS) return (right, precise = 1e-10) => conjugateGradients(matrix, right, precise);
  return solverOf(matrix.dense(), matrix.size);
}

/** Returns a solver that uses a direct method. `matrix` is stored row by row, and is overwritten. */
export function solverOf(matrix: Float64Array, size: number): LinearSolver {
  const factor = cholesky(matrix, size);
  return (right) => substituted(factor, size, right);
}

/** The lower triangle L with L·Lᵀ = matrix, computed in place. */
function cholesky(matrix: Float64Array, n: number): Float64Array {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * n + j];
      for (let k = 0; k < j; k++) sum -= matrix[i * n + k] * matrix[j * n + k];
      matrix[i * n + j] = i === j ? Math.sqrt(sum) : sum / matrix[j * n + j];
    }
  }
  return matrix;
}

function substituted(factor: Float64Array, n: number, right: Float64Array): Float64Array {
  const x = right.slice();
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i] -= factor[i * n + k] * x[k];
    x[i] /= factor[i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    x[i] /= factor[i * n + i];
    for (let k = 0; k < i; k++) x[k] -= factor[i * n + k] * x[i];
  }
  return x;
}

/** Solves with conjugate gradients, preconditioned with the diagonal. This needs memory for only a few vectors. */
function conjugateGradients(matrix: Curvature, right: Float64Array, precise: number): Float64Array {
  const n = matrix.size;
  const x = new Float64Array(n);
  const rest = right.slice();
  const image = new Float64Array(n);
  const scaled = rest.map((value, i) => value / matrix.diagonal[i]);
  const direction = scaled.slice();
  let product = dot(rest, scaled);
  const enough = product * precise * precise;
  for (let step = 0; step < MAX_STEPS && product > enough; step++) {
    matrix.times(direction, image);
    const length = product / dot(direction, image);
    for (let i = 0; i < n; i++) {
      x[i] += length * direction[i];
      rest[i] -= length * image[i];
      scaled[i] = rest[i] / matrix.diagonal[i];
    }
    const before = product;
    product = dot(rest, scaled);
    for (let i = 0; i < n; i++) direction[i] = scaled[i] + (product / before) * direction[i];
  }
  return x;
}

export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
