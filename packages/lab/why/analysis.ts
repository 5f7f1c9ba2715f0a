/**
 * A game's part in explaining a match (`explain`): its words for good and bad play, and a watch that detects both. The
 * analysis must be pure. Without an analysis, only scores, kinds of moves, and faults explain a match.
 */
export interface GameAnalysis<State, Move> {
  /** Fast built-in players that play on from sampled rounds. By default, the filler of the game's kit. */
  readonly playouts?: readonly string[];
  readonly skills: readonly Skill[];
  readonly mishaps: readonly Mishap[];
  /**
   * The kinds of a move's parts, for counting, such as `['fire']`. Empty for a move without an action; null if the seat
   * can no longer act. By default, the first word of the move's text.
   */
  kindsOf?(move: Move, state: State, seat: number): readonly string[] | null;
  /** Words for the kinds of moves, for use in sentences about a player. */
  readonly kinds?: Readonly<Record<string, MoveKind>>;
  /** Begins to watch a match from this state, which may be in the middle of the match. */
  watch(first: State, notes: Notes): AnalysisWatch<State, Move>;
  /**
   * A seat's alternative moves. Among them, the explanation searches for a move that would have avoided a mishap. By
   * default, the moves of `Game.legal`.
   */
  alternatives?(state: State, seat: number, move: Move, about: number | undefined): readonly Move[];
  /** Describes a move in words that follow “could have played”. By default, the move's text. */
  describe?(move: Move, state: State, seat: number, about: number | undefined): string;
}

/**
 * Receives each round of a match, first with the moves before the round is played, then after the round. The watch must
 * not change the states.
 */
export interface AnalysisWatch<State, Move> {
  asked(state: State, moves: readonly Move[]): void;
  played(state: State): void;
  /** Called after the last round. */
  ended?(state: State): void;
}

/** A good way to play, which strong players use when they can. */
export interface Skill {
  readonly id: string;
  /** The name of this way to play, such as `shooting`. */
  readonly doing: string;
  /** A phrase that follows “never”: `shot a car right ahead`. */
  readonly did: string;
  /** A phrase that follows “took only 2 of 20”: `chances to shoot a car right ahead`. */
  readonly chances: string;
  /** The verb to use instead of `took` in that sentence. */
  readonly took?: string;
  /** The share (0 to 1) of these chances that a good player takes. */
  readonly norm: number;
  /** The value of one chance. A value of 1 is enough to decide a match. */
  readonly worth: number;
  /** Advice to the player in one sentence. */
  readonly advice: string;
}

/** An event that good players avoid. */
export interface Mishap {
  readonly id: string;
  /** A phrase in the past tense for a number of mishaps: `lost 3 cars to tyres`. */
  did(count: number): string;
  /** Normal number of these mishaps in 100 rounds. */
  readonly norm: number;
  readonly worth: number;
  readonly advice: string;
}

/** The words for a kind of move. */
export interface MoveKind {
  /** The name of this kind, such as `shooting`. */
  readonly doing: string;
  /** The verb in the past tense, such as `shot`. */
  readonly did: string;
  /** The share (0 to 1) of a good player's moves that are of this kind. */
  readonly usual?: number;
  /** The cost of never using this kind, 0.15 by default. A cost of 1 is enough to decide a match. */
  readonly worth?: number;
  /**
   * Whether good players may leave this kind out, or use hardly anything else. If so, the explanation mentions neither
   * case.
   */
  readonly isOptional?: boolean;
}

/** Receives the observations of a watch. */
export interface Notes {
  /**
   * Records a chance to show a skill, and whether the seat took it. `share`: the weight of the chance, 1 by default.
   */
  chance(skill: string, seat: number, isTaken: boolean, share?: number): void;
  /** Records a mishap. `about`: the unit that the mishap happened to, for `alternatives`. */
  mishap(id: string, seat: number, options?: { readonly count?: number; readonly about?: number }): void;
  /**
   * Records a remarkable event. Such events aren't counted. Only the heaviest remark with each id is used. `text`
   * follows the player's name, in the past tense.
   */
  remark(id: string, seat: number, weight: number, text: string, advice?: string): void;
}

/**
 * An experiment that measures a player's strength as its mean final score per board. The player has seat 0, and the
 * same opponent has all other seats. On a board with teams, the player has all seats of team 0.
 */
export interface StrengthTable {
  /** The built-in player in the other seats. */
  readonly opponent: string;
  /** Names of the game's boards. */
  readonly boards: readonly string[];
  readonly seeds: readonly number[];
  /** Results of other players in the same experiment. */
  readonly rows: readonly StrengthRow[];
}

export interface StrengthRow {
  readonly name: string;
  /** Mean final scores of seat 0, one per board. */
  readonly means: readonly number[];
}
