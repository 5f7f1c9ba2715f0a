import type { Teams } from '@ludus/game/teams.ts';
import type { Finding } from './findings.ts';
import type { ChancePoint } from './playouts.ts';

/** The reasons for one seat's result in a match. Rounds count from 0: round r is played from the viewer's frame r. */
export interface Explanation {
  readonly version: 1;
  readonly game: string;
  readonly seat: number;
  readonly names: readonly string[];
  /** The team of each seat, in games where seats play together. */
  readonly teams?: Teams;
  readonly scores: readonly number[];
  readonly rounds: number;
  /** The game's word for the reason why the match ended. */
  readonly reason: string;
  readonly result: 'won' | 'drawn' | 'lost';
  /** The seat's place, counted from 1. Seats of a team, and seats with the same score, share a place. */
  readonly place: number;
  /**
   * Sentences about the outcome: the result, its main causes, the turning point, and the moves that would have helped.
   */
  readonly sentences: readonly string[];
  /**
   * The rounds between which the seat's chances (0 to 1) fell most, or rose most if the seat won. The chances are means
   * of three samples before and after the turning point. Null if the chances never changed by 0.15 or more.
   */
  readonly turningPoint: {
    readonly from: number;
    readonly to: number;
    readonly before: number;
    readonly after: number;
  } | null;
  /** Expected share of the points (0 to 1), by seat, if built-in players took over in the sampled rounds. */
  readonly curve: readonly ChancePoint[];
  /** The skills that the seat showed more often than its opponents did, heaviest first. */
  readonly strengths: readonly Finding[];
  /** The seat's weaknesses in this match, heaviest first. */
  readonly findings: readonly Finding[];
  /** Notable rounds, in ascending order. */
  readonly moments: readonly Moment[];
}

export interface Moment {
  readonly round: number;
  /** A costly mishap, a missed chance, or the round before the turning point. */
  readonly kind: 'mishap' | 'missed' | 'turn';
  /** The id of a finding, or `turn` for the turning point. */
  readonly id: string;
  /** A sentence about the moment. */
  readonly text: string;
  /** The cost of the moment. A cost of 1 is enough to decide the match. */
  readonly weight: number;
  /** A move that would have avoided the mishap, as playing this move has shown. */
  readonly better: { readonly round: number; readonly move: string; readonly text: string } | null;
}
