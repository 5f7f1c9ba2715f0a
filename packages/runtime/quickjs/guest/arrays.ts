/**
 * JavaScript versions of the array methods that call a function for each element. Their calls don't use the engine's
 * stack, so a search that recurses through `forEach` may be as deep as a search with a loop. They behave like the
 * built-in methods, which still handle everything except plain arrays and plain calls.
 */
type Call = (value: unknown, index: number, array: unknown[]) => unknown;
type Reducer = (before: unknown, value: unknown, index: number, array: unknown[]) => unknown;
type Method = (this: unknown, ...given: unknown[]) => unknown;

const { prototype } = Array;
const { isArray } = Array;
const { apply, defineProperty } = Reflect;

/** Whether the call passes no object for `this`, and the array is a genuine array whose methods create plain arrays. */
const isPlain = (array: unknown, call: unknown, owner: unknown): boolean =>
  isArray(array) && typeof call === 'function' && owner === undefined && array.constructor === Array;

// The existence of an element is checked only if its value is undefined, because `in` is slow. The code isn't in a
// shared function, because calling it would be slow as well.
const byCall: Readonly<Record<string, (array: unknown[], call: Call) => unknown>> = {
  forEach(array, call) {
    const { length } = array;
    for (let at = 0; at < length; at++) {
      const value = array[at];
      if (value !== undefined || at in array) call(value, at, array);
    }
  },
  map(array, call) {
    const { length } = array;
    const made: unknown[] = [];
    for (let at = 0; at < length; at++) {
      const value = array[at];
      if (value !== undefined || at in array) made[at] = call(value, at, array);
      else made.length = at + 1;
    }
    return made;
  },
  filter(array, call) {
    const { length } = array;
    const made: unknown[] = [];
    for (let at = 0; at < length; at++) {
      const value = array[at];
      if ((value !== undefined || at in array) && call(value, at, array)) made[made.length] = value;
    }
    return made;
  },
  some(array, call) {
    const { length } = array;
    for (let at = 0; at < length; at++) {
      const value = array[at];
      if ((value !== undefined || at in array) && call(value, at, array)) return true;
    }
    return false;
  },
  every(array, call) {
    const { length } = array;
    for (let at = 0; at < length; at++) {
      const value = array[at];
      if ((value !== undefined || at in array) && !call(value, at, array)) return false;
    }
    return true;
  },
  find(array, call) {
    const { length } = array;
    for (let at = 0; at < length; at++) {
      const value = array[at];
      if (call(value, at, array)) return value;
    }
    return undefined;
  },
  findIndex(array, call) {
    const { length } = array;
    for (let at = 0; at < length; at++) if (call(array[at], at, array)) return at;
    return -1;
  },
};

function fold(array: unknown[], call: Reducer, begins: boolean, first: unknown): unknown {
  const { length } = array;
  let at = 0;
  let before = first;
  if (!begins) {
    while (at < length && !(at in array)) at++;
    if (at >= length) throw new TypeError('there is no element, and nothing to begin with');
    before = array[at++];
  }
  for (; at < length; at++) {
    const value = array[at];
    if (value !== undefined || at in array) before = call(before, value, at, array);
  }
  return before;
}

/** Replaces a built-in method with a method that looks the same. */
function replace(name: string, make: (builtIn: Method) => Method): void {
  const builtIn = (prototype as unknown as Record<string, Method>)[name];
  const method = make(builtIn);
  defineProperty(method, 'name', { value: name, configurable: true });
  defineProperty(method, 'length', { value: builtIn.length, configurable: true });
  defineProperty(prototype, name, { value: method, writable: true, enumerable: false, configurable: true });
}

for (const [name, run] of Object.entries(byCall))
  replace(name, (builtIn) => {
    // This is a method, so that `new` can't call it, as with built-in methods.
    const { method } = {
      method(this: unknown, call: unknown, owner?: unknown): unknown {
        return isPlain(this, call, owner) ? run(this as unknown[], call as Call) : apply(builtIn, this, [call, owner]);
      },
    };
    return method;
  });
replace('reduce', (builtIn) => {
  const { method } = {
    method(this: unknown, ...given: unknown[]): unknown {
      return isPlain(this, given[0], undefined)
        ? fold(this as unknown[], given[0] as Reducer, given.length > 1, given[1])
        : apply(builtIn, this, given);
    },
  };
  return method;
});
