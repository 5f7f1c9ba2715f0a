import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { toPrintableLines } from '@ludus/kernel/token-reader.ts';
import { hintFor, type OpenMetered } from '@ludus/referee/check.ts';
import { boardName, type Lesson, type LessonStep, lessonResult, playLesson } from '@ludus/referee/lesson.ts';
import type { PlayerSource } from '@ludus/runtime/resolve.ts';
import { EXIT_NEGATIVE, UsageError } from '@ludus/shell/exit.ts';
import { errorReason } from '@ludus/shell/files.ts';
import type { AnyKit } from 'ludus/kit.ts';
import { loadBoard } from './boards.ts';
import { openBuiltin } from './climb/ladder.ts';
import { gameNamed, KITS } from './games.ts';
import { INK, printJson, textOutput } from './say.ts';
import { playWatched } from './waiting.ts';

/** Maximum number of log lines that are shown when a bot fails. */
const LAST_LINES = 8;

const TAUGHT: readonly AnyKit[] = KITS.filter((kit) => kit.lessons !== undefined);
const TAUGHT_IDS = TAUGHT.map(({ game }) => game.id).join(', ');

/**
 * Returns the game of the lessons: the named game, otherwise the game of the player's file, otherwise the only game
 * with lessons.
 */
export function taughtGame(said: string | undefined, spoken: string | undefined): AnyKit {
  const kit = TAUGHT.find(({ game }) => game.id === said);
  if (kit) return kit;
  if (said !== undefined) throw new UsageError(`${gameNamed(said).title} has no lessons: choose ${TAUGHT_IDS}`);
  const other = TAUGHT.find(({ game }) => game.id === spoken);
  if (other) return other;
  if (spoken !== undefined)
    throw new UsageError(
      `the bot is for ${gameNamed(spoken).title}, which has no lessons: choose a different game with --game: ${TAUGHT_IDS}`,
    );
  if (TAUGHT.length === 1) return TAUGHT[0];
  throw new UsageError(`several games have lessons: choose one with --game: ${TAUGHT_IDS}`);
}

/** Returns the lesson with this number, counted from 1. */
function lessonOf({ game, lessons = [] }: AnyKit, number: number): Lesson<unknown> {
  const lesson = lessons[number - 1];
  if (!lesson) throw new UsageError(`--lesson must be 1 to ${lessons.length} in ${game.title}, not ${number}`);
  return lesson;
}

/** The player to check. */
export interface LessonCheck {
  readonly kit: AnyKit;
  readonly number: number;
  readonly player: PlayerSource;
  readonly openCounted: OpenMetered;
  /** The player's name as the user typed it, for commands that the user can paste. */
  readonly typed: string;
  /** Whether to show everything that the player logs. */
  readonly log: boolean;
  /**
   * The path of the replay. The replay shows the first match that missed the goal or, if there is none, the first
   * match.
   */
  readonly out: string | undefined;
  /** Whether to print the result as JSON on standard output, and the text on standard error. */
  readonly json: boolean;
  /** Time limit for one answer of a player in this process, in milliseconds. */
  readonly answerMs: number;
}

/** Plays a lesson's matches and reports whether each reached the goal. The exit code reports whether all did. */
export async function checkLesson(check: LessonCheck): Promise<void> {
  const { kit, number, player, openCounted, typed, log, json, out, answerMs } = check;
  const text = textOutput(json);
  const { game } = kit;
  const lesson = lessonOf(kit, number);
  text.write(`${player.name} in ${game.title}, lesson ${number}: ${lesson.title}\nThe goal: ${lesson.goal}.\n`);
  const lastWords: string[] = [];
  const steps: LessonStep[] = [];
  const played = playLesson({
    game,
    lesson,
    open() {
      lastWords.length = 0;
      return player.open({
        log(text) {
          lastWords.push(...text.trimEnd().split('\n'));
          lastWords.splice(0, lastWords.length - LAST_LINES);
          if (log) process.stderr.write(`${toPrintableLines(text)}\n`);
        },
        draw() {},
      });
    },
    openMetered: openCounted,
    opponent: (name) => openBuiltin(kit, name)(),
    boardText: (name) => game.printBoard(loadBoard(name, [game]).board),
    play: playWatched(answerMs, 'without --lesson, ludus check runs the bot in a separate process'),
  });
  for await (const step of played) {
    steps.push(step);
    const { match, reached, found, fault } = step;
    const mark = reached ? INK.green('yes') : INK.red('no ');
    const where = `${boardName(match)}, seat ${match.seat}, against ${match.opponents.join(', ')}`;
    text.write(`${String(steps.length).padStart(2)}. ${mark}  ${where}: ${found}\n`);
    // The log of a failed player has more details.
    if (fault && !log)
      for (const line of lastWords) text.write(`         log:  ${toPrintableLines(line.slice(0, 200))}\n`);
  }
  const { reached, sentence } = lessonResult(lesson, steps);
  text.write(`${sentence}\n`);
  if (!reached) for (const hint of hintsFor(lesson, steps)) text.write(`hint: ${hint}\n`);
  const next =
    number < kit.lessons!.length ? `the next is lesson ${number + 1}, ${kit.lessons![number].title}` : undefined;
  if (reached && next) text.write(`${next[0].toUpperCase()}${next.slice(1)}.\n`);
  if (out !== undefined) writeReplay(out, steps.find((step) => !step.reached) ?? steps[0], text);
  else if (!reached)
    text.write(`to see why: npx ludus check ${typed} --lesson ${number} -o lesson${game.replayExtension}\n`);
  if (json)
    printJson({
      player: player.name,
      game: game.id,
      lesson: number,
      passed: reached,
      steps: steps.map((step) => ({
        board: boardName(step.match),
        seat: step.match.seat,
        rivals: step.match.opponents,
        passed: step.reached,
        found: step.found,
      })),
    });
  if (!reached) process.exitCode = EXIT_NEGATIVE;
}

/**
 * Returns the hints to print. If a player survived but missed the goal, the hint is how to play; if the player failed,
 * the hint is how to survive.
 */
function hintsFor(lesson: Lesson<unknown>, steps: readonly LessonStep[]): string[] {
  const missed = steps.filter((step) => !step.reached);
  const faults = missed.flatMap(({ fault, slow }) => (fault && hintFor(fault, slow)) ?? []);
  return [...new Set(faults), ...(missed.some(({ fault }) => fault === undefined) ? [lesson.hint] : [])];
}

function writeReplay(file: string, { match, replay }: LessonStep, text: NodeJS.WriteStream): void {
  try {
    writeFileSync(resolve(file), replay);
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${errorReason(error)}`);
  }
  text.write(`the match on ${boardName(match)}, seat ${match.seat}: npx ludus view ${file}\n`);
}
