import type { Fault, Game } from '@ludus/game/game.ts';
import type { Briefing } from '@ludus/game/player-runner.ts';
import { type Failure, failure } from '../failures.ts';
import { HEAD_WORDS, isGeneratorState, type PlayerImage, readAnswerAt } from '../image.ts';
import { ENDED, FAILED, HEAD_BYTES, MAX_BYTES, TOO_LONG } from './guest/answer-bytes.ts';
import type { MovesEvent, MovesRound, MovesStart } from './guest/guest.ts';

/** Limit on the bytes of a move as text, including the number that precedes the move. */
const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * The referee's messages to a player in a separate engine, and the code that reads its answers: the counterpart of
 * `Following`.
 */
export interface EngineProtocol<Board, State, Move> {
  start(board: Board, state: State, briefing: Briefing): Uint8Array;
  round(state: State, generator: number, left: number): Uint8Array;
  observeMoves(asked: readonly Move[]): void;
  observeFault(seat: number, fault: Fault): void;
  observeRefusal?(why: string): void;
  /** Reads an answer into an empty move. Returns the generator's state or an error; undefined for an invalid answer. */
  readAnswer(bytes: Uint8Array, move: Move): number | WrongAnswer | undefined;
}

/** `told` is the engine's error report, in the form that `readFailure` accepts. */
export type WrongAnswer = { readonly told: string } | Failure;

/**
 * The protocol with images, for games with chance or hidden information. Compiled players use this protocol as well.
 */
export function imageProtocol<Board, State, Move>(
  image: PlayerImage<Board, State, Move>,
): EngineProtocol<Board, State, Move> {
  let buffer = new Uint8Array(0);
  let most = 0;
  return {
    start: (board, state, { seat }) => image.start(board, state, seat),
    round(state, generator, left) {
      most = image.mostItems(state);
      const size = image.roundBytes(state);
      if (buffer.length !== size) buffer = new Uint8Array(size);
      image.writeRound(buffer, 0, state, generator, left);
      return buffer;
    },
    observeMoves() {},
    observeFault() {},
    readAnswer(bytes, move) {
      // Examines at most as many bytes as the longest valid answer has, because a player may answer with all its
      // memory.
      const whole = bytes.subarray(0, 4 * (HEAD_WORDS + image.itemWords * most));
      const words = new Int32Array(whole.slice(0, whole.length & ~3).buffer);
      return readAnswerAt(image, words, 0, most, move);
    },
  };
}

/**
 * The line protocol, for any game with a dialogue. Programs use this protocol as well. The referee then doesn't manage
 * a player's random numbers. `note` receives notes for the player's log.
 */
export function linesProtocol<Board, State, Move>(
  { dialogue }: Game<Board, State, Move>,
  note: (text: string) => void,
): EngineProtocol<Board, State, Move> {
  if (dialogue === undefined) throw new Error('a game whose players read lines must have a dialogue');
  const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  let [seat, asked, generator, untold] = [0, undefined as State, 1, ''];
  return {
    start(board, state, briefing) {
      seat = briefing.seat;
      return latin1(dialogue.introduction(board, state, seat, briefing.names));
    },
    round(state, drawn) {
      asked = state;
      generator = drawn;
      const told = latin1(untold + dialogue.question(state, seat));
      untold = '';
      return told;
    },
    observeMoves(moves) {
      untold += dialogue.roundReport?.(moves, seat) ?? '';
    },
    observeFault() {},
    observeRefusal(why) {
      untold += `refused ${why}\n`;
      note(`refused: ${why}`);
    },
    readAnswer(bytes, move) {
      if (bytes.length < HEAD_BYTES) return undefined;
      const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(1);
      const text = String.fromCharCode(...bytes.subarray(HEAD_BYTES, HEAD_BYTES + Math.min(size, MAX_BYTES)));
      if (bytes[0] === FAILED) return { told: text };
      if (bytes[0] === ENDED) return failure('ended');
      if (bytes[0] === TOO_LONG) return failure('long-answer', `${MAX_BYTES / 1024} KiB`);
      const lines = text.split('\n').slice(0, -1);
      for (const [at, line] of lines.entries()) {
        const taken = dialogue.answerLine(line, asked, seat, move);
        if (taken.kind === 'wrong') return failure('wrong-line', taken.why);
        if (taken.note !== undefined) note(taken.note);
        if (taken.kind === 'more') continue;
        if (lines.slice(at + 1).some((more) => more.trim() !== '')) return failure('early-answer');
        return generator;
      }
      return failure('unanswered');
    },
  };
}

/** The protocol with the board and the moves, for all games without hidden information. */
export function movesProtocol<Board, State, Move>(game: Game<Board, State, Move>): EngineProtocol<Board, State, Move> {
  let past: MovesEvent[] = [];
  return {
    start: (board, _state, { seat, names }) =>
      ascii({ board: game.printBoard(board), seat, names } satisfies MovesStart),
    round(_state, generator) {
      const told = ascii({ generator, past } satisfies MovesRound);
      past = [];
      return told;
    },
    observeMoves: (asked) => {
      past.push({ asked: asked.map((move) => game.move.print(move)) });
    },
    observeFault: (seat, fault) => {
      past.push({ out: seat, fault });
    },
    readAnswer(bytes, move) {
      if (bytes.length > MAX_ANSWER_BYTES) return undefined;
      const [, generator, text] = /^(\d{1,10}) ([\s\S]*)$/.exec(new TextDecoder().decode(bytes)) ?? [];
      if (text === undefined) return undefined;
      try {
        game.move.read(text, move);
      } catch {
        game.clearMove(move);
        return undefined;
      }
      return isGeneratorState(Number(generator)) ? Number(generator) : undefined;
    },
  };
}

/** JSON with all non-ASCII characters escaped. */
function ascii(value: unknown): Uint8Array {
  const json = JSON.stringify(value).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return new TextEncoder().encode(json);
}
