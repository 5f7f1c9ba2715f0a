/** The ways in which champions differ. Points are points of the game's score. */
export interface Style {
  /** Number of steps to look ahead. */
  readonly horizon: number;
  /**
   * Maximum number of moves to try in one match of 300 rounds; it determines the width of the search and thereby limits
   * the time.
   */
  readonly movesPerMatch: number;
  /** The factor by which each step ahead reduces values. */
  readonly discount: number;
  /** Expected points per unit and round before anything is known about the match. */
  readonly expectedRate: number;
  /** Share of an opponent's loss through a death that counts as our gain. */
  readonly rivalLossShare: number;
  /** The value of a full magazine, in points, and the number of missiles after which the next missile is worth 1/e. */
  readonly magazineValue: number;
  readonly magazineScale: number;
  /** Number of rounds of gas below which running dry becomes likely. */
  readonly gasScale: number;
  /** Weight of the value of prizes near the end of a path. */
  readonly lure: number;
  /** Weight of a kill's value in rating a position from which to shoot. */
  readonly hunt: number;
  /**
   * Weight of the probability that an opponent's unit runs into ours. It accounts for opponents that also try to avoid
   * collisions.
   */
  readonly collisionTrust: number;
  /** Weight of the predicted probability that an opponent shoots. */
  readonly shotTrust: number;
}
