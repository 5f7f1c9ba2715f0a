import type { PlayedStage, Table } from '@ludus/lab/statistics.ts';
import type { MatchResult, PlannedMatch } from '../words.ts';
import type { Chance } from './chance.ts';
import type { FrozenEntrant, RoundTerms } from './terms.ts';

/**
 * A participant's index (from 0) in the order of the participants. Indices from `entrants.length` on are for fillers.
 */
export type Index = number;

/** A player's result in some matches. */
export interface Tally {
  /**
   * The points. For places: two for each player left behind and one for each tie, as an integer. For scores: the game's
   * points.
   */
  readonly points: number;
  /** Number of counted matches. */
  readonly matches: number;
}

/** A withdrawal: stages from `stage` on (from 0) are drawn without the entrant. */
export interface Withdrawal {
  readonly entrant: number;
  readonly stage: number;
}

/** All inputs of a round, except the results of its matches. */
export interface RoundSetup {
  readonly terms: RoundTerms;
  /** The participants, the strongest first if known. */
  readonly entrants: readonly FrozenEntrant[];
  readonly chance: Chance;
  readonly withdrawn: readonly Withdrawal[];
}

/**
 * A match of a round. `seed` contains its key (`matchKey`). Versions are submission numbers, or negative for fillers,
 * −1 for the first.
 */
export interface RoundMatch extends PlannedMatch {
  readonly stage: number;
  /** The number of the match's table in the stage, or in the deal of tie-break matches. */
  readonly table: number;
  /** The number of the match's deal of tie-break matches; 0: the match isn't a tie-break. */
  readonly playOn: number;
  /** The player at each seat, and whether the result counts for that player. Results don't count for stand-ins. */
  readonly sits: readonly { readonly index: Index; readonly counts: boolean }[];
}

/** The result of a match; 'annulled': the organiser cancelled it, and it doesn't count. */
export type RoundResult = MatchResult | 'annulled';
export type Results = ReadonlyMap<number, RoundResult>;

/** A group of players that a stage divides into parts. Each boundary is after the `boundaries[i]`-th member. */
export interface Cut {
  readonly members: readonly Index[];
  /** In ascending order, each from 1 to members.length − 1. */
  readonly boundaries: readonly number[];
  /** Whether only the stage's matches count, or all matches so far. */
  readonly over: 'stage' | 'all';
}

/** A stage of a format: tables that can be played at the same time. */
export interface StagePlan {
  readonly tables: readonly Table[];
  /** Number of matches at each table. */
  readonly games: number;
  /** Players with a bye. */
  readonly byes: readonly Index[];
  readonly cuts: readonly Cut[];
}

/** The result of a cut. */
export interface Decision {
  readonly cut: Cut;
  /** The groups, the best first. Players in one group tie, and no boundary is inside a group. */
  readonly groups: readonly (readonly Index[])[];
  /** Tied players whose order was drawn from the secret. */
  readonly drawn: readonly Index[];
  /** The drawn players who were placed behind other tied players. */
  readonly behind: readonly Index[];
}

/** A finished stage. */
export interface ClosedStage {
  readonly plan: StagePlan;
  /** The matches without tie-breaks. */
  readonly matches: readonly RoundMatch[];
  /** Tie-break matches, one list per deal. */
  readonly played: readonly (readonly RoundMatch[])[];
  /** By index: each player's result in the stage, without tie-breaks. */
  readonly tally: ReadonlyMap<Index, Tally>;
  /** By index: each player's result in the tie-break matches. */
  readonly tallyOn: ReadonlyMap<Index, Tally>;
  readonly decisions: readonly Decision[];
  /** The eliminated players, the best first; players in one group share their place. */
  readonly out: readonly (readonly Index[])[];
  /** This stage in the form that the formats of the lab package need. */
  readonly stage: PlayedStage;
}

/** The current stage. */
export interface OpenStage {
  readonly plan: StagePlan;
  /** The waves of the stage: first its own matches, then one list of matches per deal of tie-breaks. */
  readonly waves: readonly (readonly RoundMatch[])[];
}

/** The state that a round has reached with the results so far. */
export interface RoundState {
  readonly setup: RoundSetup;
  readonly closed: readonly ClosedStage[];
  /** The current stage; absent: the round is over. */
  readonly open?: OpenStage;
  /** All matches planned so far; match number n is at n − 1. */
  readonly matches: readonly RoundMatch[];
}
