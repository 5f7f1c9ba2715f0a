import { chacha8Block } from '@ludus/kernel/chacha8.ts';

/** Numbers that follow from a contest's secret and the number of a batch, and from nothing else. */
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

  /** 0 … 2³² − 1 */
  next(): number {
    if (this.used === this.block.length) {
      chacha8Block(this.key, this.stream, this.counter++, this.block);
      this.used = 0;
    }
    return this.block[this.used++];
  }

  /** 0 … n − 1, as evenly as 32 bits can be shared out. */
  below(n: number): number {
    return Math.floor((this.next() / 0x1_0000_0000) * n);
  }

  /** Between 0 and 1, never either of them. */
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
