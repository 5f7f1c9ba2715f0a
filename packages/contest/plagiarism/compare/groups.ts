import type { Pair } from './pairs.ts';
import type { Source } from './source.ts';

/**
 * Returns groups of entrants connected by pairs with at least the similarity `least`, the largest group first. Each
 * group is sorted by entrant.
 */
export function groupsOf(sources: readonly Source[], pairs: readonly Pair[], least: number): number[][] {
  const parent = new Map<number, number>();
  const root = (entrant: number): number => {
    let at = entrant;
    for (let up = parent.get(at); up !== undefined && up !== at; up = parent.get(at)) at = up;
    return at;
  };
  for (const { left, right, similarity } of pairs) {
    if (similarity < least) continue;
    const [a, b] = [root(sources[left].entrant), root(sources[right].entrant)];
    parent.set(Math.max(a, b), Math.min(a, b));
    parent.set(Math.min(a, b), Math.min(a, b));
  }
  const groups = new Map<number, number[]>();
  for (const entrant of parent.keys()) groups.set(root(entrant), [...(groups.get(root(entrant)) ?? []), entrant]);
  return [...groups.values()]
    .map((group) => group.sort((a, b) => a - b))
    .sort((a, b) => b.length - a.length || a[0] - b[0]);
}
