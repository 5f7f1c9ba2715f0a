/** A JSON value of the wrong type; `path` is its location, such as `['log', 0, 'round']`. */
export class DecodeError extends Error {
  readonly path: readonly (string | number)[];
  constructor(path: readonly (string | number)[], message: string) {
    super(message);
    this.path = path;
  }
}

/**
 * Turns a JSON value into a typed value. Drops unknown fields.
 *
 * @throws DecodeError at the first value of a wrong type
 * @example const point = object({ x: number, y: number }, { label: text(80) }); point(JSON.parse(line), []); // { x: 1,
 * y: 2 }
 */
export type Decoder<T> = (value: unknown, path: readonly (string | number)[]) => T;

export const text =
  (maxLength = Number.POSITIVE_INFINITY): Decoder<string> =>
  (value, path) => {
    if (typeof value !== 'string') throw new DecodeError(path, 'a text is expected');
    if (value.length > maxLength) throw new DecodeError(path, `the text is longer than ${maxLength} characters`);
    return value;
  };

export const textMatching =
  (pattern: RegExp, what: string): Decoder<string> =>
  (value, path) => {
    if (typeof value !== 'string' || !pattern.test(value)) throw new DecodeError(path, `${what} is expected`);
    return value;
  };

export const literal =
  <const T extends string | number>(...wanted: readonly T[]): Decoder<T> =>
  (value, path) => {
    const found = wanted.find((each) => each === value);
    if (found === undefined)
      throw new DecodeError(path, `${wanted.map((each) => JSON.stringify(each)).join(' or ')} is expected`);
    return found;
  };

export const number: Decoder<number> = (value, path) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new DecodeError(path, 'a number is expected');
  return value;
};

/** An integer that is at least 0. */
export const count: Decoder<number> = (value, path) => {
  if (!Number.isSafeInteger(value) || (value as number) < 0)
    throw new DecodeError(path, 'a whole number from 0 is expected');
  return value as number;
};

export const list =
  <T>(of: Decoder<T>): Decoder<T[]> =>
  (value, path) => {
    if (!Array.isArray(value)) throw new DecodeError(path, 'a list is expected');
    return value.map((each, at) => of(each, [...path, at]));
  };

type Fields = Readonly<Record<string, Decoder<unknown>>>;
type Decoded<F extends Fields> = { [K in keyof F]: ReturnType<F[K]> };

/** An object with all fields of `needed` and any of the fields of `optional`. */
export const object =
  <F extends Fields, const O extends Fields = Record<never, never>>(
    needed: F,
    optional?: O,
  ): Decoder<Decoded<F> & Partial<Decoded<O>>> =>
  (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new DecodeError(path, 'an object is expected');
    const given = value as Record<string, unknown>;
    const read: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(needed)) read[name] = field(given[name], [...path, name]);
    for (const [name, field] of Object.entries(optional ?? {}))
      if (given[name] !== undefined) read[name] = field(given[name], [...path, name]);
    return read as Decoded<F> & Partial<Decoded<O>>;
  };
