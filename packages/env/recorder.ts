import { type AnyGame, type Fault, newRoundRecord, type RoundRecord } from '@ludus/game/game.ts';
import { actorsOf } from '@ludus/game/replay.ts';

/** The reason for a player's disqualification. */
export interface Verdict {
  readonly seat: number;
  readonly name: string;
  /** The number of the round on the board. */
  readonly round: number;
  readonly fault: Fault;
  readonly sentence: string;
}

/** A match that is being recorded. */
interface Recording {
  readonly record: RoundRecord;
  readonly chunks: string[];
  verdicts: number;
}

/** Writes the replays of matches while they are played, as `ludus match` does. */
export class Recorder {
  private readonly game: AnyGame;
  /** By match: the recording, or undefined if the match didn't start with its first round. */
  private readonly recordings: (Recording | undefined)[];
  /** By match: the replay of the last match that was completed. */
  private readonly finished: (string | undefined)[];

  constructor(game: AnyGame, size: number) {
    this.game = game;
    this.recordings = Array.from({ length: size }, () => undefined);
    this.finished = Array.from({ length: size }, () => undefined);
  }

  /** Starts recording a match, before its first round. */
  begin(match: number, board: unknown, state: unknown, seed: number, names: readonly string[]): void {
    const info = { seed, names, limited: false };
    const chunks = [this.game.replay.head(board, info, state)];
    this.recordings[match] = { record: newRoundRecord(info), chunks, verdicts: 0 };
  }

  /** Stops the recording, because the match continues from another state. */
  drop(match: number): void {
    this.recordings[match] = undefined;
  }

  /** Handles the start of a round. */
  asked(match: number, state: unknown, verdicts: readonly Verdict[]): void {
    const recording = this.recordings[match];
    if (!recording || !this.game.actors) return;
    for (const { seat, fault } of verdicts) recording.record.faults[seat] ??= fault;
    recording.record.actors = actorsOf(this.game, state, recording.record.faults);
  }

  /** Handles the end of a round. `verdicts`: all verdicts of the match so far. */
  played(match: number, moves: readonly unknown[], state: unknown, verdicts: readonly Verdict[]): void {
    const recording = this.recordings[match];
    if (!recording) return;
    const { chunks, record } = recording;
    record.failed.length = 0;
    for (const { seat, fault } of verdicts.slice(recording.verdicts)) {
      record.faults[seat] = fault;
      record.failed.push(seat);
    }
    recording.verdicts = verdicts.length;
    chunks.push(this.game.replay.round(moves, state, record));
    if (!this.game.isOver(state)) return;
    this.finished[match] = chunks.join('') + this.game.replay.tail(state);
    this.recordings[match] = undefined;
  }

  /** The replay of the last match that was completed under this number, or undefined if there is none. */
  replayOf(match: number): string | undefined {
    return this.finished[match];
  }
}
