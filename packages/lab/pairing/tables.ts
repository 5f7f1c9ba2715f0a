/**
 * A player of a tournament: its index in the list of entrants. Entrants are listed strongest first if that order is
 * known.
 */
export type Entrant = number;

/** Players that meet at a table, with one place per seat of the game. */
export interface Table {
  /** The players by seat in the table's first match. In each further match, all players move by one seat. */
  readonly players: readonly Entrant[];
  /** The stand-ins that complete the table, as indices into `players`. They play, but their results don't count. */
  readonly standIns: readonly number[];
  /**
   * Tables with the same deal are played on the same boards with the same seeds. Tables with different deals don't
   * share any board and seed.
   */
  readonly deal: number;
}

/** A stage of a tournament: tables that can be played at the same time. The next stage may depend on their results. */
export interface Stage {
  /** The name on a scoreboard, such as `Round 3` or `Final`. */
  readonly name: string;
  readonly tables: readonly Table[];
  /** Entrants that don't play in this stage. They are credited with a win (Swiss) or advance (knock-out). */
  readonly byes: readonly Entrant[];
}

/** The result of a table, by its places. All numbers are means over the table's matches. */
export interface TableResult {
  /** Shares (0 to 1) of the other places that are below each place (see `placeShares`). */
  readonly shares: readonly number[];
  /** The game's scores, which break ties. */
  readonly scores: readonly number[];
}

export interface PlayedStage {
  readonly stage: Stage;
  /** The results, one per table. */
  readonly results: readonly TableResult[];
}

/** A line of the final or current table. */
export interface Standing {
  readonly entrant: Entrant;
  /** The rank, counted from 1. */
  readonly rank: number;
  /** The sum of the entrant's shares, including byes; the mean if entrants play at different numbers of tables. */
  readonly points: number;
  readonly tables: number;
  /** The reason for the entrant's rank, such as `out in round 3`, or empty. */
  readonly note: string;
}

/**
 * A tournament format as pure functions of the results so far, so that a tournament can be stopped and resumed from its
 * results. The same entrants, seed, and results determine the same stages.
 */
export interface TournamentFormat {
  readonly id: string;
  /** The stage after the stages that were played; undefined if the tournament is over. */
  next(played: readonly PlayedStage[]): Stage | undefined;
  /** All entrants, best first. */
  standings(played: readonly PlayedStage[]): Standing[];
  /** The total number of tables, which doesn't depend on the results. */
  tables(): number;
}

/** The parameters of a format. */
export interface TournamentSetup {
  /** Number of entrants, at least 2. */
  readonly entrants: number;
  /** Number of seats of the game, at least 2. */
  readonly seats: number;
  /** The seed for random choices. */
  readonly seed: number;
  /** Entrants that left before a stage (from 0) is drawn. Swiss and knock-out continue without them. */
  readonly gone?: ((stage: number) => readonly Entrant[]) | undefined;
}

export interface Record {
  points: number;
  scores: number;
  tables: number;
}

/** By entrant: the sums of the shares and of the scores over all stages. A bye is worth `byePoints`. */
export function totals(entrants: number, played: readonly PlayedStage[], byePoints: number): Record[] {
  const records = Array.from({ length: entrants }, () => ({ points: 0, scores: 0, tables: 0 }));
  for (const { stage, results } of played) {
    stage.tables.forEach((table, t) => {
      table.players.forEach((entrant, place) => {
        if (table.standIns.includes(place)) return;
        records[entrant].points += results[t].shares[place];
        records[entrant].scores += results[t].scores[place];
        records[entrant].tables++;
      });
    });
    for (const entrant of stage.byes) records[entrant].points += byePoints;
  }
  return records;
}

/**
 * Sorts entrants by `compare` (< 0 means that the first is better), and otherwise by their order in the list. Entrants
 * that compare as equal share a rank.
 */
export function ranked(
  entrants: readonly Entrant[],
  compare: (a: Entrant, b: Entrant) => number,
  line: (entrant: Entrant) => { points: number; tables: number; note?: string },
): Standing[] {
  const order = [...entrants].sort((a, b) => compare(a, b) || a - b);
  let rank = 1;
  return order.map((entrant, i) => {
    if (i > 0 && compare(order[i - 1], entrant) !== 0) rank = i + 1;
    const { points, tables, note = '' } = line(entrant);
    // Rounds the points, because sums of thirds aren't exact.
    return { entrant, rank, points: Math.round(points * 1e9) / 1e9, tables, note };
  });
}

/** Compares sums with a tolerance, because sums of thirds depend on the order. */
export function compareNumbers(a: number, b: number): number {
  return Math.abs(a - b) < 1e-9 ? 0 : a - b;
}
