import type { AnyGame } from './game.ts';

/** A cell of the board, by the rows and columns that the game's viewer uses. */
export interface HandPlace {
  readonly row: number;
  readonly column: number;
}

/** One option that a person may choose now. */
export interface HandChoice {
  /** The unique id of the choice: `left`, `3x5`. */
  readonly id: string;
  /** The label of the choice's button. */
  readonly label: string;
  /** Choices with the same heading are shown together. */
  readonly group?: string;
  /** The choice's keys, named as in keyboard events, with letters in lower case. */
  readonly keys?: readonly string[];
  /** The cell to tap. */
  readonly place?: HandPlace;
  /** The swipe gesture. */
  readonly swipe?: 'up' | 'right' | 'down' | 'left';
  /** The reason why the choice harms the person, in a few words: `a wall`. */
  readonly warning?: string;
  /** Whether the choice is part of the move so far. */
  readonly isChosen?: boolean;
  /** Whether the choice has only a cell or a key but no button, because there would be too many buttons. */
  readonly isQuiet?: boolean;
}

/** The position of a choice's button in a fixed grid. The button is dimmed while the choice isn't available. */
export interface HandButton extends HandPlace {
  /** The id of the button's choice. */
  readonly id: string;
  readonly label: string;
  /** Height of the button in rows; default 1. */
  readonly rows?: number;
}

/** An arrow on the board: a part of the move so far. */
export interface HandArrow {
  readonly from: HandPlace;
  readonly to: HandPlace;
  readonly text: string;
}

/** One decision as a person sees it. It is plain data, derived from the seat's observation. */
export interface HandLook {
  /** The choices that the rules allow. Empty if the seat has nothing to decide in this round. */
  readonly choices: readonly HandChoice[];
  /** The situation in one sentence. */
  readonly status: string;
  readonly arrows?: readonly HandArrow[];
}

/**
 * Defines how a person plays a game: a move is composed from choices. All functions are pure, like the rules. `Draft`
 * is the move so far, as plain data.
 *
 * @example let draft = hand.begin(state, seat, undefined); draft = hand.choose(state, seat, draft, 'left'); if
 * (hand.isWhole(draft)) hand.write(state, seat, draft, move);
 */
export interface HandPlay<State, Move, Draft> {
  /** One or two sentences of instructions, for touch or pointer. */
  readonly how: string;
  /** One or two sentences about the keys, shown if there is a keyboard. */
  readonly keys?: string;
  /** The choices whose buttons have a fixed position, like a cross of arrows. */
  readonly pad?: readonly HandButton[];
  /**
   * For a game that can be played against the clock: milliseconds per round, starting with the default. 0 means that
   * the match waits.
   */
  readonly beatsMs?: readonly number[];
  /**
   * Milliseconds per round in a match with friends; default: half a minute. A game against the clock always uses the
   * whole time; other games continue once all players are ready.
   */
  readonly friendMs?: number;
  /**
   * Additional time for which the other players wait in a state, in milliseconds, so that a person can read what has
   * happened.
   */
  readMs?(state: State): number;
  /** Whether a second choice in a round is kept for the next round. By default, it replaces the first choice. */
  readonly keepsNext?: boolean;
  /** The built-in bot that controls the rest of the person's units. */
  readonly assistant?: string;
  /** Returns the move before any choice. `before`: the draft of the seat's last round. */
  begin(state: State, seat: number, before: Draft | undefined): Draft;
  look(state: State, seat: number, draft: Draft): HandLook;
  /** Returns the draft after a choice. `id`: one of the choices of `look`. */
  choose(state: State, seat: number, draft: Draft, id: string): Draft;
  /** Whether the move is complete, so that a waiting match can continue. */
  isWhole(draft: Draft): boolean;
  /** Writes the draft into an empty move. `assisted`: the assistant's move for the same seat. */
  write(state: State, seat: number, draft: Draft, move: Move, assisted: Move | undefined): void;
  /**
   * Returns the choices that lead to a move, or as close to the move as possible. An empty list means that the person
   * does nothing.
   */
  steps(state: State, seat: number, draft: Draft, move: Move): readonly string[];
  /**
   * Returns the reason why the rules don't allow a move, for a game without `legal` and `refuse` whose rules punish
   * illegal moves.
   */
  refuse?(state: State, seat: number, move: Move): string | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: state, move, and draft only travel between the game's own functions
export type AnyHandPlay = HandPlay<any, any, any>;

/** Keys 1 to 9 are for the first moves of a list. */
const DIGITS = 9;

/** Returns an interface with one button per move for a game that lists its moves; undefined if the game doesn't. */
export function handFromLegal(game: AnyGame): AnyHandPlay | undefined {
  if (game.legal === undefined) return undefined;
  const hand: HandPlay<unknown, unknown, { readonly text?: string }> = {
    how: 'Choose one of the moves.',
    begin: () => ({}),
    look: (state, seat) => ({
      choices: game.legal!(state, seat).map((move, at) => {
        const text = game.move.print(move);
        return { id: text, label: text, ...(at < DIGITS && { keys: [String(at + 1)] }) };
      }),
      status: `Round ${game.round(state) + 1}.`,
    }),
    choose: (_state, _seat, _draft, text) => ({ text }),
    isWhole: ({ text }) => text !== undefined,
    write(_state, _seat, { text }, move) {
      if (text !== undefined) game.move.read(text, move);
    },
    steps: (_state, _seat, _draft, move) => [game.move.print(move)],
  };
  return hand;
}
