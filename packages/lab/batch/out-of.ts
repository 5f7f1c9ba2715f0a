import { disqualified } from '@ludus/game/teams.ts';
import type { MatchRecord } from './plan.ts';

/** Seats disqualified in the match, by seat. A team is disqualified once all its players have failed. */
export function outOf(record: MatchRecord): readonly boolean[] {
  const failed = record.players.map((_, seat) => record.faults.some((fault) => fault.seat === seat));
  return disqualified(failed, record.teams);
}
