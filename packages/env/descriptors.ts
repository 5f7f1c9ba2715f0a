import { readSync, writeSync } from 'node:fs';

/** Reads whole values from a descriptor, waiting for them. Numbers are little-endian. */
export class DescriptorReader {
  private readonly descriptor: number;
  private readonly small = new Uint8Array(4);

  constructor(descriptor: number) {
    this.descriptor = descriptor;
  }

  /** The next byte, or undefined at the end. */
  byte(): number | undefined {
    return readSome(this.descriptor, this.small, 0, 1) === 0 ? undefined : this.small[0];
  }

  /** @throws Error if the input ends before */
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
      if (count === 0) throw new Error('the input ended in the middle of a request');
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

/** Writes everything, waiting where the other side is slow. */
export function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(descriptor, bytes, at, bytes.length - at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      waitAMoment();
    }
  }
}

function waitAMoment(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}
