import type { Curvature } from './curvature.ts';

/** Up to this many players a dense matrix is held; 500² numbers are 2 MB and are taken apart in a tenth of a second. */
const LARGEST_DENSE = 500;
const MAX_STEPS = 2000;

/** Solves matrix · x = right for a positive definite matrix, as often as one likes. `precise`: the relative error left, at most. */
export type Solve = (right: Float64Array, precise?: number) => Float64Array;

/** Directly up to `LARGEST_DENSE` players, by conjugate gradients beyond. */
export function solverFor(matrix: Curvature): Solve {
  if (matrix.size > LARGEST_DENSE) return (right, precise = 1e-10) => conjugateGradients(matrix, right, precise);
  return solverOf(matrix.dense(), matrix.size);
}

/** Directly. `matrix`: row by row; it is used up. */
export function solverOf(matrix: Float64Array, size: number): Solve {
  const factor = cholesky(matrix, size);
  return (right) => substituted(factor, size, right);
}

/** The lower triangle L with L·Lᵀ = matrix, in the matrix' own place. */
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

/** Conjugate gradients, with the diagonal as the preconditioner: nothing is held but some vectors. */
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
