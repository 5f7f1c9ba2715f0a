/** A fact that differs between two players, or that only one player has. */
export interface FactDifference {
  /** The path to the fact: `['state', 'heads', '1']`. */
  readonly path: readonly string[];
  readonly here: unknown;
  readonly there: unknown;
}

/**
 * The facts that differ between two players: fields of any depth, and getters. Functions aren't compared, nor are
 * objects of the first player that are in `apart`. For objects of different classes, only the names that both objects
 * have are compared.
 */
export function lacksOf(one: unknown, other: unknown, apart: readonly unknown[]): Generator<FactDifference> {
  return compare(one, other, [], new Set(apart));
}

function* compare(
  one: unknown,
  other: unknown,
  path: readonly string[],
  seen: Set<unknown>,
): Generator<FactDifference> {
  if (Object.is(one, other) || typeof one === 'function' || typeof other === 'function') return;
  if (seen.has(one)) return;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    yield { path, here: one, there: other };
    return;
  }
  seen.add(one);
  if (one instanceof Map && other instanceof Map) yield* compare([...one], [...other], [...path, 'entries'], seen);
  else if (one instanceof Set && other instanceof Set) yield* compare([...one], [...other], [...path, 'values'], seen);
  else if (isList(one) && isList(other)) {
    if (one.length !== other.length) yield { path: [...path, 'length'], here: one.length, there: other.length };
    else for (let at = 0; at < one.length; at++) yield* compare(one[at], other[at], [...path, String(at)], seen);
  } else {
    const isAlike = Object.getPrototypeOf(one) === Object.getPrototypeOf(other);
    for (const key of factsOf(one)) {
      const [mine, theirs] = [factOf(one, key), factOf(other, key)];
      if (isAlike || (key in other && kindOf(mine) === kindOf(theirs)))
        yield* compare(mine, theirs, [...path, key], seen);
    }
  }
}

type List = ArrayLike<unknown>;
const isList = (value: object): value is List & object =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));

const kindOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && isList(value) ? 'list' : typeof value;

/** The names of an object's fields and getters. */
function factsOf(owner: object): string[] {
  const names = Object.keys(owner);
  for (
    let proto = Object.getPrototypeOf(owner);
    proto && proto !== Object.prototype;
    proto = Object.getPrototypeOf(proto)
  )
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(proto)))
      if (get && !names.includes(name)) names.push(name);
  return names;
}

function factOf(owner: object, name: string): unknown {
  try {
    return (owner as Record<string, unknown>)[name];
  } catch (error) {
    return String(error);
  }
}

/**
 * The path from a player to one of its values; undefined if the value isn't part of the player or is nested too deeply.
 */
export function pathTo(owner: unknown, value: unknown, depth = 2): readonly string[] | undefined {
  if (owner === value) return [];
  if (depth === 0 || typeof owner !== 'object' || owner === null) return undefined;
  for (const key of Object.keys(owner)) {
    const path = pathTo((owner as Record<string, unknown>)[key], value, depth - 1);
    if (path) return [key, ...path];
  }
  return undefined;
}

export const follow = (owner: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], owner);

/** `state.heads[1]` */
export const nameOf = (path: readonly string[]): string =>
  path.reduce((name, key) => (/^\d+$/.test(key) ? `${name}[${key}]` : name === '' ? key : `${name}.${key}`), '');

export function shown(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
