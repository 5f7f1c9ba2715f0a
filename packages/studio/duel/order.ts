import type { MatchRecord, MatchSpec } from '@ludus/lab/results.ts';
import type { RulesOrder } from '../games/kits.ts';
import type { FuelNeeds, PlayerOrder } from '../match/order.ts';

/** The setup that all matches of a duel share. Each worker receives this setup once. */
export interface DuelOrder extends RulesOrder {
  /** The boards; empty if the game generates a board from each match's seed. */
  readonly boards: readonly { readonly name: string; readonly text: string }[];
  /** NEW, OLD, and the players of the other seats. */
  readonly players: readonly PlayerOrder[];
  /** Settings for bots in separate engines. If absent, the bots run as scripts of the worker. */
  readonly fuel?: {
    /**
     * The secret for a fuel budget, as in `ludus duel --budget fuel --secret SECRET`. If absent, there is no budget.
     */
    readonly secret?: string;
    /** Address of the folder that contains the page's files, with `/` at the end. */
    readonly base: string;
    /** By player: the compiled module of a C++ player. */
    readonly modules: FuelNeeds['modules'];
  };
}

/** A message from the page to a worker: first the duel, then matches, one after the other. */
export type DuelWorkerRequest =
  | { readonly type: 'duel'; readonly order: DuelOrder }
  | { readonly type: 'match'; readonly spec: MatchSpec };

/**
 * A message from a worker: the progress of a match (at regular intervals), its result, or the reason why this duel's
 * matches can't be played.
 */
export type DuelWorkerMessage =
  | { readonly type: 'alive' }
  | { readonly type: 'done'; readonly record: MatchRecord }
  | { readonly type: 'problem'; readonly message: string };
