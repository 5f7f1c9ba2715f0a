import { type Game, type MatchInfo, newRoundRecord, type RoundRecord } from '@ludus/game/game.ts';
import { REPLAY_PROBLEMS, readSeen } from '@ludus/game/replay.ts';
import { teamsOn } from '@ludus/game/teams.ts';
import { ok, type Problem, problemOf, type Result } from '@ludus/kernel/result.ts';
import type { AnyView, Fact, Timeline } from './view.ts';

/** The functions with which the viewer shows a game's replays. */
export interface ReplayDescription<Board, State, Frame> {
  /**
   * Creates the frame of a moment between two rounds. The state changes afterwards, so the frame must copy its data.
   * `record` contains each seat's share of its budget.
   */
  frame(state: State, record: RoundRecord): Frame;
  /** The board's rows and columns, and the maximum number of rounds in a match on this board. */
  size(board: Board): { readonly rows: number; readonly columns: number; readonly rounds: number };
  /** The board's settings, for users. */
  settings(board: Board): readonly Fact[];
  /** The reason for the end of the match, for users. */
  ending(state: State, names: readonly string[]): string;
}

interface SeenMatch<Board, State, Frame> {
  /** The lines after the header. */
  readonly text: string;
  readonly board: Board;
  readonly info: MatchInfo;
  readonly looks: ReplayDescription<Board, State, Frame>;
}

/** A match in progress as a timeline of one seat's observations, without access to other information. */
export function openSeen<Board, State, Move, Frame>(
  game: Game<Board, State, Move>,
  view: AnyView,
  { text, board, info, looks }: SeenMatch<Board, State, Frame>,
): Result<Timeline<Frame>> {
  const { rows, columns, rounds } = looks.size(board);
  const frames: Frame[] = [];
  const record = newRoundRecord(info);
  let rest = '';
  let ending: string | undefined;
  let problem: Problem | undefined;
  const read = (more: string): void => {
    const lines = (rest + more).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      const state = game.start(board, 0);
      try {
        readSeen(line, state, record);
      } catch (error) {
        problem ??= problemOf(REPLAY_PROBLEMS, 'replay/seen', (error as Error).message);
        return;
      }
      frames.push(looks.frame(state, record));
      if (game.isOver(state)) ending = looks.ending(state, info.names);
    }
  };
  read(text);
  if (problem) return { ok: false, problem };
  const timeline: Timeline<Frame> = {
    view,
    names: info.names,
    seed: '',
    settings: looks.settings(board),
    teams: teamsOn(game, board),
    rows,
    columns,
    get last() {
      return frames.length - 1;
    },
    get planned() {
      return ending === undefined ? Math.max(rounds, frames.length - 1) : frames.length - 1;
    },
    get ending() {
      return ending;
    },
    get problem() {
      return problem;
    },
    frame: (round) => frames[round],
    seenBy: () => timeline,
    append: read,
    finish() {},
  };
  return ok(timeline);
}
