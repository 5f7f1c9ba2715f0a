import { type Game, newRoundRecord, type RoundRecord } from '@ludus/game/game.ts';
import { playReplay } from '@ludus/game/play-replay.ts';
import { MatchChance } from '@ludus/game/secret-randomness.ts';
import type { Problem, Result } from '@ludus/kernel/result.ts';
import type { AnyView, Fact, Timeline } from './view.ts';

/** A game's description of itself for viewing its replays. */
export interface ReplayDescription<Board, State, Frame> {
  /** A moment between two rounds. The state changes afterwards: copy what is kept. `record` has each seat's share of its budget. */
  frame(state: State, record: RoundRecord): Frame;
  /** The board's rows and columns, and the most rounds that a match on it can have. */
  size(board: Board): { readonly rows: number; readonly columns: number; readonly rounds: number };
  /** The board's settings, for people. */
  settings(board: Board): readonly Fact[];
  /** How the match ended, for people. */
  ending(state: State, names: readonly string[]): string;
}

/**
 * A replay as a timeline, for games whose matches are short. It keeps one frame per round, and reads everything again up to the
 * last line end when more text arrives.
 */
export function openReplay<Board, State, Move, Frame>(
  game: Game<Board, State, Move>,
  view: AnyView,
  text: string,
  looks: ReplayDescription<Board, State, Frame>,
): Result<Timeline<Frame>> {
  const opened = game.replay.open(text);
  if (!opened.ok) return opened;
  const { board, info } = opened.value;
  const { rows, columns, rounds } = looks.size(board);
  let whole = text;
  let frames: Frame[] = [];
  let ending: string | undefined;
  let problem: Problem | undefined;
  const read = (end: number): void => {
    const again = game.replay.open(whole.slice(0, end));
    if (!again.ok) {
      problem = again.problem;
      return;
    }
    const state = new MatchChance(game, again.value.info).start(board);
    frames = [looks.frame(state, newRoundRecord(info))];
    problem = undefined;
    for (const step of playReplay(game, again.value, state)) {
      if (step.phase === 'problem') problem = step.problem;
      else if (step.phase === 'played') frames.push(looks.frame(state, step.record));
    }
    ending = game.isOver(state) ? looks.ending(state, info.names) : undefined;
  };
  const toLastLineEnd = () => whole.lastIndexOf('\n') + 1;
  read(toLastLineEnd());
  const timeline: Timeline<Frame> = {
    view,
    names: info.names,
    seed: String(info.seed),
    settings: looks.settings(board),
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
    append(more) {
      whole += more;
      read(toLastLineEnd());
      // The rest may still arrive.
      problem = undefined;
    },
    finish: () => read(whole.length),
  };
  return { ok: true, value: timeline };
}
