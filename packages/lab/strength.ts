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
