/** The steps from a cell to every other one that can be reached over free cells, blocked ones at the end of a way too; 0: none. */
export function stepsBetween(neighbours: Int32Array, blocked: Uint8Array, from: number): Int32Array {
  const steps = new Int32Array(neighbours.length / 4);
  const queue = [from];
  for (const cell of queue) {
    for (let d = 4 * cell; d < 4 * cell + 4; d++) {
      const next = neighbours[d];
      if (steps[next] > 0 || next === from) continue;
      steps[next] = steps[cell] + 1;
      if (blocked[next] === 0) queue.push(next);
    }
  }
  return steps;
}
