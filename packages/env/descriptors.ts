import { readSync, writeSync } from 'node:fs';
import { cutOff } from './requests.ts';

/** Reads whole values from a descriptor, and waits until they have arrived. Numbers are little-endian. */
export class DescriptorReader {
  private readonly descriptor: number;
  private readonly small = new Uint8Array(4);

  constructor(descriptor: number) {
    this.descriptor = descriptor;
  }

  /** Reads the next byte, or undefined at the end. */
  byte(): number | undefined {
    return readSome(this.descriptor, this.small, 0, 1) === 0 ? undefined : this.small[0];
  }

  /** @throws InputError if the input ends too early */
  bytes(length: number): Uint8Array {
    const into = new Uint8Array(length);
    this.fill(into);
    return into;
  }

  uint32(): number {
    this.fill(this.small);
    return new DataView(this.small.buffer).getUint32(0, true);
  }

  fill(into: Uint8Array): void {
    for (let at = 0; at < into.length; ) {
      const count = readSome(this.descriptor, into, at, into.length - at);
      if (count === 0) throw cutOff();
      at += count;
    }
  }
}

function readSome(descriptor: number, into: Uint8Array, at: number, length: number): number {
  for (;;) {
    try {
      return readSync(descriptor, into, at, length, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      waitAMoment();
    }
  }
}

/**
 * Maximum length of an answer in bytes. The length must fit into 32 bits, and both sides keep the whole answer in
 * memory.
 */
export const MAX_ANSWER_BYTES = 2 ** 31;

/** Maximum size of one write. Node writes less than 2³¹ bytes at a time. */
const PIECE = 2 ** 26;

/** Writes everything, and waits if the other side is slow. */
export function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(descriptor, bytes, at, Math.min(bytes.length - at, PIECE));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      waitAMoment();
    }
  }
}

/**
 * Writes an answer: a status byte, the number of bytes that follow, and these bytes.
 * @throws RangeError if the answer is too long; nothing is then written
 */
export function writeAnswer(
  descriptor: number,
  how: number,
  payload: readonly (Uint8Array | Int32Array | Uint32Array | Float64Array)[],
): void {
  const length = checkedAnswer(payload.reduce((sum, { byteLength }) => sum + byteLength, 0));
  const parts = payload.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength));
  const head = new Uint8Array(5);
  head[0] = how;
  new DataView(head.buffer).setUint32(1, length, true);
  const small = parts.every(({ length }) => length < 4096);
  if (small) writeAll(descriptor, Buffer.concat([head, ...parts]));
  else for (const part of [head, ...parts]) writeAll(descriptor, part);
}

/** @throws RangeError if an answer with this number of bytes is too long */
export function checkedAnswer(length: number, most = MAX_ANSWER_BYTES): number {
  if (length > most) throw new RangeError(`an answer would have ${length} bytes, but at most ${most} are allowed`);
  return length;
}

function waitAMoment(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}
