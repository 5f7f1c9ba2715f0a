/**
 * The input of a compiled player (native or WebAssembly), and the code that reads its answer. This interface is the
 * part of a game that compiled players need. All numbers are little-endian.
 *
 * The answers of all games begin with the state of the player's generator and the number of items. Next come the items,
 * each with `itemWords` 32-bit numbers. The game defines an item: a unit and its action.
 */
export interface PlayerImage<Board, State, Move> {
  /** The message to a player before the first round. */
  start(board: Board, state: State, seat: number): Uint8Array;
  /** Size of a round's image (the message to a player), in bytes. */
  roundBytes(state: State): number;
  /**
   * Writes a round's image at `offset` into a sufficiently large buffer. `generator` is the state of the player's
   * generator. `left` is the share (0 to 1) of the budget that is left, or 2 if there is no budget.
   */
  writeRound(into: Uint8Array, offset: number, state: State, generator: number, left: number): void;
  /** The offset of the generator's state (32 bits) in a round's image. */
  generatorAt(state: State): number;
  /** Number of 32-bit numbers in one item of the answer. */
  readonly itemWords: number;
  /** Maximum number of items in an answer. */
  mostItems(state: State): number;
  /** Adds the item at `words[at]` to the move; returns false for an invalid item. */
  take(words: ArrayLike<number>, at: number, move: Move): boolean;
  /** The round as a phrase for messages: `in round 12`. */
  when(state: State): string;
}

// biome-ignore lint/suspicious/noExplicitAny: the game that it belongs to travels beside it
export type AnyImage = PlayerImage<any, any, any>;

type AnswerImage<Move> = Pick<PlayerImage<never, never, Move>, 'itemWords' | 'take'>;

/** The highest state of a player's generator; the lowest is 1. */
const LAST_GENERATOR_STATE = 2147483646;
/** Number of 32-bit numbers in an answer before its items. */
export const HEAD_WORDS = 2;

export const isGeneratorState = (value: number): boolean => value >= 1 && value <= LAST_GENERATOR_STATE;

/** Reads an answer into an empty move; returns the generator's state, or undefined for an invalid answer. */
export function readAnswer<Move>(image: AnswerImage<Move>, words: ArrayLike<number>, move: Move): number | undefined {
  if (words.length !== HEAD_WORDS + image.itemWords * words[1]) return undefined;
  return read(image, words, 0, words[1], move);
}

/**
 * Like `readAnswer`, for an answer in a player's memory. `words` is the whole memory, `offset` is the answer's address
 * in bytes, and `most` is the maximum number of items. Also returns undefined for an impossible address.
 */
export function readAnswerAt<Move>(
  image: AnswerImage<Move>,
  words: Int32Array,
  offset: number,
  most: number,
  move: Move,
): number | undefined {
  const at = offset / 4;
  if (offset % 4 !== 0 || at + HEAD_WORDS > words.length) return undefined;
  const count = words[at + 1];
  if (count < 0 || count > most || at + HEAD_WORDS + image.itemWords * count > words.length) return undefined;
  return read(image, words, at, count, move);
}

function read<Move>(
  image: AnswerImage<Move>,
  words: ArrayLike<number>,
  from: number,
  count: number,
  move: Move,
): number | undefined {
  const generator = words[from];
  if (!isGeneratorState(generator)) return undefined;
  const { itemWords } = image;
  const end = from + HEAD_WORDS + itemWords * count;
  for (let at = from + HEAD_WORDS; at < end; at += itemWords) if (!image.take(words, at, move)) return undefined;
  return generator;
}
