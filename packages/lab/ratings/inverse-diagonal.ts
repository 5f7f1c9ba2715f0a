import type { Curvature } from './curvature.ts';
import { dot, solverOf } from './solve.ts';

/** Number of waves along the order of strengths, and number of smoothing passes. */
const WAVES = 32;
const SMOOTHED = 3;
const DAMPED = 0.7;

/**
 * Approximates the diagonal of the curvature's inverse. The information from a player's matches is local, because its
 * opponents' strengths are nearly known. The uncertainty about whole parts of the field varies slowly along the order
 * of strengths. This slow part is found by solving a small system of equations for a few waves. The overlap of the
 * local part and the slow part is counted only once.
 */
export function inverseDiagonal(curvature: Curvature, theta: Float64Array): Float64Array {
  const { size } = curvature;
  const local = curvature.localInverse();
  const waves = slowWaves(curvature, theta);
  const image = new Float64Array(size);
  const [whole, alone] = [new Float64Array(WAVES * WAVES), new Float64Array(WAVES * WAVES)];
  for (let a = 0; a < WAVES; a++) {
    curvature.times(waves[a], image);
    const own = waves[a].map((value, i) => value / local[i]);
    for (let b = 0; b < WAVES; b++) {
      whole[a * WAVES + b] = dot(image, waves[b]);
      alone[a * WAVES + b] = dot(own, waves[b]);
    }
  }
  const [together, apart] = [solverOf(whole, WAVES), solverOf(alone, WAVES)];
  const point = new Float64Array(WAVES);
  return local.map((value, i) => {
    for (let a = 0; a < WAVES; a++) point[a] = waves[a][i];
    return value + dot(point, together(point)) - dot(point, apart(point));
  });
}

/** Cosines of each player's position in the order of strengths, smoothed where the curvature is steep. */
function slowWaves(curvature: Curvature, theta: Float64Array): Float64Array[] {
  const { size, diagonal } = curvature;
  const place = new Float64Array(size);
  Array.from(theta, (_, i) => i)
    .sort((one, other) => theta[one] - theta[other] || one - other)
    .forEach((player, at) => {
      place[player] = (at + 0.5) / size;
    });
  const image = new Float64Array(size);
  return Array.from({ length: WAVES }, (_, k) => {
    const wave = place.map((at) => Math.cos(Math.PI * k * at));
    for (let step = 0; step < SMOOTHED; step++) {
      curvature.times(wave, image);
      for (let i = 0; i < size; i++) wave[i] -= (DAMPED * image[i]) / diagonal[i];
    }
    return wave;
  });
}
