/** The differences between champions; points are points of the game's score. */
export interface Style {
  /** Steps that are looked ahead. */
  readonly horizon: number;
  /** Moves that may be tried in one match of 300 rounds; it sets the width of the search, so that the time stays bounded. */
  readonly movesPerMatch: number;
  /** The discount per step. */
  readonly discount: number;
  /** Points that a unit is expected to gather in a round before anything is known of the match. */
  readonly expectedRate: number;
  /** Share of what a built-in opponent loses by a death that counts as ours. */
  readonly rivalLossShare: number;
  /** The value of a full magazine, in points, and the number of missiles after which the next one is worth 1/e. */
  readonly magazineValue: number;
  readonly magazineScale: number;
  /** Rounds of gas below which running dry becomes likely. */
  readonly gasScale: number;
  /** How much of the worth of prizes near the end of a way counts. */
  readonly lure: number;
  /** How much of a kill's worth a place to shoot from counts. */
  readonly hunt: number;
  /** How much of the chance that a built-in opponent's unit runs into ours is believed: built-in opponents look out as well. */
  readonly collisionTrust: number;
  /** Weight of the predicted chance that a built-in opponent shoots. */
  readonly shotTrust: number;
}
