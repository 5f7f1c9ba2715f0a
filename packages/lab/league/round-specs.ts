import { createHash } from 'node:crypto';
import type { Teams } from '@ludus/game/teams.ts';
import type { MatchSpec } from '../batch/plan.ts';
import { tableSpecs } from '../batch/tournament.ts';
import { designTables } from '../pairing/design.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The key of a round, 64 hexadecimal digits. It determines boards, seeds, seats, and the luck under a budget. */
export const roundKey = (secret: string, round: number): string => sha256(`ludus league ${secret} round ${round}`);

/** The hash of a key. The hash is published before the agents of the round run. */
export const commitmentOf = (key: string): string => sha256(`ludus league key ${key}`);

/** A number from 0 to 2³⁰ − 1 for the purpose `what`. The number can't be computed without the key. */
export function hidden(key: string, what: string): number {
  return Number.parseInt(sha256(`${key} ${what}`).slice(0, 8), 16) >>> 2;
}

/** The size of a round. */
export interface RoundSize {
  /** Number of bots that play. */
  readonly bots: number;
  /** Bots per match: one per seat, or per team. */
  readonly seats: number;
  /**
   * Requested number of matches, which is rounded up so that all bots play the same number of matches in every seat.
   */
  readonly matches: number;
}

const fieldOf = ({ bots, seats }: RoundSize): number => Math.max(bots, seats);

/** The number of boards in a round. Every bot plays on each of them, in every seat. */
export const boardsIn = (size: RoundSize): number =>
  size.bots < 2 ? 0 : Math.max(1, Math.ceil(size.matches / (fieldOf(size) * size.seats)));

/**
 * The group numbers (from 0) from which a round's boards are generated. The numbers can't be computed without the key.
 */
export const hiddenBoards = (key: string, count: number): number[] =>
  Array.from({ length: count }, (_, board) => hidden(key, `board ${board}`));

/**
 * The matches of a round. The bots at a table play one match per seat, all with the same board and seed. The bots move
 * by one seat after each match.
 */
export function roundSpecs(key: string, size: RoundSize, teams: Teams | undefined): MatchSpec[] {
  const boards = boardsIn(size);
  if (boards === 0) return [];
  const field = Array.from({ length: size.bots }, (_, bot) => bot);
  const tables = designTables(field, [], size.seats, boards * size.seats, hidden(key, 'draw'), 0);
  const plan = { seats: size.seats, teams, boards, firstSeed: hidden(key, 'seed'), games: size.seats };
  return tables.flatMap((table, t) => tableSpecs(plan, table, `t${t + 1}`));
}
