import { type AnyRunner, forwardingRunner } from '@ludus/game/player-runner.ts';
import { describeMove, openRecording, type Recording } from '@ludus/referee/debug.ts';

/** A recorded match that players see from one of its seats. */
export interface SeatRecording {
  readonly recording: Recording;
  readonly seat: number;
}

/**
 * A player's actions in each round of each recorded match: the player's instructions in the form in which the game's
 * replays print them. If the player failed, the list is shorter.
 */
export type Answers = readonly (readonly (readonly string[])[])[];

/**
 * Shows the same recorded boards to a player, round by round, and records its actions. The actions have no effect, so
 * all players see the same boards. `open`: returns a new player for each match. `failures`: one message for each match
 * that the player didn't finish.
 */
export async function answersTo(
  showings: readonly SeatRecording[],
  open: () => AnyRunner | Promise<AnyRunner>,
): Promise<{ readonly answers: Answers; readonly failures: readonly string[] }> {
  const all: string[][][] = [];
  const failures: string[] = [];
  for (const { recording, seat } of showings) {
    const { game, info } = recording;
    const inner = await open();
    const asked: string[][] = [];
    const runner: AnyRunner = {
      ...forwardingRunner(inner),
      async play(state, move, generator) {
        await inner.play(state, move, generator);
        const text = describeMove(game, info, seat, move, state);
        asked.push(text === '' ? [] : text.split(', '));
      },
    };
    const { failed } = await recording.feed(runner);
    if (failed) failures.push(`in round ${failed.round}: ${failed.sentence}`);
    all.push(asked);
  }
  return { answers: all, failures };
}

export { openRecording };
