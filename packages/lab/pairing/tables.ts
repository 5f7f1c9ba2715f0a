/** A player of a tournament: its place in the list of entrants, from 0. Entrants are listed strongest first where that is known. */
export type Entrant = number;

/** Players that meet: one place a seat of the game. */
export interface Table {
  /** By seat in the table's first match; in the following ones all move on by one seat. */
  readonly players: readonly Entrant[];
  /** Stand-ins fill a table that is not full: they play, but what they reach counts for no one. Indices into `players`. */
  readonly standIns: readonly number[];
  /** Tables with the same deal are played on the same boards with the same seeds. Unique over the tournament otherwise. */
  readonly deal: number;
}

/** Tables that can be played at the same time; the next stage may depend on their results. */
export interface Stage {
  /** What a scoreboard calls it: `Round 3`, `Final`. */
  readonly name: string;
  readonly tables: readonly Table[];
  /** Entrants that rest in this stage and are credited with a win (Swiss) or advance without playing (knock-out). */
  readonly byes: readonly Entrant[];
}

/** The result of a table, by its places: means over its matches. */
export interface TableResult {
  /** Shares of the places below, 0…1 (see `placeShares`). */
  readonly shares: readonly number[];
  /** The game's own scores; they break ties. */
  readonly scores: readonly number[];
}

export interface PlayedStage {
  readonly stage: Stage;
  /** One a table. */
  readonly results: readonly TableResult[];
}

/** A line of the final (or current) table. */
export interface Standing {
  readonly entrant: Entrant;
  /** From 1. */
  readonly rank: number;
  /** The sum of its shares, byes included; where entrants play different numbers of tables, the mean. */
  readonly points: number;
  readonly tables: number;
  /** What decided its rank, in words: `out in round 3`, or empty. */
  readonly note: string;
}

/**
 * A tournament format: pure functions of the results so far. So a tournament can be stopped and continued from its results alone.
 * The same entrants, seed and results give the same stages.
 */
export interface TournamentFormat {
  readonly id: string;
  /** The stage after those played, or undefined when the tournament is over. */
  next(played: readonly PlayedStage[]): Stage | undefined;
  /** All entrants, best first. */
  standings(played: readonly PlayedStage[]): Standing[];
  /** How many tables there will be in all, whatever the results. */
  tables(): number;
}

/** The parts of a format. */
export interface TournamentSetup {
  /** ≥ 2 */
  readonly entrants: number;
  /** Of the game: 2 or more. */
  readonly seats: number;
  /** Decides what arithmetic leaves open. */
  readonly seed: number;
  /** Those who have left before a stage (from 0) is drawn: Swiss and knock-out continue without them. */
  readonly gone?: ((stage: number) => readonly Entrant[]) | undefined;
}

export interface Record {
  points: number;
  scores: number;
  tables: number;
}

/** Each entrant's sum of shares and of scores over the stages; a bye is worth `byePoints`. */
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

/** Entrants in the order of `compare` (< 0: the first is better), then of the list; equal ones share a rank. */
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
    // Thirds do not add up to whole numbers.
    return { entrant, rank, points: Math.round(points * 1e9) / 1e9, tables, note };
  });
}

/** Sums of thirds in another order are the same sum. */
export function compareNumbers(a: number, b: number): number {
  return Math.abs(a - b) < 1e-9 ? 0 : a - b;
}
