import { TWO_ANSWERS } from './failure.ts';

/**
 * Thrown when code requests a random number or the time, or asks to run other code later. The message names what the
 * code uses, and says why rules must not use it.
 */
export class ImpurityError extends Error {}

/** Functions that return a different value at each call, and functions that run code later, with their replacements. */
function traps(): [owner: Record<string, unknown>, name: string, trap: unknown][] {
  const different = (name: string) => `${TWO_ANSWERS}, or will have, because the function uses ${name}`;
  const trap = (name: string) => () => {
    throw new ImpurityError(different(name));
  };
  const later = (name: string) => () => {
    throw new ImpurityError(`the function uses ${name}, but the rules must not run code later`);
  };
  const clock = new Proxy(Date, {
    construct(target, given, made) {
      if (given.length === 0) throw new ImpurityError(different('new Date()'));
      return Reflect.construct(target, given, made);
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
    [around.process, 'hrtime', Object.assign(trap('process.hrtime'), { bigint: trap('process.hrtime.bigint') })],
    [around.crypto, 'getRandomValues', trap('crypto.getRandomValues')],
    [around.crypto, 'randomUUID', trap('crypto.randomUUID')],
    [around, 'setTimeout', later('setTimeout')],
    [around, 'setInterval', later('setInterval')],
    [around, 'setImmediate', later('setImmediate')],
    [around, 'queueMicrotask', later('queueMicrotask')],
    [around.process, 'nextTick', later('process.nextTick')],
  ] as const;
  return owners.filter(([owner]) => owner !== undefined) as ReturnType<typeof traps>;
}

/**
 * Calls a synchronous function and returns its result. During the call, the functions listed in `traps` throw an
 * `ImpurityError`: the common sources of random numbers, of the time, and of later calls. Afterwards, they are as before,
 * even if the call throws. Only functions of an object that the call froze are not restored.
 *
 * @throws ImpurityError if such an object is already frozen
 */
export function withoutChance<T>(run: () => T): T {
  const undo: (() => boolean)[] = [];
  try {
    for (const [owner, name, value] of traps()) {
      const before = Object.getOwnPropertyDescriptor(owner, name);
      if (!Reflect.defineProperty(owner, name, { value, configurable: true, writable: true }))
        throw new ImpurityError(`the object that has ${name} is frozen, so its use can’t be checked`);
      // Unlike Object.defineProperty, these functions don't throw.
      undo.push(() => (before ? Reflect.defineProperty(owner, name, before) : Reflect.deleteProperty(owner, name)));
    }
    return run();
  } finally {
    for (const restore of undo) restore();
  }
}
