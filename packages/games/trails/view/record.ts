import type { Fault, Outcome, ReplayReader } from '@ludus/game/game.ts';
import { playReplay } from '@ludus/game/replay.ts';
import type { Problem, Result } from '@ludus/kernel/result.ts';
import type { TrailsBoard } from '../rules/board.ts';
import { trails } from '../rules/game.ts';
import type { TrailsMove } from '../rules/move.ts';
import { CAUSES, type Cause, TRAIL, type TrailsState } from '../rules/state.ts';

type Reader = ReplayReader<TrailsBoard, TrailsState, TrailsMove>;

/** How, when, and where a player was eliminated. */
export interface End {
  readonly round: number;
  readonly cause: Cause;
  /** The cell that the player tried to enter, or its current cell if it failed. */
  readonly target: number;
  /** The owner of the trail that the player hit; −1 for any other cause. */
  readonly whose: number;
  /** The fault, if a fault eliminated the player. */
  readonly fault: Fault | undefined;
}

/** The course of one player's match. */
export interface Course {
  /** The cells of the player's trail: its start, and one more cell for each round survived. */
  readonly cells: number[];
  end: End | undefined;
}

/** A match for the viewer. Only trails change, so the path of each player is enough. */
export interface MatchRecord {
  readonly board: TrailsBoard;
  names: readonly string[];
  readonly seed: number;
  readonly limited: boolean;
  courses: readonly Course[];
  /** By round and seat: the share (0 to 1) of a player's budget that it has used. */
  shares: readonly (readonly number[])[];
  rounds: number;
  /** Defined once the match is over. */
  outcome: Outcome | undefined;
  problem: Problem | undefined;
}

/** Reads the header of a replay's text; `readRounds` adds the rest. */
export function readHead(text: string): Result<MatchRecord> {
  const opened: Result<Reader> = trails.replay.open(text);
  if (!opened.ok) return opened;
  const { board, info } = opened.value;
  const { names, seed, limited } = info;
  return {
    ok: true,
    value: { board, names, seed, limited, courses: [], shares: [], rounds: 0, outcome: undefined, problem: undefined },
  };
}

/** Plays the recorded rounds of a text, as far as they can be read. */
export function readRounds(record: MatchRecord, text: string): void {
  const opened: Result<Reader> = trails.replay.open(text);
  if (!opened.ok) {
    record.problem = opened.problem;
    return;
  }
  const state = trails.start(record.board, record.seed);
  const courses: Course[] = record.board.starts.map(({ cell }) => ({ cells: [cell], end: undefined }));
  const shares = [record.names.map(() => 0)];
  const before = new Uint8Array(state.cells.length);
  record.problem = undefined;
  for (const step of playReplay(trails, opened.value, state)) {
    if (step.phase === 'problem') record.problem = step.problem;
    else if (step.phase === 'asked') before.set(state.cells);
    else {
      shares.push([...step.record.shares]);
      courses.forEach((course, seat) => {
        if (state.endedIn[seat] === 0) course.cells.push(state.heads[seat]);
        else course.end ??= endOf(state, seat, before, step.record.faults[seat]);
      });
    }
  }
  record.shares = shares;
  record.courses = courses;
  record.rounds = state.round;
  record.outcome = trails.isOver(state) ? trails.outcome(state) : undefined;
}

/** `before`: the cells before the round in which the player was eliminated. */
function endOf(state: TrailsState, seat: number, before: Uint8Array, fault: Fault | undefined): End {
  const { heads, headings, causes, round, board } = state;
  const cause = CAUSES[causes[seat]];
  const target = cause === 'failure' ? heads[seat] : board.neighbours[4 * heads[seat] + headings[seat]];
  const whose = cause === 'trail' ? before[target] - TRAIL : -1;
  return { round, cause, target, whose, fault: cause === 'failure' ? fault : undefined };
}
