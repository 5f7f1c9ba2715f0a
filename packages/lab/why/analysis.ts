/**
 * A game's part of the explanation of a match (`explain`): its words for good and bad play, and a watch that notices both. Pure.
 * A game without it is explained by scores, kinds of moves, and faults alone.
 */
export interface GameAnalysis<State, Move> {
  /** Quick built-in players that play on from sampled rounds; by default the filler of the game's kit. */
  readonly playouts?: readonly string[];
  readonly skills: readonly Skill[];
  readonly mishaps: readonly Mishap[];
  /**
   * The kinds of a move's parts, for counting: `['fire']`. Empty for a move that asks nothing; null if the seat has nothing to ask
   * any longer. By default the first word of its text.
   */
  kindsOf?(move: Move, state: State, seat: number): readonly string[] | null;
  /** Words for the kinds of moves: how a sentence calls what a player does with it. */
  readonly kinds?: Readonly<Record<string, MoveKind>>;
  /** Begins to watch a match in this state, which may be in its middle. */
  watch(first: State, notes: Notes): AnalysisWatch<State, Move>;
  /** Other moves of a seat, to look for one that would have avoided a mishap. By default `Game.legal`. */
  alternatives?(state: State, seat: number, move: Move, about: number | undefined): readonly Move[];
  /** A move in words that follow “could have played”. By default its text. */
  describe?(move: Move, state: State, seat: number, about: number | undefined): string;
}

/** Is shown each round of a match: first with the moves, before it is played, then after it. States are only examined. */
export interface AnalysisWatch<State, Move> {
  asked(state: State, moves: readonly Move[]): void;
  played(state: State): void;
  /** After the last round. */
  ended?(state: State): void;
}

/** Something that good players do when they can. */
export interface Skill {
  readonly id: string;
  /** `shooting` */
  readonly doing: string;
  /** After “never”: `shot a car right ahead`. */
  readonly did: string;
  /** After “took only 2 of 20”: `chances to shoot a car right ahead`. */
  readonly chances: string;
  /** A verb other than `took`. */
  readonly took?: string;
  /** The share of chances (0…1) that a good player takes. */
  readonly norm: number;
  /** The value of one chance; 1 decides a match. */
  readonly worth: number;
  /** A sentence: how to do better. */
  readonly advice: string;
}

/** Something that good players avoid. */
export interface Mishap {
  readonly id: string;
  /** In the past tense, for a number of them: `lost 3 cars to tyres`. */
  did(count: number): string;
  /** How many of them in 100 rounds are nothing unusual. */
  readonly norm: number;
  readonly worth: number;
  readonly advice: string;
}

/** A kind of move in words. */
export interface MoveKind {
  /** `shooting` */
  readonly doing: string;
  /** `shot` */
  readonly did: string;
  /** The share (0…1) of a good player's moves that are of this kind. */
  readonly usual?: number;
  /** How much it costs never to do it, 0.15 by default; 1 decides a match. */
  readonly worth?: number;
  /** Whether good players may leave it, or do little else: then it isn't remarked on. */
  readonly isOptional?: boolean;
}

/** Where a watch writes down what it sees. */
export interface Notes {
  /** A chance to show a skill, and whether the seat took it. `share`: how much of a chance, 1 by default. */
  chance(skill: string, seat: number, isTaken: boolean, share?: number): void;
  /** `about`: the unit that it happened to, for `alternatives`. */
  mishap(id: string, seat: number, options?: { readonly count?: number; readonly about?: number }): void;
  /** Something remarkable that isn't counted. Only the heaviest of each id counts. `text`: goes after the player's name, in the past tense. */
  remark(id: string, seat: number, weight: number, text: string, advice?: string): void;
}

/**
 * An experiment that tells the strength of a player: seat 0 against the same opponent in all other seats, its mean final score per
 * board. On a board with teams the player has all seats of team 0.
 */
export interface StrengthTable {
  /** The built-in player in the other seats. */
  readonly opponent: string;
  /** Names of boards that come with the game. */
  readonly boards: readonly string[];
  readonly seeds: readonly number[];
  /** The results of others in the same experiment. */
  readonly rows: readonly StrengthRow[];
}

export interface StrengthRow {
  readonly name: string;
  /** Mean final scores of seat 0, one a board. */
  readonly means: readonly number[];
}
