import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { toPrintable } from '@ludus/kernel/token-reader.ts';
import { startProcess } from '@ludus/shell/start-process.ts';
import type { AnyKit } from 'ludus/kit.ts';
import { BIN } from '../version.ts';
import type { Task } from './grading-file.ts';
import { type Mistake, mistakesIn } from './mistakes.ts';

/** The result against one opponent of a climb. Shares of the points are 0 to 1. */
export interface OpponentResult {
  readonly name: string;
  readonly share: number;
  readonly low: number;
  readonly high: number;
  readonly beaten: boolean | null;
}

/** A graded task. */
export interface GradedTask {
  readonly task: Task;
  /** The points that the bot earned, 0 to `task.points`, rounded to hundredths. */
  readonly points: number;
  /** Whether the goal was reached; for a climb, whether at least one opponent was beaten. */
  readonly passed: boolean;
  /** One message per finding, in order of importance. */
  readonly found: readonly string[];
  readonly mistakes: readonly Mistake[];
  readonly met: readonly OpponentResult[];
  /** The file of the replay of the worst defeat; null if there is none. */
  readonly replay: string | null;
}

/** Maximum number of lines of a command's output that are kept. */
const MAX_LINES = 400;
const MAX_JSON = 2 ** 20;

/**
 * Environment variables that contain a token of the CI service, or the path of a file through which the service accepts
 * results. Bots must not see them.
 */
const OF_SERVICE = /^(GITHUB|ACTIONS|RUNNER|CI|GITLAB|LUDUS_TOKEN)(_|$)/;

/**
 * Plays a task by running its command in a separate process. `say` receives each line that the command prints for
 * people.
 */
export async function playTask(kit: AnyKit, task: Task, { folder, number, args, say }: PlaySetup): Promise<GradedTask> {
  const file = join(folder, `${number}${kit.game.replayExtension}`);
  const command = task.run === 'climb' ? 'climb' : 'check';
  const output = task.run === 'check' ? [] : ['-o', file];
  const child = await startProcess(() =>
    spawn(process.execPath, [BIN, command, task.player, ...task.args, ...args, ...output, '--json'], {
      // If this process ends, the channel closes and the command ends too (main.ts).
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_SERVICE.test(name))),
        NO_COLOR: '1',
      },
    }),
  );
  let isOver = false;
  const limit = setTimeout(() => {
    isOver = true;
    child.kill('SIGTERM');
  }, 60_000 * task.minutes);
  const lines: string[] = [];
  let json = '';
  createInterface({ input: child.stderr! }).on('line', (raw) => {
    const line = toPrintable(stripVTControlCharacters(raw));
    lines.push(line);
    if (lines.length > MAX_LINES) lines.shift();
    say(line);
  });
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    if (json.length < MAX_JSON) json += text;
  });
  const status = await new Promise<number | null>((ended) => child.once('close', ended));
  clearTimeout(limit);
  const late = isOver ? [`it was stopped after ${task.minutes} minutes`] : [];
  const result = resultIn(json);
  if (result === undefined) {
    const why = lines.findLast((line) => line.startsWith('ludus: '))?.slice('ludus: '.length);
    const found = [
      ...late,
      why ?? `the command ended without a result (${status === null ? 'killed by a signal' : `exit code ${status}`})`,
    ];
    return {
      task,
      points: 0,
      passed: false,
      found,
      mistakes: mistakesIn(lines, task.player, found[0]),
      met: [],
      replay: null,
    };
  }
  const graded = gradedBy(task, result);
  const found = [...new Set([...late, ...graded.found])];
  const mistakes = graded.passed ? [] : mistakesIn([...lines, ...graded.found], task.player, found[0] ?? '');
  return { ...graded, found, mistakes };
}

export interface PlaySetup {
  /** The folder for replays. */
  readonly folder: string;
  /** The task's number, from 1. */
  readonly number: number;
  /** Options for all tasks. */
  readonly args: readonly string[];
  readonly say: (line: string) => void;
}

/** The objects that `ludus schema check` and `ludus schema climb` describe, with only the fields used here. */
interface CommandResult {
  readonly passed?: boolean;
  readonly steps?: readonly { title?: string; passed: boolean; found: string; hint?: string; board?: string }[];
  readonly opponents?: readonly OpponentResult[];
  readonly next?: string | null;
  readonly replay?: string | null;
  readonly why?: string | null;
}

function resultIn(json: string): CommandResult | undefined {
  try {
    return JSON.parse(json) as CommandResult;
  } catch {
    return undefined;
  }
}

/** Returns the points for a command's result. Texts from bots are reduced to one printable line. */
export function gradedBy(task: Task, result: CommandResult): GradedTask {
  const graded = task.run === 'climb' ? climbed(task, result) : checked(task, result);
  return { ...graded, found: graded.found.map(toPrintable) };
}

function checked(task: Task, { passed = false, steps = [] }: CommandResult): GradedTask {
  const found = steps
    .filter((step) => !step.passed)
    .map(({ title, board, found, hint }) => `${title ?? board}: ${found}${hint ? ` (${hint})` : ''}`);
  return { task, points: passed ? task.points : 0, passed, found, mistakes: [], met: [], replay: null };
}

function climbed(task: Task, { opponents = [], next, replay, why }: CommandResult): GradedTask {
  const beaten = opponents.filter((each) => each.beaten === true).length;
  const all = task.opponents.length;
  const points = Math.round((100 * task.points * beaten) / all) / 100;
  const found = [
    `${beaten} of ${all} opponents beaten${next ? `; the next opponent is ${next}` : ''}`,
    ...(why ? [why] : []),
  ];
  return { task, points, passed: beaten > 0, found, mistakes: [], met: opponents, replay: replay ?? null };
}
