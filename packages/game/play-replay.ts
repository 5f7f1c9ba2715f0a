import type { Problem } from '@ludus/kernel/result.ts';
import { type Game, newRoundRecord, type ReplayReader, type RoundRecord } from './game.ts';
import { MatchChance } from './secret-randomness.ts';

/**
 * One step of replaying a match. `asked` and `record` are buffers that the next round reuses.
 *
 * - `asked`: a round was read, and its budgets and faults are in the state. The caller may change `asked`, whose moves
 *   are played when the generator continues.
 * - `played`: the round was played.
 * - `problem`: the text can't be read further. This is the last step.
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
 * Plays an opened replay again, round by round, until the text or the match ends.
 *
 * @param state the state to play in, as started by `MatchChance`; by default, a new state
 * @example for (const step of playReplay(game, opened.value)) if (step.phase === 'played')
 * print(game.round(step.state));
 */
export function* playReplay<B, S, M>(
  game: Game<B, S, M>,
  replay: ReplayReader<B, S, M>,
  state: S = new MatchChance(game, replay.info).start(replay.board),
): Generator<ReplayStep<S, M>, void, void> {
  const record = newRoundRecord(replay.info);
  const asked = Array.from({ length: game.seatsOf(replay.board) }, () => game.newMove());
  const askedStep = { phase: 'asked', state, asked, record } as const;
  const playedStep = { phase: 'played', state, asked, record } as const;
  const chance = new MatchChance(game, replay.info);
  chance.hide(state);
  while (!game.isOver(state)) {
    record.failed.length = 0;
    const next = replay.next(asked, state, record);
    if (!next.ok) {
      yield { phase: 'problem', problem: next.problem };
      return;
    }
    if (!next.value) return;
    yield askedStep;
    chance.advance(state, asked);
    yield playedStep;
  }
}
