import { count, DecodeError, type Decoder, list, literal, object, text, textMatching } from '@ludus/game/replay.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { readText } from '@ludus/shell/files.ts';
import type { AnyKit } from 'ludus/kit.ts';
import { ladderedKit } from '../climb/ladder.ts';
import { gameNamed, kitOf } from '../games.ts';

/** A task that earns points. */
export interface Task {
  readonly run: 'check' | 'lesson' | 'climb';
  readonly points: number;
  readonly title: string;
  /** The bot's file, as for `ludus match`. */
  readonly player: string;
  /** Time limit in minutes. At this time, the task ends, and the bot gets the points that it has earned so far. */
  readonly minutes: number;
  /** The arguments after the bot. */
  readonly args: readonly string[];
  /** The opponents of a climb, weakest first. */
  readonly opponents: readonly string[];
}

/** The content of a grading file. */
export interface Grading {
  readonly kit: AnyKit;
  readonly tasks: readonly Task[];
}

const MINUTES = 10;
const MAX_MINUTES = 1440;
const MAX_TASKS = 100;

const task = object(
  { run: literal('check', 'lesson', 'climb'), points: count },
  {
    title: textMatching(/^\P{Cc}{1,200}$/u, 'a line of 1 to 200 characters'),
    player: text(1000),
    minutes: count,
    budget: literal('none', 'cpu', 'fuel'),
    lesson: count,
    pairs: count,
    to: text(100),
  },
);
const grading = object({ game: text(100), tasks: list(task) }, { player: text(1000) });

/** The options of each kind of task; any other option is an error. */
const OWN = { check: ['budget'], lesson: ['lesson'], climb: ['pairs', 'to'] } as const;
const ANY = ['run', 'points', 'title', 'player', 'minutes'];
const OF_FILE = ['game', 'player', 'tasks'];

/**
 * Reads a grading file. `player`: in tasks that don't name a bot, replaces the bot that the file names for all tasks.
 *
 * @throws UsageError with the file, the location in it, and the error
 */
export function readGrading(file: string, player: string | undefined): Grading {
  const refuse = (path: readonly (string | number)[], message: string): never => {
    throw new UsageError(`${file}${path.length === 0 ? '' : `, ${pathText(path)}`}: ${message}`);
  };
  const value = parsed(readText(file), file);
  const read = decoded(grading, value, refuse);
  if (read.tasks.length === 0 || read.tasks.length > MAX_TASKS)
    refuse(['tasks'], `1 to ${MAX_TASKS} tasks are expected, not ${read.tasks.length}`);
  const extra = Object.keys(value as object).find((name) => !OF_FILE.includes(name));
  if (extra !== undefined) refuse([extra], `unknown field ${extra}; allowed: ${OF_FILE.join(', ')}`);
  const kit = kitOf(gameNamed(read.game));
  const usual = player ?? read.player;
  const tasks = read.tasks.map((each, i): Task => {
    const at = (name: string) => ['tasks', i, name];
    const given = Object.keys((value as { tasks: object[] }).tasks[i]);
    const unknown = given.find((name) => ![...ANY, ...OWN[each.run]].includes(name));
    if (unknown !== undefined)
      refuse(
        at(unknown),
        `unknown field ${unknown} of a ${each.run}; allowed: ${[...ANY, ...OWN[each.run]].join(', ')}`,
      );
    const bot = each.player ?? usual;
    if (bot === undefined) return refuse(at('player'), 'name the bot here, once for all tasks, or on the command line');
    if (bot === '' || bot.startsWith('-')) refuse(at('player'), 'a bot’s file is expected');
    for (const name of ['minutes', 'pairs', 'lesson'] as const)
      if (each[name] === 0) refuse(at(name), 'a whole number from 1 is expected');
    if (each.minutes !== undefined && each.minutes > MAX_MINUTES)
      refuse(at('minutes'), `at most ${MAX_MINUTES} minutes are allowed, not ${each.minutes}`);
    const opponents =
      each.run === 'climb' ? opponentsTo(each.to, read.game, (message) => refuse(at('to'), message)) : [];
    const { lessons = [] } = kit;
    const { lesson } = each;
    if (each.run === 'lesson' && (lesson === undefined || lesson > lessons.length))
      refuse(at('lesson'), `a lesson of ${kit.game.title} is expected, ${rangeText(lessons.length)}`);
    return {
      run: each.run,
      points: each.points,
      title: each.title ?? titleOf(each, kit, opponents),
      player: bot,
      minutes: each.minutes ?? MINUTES,
      args: [
        ...['--game', kit.game.id],
        ...(each.budget === undefined ? [] : ['--budget', each.budget]),
        ...(each.run !== 'lesson' ? [] : ['--lesson', String(lesson)]),
        ...(each.pairs === undefined ? [] : ['--pairs', String(each.pairs)]),
        ...(each.to === undefined ? [] : ['--to', each.to]),
      ],
      opponents,
    };
  });
  return { kit, tasks };
}

function parsed(content: string, file: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new UsageError(`${file} is not valid JSON: ${(error as Error).message}`);
  }
}

function decoded<T>(of: Decoder<T>, value: unknown, refuse: (path: DecodeError['path'], message: string) => never): T {
  try {
    return of(value, []);
  } catch (error) {
    if (error instanceof DecodeError) return refuse(error.path, error.message);
    throw error;
  }
}

/** Formats a path as `tasks[1].points`, counted from 0 as in JSON tools. */
const pathText = (path: DecodeError['path']): string =>
  path.map((each, i) => (typeof each === 'number' ? `[${each}]` : `${i === 0 ? '' : '.'}${each}`)).join('');

const rangeText = (lessons: number): string => (lessons === 0 ? 'but this game has none' : `1 to ${lessons}`);

function opponentsTo(last: string | undefined, game: string, refuse: (message: string) => never): string[] {
  const names = ladderedKit(game).ladder!.opponents.map(({ name }) => name);
  if (last === undefined) return names;
  if (!names.includes(last)) refuse(`an opponent of the practice ladder is expected: ${names.join(', ')}`);
  return names.slice(0, names.indexOf(last) + 1);
}

function titleOf({ run, lesson }: ReturnType<typeof task>, kit: AnyKit, opponents: readonly string[]): string {
  if (run === 'check') return 'follows the protocol and the limits';
  if (run === 'lesson') return `reaches the goal of lesson ${lesson}, ${kit.lessons![lesson! - 1].title}`;
  return `climbs the practice ladder up to ${opponents.at(-1)}`;
}
