import { rejectedModule } from './module-problems.ts';

/** A byte order mark in a name is treated as an ordinary character. */
const TEXT = new TextDecoder('utf-8', { ignoreBOM: true });

/** Reads WebAssembly's binary format. Rejects truncated or oversized input. */
export class ByteReader {
  readonly bytes: Uint8Array;
  at: number;
  readonly end: number;

  constructor(bytes: Uint8Array, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  get done(): boolean {
    return this.at >= this.end;
  }

  byte(): number {
    if (this.at >= this.end) throw rejectedModule('module/cut');
    return this.bytes[this.at++];
  }

  /** An unsigned number of at most 32 bits. */
  u32(): number {
    if (this.at < this.end && this.bytes[this.at] < 0x80) return this.bytes[this.at++];
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw rejectedModule('module/number');
  }

  /** Skips an encoded integer of any type. */
  skipNumber(): void {
    for (let i = 0; i < 10; i++) if (this.byte() < 0x80) return;
    throw rejectedModule('module/number');
  }

  skip(count: number): void {
    if (count > this.end - this.at) throw rejectedModule('module/cut');
    this.at += count;
  }

  /** Returns a separate reader for the next `count` bytes, and skips these bytes. */
  part(count: number): ByteReader {
    const start = this.at;
    this.skip(count);
    return new ByteReader(this.bytes, start, this.at);
  }

  text(): string {
    const length = this.u32();
    const start = this.at;
    this.skip(length);
    return TEXT.decode(this.bytes.subarray(start, this.at));
  }
}

/** Writes WebAssembly's binary format. */
export class ByteWriter {
  private buffer: Uint8Array;
  length = 0;

  constructor(capacity = 256) {
    this.buffer = new Uint8Array(capacity);
  }

  private reserve(count: number): void {
    if (this.length + count <= this.buffer.length) return;
    const larger = new Uint8Array(Math.max(this.buffer.length * 2, this.length + count));
    larger.set(this.buffer.subarray(0, this.length));
    this.buffer = larger;
  }

  byte(value: number): this {
    this.reserve(1);
    this.buffer[this.length++] = value;
    return this;
  }

  bytes(values: ArrayLike<number>): this {
    this.reserve(values.length);
    this.buffer.set(values, this.length);
    this.length += values.length;
    return this;
  }

  u32(value: number): this {
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest & 0x7f) | 0x80);
      rest = Math.floor(rest / 128);
    }
    return this.byte(rest);
  }

  /** A signed number, |value| < 2⁵³. */
  signed(value: number): this {
    let rest = value;
    while (rest < -64 || rest > 63) {
      const low = ((rest % 128) + 128) % 128;
      this.byte(low | 0x80);
      rest = (rest - low) / 128;
    }
    return this.byte(rest & 0x7f);
  }

  text(value: string): this {
    const encoded = new TextEncoder().encode(value);
    return this.u32(encoded.length).bytes(encoded);
  }

  /** Drops the bytes written so far, and reuses their memory. */
  clear(): this {
    this.length = 0;
    return this;
  }

  /** The bytes written so far, without a copy. They become invalid when more is written. */
  view(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }

  result(): Uint8Array<ArrayBuffer> {
    return this.buffer.slice(0, this.length) as Uint8Array<ArrayBuffer>;
  }
}
