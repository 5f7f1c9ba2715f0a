import type { Problem } from '@ludus/kernel/result.ts';
import { type Game, newRoundRecord, type ReplayReader, type RoundRecord } from './game.ts';
import { HIDDEN_GENERATOR_STATE, SecretRandomness } from './secret-randomness.ts';

/**
 * What happens next when a replay is played again. `asked` and `record` are buffers: the next round reuses them.
 *
 * - `asked`: a round has been read, and what it records of budgets and faults is in the state. What stands in `asked` when the
 *   generator goes on is what is played: whoever knows better may change it.
 * - `played`: the round has been played.
 * - `problem`: the text cannot be read any further. It is the last step.
 */
export type ReplayStep<State, Move> =
  | {
      readonly phase: 'asked' | 'played';
      readonly state: State;
      readonly asked: Move[];
      readonly record: RoundRecord;
    }
  | { readonly phase: 'problem'; readonly problem: Problem };

/**
 * Plays an opened replay again in `state`, round by round, until its text or the match ends. Without a state it begins with that
 * before the first round.
 */
export function* playReplay<B, S, M>(
  game: Game<B, S, M>,
  replay: ReplayReader<B, S, M>,
  state: S = game.start(replay.board, replay.info.seed),
): Generator<ReplayStep<S, M>, void, void> {
  const record = newRoundRecord(replay.info);
  const asked = Array.from({ length: game.seatsOf(replay.board) }, () => game.newMove());
  const askedStep = { phase: 'asked', state, asked, record } as const;
  const playedStep = { phase: 'played', state, asked, record } as const;
  const seal = replay.info.key === undefined ? undefined : new SecretRandomness(replay.info.key);
  if (seal) game.setGenerator?.(state, HIDDEN_GENERATOR_STATE);
  while (!game.isOver(state)) {
    record.failed.length = 0;
    const next = replay.next(asked, state, record);
    if (!next.ok) {
      yield { phase: 'problem', problem: next.problem };
      return;
    }
    if (!next.value) return;
    yield askedStep;
    if (seal) game.setGenerator?.(state, seal.boardState(game.round(state)));
    game.advance(state, asked);
    if (seal) game.setGenerator?.(state, HIDDEN_GENERATOR_STATE);
    yield playedStep;
  }
}
