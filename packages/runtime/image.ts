/**
 * What a compiled player (native or WebAssembly) is shown, and how its answer is read: the part of a game that such players need.
 * All numbers are little-endian.
 *
 * The answer of every game begins alike: the state of the player's generator, the number of items, then the items, each
 * `itemWords` numbers of 32 bits. What an item is, the game says: a unit and what it is to do.
 */
export interface PlayerImage<Board, State, Move> {
  /** What a player is told once, before the first round. */
  start(board: Board, state: State, seat: number): Uint8Array;
  /** The bytes of the image of a round. */
  roundBytes(state: State): number;
  /**
   * Writes a round's image at `offset` of a buffer that has the room. `generator`: the state of the player's own generator; `left`:
   * the share (0 … 1) of the budget left, 2 where nothing is counted.
   */
  writeRound(into: Uint8Array, offset: number, state: State, generator: number, left: number): void;
  /** Numbers in one item of the answer. */
  readonly itemWords: number;
  /** The longest answer, in items. */
  mostItems(state: State): number;
  /** Puts the item that begins at `words[at]` into the move; false: it is none. */
  take(words: ArrayLike<number>, at: number, move: Move): boolean;
  /** When that is, for sentences: `in round 12`. */
  when(state: State): string;
}

// biome-ignore lint/suspicious/noExplicitAny: the game that it belongs to travels beside it
export type AnyImage = PlayerImage<any, any, any>;

type Answering<Move> = Pick<PlayerImage<never, never, Move>, 'itemWords' | 'take'>;

/** States that the players' generator can have: 1 … this. */
const LAST_GENERATOR_STATE = 2147483646;
const HEAD_WORDS = 2;

/** Reads an answer into an empty move; gives the generator's state, or undefined where the numbers are no answer. */
export function readAnswer<Move>(
  { itemWords, take }: Answering<Move>,
  words: ArrayLike<number>,
  move: Move,
): number | undefined {
  const [generator, count] = [words[0], words[1]];
  if (!(generator >= 1 && generator <= LAST_GENERATOR_STATE) || words.length !== HEAD_WORDS + itemWords * count)
    return undefined;
  for (let at = HEAD_WORDS; at < words.length; at += itemWords) if (!take(words, at, move)) return undefined;
  return generator;
}

/** The words of an answer in a player's memory; undefined where they cannot be there. `most`: items. */
export function answerWords(
  memory: ArrayBufferLike,
  offset: number,
  itemWords: number,
  most: number,
): Int32Array | undefined {
  if (offset % 4 !== 0 || offset + 4 * HEAD_WORDS > memory.byteLength) return undefined;
  const count = new Int32Array(memory, offset, HEAD_WORDS)[1];
  const words = HEAD_WORDS + itemWords * count;
  if (count < 0 || count > most || offset + 4 * words > memory.byteLength) return undefined;
  return new Int32Array(memory, offset, words);
}
