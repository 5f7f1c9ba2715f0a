import { chacha8Block } from '@ludus/kernel/chacha8.ts';
import { LEHMER_MODULUS } from '@ludus/kernel/lehmer.ts';
import { fail, ok } from '@ludus/kernel/result.ts';
import type { ReplayCodec } from './game.ts';

/**
 * Sealed chance: where a budget counts, what the board draws in a round comes from a key of 256 bits that nobody knows before the
 * match is over. The originals' generator has 31 bits, and a player that sees seven prizes placed can work its state out.
 * docs/budgets.md says what is sealed, docs/formats.md how a replay tells the key.
 */

/** What stands in the state's generator while players look at it. */
export const HIDDEN_GENERATOR_STATE = 1;

/** The key of a match as replays have it: 64 hexadecimal digits. */
const isKey = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** A generator's states, worked out from a match's key. */
export class SecretRandomness {
  private readonly key: Uint32Array;
  private readonly block = new Uint32Array(16);

  constructor(key: string) {
    if (!isKey(key)) throw new Error('a key has 64 hexadecimal digits');
    // Bytes in order, the lowest of each word first.
    this.key = Uint32Array.from({ length: 8 }, (_, word) =>
      [3, 2, 1, 0].reduce(
        (sum, byte) => sum * 256 + Number.parseInt(key.slice(8 * word + 2 * byte, 8 * word + 2 * byte + 2), 16),
        0,
      ),
    );
  }

  /** The state (1 … 2³¹−2) that the board's generator has while round `round` (from 0) is played. */
  boardState(round: number): number {
    return this.state(0, round);
  }

  /** The state that the own generator of a seat's player begins with. */
  playerState(seat: number): number {
    return this.state(1, seat);
  }

  private state(stream: number, counter: number): number {
    chacha8Block(this.key, stream, counter, this.block);
    // 53 bits, so that what the modulus leaves out is too little to be noticed.
    return 1 + ((this.block[0] * 2 ** 21 + (this.block[1] >>> 11)) % (LEHMER_MODULUS - 1));
  }
}

const LINE = /(?:^|\n)sealed ([0-9a-f]{64})\r?\n$/;

/**
 * A replay format whose files end with the key of a match with secret randomness: `sealed` and 64 hexadecimal digits on a line of their own. A plain match
 * has none: its luck follows from its seed, and with a key somebody could choose it.
 */
export function withMatchKey<B, S, M>(codec: ReplayCodec<B, S, M>): ReplayCodec<B, S, M> {
  return {
    ...codec,
    tail: (state, key) => codec.tail(state) + (key === undefined ? '' : `sealed ${key}\n`),
    open(text) {
      const key = LINE.exec(text.slice(-80))?.[1];
      if (key === undefined) return codec.open(text);
      const plain = text.slice(0, text.lastIndexOf('sealed '));
      const opened = codec.open(plain);
      if (!opened.ok) return opened;
      const reader = opened.value;
      if (!reader.info.limited) {
        const message = 'a match without budgets is not sealed';
        return fail({ code: 'replay/sealed', message, line: plain.split('\n').length, token: key });
      }
      const next: typeof reader.next = (asked, state, record) => reader.next(asked, state, record);
      return ok({ board: reader.board, info: { ...reader.info, key }, next });
    },
  };
}
