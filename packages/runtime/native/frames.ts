/**
 * The messages between a native player's process and the referee. The process's side is in
 * ../../games/cylinder/sdk/cpp/runtime/native_channel.hh. All numbers are 32-bit and little-endian.
 */

/**
 * The type of a question. With `rounds`, several seats are asked for their moves in a round, one after the other. With
 * `over`, the match is over.
 */
export const FRAME = { load: 0, start: 1, round: 2, rounds: 3, over: 4 } as const;

/** Size of a frame's head: the type, the seat, and the number of bytes after the head. */
export const FRAME_HEAD_BYTES = 12;

export function writeFrameHead(frame: Uint8Array, kind: number, seat: number): void {
  writeNumber(frame, 0, kind);
  writeNumber(frame, 4, seat);
  writeNumber(frame, 8, frame.length - FRAME_HEAD_BYTES);
}

function writeNumber(bytes: Uint8Array, at: number, value: number): void {
  for (let n = 0; n < 4; n++) bytes[at + n] = value >> (8 * n);
}

export function newFrame(kind: number, seat: number, payload: Uint8Array): Uint8Array {
  const frame = new Uint8Array(FRAME_HEAD_BYTES + payload.length);
  frame.set(payload, FRAME_HEAD_BYTES);
  writeFrameHead(frame, kind, seat);
  return frame;
}

/**
 * Size of the data before the image in a `rounds` frame: the number of seats, the generator's state, and two numbers
 * per seat.
 */
export const roundsHeadBytes = (seats: number): number => FRAME_HEAD_BYTES + 8 + 8 * seats;

/** Writes the seats of a `rounds` frame. */
export function writeSeats(
  frame: Uint8Array,
  generatorAt: number,
  seats: readonly { readonly seat: number; readonly generator: number }[],
): void {
  const view = new DataView(frame.buffer, frame.byteOffset + FRAME_HEAD_BYTES);
  view.setInt32(0, seats.length, true);
  view.setInt32(4, generatorAt, true);
  for (const [n, { seat, generator }] of seats.entries()) {
    view.setInt32(8 + 8 * n, seat, true);
    view.setInt32(12 + 8 * n, generator, true);
  }
}

/**
 * `budget` is a request for the seconds that are left. `later` is the waker's message that no answer has arrived for a
 * while. `ended` means that the process has ended.
 */
export const OUTCOME = {
  done: 0,
  crashed: 1,
  outOfTime: 2,
  outOfMemory: 3,
  budget: 4,
  later: 5,
  ended: 6,
  /** These two outcomes are never sent. They mark an answer that is invalid or too long. */
  wrong: -1,
  long: -2,
} as const;

/** This bit is added to an outcome whose data continues in the next frame. */
const MORE = 0x100;

/**
 * The words of an answer's head: outcome, question number (from 1), seat, bytes in the seat's log, and bytes after the
 * head.
 */
const ANSWER_HEAD_WORDS = 5;
const ANSWER_HEAD_BYTES = 4 * ANSWER_HEAD_WORDS;

/** The frame that the waker writes to the pipe. */
export const LATER_FRAME: Uint8Array = new Uint8Array(
  Int32Array.of(OUTCOME.later, ...new Array<number>(ANSWER_HEAD_WORDS - 1).fill(0)).buffer,
);

/** A complete answer. */
export interface Answer {
  readonly outcome: number;
  readonly question: number;
  readonly seat: number;
  /** Number of bytes that were waiting in the seat's log. */
  readonly logged: number;
  /** The actions that a player has chosen. */
  readonly numbers: readonly number[];
  /** The reason for the outcome, unless it is `done`. */
  readonly text: string;
}

const READ_BYTES = 2 ** 16;
/**
 * Maximum number of pieces of one answer. A host sends pieces of about 4 KiB. The limit is needed because even a short
 * piece uses memory.
 */
const MAX_PIECES = 4096;
const NONE: readonly number[] = [];

/** Assembles answers from the bytes of a pipe. */
export class AnswerBuffer {
  private readonly most: number;
  private readonly bytes = new Uint8Array(2 * READ_BYTES);
  private readonly words = new Int32Array(this.bytes.buffer);
  private begin = 0;
  private end = 0;
  /** Pieces of an answer that isn't complete yet. */
  private parts: Uint8Array[] = [];
  private partsBytes = 0;

  /** `most` is the maximum size of an answer in bytes. */
  constructor(most: number) {
    this.most = most;
  }

  /** The part of the buffer in which the next bytes from the pipe must be stored. */
  room(): Uint8Array {
    if (this.begin > 0) {
      this.bytes.copyWithin(0, this.begin, this.end);
      this.end -= this.begin;
      this.begin = 0;
    }
    // If possible, avoids creating a view, because creating one takes as long as the rest of this function.
    return this.end === 0 ? this.bytes : this.bytes.subarray(this.end);
  }

  /** Must be called after `count` bytes were stored. */
  added(count: number): void {
    this.end += count;
  }

  /** The next complete answer, if it has arrived. */
  next(): Answer | undefined {
    for (;;) {
      if (this.end - this.begin < ANSWER_HEAD_BYTES) return undefined;
      // The final message of a player's process may have any length, so the next answer may start anywhere.
      if (this.begin % 4 !== 0) this.room();
      const { words } = this;
      const at = this.begin >> 2;
      const length = words[at + 4];
      if (!(length >= 0 && length <= READ_BYTES)) {
        // Drops all bytes, because it is unknown where the next answer starts.
        this.begin = 0;
        this.end = 0;
        return pseudo(OUTCOME.wrong);
      }
      const from = this.begin + ANSWER_HEAD_BYTES;
      const to = from + length;
      if (this.end < to) return undefined;
      this.begin = to;
      if (to === this.end) {
        this.begin = 0;
        this.end = 0;
      }
      const goesOn = (words[at] & MORE) !== 0;
      const outcome = words[at] & ~MORE;
      // The waker's message may be between the pieces of a long answer.
      if (outcome === OUTCOME.later) return pseudo(OUTCOME.later);
      if (!goesOn && this.partsBytes === 0) return this.answer(at, outcome, words, from >> 2, this.bytes, from, length);
      this.parts.push(this.bytes.slice(from, to));
      this.partsBytes += length;
      if (this.partsBytes > this.most || this.parts.length > MAX_PIECES) return pseudo(OUTCOME.long);
      if (goesOn) continue;
      const whole = new Uint8Array(Math.ceil(this.partsBytes / 4) * 4);
      let end = 0;
      for (const part of this.parts) {
        whole.set(part, end);
        end += part.length;
      }
      this.parts = [];
      this.partsBytes = 0;
      return this.answer(at, outcome, new Int32Array(whole.buffer), 0, whole, 0, end);
    }
  }

  private answer(
    head: number,
    outcome: number,
    words: Int32Array,
    firstWord: number,
    bytes: Uint8Array,
    firstByte: number,
    length: number,
  ): Answer {
    const isDone = outcome === OUTCOME.done;
    const numbers: number[] = [];
    if (isDone) for (let word = 0; word < length >> 2; word++) numbers.push(words[firstWord + word]);
    return {
      outcome,
      question: this.words[head + 1],
      seat: this.words[head + 2],
      logged: this.words[head + 3],
      numbers,
      text: isDone || length === 0 ? '' : Buffer.from(bytes.subarray(firstByte, firstByte + length)).toString('latin1'),
    };
  }
}

const pseudo = (outcome: number): Answer => ({ outcome, question: 0, seat: 0, logged: 0, numbers: NONE, text: '' });
