/**
 * The text protocol between a game and a player that is a separate program (docs/protocol.md). The runtime carries the
 * lines, over standard input and output or a socket. No method changes the state.
 *
 * @example
 * const dialogue: Dialogue<Board, State, Move> = {
 *   playerSpeaksFirst: false,
 *   introduction: (board, _state, seat) => `seat ${seat} of ${board.players}\n`,
 *   question: (state) => `round ${state.round}\n`,
 *   answerLine: (line, _state, _seat, move) => (read(line, move) ? ANSWER_COMPLETE : { kind: 'wrong', why: `"${line}"` }),
 * };
 */
export interface Dialogue<Board, State, Move> {
  /** Whether the player sends the first line, which is its name. */
  readonly playerSpeaksFirst: boolean;
  /** Returns the message before the first round. It consists of whole lines, and must not contain the match seed. */
  introduction(board: Board, state: State, seat: number, names: readonly string[]): string;
  /** Returns the question of a round: whole lines. */
  question(state: State, seat: number): string;
  /**
   * Returns the message after each round, including the last round: the moves of all seats as whole lines. If absent, a
   * player receives only the questions.
   */
  roundReport?(asked: readonly Move[], seat: number): string;
  /** Reads one line of the answer into `move`. The line has no line break. */
  answerLine(line: string, state: State, seat: number, move: Move): AnswerLine;
}

/**
 * The meaning of one line of an answer.
 *
 * - `more`: the answer continues. `note` goes into the player's log if a part of the line was ignored.
 * - `done`: the answer is complete.
 * - `wrong`: the line breaks the protocol, and is a fault. `why` continues the sentence "NAME wrote …" or "NAME
 *   answered …".
 */
export type AnswerLine =
  | { readonly kind: 'more' | 'done'; readonly note?: string }
  | { readonly kind: 'wrong'; readonly why: string };

export const ANSWER_INCOMPLETE: AnswerLine = { kind: 'more' };
export const ANSWER_COMPLETE: AnswerLine = { kind: 'done' };
