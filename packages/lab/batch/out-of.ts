import type { MatchRecord } from './plan.ts';

/** Seats disqualified in the match, by seat. */
export function outOf(record: MatchRecord): boolean[] {
  return record.players.map((_, seat) => record.faults.some((fault) => fault.seat === seat));
}
