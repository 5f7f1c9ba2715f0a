import type { AnyGame } from './game.ts';

/** A cell of the board, in the rows and columns that the game's viewer uses. */
export interface HandPlace {
  readonly row: number;
  readonly column: number;
}

/** One thing that a person may choose now. */
export interface HandChoice {
  /** The words that choose it, unique among the choices: `left`, `3x5`. */
  readonly id: string;
  /** The label of its button. */
  readonly label: string;
  /** The choices with the same heading are shown together. */
  readonly group?: string;
  /** The keys for it, named as in keyboard events, letters in lower case. */
  readonly keys?: readonly string[];
  /** The cell to tap for it. */
  readonly place?: HandPlace;
  /** The swipe for it. */
  readonly swipe?: 'up' | 'right' | 'down' | 'left';
  /** Why it hurts the person who chooses it, in a few words: `a wall`. */
  readonly warning?: string;
  /** Whether it is part of the move so far. */
  readonly isChosen?: boolean;
  /** Whether it has a cell or a key only, because buttons for all of its kind would be too many. */
  readonly isQuiet?: boolean;
}

/** The place of a choice's button in a fixed grid. It is dimmed while the choice isn't one. */
export interface HandButton extends HandPlace {
  /** The choice. */
  readonly id: string;
  readonly label: string;
  /** How many rows the button is high: 1 by default. */
  readonly rows?: number;
}

/** An arrow on the board: a part of the move so far. */
export interface HandArrow {
  readonly from: HandPlace;
  readonly to: HandPlace;
  readonly text: string;
}

/** One decision as a person sees it. Plain data, made from what the seat observes. */
export interface HandLook {
  /** Only choices that the rules allow. None: the seat has nothing to decide in this round. */
  readonly choices: readonly HandChoice[];
  /** The situation in one sentence. */
  readonly status: string;
  readonly arrows?: readonly HandArrow[];
}

/**
 * How a person plays a game: a move is put together from choices. Pure, like the rules. `Draft` is the move so far, plain data.
 *
 * @example
 * let draft = hand.begin(state, seat, undefined);
 * draft = hand.choose(state, seat, draft, 'left');
 * if (hand.isWhole(draft)) hand.write(state, seat, draft, move);
 */
export interface HandPlay<State, Move, Draft> {
  /** One or two sentences about what to do, by finger or pointer. */
  readonly how: string;
  /** One or two sentences about the keys, which are shown where there is a keyboard. */
  readonly keys?: string;
  /** The choices whose buttons always have the same place, like a cross of arrows. */
  readonly pad?: readonly HandButton[];
  /** For a game that can be played against the clock: milliseconds per round, the usual one first. 0: the match waits. */
  readonly beatsMs?: readonly number[];
  /** Milliseconds per round in a match with friends; without it, half a minute. A game against the clock takes them all, others continue once all are ready. */
  readonly friendMs?: number;
  /** How much longer than usual the others wait in a state, in milliseconds, so that a person can read what has happened. */
  readMs?(state: State): number;
  /** Whether a second choice in a round is kept for the next one. Without it, the last choice counts. */
  readonly keepsNext?: boolean;
  /** The built-in bot that moves what the person doesn't. */
  readonly assistant?: string;
  /** Returns the move before anything is chosen. `before`: the draft of the seat's last round. */
  begin(state: State, seat: number, before: Draft | undefined): Draft;
  look(state: State, seat: number, draft: Draft): HandLook;
  /** Returns the draft after a choice. `id`: one of `look`. */
  choose(state: State, seat: number, draft: Draft, id: string): Draft;
  /** Whether the move is complete, so that a waiting match can continue. */
  isWhole(draft: Draft): boolean;
  /** Writes the move into an empty one. `assisted`: the assistant's move for the same seat. */
  write(state: State, seat: number, draft: Draft, move: Move, assisted: Move | undefined): void;
  /** Returns the choices that lead to a move, or as near to it as they can. None: do nothing. */
  steps(state: State, seat: number, draft: Draft, move: Move): readonly string[];
  /** Returns why the rules don't allow a move, for a game without `legal` and `refuse` whose rules punish it. */
  refuse?(state: State, seat: number, move: Move): string | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: state, move, and draft only travel between the game's own functions
export type AnyHandPlay = HandPlay<any, any, any>;

/** The first moves of a list have the keys 1 to 9. */
const DIGITS = 9;

/** Returns a way to play any game that lists its moves: a button per move. Undefined if the game doesn't list them. */
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
