import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';

const NAMES = ['forEach', 'map', 'filter', 'some', 'every', 'find', 'findIndex', 'reduce'] as const;
type Methods = Record<string, (...given: unknown[]) => unknown>;
const prototype = Array.prototype as unknown as Methods;
const builtIn = new Map(NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(prototype, name)!]));
await import('./arrays.ts');
const ours = new Map(NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(prototype, name)!]));
const put = (methods: typeof ours): void => {
  for (const [name, method] of methods) Object.defineProperty(prototype, name, method);
};
put(builtIn);
afterAll(() => put(builtIn));

/** The result or exception of a method call, and the method's calls of the functions among its arguments. */
function outcome(methods: typeof ours, name: string, array: unknown, given: readonly unknown[]) {
  const calls: unknown[] = [];
  const watched = given.map((value) =>
    typeof value === 'function'
      ? function (this: unknown, ...args: unknown[]) {
          calls.push([this, args.slice(0, -1)]);
          return (value as Methods[string])(...args);
        }
      : value,
  );
  try {
    return { value: Reflect.apply(methods.get(name as 'map')!.value, array, watched), calls };
  } catch (error) {
    return { threw: (error as Error).constructor.name, calls };
  }
}

const element = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constant(undefined), fc.string({ maxLength: 2 }));
const array = fc.array(fc.option(element, { nil: undefined }), { maxLength: 8 }).chain((full) =>
  fc.subarray(full.map((_, at) => at)).map((holes) => {
    const sparse = [...full];
    for (const at of holes) if (at % 3 === 0) delete sparse[at];
    return sparse;
  }),
);
const callback = fc.constantFrom(
  (a: unknown) => Number(a) > 0,
  (a: unknown, b: unknown) => `${a}${b}`,
  (_: unknown, at: unknown, whole: unknown) => {
    // Arrays may shrink or grow during iteration.
    if (Array.isArray(whole)) at === 1 ? whole.pop() : whole.length < 12 && whole.push(7);
    return at;
  },
  () => {
    throw new RangeError('no');
  },
);

test('the engine’s array methods behave like the built-in methods', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...NAMES),
      array,
      fc.oneof(
        callback.map((call) => [call]),
        fc.tuple(callback, element),
        fc.constant([]),
        fc.constant([5]),
      ),
      (name, values, given) => {
        const there = outcome(ours, name, copy(values), given);
        const here = outcome(builtIn, name, copy(values), given);
        expect(there).toEqual(here);
      },
    ),
    { numRuns: 3000 },
  );
});

/** A copy with the same holes. */
function copy(values: readonly unknown[]): unknown[] {
  const made = new Array(values.length);
  for (const at of values.keys()) if (at in values) made[at] = values[at];
  return made;
}

test('the engine’s array methods have the same attributes, names, and lengths as the built-in methods', () => {
  for (const name of NAMES) {
    const { value: mine, ...how } = ours.get(name)!;
    const { value: theirs, ...usual } = builtIn.get(name)!;
    expect(how).toEqual(usual);
    expect([mine.name, mine.length]).toEqual([theirs.name, theirs.length]);
    expect(() => Reflect.construct(mine, [])).toThrow(TypeError);
  }
});

test('the engine’s array methods call the built-in methods for anything except plain arrays', () => {
  class List extends Array {}
  const made = Reflect.apply(ours.get('map')!.value, List.from([1, 2]), [(value: number) => value + 1]);
  expect(made).toBeInstanceOf(List);
  expect(Reflect.apply(ours.get('filter')!.value, 'abc', [(letter: string) => letter > 'a'])).toEqual(['b', 'c']);
  expect(() => Reflect.apply(ours.get('some')!.value, null, [() => true])).toThrow(TypeError);
});
