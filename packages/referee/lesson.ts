import type { AnyGame } from '@ludus/game/game.ts';
import type { AnyRunner } from '@ludus/game/player-runner.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import { locateSlowCode, type OpenMetered, type SetUpMatch } from './locate-slow-code.ts';
import { playMatch, type Verdict } from './match.ts';

/** A step of a tutorial: a goal, and matches that test whether the player reaches this goal. */
export interface Lesson<State> {
  /** The lesson's title, such as `Count the room`. */
  readonly title: string;
  /** The player's task, in words that follow "The goal:". */
  readonly goal: string;
  readonly matches: readonly LessonMatch[];
  /** The number of matches in which the player must reach the goal. */
  readonly needed: number;
  /** Judges the player on this seat in a finished match. */
  readonly judge: (state: State, seat: number) => Judgement;
  /** Advice if the goal was not reached. */
  readonly hint: string;
}

export interface LessonMatch {
  /** A board as on the command line (`pillars`, `generated:GAME:7`). */
  readonly board: string | DrawnBoard;
  readonly seed: number;
  /** The player's seat. */
  readonly seat: number;
  /** The names of the built-in players in the other seats, in seat order. */
  readonly opponents: readonly string[];
}

/** A board drawn for the lesson. */
export interface DrawnBoard {
  /** The board's name, such as `two rooms`. */
  readonly name: string;
  readonly text: string;
}

export interface Judgement {
  readonly reached: boolean;
  /** The match's result, as the end of a sentence about the board and the seat: `it lived 12 rounds, Moth 31`. */
  readonly found: string;
}

/** One finished match of a lesson. */
export interface LessonStep extends Judgement {
  readonly match: LessonMatch;
  readonly replay: string;
  /** The player's fault, which `found` describes; undefined if the player played to the end. */
  readonly fault: Verdict['fault'] | undefined;
  /**
   * The slow location in the code, if the player is too slow and the location is known: `in round 3, at Mine.ts:7:3`.
   */
  readonly slow: string | undefined;
}

/** The setup of a lesson. */
export interface LessonSubject {
  readonly game: AnyGame;
  // biome-ignore lint/suspicious/noExplicitAny: the state of `game`
  readonly lesson: Lesson<any>;
  /** A new player for one match. */
  readonly open: () => AnyRunner | Promise<AnyRunner>;
  /**
   * The same player with its instructions counted, to find where it takes too long; undefined if instructions can't be
   * counted.
   */
  readonly openMetered?: OpenMetered | undefined;
  /** Opens the built-in player with this name. */
  readonly opponent: (name: string) => AnyRunner;
  /** The text of a board that is named as on the command line. */
  readonly boardText: (name: string) => string;
  /** The function that plays a match; default: `playMatch`. */
  readonly play?: typeof playMatch<unknown, unknown, unknown> | undefined;
}

/** The name of a match's board, for people. */
export const boardName = ({ board }: LessonMatch): string => (typeof board === 'string' ? board : board.name);

/** Plays the matches of a lesson, one after the other. */
export async function* playLesson(subject: LessonSubject): AsyncGenerator<LessonStep> {
  const { game, lesson } = subject;
  for (const match of lesson.matches) {
    const { board: named } = match;
    const read = game.readBoard(typeof named === 'string' ? subject.boardText(named) : named.text);
    if (!read.ok) throw new Error(`${boardName(match)}: ${describeProblem(read.problem)}`);
    const setup: SetUpMatch = (own) => ({
      game,
      board: read.value,
      seed: match.seed,
      runners: match.opponents.map((name) => subject.opponent(name)).toSpliced(match.seat, 0, own),
    });
    const chunks: string[] = [];
    let verdict: Verdict | undefined;
    const { state } = await (subject.play ?? playMatch)({
      ...setup(await subject.open()),
      record: (text) => chunks.push(text),
      onFault(found) {
        if (found.seat === match.seat) verdict = found;
      },
    });
    const judgement: Judgement = verdict
      ? { reached: false, found: `round ${verdict.round}: ${verdict.sentence}` }
      : lesson.judge(state, match.seat);
    const slow = await locateSlowCode(verdict, subject.openMetered, setup);
    yield { match, replay: chunks.join(''), fault: verdict?.fault, slow, ...judgement };
  }
}

/** The result of a lesson: `Reached: the bot reached the goal in 7 of 8 matches, and 6 are needed.` */
export function lessonResult(
  // biome-ignore lint/suspicious/noExplicitAny: any game's
  lesson: Lesson<any>,
  steps: readonly LessonStep[],
): { readonly reached: boolean; readonly sentence: string } {
  const reached = steps.filter((step) => step.reached).length;
  const enough = reached >= lesson.needed;
  const count = lesson.matches.length;
  const needed = lesson.needed === count ? 'all' : `${lesson.needed}`;
  const many = count === 1 ? '1 match' : `${count} matches`;
  return {
    reached: enough,
    sentence: `${enough ? 'Reached' : 'Not reached'}: the bot reached the goal in ${reached} of ${many}, and ${needed} are needed.`,
  };
}
