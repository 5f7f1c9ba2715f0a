/** What a player's code may use besides the language itself. */
const ALLOWED = new Set([
  'console',
  'TextEncoder',
  'TextDecoder',
  'structuredClone',
  'queueMicrotask',
  'WebAssembly',
  'crypto',
]);

/** What belongs to the language; anything else of the global object is the browser's. */
const LANGUAGE = new Set(
  (
    'Object Array Map Set WeakMap WeakSet WeakRef FinalizationRegistry Promise Proxy Reflect Symbol String Number Boolean BigInt Math JSON Date ' +
    'RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError SuppressedError ArrayBuffer SharedArrayBuffer ' +
    'DataView Atomics Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array BigInt64Array BigUint64Array ' +
    'Float16Array Float32Array Float64Array Iterator Intl globalThis Infinity NaN undefined isFinite isNaN parseFloat parseInt decodeURI ' +
    'decodeURIComponent encodeURI encodeURIComponent escape unescape'
  ).split(' '),
);

/**
 * Takes from a worker all that is the browser's, before a player's code is loaded into it: the network, what the page keeps, other workers, and
 * the means to make code of text. What players are is text that somebody sent, perhaps; it shall play and nothing else. There is no way back.
 */
export function lockDown(scope: object): void {
  for (
    let owner: object | null = scope;
    owner !== null && owner !== Object.prototype;
    owner = Object.getPrototypeOf(owner)
  ) {
    for (const name of Reflect.ownKeys(owner)) {
      if (typeof name === 'string' && (LANGUAGE.has(name) || ALLOWED.has(name))) continue;
      if (Reflect.deleteProperty(owner, name)) continue;
      // What cannot be deleted can be covered, or it is harmless.
      Reflect.defineProperty(owner, name, { value: undefined, writable: false });
    }
  }
  const functions = [() => {}, async () => {}, function* () {}, async function* () {}];
  for (const made of functions)
    Reflect.defineProperty(Object.getPrototypeOf(made), 'constructor', { value: undefined, configurable: false });
}
