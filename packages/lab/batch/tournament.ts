import { firstSeats, seatSides, type Teams } from '@ludus/game/teams.ts';
import type { PlayedStage, Stage, Table, TableResult, TournamentFormat } from '../pairing/tables.ts';
import { placeShares } from '../stats/groups.ts';
import { type MatchRecord, type MatchSpec, outOf } from './plan.ts';

export interface TournamentPlan {
  /** Number of players in a match: one per seat, or per team. */
  readonly seats: number;
  /** Teams of the boards, for games in which seats play together. */
  readonly teams?: Teams | undefined;
  /** Number of boards; 0 if the game generates a board from each seed. */
  readonly boards: number;
  readonly firstSeed: number;
  /**
   * Matches per table, ≥ 1. The players move by one seat after each match. After a full rotation, the board and the
   * seed change.
   */
  readonly games: number;
}

/** Difference between the first seeds of two deals. It exceeds the number of boards on which any table plays. */
const SEEDS_A_DEAL = 1000;

/** The matches of one table. Tables of the same deal are played on the same boards with the same seeds. */
export function tableSpecs(plan: TournamentPlan, table: Table, name: string): MatchSpec[] {
  const { seats, teams, boards, firstSeed, games } = plan;
  return Array.from({ length: games }, (_, game) => {
    const turn = Math.floor(game / seats);
    const seated = table.players.map((_, seat) => table.players[(seat + game) % seats]);
    const fills = seatSides(
      seated.map((_, seat) => table.standIns.includes((seat + game) % seats)),
      teams,
    );
    const standIns = fills.flatMap((isStandIn, seat) => (isStandIn ? [seat] : []));
    return {
      id: `${name}-m${game}`,
      board: boards === 0 ? -1 : (table.deal + turn) % boards,
      seed: (firstSeed + table.deal * SEEDS_A_DEAL + turn) | 0,
      players: seatSides(seated, teams),
      ...(standIns.length === 0 ? {} : { standIns }),
      ...(teams && { teams }),
    };
  });
}

/**
 * The result of a table: the mean share and the mean score for each of its places. A match without a result doesn't
 * count. Without any results, every place has half of the points.
 */
export function tableResult(table: Table, records: readonly MatchRecord[]): TableResult {
  const seats = table.players.length;
  const shares = new Array<number>(seats).fill(0);
  const scores = new Array<number>(seats).fill(0);
  let played = 0;
  records.forEach((record, game) => {
    if (record.failure !== undefined) return;
    played++;
    const reached = placeShares(record.scores, outOf(record), record.teams);
    for (const [side, seat] of firstSeats(record.scores.length, record.teams).entries()) {
      const place = (side + game) % seats;
      shares[place] += reached[seat];
      scores[place] += record.scores[seat];
    }
  });
  if (played === 0) return { shares: shares.map(() => 0.5), scores };
  return { shares: shares.map((sum) => sum / played), scores: scores.map((sum) => sum / played) };
}

/**
 * Plays a tournament to its end. All tables of a stage are played at the same time.
 *
 * @param playAll plays matches and returns their results in the same order
 * @param onStage called after each stage
 */
export async function playTournament(
  format: TournamentFormat,
  plan: TournamentPlan,
  playAll: (specs: readonly MatchSpec[]) => Promise<MatchRecord[]>,
  onStage: (played: readonly PlayedStage[], stage: Stage) => void = () => {},
): Promise<{ played: readonly PlayedStage[]; records: readonly MatchRecord[] }> {
  const played: PlayedStage[] = [];
  const all: MatchRecord[] = [];
  for (let stage = format.next(played); stage !== undefined; stage = format.next(played)) {
    const specs = stage.tables.map((table, t) => tableSpecs(plan, table, `r${played.length + 1}-t${t + 1}`));
    const records = await playAll(specs.flat());
    all.push(...records);
    const results = stage.tables.map((table, t) =>
      tableResult(table, records.slice(t * plan.games, (t + 1) * plan.games)),
    );
    played.push({ stage, results });
    onStage(played, stage);
  }
  return { played, records: all };
}
