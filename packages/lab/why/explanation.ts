import type { Teams } from '@ludus/game/teams.ts';
import type { Finding } from './findings.ts';
import type { ChancePoint } from './playouts.ts';

/** Why a match went as it did for one seat. Rounds are counted from 0: round r is played from the viewer's frame r. */
export interface Explanation {
  readonly version: 1;
  readonly game: string;
  readonly seat: number;
  readonly names: readonly string[];
  /** By seat, where seats play together. */
  readonly teams?: Teams;
  readonly scores: readonly number[];
  readonly rounds: number;
  /** Why the match ended, in the game's own word. */
  readonly reason: string;
  readonly result: 'won' | 'drawn' | 'lost';
  /** From 1; seats of a team, and seats with the same score, share a place. */
  readonly place: number;
  /** Sentences about what decided the match: the result, the main causes, the turning point, and what would have helped. */
  readonly sentences: readonly string[];
  /**
   * Between which rounds the chances (0…1) of the seat fell most, or rose most if it won. They are means of three looks before and
   * after. Null if they never changed by 0.15.
   */
  readonly turningPoint: {
    readonly from: number;
    readonly to: number;
    readonly before: number;
    readonly after: number;
  } | null;
  /** Expected share of the points (0…1) by seat, in sampled rounds: how built-in players that take over there would fare. */
  readonly curve: readonly ChancePoint[];
  /** The skills that the seat showed more than its opponents, the heaviest first. */
  readonly strengths: readonly Finding[];
  /** The seat's weaknesses in this match, the most serious first. */
  readonly findings: readonly Finding[];
  /** Single rounds to look at, in order of the rounds. */
  readonly moments: readonly Moment[];
}

export interface Moment {
  readonly round: number;
  /** A mishap that cost something, a chance that was missed, or the round before the turning point. */
  readonly kind: 'mishap' | 'missed' | 'turn';
  /** A finding's id; `turn` for the turning point. */
  readonly id: string;
  /** A sentence. */
  readonly text: string;
  /** How much it cost; 1 decides a match. */
  readonly weight: number;
  /** A move that would have avoided it, found by playing it. */
  readonly better: { readonly round: number; readonly move: string; readonly text: string } | null;
}
