import type { PlayedStage, Table } from '@ludus/lab/statistics.ts';
import type { MatchResult, PlannedMatch } from '../words.ts';
import type { Chance } from './chance.ts';
import type { FrozenEntrant, RoundTerms } from './terms.ts';

/** One who takes part: its index (from 0) in the order in which those who take part are listed. From `entrants.length` on: fillers. */
export type Index = number;

/** A player's result in some matches. */
export interface Tally {
  /** For places: two for everyone left behind and one for each tie, whole numbers; for scores: the game's. */
  readonly points: number;
  /** Those that counted. */
  readonly matches: number;
}

/** Someone left; stages from `stage` on (from 0) are drawn without. */
export interface Withdrawal {
  readonly entrant: number;
  readonly stage: number;
}

/** All that a round is a function of, also the results of its matches. */
export interface RoundSetup {
  readonly terms: RoundTerms;
  /** Strongest first, if that is known. */
  readonly entrants: readonly FrozenEntrant[];
  readonly chance: Chance;
  readonly withdrawn: readonly Withdrawal[];
}

/** A match of a round. `seed` is its key (`matchKey`); versions are numbers of submissions, below 0: fillers, −1 for the first. */
export interface RoundMatch extends PlannedMatch {
  readonly stage: number;
  /** The table in its stage, or in its deal of tie matches. */
  readonly table: number;
  /** 0, or which deal of matches that play on after a tie. */
  readonly playOn: number;
  /** The player of each seat, and whether for itself; a stand-in's result counts for no one. */
  readonly sits: readonly { readonly index: Index; readonly counts: boolean }[];
}

/** The result of a match; 'annulled': the organiser cancelled it, and it counts for no one. */
export type RoundResult = MatchResult | 'annulled';
export type Results = ReadonlyMap<number, RoundResult>;

/** Where a stage decides: between the `boundaries[i]`-th and the next of its members. */
export interface Cut {
  readonly members: readonly Index[];
  /** Ascending, each 1 … members.length − 1. */
  readonly boundaries: readonly number[];
  /** Whether the stage's matches count, or all so far. */
  readonly over: 'stage' | 'all';
}

/** A step of a format: tables that can be played at the same time. */
export interface StagePlan {
  readonly tables: readonly Table[];
  /** Matches at each table. */
  readonly games: number;
  /** They rest. */
  readonly byes: readonly Index[];
  readonly cuts: readonly Cut[];
}

/** How a cut came out. */
export interface Decision {
  readonly cut: Cut;
  /** Best first; those in one group tie, and no boundary is within a group. */
  readonly groups: readonly (readonly Index[])[];
  /** Tied players whose order the secret drew. */
  readonly drawn: readonly Index[];
  /** Those of them whom the draw placed behind others with whom they tied. */
  readonly behind: readonly Index[];
}

/** A stage that is over. */
export interface ClosedStage {
  readonly plan: StagePlan;
  /** Without those that played on. */
  readonly matches: readonly RoundMatch[];
  /** Matches that played on after ties, one list a deal. */
  readonly played: readonly (readonly RoundMatch[])[];
  /** Each player's result in it, apart from ties; by index. */
  readonly tally: ReadonlyMap<Index, Tally>;
  /** Their results in the tie-break matches. */
  readonly tallyOn: ReadonlyMap<Index, Tally>;
  readonly decisions: readonly Decision[];
  /** Those who went, best first; those in one group share their place. */
  readonly out: readonly (readonly Index[])[];
  /** The same for the laboratory's formats. */
  readonly stage: PlayedStage;
}

/** A stage under way. */
export interface OpenStage {
  readonly plan: StagePlan;
  /** First the stage's own matches, then one list a deal of those that play on. */
  readonly waves: readonly (readonly RoundMatch[])[];
}

/** A round, as far as its results have been taken in. */
export interface RoundState {
  readonly setup: RoundSetup;
  readonly closed: readonly ClosedStage[];
  /** Absent: the round is over. */
  readonly open?: OpenStage;
  /** All matches planned so far; the match with number n at n − 1. */
  readonly matches: readonly RoundMatch[];
}
