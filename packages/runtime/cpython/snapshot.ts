import { PAGE_BYTES } from '../wasm/limits.ts';

/** Bytes that are copied or left out together. */
const PIECE = 4096;

/**
 * The memory of an engine that has started, without the pieces that are empty. A fresh instance becomes an equal one by taking it: all
 * that an engine changes while it starts is in its memory.
 */
export interface Snapshot {
  /** Pages of WebAssembly's. */
  readonly pages: number;
  /** Runs of bytes that follow each other, by their addresses. */
  readonly pieces: ReadonlyMap<number, Uint8Array>;
}

/** Takes a snapshot; pieces that `base` has as well are not kept twice. */
export function takeSnapshot(memory: WebAssembly.Memory, base?: Snapshot): Snapshot {
  const bytes = new Uint8Array(memory.buffer);
  const words = new BigUint64Array(memory.buffer);
  const pieces = new Map<number, Uint8Array>();
  const perPiece = PIECE / 8;
  for (let at = 0, word = 0; at < bytes.length; at += PIECE, word += perPiece) {
    let empty = true;
    for (let n = word; empty && n < word + perPiece; n++) empty = words[n] === 0n;
    if (empty) continue;
    const known = base?.pieces.get(at);
    pieces.set(at, known && isEqual(known, bytes, at) ? known : bytes.slice(at, at + PIECE));
  }
  return { pages: bytes.length / PAGE_BYTES, pieces };
}

function isEqual(known: Uint8Array, bytes: Uint8Array, at: number): boolean {
  for (let n = 0; n < PIECE; n++) if (known[n] !== bytes[at + n]) return false;
  return true;
}

/** Bytes that a snapshot doesn't share with the one that it was taken with. */
export function bytesBeyond({ pieces }: Snapshot, base: Snapshot): number {
  let count = 0;
  for (const [at, piece] of pieces) if (base.pieces.get(at) !== piece) count++;
  return count * PIECE;
}

/** Makes the memory of a fresh instance that of the snapshot. */
export function restore(memory: WebAssembly.Memory, { pages, pieces }: Snapshot): void {
  const grown = pages - memory.buffer.byteLength / PAGE_BYTES;
  if (grown > 0) memory.grow(grown);
  const bytes = new Uint8Array(memory.buffer);
  for (const [at, piece] of pieces) bytes.set(piece, at);
}

/** A snapshot as bytes: two numbers, the pages and the pieces; the addresses; the pieces. */
export function packSnapshot({ pages, pieces }: Snapshot): Uint8Array<ArrayBuffer> {
  const head = 4 * (2 + pieces.size);
  const bytes = new Uint8Array(head + PIECE * pieces.size);
  new Uint32Array(bytes.buffer, 0, 2 + pieces.size).set([pages, pieces.size, ...pieces.keys()]);
  let at = head;
  for (const piece of pieces.values()) {
    bytes.set(piece, at);
    at += PIECE;
  }
  return bytes;
}

export function unpackSnapshot(bytes: Uint8Array<ArrayBuffer>): Snapshot {
  const [pages, count] = new Uint32Array(bytes.buffer, 0, 2);
  const head = 4 * (2 + count);
  const pieces = new Map<number, Uint8Array>();
  new Uint32Array(bytes.buffer, 8, count).forEach((address, n) => {
    pieces.set(address, bytes.subarray(head + n * PIECE, head + (n + 1) * PIECE));
  });
  return { pages, pieces };
}
