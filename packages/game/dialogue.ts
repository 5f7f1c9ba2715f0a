/**
 * What a game says to a player that runs as a program of its own, line by line, and what it takes for an answer. Pure text: who
 * carries it (a process's standard input and output, a socket) is the runtime's business. Talking leaves no trace in the state.
 * docs/protocol.md is the same for people.
 */
export interface Dialogue<Board, State, Move> {
  /** The player speaks first: one line with its name. */
  readonly playerSpeaksFirst: boolean;
  /** What the player is told once, before the first round; whole lines. Never the match seed. */
  introduction(board: Board, state: State, seat: number, names: readonly string[]): string;
  /** What the player is told each round, before it answers; whole lines. */
  question(state: State, seat: number): string;
  /**
   * What the player is told of what everybody asked in a round, after it: before the next question, and after the last round too.
   * Without it a player sees only what the question shows.
   */
  roundReport?(asked: readonly Move[], seat: number): string;
  /** Takes one line of the answer (without its end) into `move`. */
  answerLine(line: string, state: State, seat: number, move: Move): AnswerLine;
}

/**
 * `more`: the answer goes on (the note, if any, is for the player's log: something in the line was left out).
 * `done`: the answer is complete. `wrong`: this is not the protocol; the words go on "… wrote" or "… answered".
 */
export type AnswerLine =
  | { readonly kind: 'more' | 'done'; readonly note?: string }
  | { readonly kind: 'wrong'; readonly why: string };

export const ANSWER_INCOMPLETE: AnswerLine = { kind: 'more' };
export const ANSWER_COMPLETE: AnswerLine = { kind: 'done' };
