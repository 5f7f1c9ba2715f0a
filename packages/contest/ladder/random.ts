import { chacha8Block } from '@ludus/kernel/chacha8.ts';

/** Random numbers that depend only on a contest's secret and a batch's number. */
export class Random {
  private readonly key: Uint32Array;
  private readonly stream: number;
  private readonly block = new Uint32Array(16);
  private used = 16;
  private counter = 0;

  /** `secret`: 64 hexadecimal digits. */
  constructor(secret: string, stream: number) {
    if (!/^[0-9a-f]{64}$/.test(secret)) throw new RangeError('a contest’s secret has 64 hexadecimal digits');
    this.key = Uint32Array.from({ length: 8 }, (_, i) => Number.parseInt(secret.slice(8 * i, 8 * i + 8), 16));
    this.stream = stream;
  }

  /** Returns a number from 0 to 2³² − 1. */
  next(): number {
    if (this.used === this.block.length) {
      chacha8Block(this.key, this.stream, this.counter++, this.block);
      this.used = 0;
    }
    return this.block[this.used++];
  }

  /** Returns a number from 0 to n − 1, as uniformly as 32 bits allow. */
  below(n: number): number {
    return Math.floor((this.next() / 0x1_0000_0000) * n);
  }

  /** Returns a number between 0 and 1, both excluded. */
  inside(): number {
    return (this.next() + 0.5) / 0x1_0000_0000;
  }

  shuffled<T>(list: readonly T[]): T[] {
    const order = [...list];
    for (let i = order.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  }
}
