import { chacha8Block } from '@ludus/kernel/chacha8.ts';
import { LEHMER_MODULUS, seedState } from '@ludus/kernel/lehmer.ts';
import { fail, ok, problemOf } from '@ludus/kernel/result.ts';
import type { AnyGame, Game, MatchInfo, ReplayCodec } from './game.ts';
import { REPLAY_PROBLEMS } from './replay-problems.ts';

/**
 * Secret randomness: in a match under a budget, the board's draws of each round come from a 256-bit key. The key is
 * secret until the match ends. The originals' generator has only 31 bits, so a player that has seen seven prizes appear
 * can compute its state (docs/budgets.md). A replay ends with the key (docs/formats.md).
 */

/** The value of the state's generator while players see the state. */
export const HIDDEN_GENERATOR_STATE = 1;

/** Whether a string is a match key in the format of replays: 64 hexadecimal digits. */
const isKey = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/**
 * Derives the states of all generators of a match from its key.
 *
 * @throws Error if the key isn't 64 hexadecimal digits
 */
export class SecretRandomness {
  private readonly key: Uint32Array;
  private readonly block = new Uint32Array(16);

  constructor(key: string) {
    if (!isKey(key)) throw new Error('a key must have 64 hexadecimal digits');
    // The key's words come in order, with the lowest byte of each word first.
    this.key = Uint32Array.from({ length: 8 }, (_, word) =>
      [3, 2, 1, 0].reduce(
        (sum, byte) => sum * 256 + Number.parseInt(key.slice(8 * word + 2 * byte, 8 * word + 2 * byte + 2), 16),
        0,
      ),
    );
  }

  /** Returns the state (1 to 2³¹−2) of the board's generator while round `round` (from 0) is played. */
  boardState(round: number): number {
    return (this.state(0, round) % (LEHMER_MODULUS - 1)) + 1;
  }

  /** Like `boardState`, for a game with `observe`: from 1 to 2⁵³−1. */
  hiddenState(round: number): number {
    return Math.max(1, this.state(0, round));
  }

  /** Returns the initial state (1 to 2³¹−2) of a player's generator. */
  playerState(seat: number): number {
    return (this.state(1, seat) % (LEHMER_MODULUS - 1)) + 1;
  }

  /** Returns the initial seed for a game with `observe`: from 0 to 2⁵³−1. */
  dealSeed(): number {
    return this.state(2, 0);
  }

  /** Takes 53 bits, so that the bias of the modulo operation is negligible. */
  private state(stream: number, counter: number): number {
    chacha8Block(this.key, stream, counter, this.block);
    return this.block[0] * 2 ** 21 + (this.block[1] >>> 11);
  }
}

/**
 * Whether this game's matches under a budget have a key: they do if the game has random events or hidden information.
 */
export const hasKey = (game: Pick<AnyGame, 'setGenerator' | 'observe'>): boolean =>
  game.setGenerator !== undefined || game.observe !== undefined;

/**
 * The randomness of one match. All code that plays or replays a match must start and advance the board's generator
 * through this class. Without a key, the seed determines everything.
 */
export class MatchChance<B, S, M> {
  private readonly game: Game<B, S, M>;
  private readonly seed: number;
  private readonly secret: SecretRandomness | undefined;

  constructor(game: Game<B, S, M>, { seed, key }: Pick<MatchInfo, 'seed'> & { readonly key?: string | undefined }) {
    this.game = game;
    this.seed = seed;
    this.secret = key === undefined ? undefined : new SecretRandomness(key);
  }

  /** Returns the state before the first round. */
  start(board: B): S {
    const { game, seed, secret } = this;
    const state = game.start(board, secret && game.observe ? secret.dealSeed() : seed);
    this.hide(state);
    return state;
  }

  /** Removes the generator from a state. In a match without a key, the generator stays in the state. */
  hide(state: S): void {
    if (this.secret) this.game.setGenerator?.(state, HIDDEN_GENERATOR_STATE);
  }

  /** Plays one round. The generator is in the state only during this call. */
  advance(state: S, asked: readonly M[]): void {
    const { game, secret } = this;
    if (secret === undefined || game.setGenerator === undefined) {
      game.advance(state, asked);
      return;
    }
    const round = game.round(state);
    game.setGenerator(state, game.observe ? secret.hiddenState(round) : secret.boardState(round));
    game.advance(state, asked);
    game.setGenerator(state, HIDDEN_GENERATOR_STATE);
  }

  /**
   * Returns the initial state of a player's generator. In the originals, this state reveals the match seed. In games
   * with hidden information, it doesn't reveal anything.
   */
  playerState(seat: number): number {
    const { game, secret, seed } = this;
    if (secret) return secret.playerState(seat);
    if (!game.observe) return seedState(seed + seat);
    return new SecretRandomness((seed >>> 0).toString(16).padStart(64, '0')).playerState(seat);
  }
}

/** Returns the part of a state that a seat may know: the state itself if nothing is hidden. */
export function observed<S>(game: Pick<Game<never, S, never>, 'observe' | 'setGenerator'>, state: S, seat: number): S {
  if (game.observe === undefined) return state;
  const seen = game.observe(state, seat);
  game.setGenerator?.(seen, HIDDEN_GENERATOR_STATE);
  return seen;
}

const LINE = /(?:^|\n)sealed ([0-9a-f]{64})\r?\n$/;

/**
 * Extends a replay format: files of matches with secret randomness end with a line `sealed KEY`. A plain match has no
 * key, because its seed determines its randomness.
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
        const problem = problemOf(REPLAY_PROBLEMS, 'replay/sealed');
        return fail({ ...problem, line: plain.split('\n').length, token: key });
      }
      const next: typeof reader.next = (asked, state, record) => reader.next(asked, state, record);
      return ok({ board: reader.board, info: { ...reader.info, key }, next });
    },
  };
}
