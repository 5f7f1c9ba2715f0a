import type { Cut, Decision, Index } from './state.ts';

/** Compares two members of a cut: > 0 if the first is better, 0 if they tie. */
export type CompareMembers = (a: Index, b: Index) => number;

/**
 * Returns the members of a cut, the best first, in groups of tied members. Within a group, members keep their order in
 * the cut.
 */
export function groupsOf(members: readonly Index[], compare: CompareMembers): Index[][] {
  const order = [...members].sort((a, b) => compare(b, a));
  const groups: Index[][] = [];
  for (const index of order) {
    const group = groups.at(-1);
    if (group !== undefined && compare(group[0], index) === 0) group.push(index);
    else groups.push([index]);
  }
  return groups;
}

/** Returns the groups whose members are on both sides of a boundary. */
export function tiedAcross({ boundaries }: Cut, groups: readonly (readonly Index[])[]): (readonly Index[])[] {
  let before = 0;
  return groups.filter(({ length }) => {
    const from = before;
    before += length;
    return boundaries.some((boundary) => from < boundary && boundary < from + length);
  });
}

/** Resolves by `order` only the ties across a boundary. Members between two boundaries stay tied. */
export function decide(
  cut: Cut,
  groups: readonly (readonly Index[])[],
  order: (tied: readonly Index[]) => readonly Index[],
): Decision {
  const tied = tiedAcross(cut, groups);
  let before = 0;
  const behind: Index[] = [];
  const decided = groups.flatMap((group) => {
    const from = before;
    before += group.length;
    if (!tied.includes(group)) return [group];
    const within = cut.boundaries.map((boundary) => boundary - from).filter((at) => at > 0 && at < group.length);
    const drawn = order(group);
    behind.push(...drawn.slice(within[0]));
    return [...within, group.length].map((end, at) => {
      const part = new Set(drawn.slice(within[at - 1] ?? 0, end));
      return group.filter((index) => part.has(index));
    });
  });
  return { cut, groups: decided, drawn: tied.flat(), behind };
}

/** Returns the members before and after a boundary. The boundary must not be inside a group. */
export function split(
  { groups }: Pick<Decision, 'groups'>,
  boundary: number,
): { readonly stay: (readonly Index[])[]; readonly go: (readonly Index[])[] } {
  let before = 0;
  const at = groups.findIndex(({ length }) => {
    before += length;
    return before > boundary;
  });
  return at < 0 ? { stay: [...groups], go: [] } : { stay: groups.slice(0, at), go: groups.slice(at) };
}
