import type { WinMatrix } from './win-matrix.ts';

export interface EloRating {
  readonly name: string;
  /** In Elo, 0 = the mean of all players. */
  readonly elo: number;
  /** Half the width of the 95 % interval, against the mean of all. */
  readonly margin: number;
  readonly games: number;
}

const SCALE = 400 / Math.LN10;
/** What is believed of a player before its first game: within ± this many Elo of the mean. Keeps those who only win or lose finite. */
const PRIOR_SPREAD = 600;
const MOST_STEPS = 100;

/**
 * Elo ratings of all players at once: the maximum of the likelihood of all results (Bradley–Terry), with a wide prior. Unlike ratings that
 * are updated match by match it cannot depend on the order of the matches. For two-player games; in larger ones the pairs of a match are
 * not independent and the margins would be too small.
 */
export function eloRatings({ names, points, games }: WinMatrix): EloRating[] {
  const n = names.length;
  const weight = (SCALE / PRIOR_SPREAD) ** 2;
  const theta = new Array<number>(n).fill(0);
  let covariance: number[][] = [];
  for (let step = 0; step < MOST_STEPS; step++) {
    const gradient = theta.map((value) => -weight * value);
    const information = theta.map((_, i) => theta.map((__, j) => (i === j ? weight : 0)));
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        if (games[i][j] === 0) continue;
        const p = 1 / (1 + Math.exp(theta[j] - theta[i]));
        gradient[i] += points[i][j] - games[i][j] * p;
        const amount = games[i][j] * p * (1 - p);
        information[i][i] += amount;
        information[i][j] -= amount;
      }
    }
    covariance = inverse(information);
    let moved = 0;
    for (let i = 0; i < n; i++) {
      const change = covariance[i].reduce((sum, c, j) => sum + c * gradient[j], 0);
      // Far from the maximum Newton's step overshoots.
      const bounded = Math.max(-1, Math.min(1, change));
      theta[i] += bounded;
      moved = Math.max(moved, Math.abs(bounded));
    }
    if (moved < 1e-12) break;
  }
  const mean = theta.reduce((a, b) => a + b, 0) / Math.max(1, n);
  return names
    .map((name, i) => ({
      name,
      elo: SCALE * (theta[i] - mean),
      margin: 1.96 * SCALE * Math.sqrt(spreadAgainstMean(covariance, i)),
      games: games[i].reduce((a, b) => a + b, 0),
    }))
    .sort((a, b) => b.elo - a.elo || (a.name < b.name ? -1 : 1));
}

/** The variance of θᵢ − mean(θ). */
function spreadAgainstMean(covariance: readonly (readonly number[])[], i: number): number {
  const n = covariance.length;
  let row = 0;
  let all = 0;
  for (let j = 0; j < n; j++) {
    row += covariance[i][j];
    for (let k = 0; k < n; k++) all += covariance[j][k];
  }
  return Math.max(0, covariance[i][i] - (2 * row) / n + all / (n * n));
}

/** The inverse of a positive definite matrix (Gauss–Jordan). */
function inverse(matrix: readonly (readonly number[])[]): number[][] {
  const n = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let i = 0; i < n; i++) {
    let pivot = i;
    for (let r = i + 1; r < n; r++) if (Math.abs(rows[r][i]) > Math.abs(rows[pivot][i])) pivot = r;
    [rows[i], rows[pivot]] = [rows[pivot], rows[i]];
    const scale = rows[i][i];
    for (let c = 0; c < 2 * n; c++) rows[i][c] /= scale;
    for (let r = 0; r < n; r++) {
      if (r === i || rows[r][i] === 0) continue;
      const factor = rows[r][i];
      for (let c = 0; c < 2 * n; c++) rows[r][c] -= factor * rows[i][c];
    }
  }
  return rows.map((row) => row.slice(n));
}
