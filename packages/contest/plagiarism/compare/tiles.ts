/** A common run of `length` tokens, from `left` in one program and from `right` in the other. */
export interface Tile {
  readonly left: number;
  readonly right: number;
  readonly length: number;
}

/**
 * Returns the common runs of two programs by greedy string tiling. The longest run comes first, each token is used at
 * most once, and no run is shorter than `least`. Functions and statements may be in a different order in each program.
 * The time is proportional to the number of positions with the same `least` tokens. For repetitive programs, at most
 * `MAX_PLACES` positions per token are compared.
 */
export function commonTiles(left: readonly number[], right: readonly number[], least: number): Tile[] {
  const usedLeft = new Uint8Array(left.length);
  const usedRight = new Uint8Array(right.length);
  const tiles: Tile[] = [];
  let runs = commonRuns(left, right, least);
  // The longest runs come first. If an earlier run overlaps a later run, the free pieces of the later run are queued by
  // length.
  const byLength: Tile[][] = [];
  const queue = (run: Tile) => {
    byLength[run.length] ??= [];
    byLength[run.length].push(run);
  };
  for (const run of runs) queue(run);
  runs = [];
  for (let length = byLength.length - 1; length >= least; length--) {
    const now = byLength[length] ?? [];
    for (let next = 0; next < now.length; next++) {
      const run = now[next];
      const pieces = freePieces(run, usedLeft, usedRight, least);
      if (pieces.length === 1 && pieces[0].length === run.length) {
        usedLeft.fill(1, run.left, run.left + run.length);
        usedRight.fill(1, run.right, run.right + run.length);
        tiles.push(run);
      } else pieces.forEach(queue);
    }
  }
  return tiles.sort((a, b) => a.left - b.left);
}

function freePieces(run: Tile, usedLeft: Uint8Array, usedRight: Uint8Array, least: number): Tile[] {
  const pieces: Tile[] = [];
  let start = 0;
  for (let i = 0; i <= run.length; i++) {
    if (i < run.length && !usedLeft[run.left + i] && !usedRight[run.right + i]) continue;
    if (i - start >= least) pieces.push({ left: run.left + start, right: run.right + start, length: i - start });
    start = i + 1;
  }
  return pieces;
}

/** Maximum number of positions of a run of `least` tokens that are compared; more frequent runs are filler code. */
const MAX_PLACES = 64;

/** Returns all runs of at least `least` tokens that can't be extended at either end. */
function commonRuns(left: readonly number[], right: readonly number[], least: number): Tile[] {
  const places = new Map<string, number[]>();
  for (let at = 0; at + least <= right.length; at++) {
    const key = right.slice(at, at + least).join(' ');
    const all = places.get(key);
    if (all === undefined) places.set(key, [at]);
    else if (all.length < MAX_PLACES) all.push(at);
  }
  const runs: Tile[] = [];
  // By diagonal (right − left): the end of the last run, so that no run starts inside it.
  const reached = new Map<number, number>();
  for (let at = 0; at + least <= left.length; at++) {
    for (const to of places.get(left.slice(at, at + least).join(' ')) ?? []) {
      if ((reached.get(to - at) ?? 0) > at) continue;
      let length = least;
      while (at + length < left.length && to + length < right.length && left[at + length] === right[to + length])
        length++;
      runs.push({ left: at, right: to, length });
      reached.set(to - at, at + length);
    }
  }
  return runs;
}
