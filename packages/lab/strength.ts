/** An experiment that tells the strength of a player: seat 0 against the same opponent in all other seats, its mean final score a board. */
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
