import { createHash } from 'node:crypto';
import { seatSides, type Teams } from '@ludus/game/teams.ts';
import type { MatchSpec } from '../batch/plan.ts';
import { hidden } from '../league/round-specs.ts';
import { arrangementsOf } from '../stats/groups.ts';

/** The hash of a benchmark's key. The hash can be published before the bots are known. */
export const keyCommitment = (key: string): string =>
  createHash('sha256').update(`ludus benchmark key ${key}`).digest('hex');

/** The size of a benchmark for one bot. */
export interface BenchmarkSize {
  /** Number of opponents. They are players 0 to opponents − 1 of the run, and the bot is the next player. */
  readonly opponents: number;
  /** Number of boards. On each board, the bot plays a pair of matches against every opponent. */
  readonly boards: number;
  /** Number of seats of each board, or of teams if there are teams. */
  readonly sides: number;
  readonly teams: Teams | undefined;
}

/** The matches of a benchmark, ordered by board, opponent, and seating. */
export function benchmarkSpecs(key: string, { opponents, boards, sides, teams }: BenchmarkSize): MatchSpec[] {
  const specs: MatchSpec[] = [];
  for (let board = 0; board < boards; board++) {
    const ways = arrangementsOf(sides, 0, board).map((way) => seatSides(way, teams));
    for (let opponent = 0; opponent < opponents; opponent++)
      for (const [n, way] of ways.entries())
        specs.push({
          id: `b${board + 1}-o${opponent + 1}-m${n + 1}`,
          board,
          seed: hidden(key, `seed ${board}`),
          players: way.map((player) => (player === 0 ? opponents : opponent)),
          ...(teams && { teams }),
        });
  }
  return specs;
}
