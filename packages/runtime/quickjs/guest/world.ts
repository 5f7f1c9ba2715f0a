import type { PlayerOutput } from '@ludus/game/output.ts';
import { type GridSearches, searchWith } from '@ludus/kernel/grid.ts';

/**
 * A player's globals in addition to the language's: a console that writes to the player's log, a clock that counts
 * fuel, and `structuredClone`. There are no timers, no network, and no files, and `Date` always returns the same time.
 */
interface Host extends GridSearches {
  /** Writes a line to the log. */
  log(text: string): void;
  /** Draws a shape, given as JSON. */
  draw(json: string): void;
  /** Seconds of fuel used in this match. */
  seconds(): number;
}

const world = globalThis as unknown as Record<string, unknown>;
const host = world.ludusHost as Host;
delete world.ludusHost;
searchWith(host);

/** Receives players' logs and drawings, and passes them to the host. */
export const output: PlayerOutput = {
  log: (text) => host.log(text),
  draw: (shape) => host.draw(JSON.stringify(shape)),
};

const print = (...values: unknown[]): void => host.log(values.map(shown).join(' '));
world.console = { log: print, info: print, warn: print, error: print, debug: print, trace: print };
world.performance = { now: () => host.seconds() * 1000, timeOrigin: 0 };
world.structuredClone = (value: unknown) => cloned(value, new Map());

function shown(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Error) return `${value}\n${value.stack ?? ''}`.trimEnd();
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

/** Copies plain objects, arrays, maps, sets, dates, buffers, and typed arrays, including circular references. */
function cloned(value: unknown, known: Map<unknown, unknown>): unknown {
  if (typeof value === 'function' || typeof value === 'symbol')
    throw new TypeError(`a ${typeof value} cannot be cloned`);
  if (typeof value !== 'object' || value === null) return value;
  if (known.has(value)) return known.get(value);
  const note = <T>(copy: T): T => {
    known.set(value, copy);
    return copy;
  };
  if (value instanceof Date) return note(new Date(value.getTime()));
  if (value instanceof ArrayBuffer) return note(value.slice(0));
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteOffset } = value;
    const Kind = value.constructor as new (buffer: unknown, offset: number, length?: number) => unknown;
    return note(new Kind(cloned(buffer, known), byteOffset, (value as Partial<Uint8Array>).length));
  }
  if (value instanceof Map) {
    const copy = note(new Map());
    for (const [key, item] of value) copy.set(cloned(key, known), cloned(item, known));
    return copy;
  }
  if (value instanceof Set) {
    const copy = note(new Set());
    for (const item of value) copy.add(cloned(item, known));
    return copy;
  }
  const copy = note((Array.isArray(value) ? new Array(value.length) : {}) as Record<string, unknown>);
  for (const key of Object.keys(value)) copy[key] = cloned((value as Record<string, unknown>)[key], known);
  return copy;
}
