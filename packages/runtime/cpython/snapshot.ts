import { PAGE_BYTES } from '../wasm/limits.ts';

/** Size of a block in bytes. Each block is compared as a whole, and either copied or left out as a whole. */
const PIECE = 4096;

/** Consecutive bytes: the address of the first byte, and the bytes themselves. */
type ByteRun = readonly [address: number, bytes: Uint8Array];

/**
 * The memory of a started engine. An instance with this memory and its initial globals is in the same state as that
 * engine.
 */
export interface Snapshot {
  /** Size of the memory in WebAssembly pages. */
  readonly pages: number;
  /** All non-zero bytes, in ascending order of address. */
  readonly runs: readonly ByteRun[];
  /** Bytes that are written after the runs. They aren't part of the runs, because another snapshot shares the runs. */
  readonly changes: readonly ByteRun[];
}

/** Takes a snapshot of a memory that contained the bytes of `initial` when its instance was created. */
export function takeSnapshot(memory: WebAssembly.Memory, initial: Snapshot = NOTHING): Snapshot {
  const words = new BigUint64Array(memory.buffer);
  const written = new Set(initial.runs.flatMap(([at, { length }]) => piecesOf(at, length)));
  const isKept = (at: number) => {
    if (written.has(at)) return true;
    for (let word = at / 8; word < (at + PIECE) / 8; word++) if (words[word] !== 0n) return true;
    return false;
  };
  return { pages: pagesOf(memory), runs: runsOf(memory, isKept), changes: [] };
}

/** Takes a snapshot that shares its runs with `base`, the snapshot from which the memory was restored. */
export function takeChanges(memory: WebAssembly.Memory, { runs }: Snapshot): Snapshot {
  const now = new BigUint64Array(memory.buffer);
  let next = 0;
  // Whether the block at an address differs from `base`. Must be called with ascending addresses.
  const isChanged = (at: number) => {
    while (next < runs.length && runs[next][0] + runs[next][1].length <= at) next++;
    const [from, bytes] = runs[next] ?? [Infinity];
    const then = bytes && from <= at ? new BigUint64Array(bytes.buffer, bytes.byteOffset + at - from, WORDS) : ZEROS;
    for (let word = 0; word < WORDS; word++) if (now[at / 8 + word] !== then[word]) return true;
    return false;
  };
  return { pages: pagesOf(memory), runs, changes: runsOf(memory, isChanged) };
}

const WORDS = PIECE / 8;
const ZEROS = new BigUint64Array(WORDS);
const NOTHING: Snapshot = { pages: 0, runs: [], changes: [] };

const pagesOf = ({ buffer }: WebAssembly.Memory): number => buffer.byteLength / PAGE_BYTES;

const piecesOf = (at: number, length: number): number[] =>
  Array.from({ length: length / PIECE }, (_, n) => at + n * PIECE);

/** Copies the blocks that `isKept` selects, in as few runs as possible. */
function runsOf({ buffer }: WebAssembly.Memory, isKept: (at: number) => boolean): ByteRun[] {
  const runs: ByteRun[] = [];
  for (let at = 0, from: number | undefined; at <= buffer.byteLength; at += PIECE) {
    const kept = at < buffer.byteLength && isKept(at);
    if (kept) from ??= at;
    else if (from !== undefined) {
      runs.push([from, new Uint8Array(buffer.slice(from, at))]);
      from = undefined;
    }
  }
  return runs;
}

/** Number of bytes that a snapshot doesn't share with other snapshots. */
export const bytesBeyond = ({ changes }: Snapshot): number => changes.reduce((sum, [, { length }]) => sum + length, 0);

/** Whether a memory is too large to be reset to the snapshot. Memory can grow, but it can't shrink. */
export const isLarger = (memory: WebAssembly.Memory, { pages }: Snapshot): boolean => pagesOf(memory) > pages;

/**
 * Resets the memory of an instance to the snapshot. The memory must not be larger. `isNew`: whether no code has run in
 * the instance yet.
 */
export function restore(memory: WebAssembly.Memory, { pages, runs, changes }: Snapshot, isNew: boolean): void {
  const grown = pages - pagesOf(memory);
  if (grown > 0) memory.grow(grown);
  const bytes = new Uint8Array(memory.buffer);
  let end = 0;
  for (const [at, run] of runs) {
    if (!isNew) bytes.fill(0, end, at);
    bytes.set(run, at);
    end = at + run.length;
  }
  if (!isNew) bytes.fill(0, end);
  for (const [at, run] of changes) bytes.set(run, at);
}

/**
 * Serialises a snapshot without changes: the number of pages and of runs, their addresses and lengths, and the runs.
 */
export function packSnapshot({ pages, runs }: Snapshot): Uint8Array<ArrayBuffer> {
  const head = 4 * (2 + 2 * runs.length);
  const bytes = new Uint8Array(runs.reduce((sum, [, run]) => sum + run.length, head));
  const places = runs.flatMap(([at, { length }]) => [at, length]);
  new Uint32Array(bytes.buffer, 0, 2 + places.length).set([pages, runs.length, ...places]);
  let at = head;
  for (const [, run] of runs) {
    bytes.set(run, at);
    at += run.length;
  }
  return bytes;
}

export function unpackSnapshot(bytes: Uint8Array<ArrayBuffer>): Snapshot {
  const [pages, count] = new Uint32Array(bytes.buffer, 0, 2);
  const places = new Uint32Array(bytes.buffer, 8, 2 * count);
  let from = 4 * (2 + places.length);
  const runs = Array.from({ length: count }, (_, n): ByteRun => {
    const run = bytes.subarray(from, from + places[2 * n + 1]);
    from += run.length;
    return [places[2 * n], run];
  });
  return { pages, runs, changes: [] };
}
