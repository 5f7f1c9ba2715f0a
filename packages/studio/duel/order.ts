import type { MatchRecord, MatchSpec } from '@ludus/lab/results.ts';
import type { RulesOrder } from '../games/kits.ts';
import type { FuelNeeds, PlayerOrder } from '../match/order.ts';

/** The setup that all matches of a duel share. Each worker receives it once. */
export interface DuelOrder extends RulesOrder {
  /** None: the game makes a board of each match's seed. */
  readonly boards: readonly { readonly name: string; readonly text: string }[];
  /** NEW, OLD, and those who fill the other seats. */
  readonly players: readonly PlayerOrder[];
  /** The bots run in their own engines. Absent: as scripts of the worker. */
  readonly fuel?: {
    /** The matches are played under a budget of fuel, as `ludus duel --budget fuel --secret SECRET` plays them. Absent: nothing is counted. */
    readonly secret?: string;
    /** Where the page's files are; an address that ends in `/`. */
    readonly base: string;
    /** By player: what one in C++ was compiled to. */
    readonly modules: FuelNeeds['modules'];
  };
}

/** From the page to a worker: the duel first, then matches, one after the other. */
export type ToDuelWorker =
  | { readonly type: 'duel'; readonly order: DuelOrder }
  | { readonly type: 'match'; readonly spec: MatchSpec };

/** From a worker: regular signs that a match is running, its result, or the reason why no match of this duel can be played. */
export type FromDuelWorker =
  | { readonly type: 'alive' }
  | { readonly type: 'done'; readonly record: MatchRecord }
  | { readonly type: 'problem'; readonly message: string };
