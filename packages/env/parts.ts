/** The shape of one array of an observation. */
export interface PartShape {
  readonly name: string;
  readonly type: 'int32' | 'uint32' | 'uint16' | 'uint8';
  /** The first dimension is the number of matches. */
  readonly shape: readonly number[];
  /** Maximum number of bytes by which the part may be shifted from its initial position; only for the last part. */
  readonly slack?: number;
}

/** One array of an observation with its data. */
export type Part =
  | (PartShape & { readonly type: 'int32'; readonly data: Int32Array })
  | (PartShape & { readonly type: 'uint32'; readonly data: Uint32Array })
  | (PartShape & { readonly type: 'uint16'; readonly data: Uint16Array })
  | (PartShape & { readonly type: 'uint8'; readonly data: Uint8Array });

/** The position of a block of arrays: `at` is a multiple of 4. */
export interface BlockPlace {
  readonly buffer: ArrayBuffer;
  readonly at: number;
}

const lengthOf = ({ shape }: PartShape): number => shape.reduce((product, side) => product * side, 1);
const BYTES = { int32: 4, uint32: 4, uint16: 2, uint8: 1 } as const;
const bytesOf = (part: PartShape): number => lengthOf(part) * BYTES[part.type];

/** The size of the arrays in bytes. */
export function blockLength(shapes: readonly PartShape[]): number {
  return shapes.reduce((sum, part) => sum + bytesOf(part), 0);
}

/** The number of bytes that `layOut` needs. */
export function blockRoom(shapes: readonly PartShape[]): number {
  return blockLength(shapes) + (shapes.at(-1)?.slack ?? 0);
}

/**
 * Places arrays one after the other in one block, followed by the last array's slack. Allocates memory if no place is
 * given. Arrays of 32-bit numbers must be first.
 */
export function layOut(
  shapes: readonly PartShape[],
  where?: BlockPlace,
): { readonly parts: readonly Part[]; readonly bytes: Uint8Array } {
  const length = blockRoom(shapes);
  const { buffer, at: first } = where ?? { buffer: new ArrayBuffer(length), at: 0 };
  let at = first;
  const parts = shapes.map((part) => {
    const from = at;
    at += bytesOf(part);
    return place(part, buffer, from, lengthOf(part));
  });
  return { parts, bytes: new Uint8Array(buffer, first, length) };
}

function place({ type, ...part }: PartShape, buffer: ArrayBuffer, from: number, length: number): Part {
  switch (type) {
    case 'int32':
      return { ...part, type, data: new Int32Array(buffer, from, length) };
    case 'uint32':
      return { ...part, type, data: new Uint32Array(buffer, from, length) };
    case 'uint16':
      return { ...part, type, data: new Uint16Array(buffer, from, length) };
    case 'uint8':
      return { ...part, type, data: new Uint8Array(buffer, from, length) };
  }
}
