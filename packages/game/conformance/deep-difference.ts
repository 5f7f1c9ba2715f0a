/**
 * Copies plain data deeply: objects of any class by their fields, arrays, typed arrays, maps, and sets. Functions and
 * everything in `kept` are shared, not copied.
 */
export function copyOf<T>(value: T, kept?: unknown): T {
  return copy(value, new Map([[kept, kept]])) as T;
}

function copy(value: unknown, seen: Map<unknown, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const known = seen.get(value);
  if (known !== undefined) return known;
  const remember = <C>(made: C): C => {
    seen.set(value, made);
    return made;
  };
  if (ArrayBuffer.isView(value)) {
    const view = value as Uint8Array;
    return remember(view instanceof DataView ? new DataView(bytesOf(view).buffer) : view.slice());
  }
  if (value instanceof ArrayBuffer) return remember(value.slice(0));
  if (value instanceof Map) {
    const made = remember(new Map<unknown, unknown>());
    for (const [key, each] of value) made.set(copy(key, seen), copy(each, seen));
    return made;
  }
  if (value instanceof Set) {
    const made = remember(new Set<unknown>());
    for (const each of value) made.add(copy(each, seen));
    return made;
  }
  const made = remember((Array.isArray(value) ? [] : {}) as Record<string, unknown>);
  for (const key of Object.keys(value)) made[key] = copy((value as Record<string, unknown>)[key], seen);
  return made;
}

const bytesOf = (view: ArrayBufferView): Uint8Array<ArrayBuffer> =>
  new Uint8Array(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));

/** The first difference between two values. */
export interface Difference {
  /** `scores[1]`, `map.rows`; '' for the values themselves. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

export function firstDifference(before: unknown, after: unknown): Difference | undefined {
  return differ(before, after, '', new Set());
}

/** `scores[1] from 3 to 5`, or a string that says that no change is visible. */
export function describeChange(difference: Difference | undefined): string {
  if (difference === undefined) return 'something outside the visible fields';
  const { path, before, after } = difference;
  return `${path || 'the whole'} from ${before} to ${after}`;
}

/** `scores[1] (3 and 5)` */
export function describePair(difference: Difference | undefined): string {
  if (difference === undefined) return 'something outside the visible fields';
  const { path, before, after } = difference;
  return `${path || 'the whole'} (${before} and ${after})`;
}

function differ(before: unknown, after: unknown, path: string, seen: Set<unknown>): Difference | undefined {
  if (Object.is(before, after)) return undefined;
  const here = (): Difference => ({ path, before: shown(before), after: shown(after) });
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return here();
  if (seen.has(before)) return undefined;
  seen.add(before);
  if (ArrayBuffer.isView(before) && ArrayBuffer.isView(after)) {
    const lists =
      before instanceof DataView || after instanceof DataView ? [bytesOf(before), bytesOf(after)] : [before, after];
    return (
      differentItem(lists[0] as Uint8Array, lists[1] as Uint8Array, path) ??
      (lengthOf(before) === lengthOf(after) ? undefined : here())
    );
  }
  if (before instanceof Map && after instanceof Map) return differ([...before], [...after], `${path}.entries`, seen);
  if (before instanceof Set && after instanceof Set) return differ([...before], [...after], `${path}.values`, seen);
  const [one, other] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const list = Array.isArray(before);
  if (list !== Array.isArray(after)) return here();
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const inside = list ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    const found = differ(one[key], other[key], inside, seen);
    if (found) return found;
  }
  return undefined;
}

const lengthOf = (view: ArrayBufferView): number => view.byteLength;

function differentItem(before: Uint8Array, after: Uint8Array, path: string): Difference | undefined {
  const length = Math.min(before.length, after.length);
  for (let i = 0; i < length; i++)
    if (!Object.is(before[i], after[i]))
      return { path: `${path}[${i}]`, before: String(before[i]), after: String(after[i]) };
  return undefined;
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
