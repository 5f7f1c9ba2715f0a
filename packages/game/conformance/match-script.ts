import type { AnyGame, Fault, MatchInfo, Outcome, RoundRecord } from '../game.ts';
import { newRoundRecord } from '../game.ts';
import { actorsOf } from '../round-lines.ts';
import { MatchChance } from '../secret-randomness.ts';
import type { ReadBoard } from './check-boards.ts';

/** Everything that determines a match. A match replayed from it, in any way, must have the same result. */
export interface MatchScript {
  readonly board: ReadBoard;
  readonly info: MatchInfo;
  readonly rounds: ScriptRound[];
  /** The hash of each state: `hashes[0]` at the start, `hashes[r]` after round r. */
  readonly hashes: number[];
  /** The outcome after each round, indexed like `hashes`. */
  readonly outcomes: Outcome[];
}

export interface ScriptRound {
  /** The players that fail before the round, and their faults. */
  readonly failed: readonly (readonly [seat: number, fault: Fault])[];
  /** The seats that must move. */
  readonly acting: readonly number[];
  /** By seat: the share of its budget used so far. */
  readonly shares: readonly number[];
  /** By seat: the move; an empty move for a disqualified player. */
  readonly asked: readonly unknown[];
  /** The same moves, and also moves of disqualified players, which must not count. */
  readonly insisting: readonly unknown[];
}

/** Changes to a script for another run. */
export interface ScriptChanges {
  readonly board?: unknown;
  readonly seed?: number;
  /** Returns the moves of a round. `number` counts from 0. */
  readonly asked?: (round: ScriptRound, number: number) => readonly unknown[];
  readonly failed?: (round: ScriptRound, number: number) => ScriptRound['failed'];
  readonly share?: (share: number) => number;
  /** The key of a match with secret randomness. */
  readonly key?: string;
}

/**
 * A round of a replayed script, at two moments: before `advance`, when the state already contains failures and budgets,
 * and after it.
 */
export interface PlayedRound {
  readonly phase: 'ready' | 'played';
  readonly state: unknown;
  /** The round's number, from 1. */
  readonly number: number;
  readonly asked: readonly unknown[];
  readonly record: RoundRecord;
}

/** Plays a script again, in a new state. */
export function* playScript(
  game: AnyGame,
  script: MatchScript,
  otherwise: ScriptChanges = {},
): Generator<PlayedRound, void, void> {
  const chance = new MatchChance(game, { seed: otherwise.seed ?? script.info.seed, key: otherwise.key });
  const state = chance.start(otherwise.board ?? script.board.board);
  const record = newRoundRecord(script.info);
  for (let i = 0; i < script.rounds.length; i++) {
    if (game.isOver(state)) return;
    const round = script.rounds[i];
    record.failed.length = 0;
    for (const [seat, fault] of otherwise.failed?.(round, i) ?? round.failed) {
      record.faults[seat] = fault;
      record.failed.push(seat);
      game.freeze(state, seat, fault);
    }
    applyShares(game, state, round.shares, record, otherwise.share);
    const asked = otherwise.asked?.(round, i) ?? round.asked;
    if (game.actors) record.actors = actorsOf(game, state, record.faults);
    yield { phase: 'ready', state, number: i + 1, asked, record };
    chance.advance(state, asked);
    yield { phase: 'played', state, number: i + 1, asked, record };
  }
}

/** Charges the remaining players, as the referee does. */
export function applyShares(
  game: AnyGame,
  state: unknown,
  shares: readonly number[],
  record: RoundRecord,
  changed: (share: number) => number = (share) => share,
): void {
  if (!record.info.limited) return;
  shares.forEach((share, seat) => {
    if (record.faults[seat] !== undefined) return;
    record.shares[seat] = changed(share);
    game.charge?.(state, seat, record.shares[seat]);
  });
}
