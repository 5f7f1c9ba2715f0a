import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { EXIT_NEGATIVE } from '@ludus/shell/exit.ts';
import { makeFolder, writeComplete } from '@ludus/shell/files.ts';
import { type Command, Option } from 'commander';
import { readGrading } from '../grade/grading-file.ts';
import { type GradedTask, playTask } from '../grade/play-task.ts';
import { annotations, codeQuality, gradeJson, gradeOf, junit, summary } from '../grade/report.ts';
import { levelOf } from '../limits.ts';
import { jsonOption } from '../option-values.ts';
import { LIMITS_HEADING } from '../program.ts';
import { INK, printJson, textOutput } from '../say.ts';

interface GradeOptions {
  readonly output: string;
  readonly sandbox?: string | true;
  readonly json?: boolean;
}

/** `ludus grade`: grades a bot by a grading file. */
export function grade(program: Command): void {
  program
    .command('grade')
    .description('Check a bot and its climb, and print its points')
    .argument('<grading>', 'JSON file with the tasks and their points (docs/autograding.md)')
    .argument('[player]', 'bot for the tasks that don’t name a bot (default: the player in the file)')
    .option('-o, --output <folder>', 'folder for the summary, the reports, and the replays', 'grade')
    .addOption(jsonOption())
    .addOption(
      new Option('--sandbox [level]', 'sandbox for programs (default: the strongest)').helpGroup(LIMITS_HEADING),
    )
    .addHelpText(
      'after',
      `
A task gives its points if the check passes or the lesson's goal is reached. A climb gives an equal part of its
points for each opponent that the bot beats. Bots run in a sandbox, where each bot is a single file. The folder gets
summary.md, grade.json, junit.xml, code-quality.json, and replays of defeats. In a GitHub workflow, also prints
annotations, adds to the step's summary, and sets the outputs "points" and "of".
With --json, prints one JSON object: game, points, of, passed, and tasks (run, title, player, points, of, passed, found,
mistakes, opponents, replay).
Exit code: 0 the bot passed every check and lesson and beat an opponent in every climb, 1 otherwise.

Examples:
  ludus grade grading.json
  ludus grade ../course/grading.json ./Mine.ts --json`,
    )
    .action(run);
}

const NO_SANDBOX =
  'This machine supports no sandbox (see ludus sandbox): bots run with your rights and can change their points.\n';

async function run(file: string, player: string | undefined, options: GradeOptions): Promise<void> {
  const { kit, tasks } = readGrading(file, player);
  const { output: folder } = options;
  // Without a sandbox, a bot in the command's process could write the points itself.
  const level =
    options.sandbox === undefined
      ? (await import('@ludus/runtime/sandbox.ts')).bestSandboxLevel()
      : await levelOf(options.sandbox);
  const args = level === undefined ? [] : ['--sandbox', level];
  makeFolder(folder);
  const out = textOutput(options.json);
  const service = process.env.GITHUB_ACTIONS === 'true' ? process.env : undefined;
  const top = repositoryFolder();
  // The service must not mistake the output of bots and compilers for its commands.
  const guard = randomBytes(16).toString('hex');
  if (service) out.write(`::stop-commands::${guard}\n`);
  if (level === undefined) out.write(NO_SANDBOX);
  const played: GradedTask[] = [];
  for (const task of tasks) {
    const number = played.length + 1;
    out.write(`${number}. ${task.title} (${task.player})\n`);
    const say = (line: string) => out.write(`     ${line}\n`);
    const graded = await playTask(kit, task, { folder, number, args, say });
    played.push(graded);
    const points = `${graded.points} of ${task.points} points`;
    out.write(
      `   ${graded.passed ? INK.green(points) : INK.red(points)}${graded.found.map((each) => `\n     ${each}`).join('')}\n`,
    );
  }
  const all = gradeOf(kit.game.title, played);
  out.write(`${all.points} of ${all.of} points\n`);
  const json = gradeJson(all);
  writeComplete(join(folder, 'summary.md'), summary(all));
  writeComplete(join(folder, 'junit.xml'), junit(all));
  writeComplete(join(folder, 'code-quality.json'), codeQuality(all, top));
  writeComplete(join(folder, 'grade.json'), `${JSON.stringify(json, null, 2)}\n`);
  if (service) {
    out.write(
      `::${guard}::\n${annotations(all, top)
        .map((line) => `${line}\n`)
        .join('')}`,
    );
    if (service.GITHUB_STEP_SUMMARY) appendFileSync(service.GITHUB_STEP_SUMMARY, summary(all));
    if (service.GITHUB_OUTPUT) appendFileSync(service.GITHUB_OUTPUT, `points=${all.points}\nof=${all.of}\n`);
  }
  if (options.json) printJson(json);
  if (!all.passed) process.exitCode = EXIT_NEGATIVE;
}

/**
 * Returns the folder that paths in reports are relative to: the service's checkout, if this process runs inside a
 * checkout.
 */
function repositoryFolder(): string {
  const here = process.cwd();
  const checkout = process.env.GITHUB_WORKSPACE ?? process.env.CI_PROJECT_DIR ?? here;
  return relative(checkout, here).startsWith('..') ? here : checkout;
}
