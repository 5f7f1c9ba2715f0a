/** Thrown when code requests a random number or the time, or code that runs later. */
export class ImpurityError extends Error {}

/** Functions that return a different value at each call, and timers, each with its replacement. */
function traps(): [owner: Record<string, unknown>, name: string, trap: unknown][] {
  const trap = (name: string) => () => {
    throw new ImpurityError(name);
  };
  const clock = new Proxy(Date, {
    construct(target, given) {
      if (given.length === 0) throw new ImpurityError('new Date()');
      return Reflect.construct(target, given);
    },
    apply: trap('Date()'),
    get: (target, name) => (name === 'now' ? trap('Date.now') : Reflect.get(target, name)),
  });
  // These functions are removed, because rules must not use them.
  const around = globalThis as unknown as Record<string, Record<string, unknown> | undefined>;
  const owners = [
    [around.Math, 'random', trap('Math.random')],
    [around, 'Date', clock],
    [around.performance, 'now', trap('performance.now')],
    [around.crypto, 'getRandomValues', trap('crypto.getRandomValues')],
    [around, 'setTimeout', trap('setTimeout')],
    [around, 'setInterval', trap('setInterval')],
    [around, 'setImmediate', trap('setImmediate')],
  ] as const;
  return owners.filter(([owner]) => owner !== undefined) as ReturnType<typeof traps>;
}

/** Runs a function without access to chance and clocks: code that uses them throws an `ImpurityError`. */
export function withoutChance<T>(run: () => T): T {
  const set = traps().map(([owner, name, value]) => {
    const before = Object.getOwnPropertyDescriptor(owner, name);
    Object.defineProperty(owner, name, { value, configurable: true, writable: true });
    return () => {
      if (before) Object.defineProperty(owner, name, before);
      else delete owner[name];
    };
  });
  try {
    return run();
  } finally {
    for (const undo of set) undo();
  }
}
