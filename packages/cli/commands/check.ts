import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AnyGame } from '@ludus/game/game.ts';
import { toPrintableLines } from '@ludus/kernel/token-reader.ts';
import { type CheckStep, checkPlayer, type OpenMetered } from '@ludus/referee/check.ts';
import { syntaxProblem } from '@ludus/runtime/files.ts';
import type { Budget, OpenContext } from '@ludus/runtime/resolve.ts';
import { EXIT_NEGATIVE, UsageError } from '@ludus/shell/exit.ts';
import { checkWritable, readText } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import { boardFile, boardNames, usualBoard } from '../boards.ts';
import { contextOf } from '../context.ts';
import { GAME_IDS, gameNamed, KITS, kitOf } from '../games.ts';
import { spokenKit, unspoken } from '../lab/guess-game.ts';
import { addLimitOptions, answerMs, budgetOption, type LimitOptions, limitsOf } from '../limits.ts';
import { counted, gameText, jsonOption } from '../option-values.ts';
import { resolveAll } from '../resolve-players.ts';
import { INK, printJson, textOutput } from '../say.ts';
import { typeMistakes } from '../type-check.ts';
import { playWatched } from '../waiting.ts';

/** Maximum number of log lines that are shown when a step fails. */
const LAST_LINES = 8;
const LONG_LINE = 200;
/** Maximum number of type errors that are shown. */
const MAX_MISTAKES = 10;
/** Maximum number of lines of a sanitizer's report that are shown. */
const REPORT_LINES = 300;

interface CheckOptions extends LimitOptions {
  readonly game?: string;
  readonly log?: boolean;
  readonly budget?: Budget;
  readonly sanitize?: boolean;
  readonly quick?: boolean;
  readonly lesson?: number;
  readonly output?: string;
  readonly json?: boolean;
}

/** `ludus check`: checks whether a player follows the protocol and the limits. */
export function check(program: Command): void {
  addLimitOptions(program.command('check'))
    .description('Check that a bot follows the protocol and the limits')
    .argument('<player>', 'bot: a file or a command, as for ludus match')
    .option('-g, --game <game>', gameText(GAME_IDS, 'the game that the file uses'))
    .option('--log', 'print the bot’s log on standard error')
    .option('--quick', 'run only the first steps: compile the bot and play one match')
    .option('--sanitize', 'check a C++ bot for memory, container, and overflow errors, with line numbers')
    .option('--lesson <number>', 'tutorial lesson whose goal to check, counted from 1 (docs/tutorial.md)', counted)
    .option('-o, --output <replay>', 'with --lesson: file for the first match that misses the goal')
    .addOption(jsonOption())
    .addOption(budgetOption('cpu; fuel for a module'))
    .addHelpText(
      'after',
      `
Plays short matches and reports the result step by step.
With --json, prints one JSON object: player, game, passed, and steps (title, passed, found, hint).
Exit code: 0 all steps passed or the lesson's goal is reached, 1 otherwise.
A contest that counts fuel may reject a bot that passes with CPU time: check it with --budget fuel.

Examples:
  ludus check ./mine.py --game starwar
  ludus check ./Mine.ts --budget fuel
  ludus check ./mine.py --lesson 1`,
    )
    .action(run);
}

async function run(name: string, options: CheckOptions): Promise<void> {
  if (options.lesson !== undefined && options.budget !== undefined)
    throw new UsageError('a lesson has no budget: omit --budget');
  if (options.lesson !== undefined && options.quick) throw new UsageError('a lesson has no quick form: omit --quick');
  if (options.lesson !== undefined) return runLesson(name, options.lesson, options);
  if (options.output !== undefined)
    throw new UsageError('--output writes a lesson’s match: add --lesson NUMBER, or omit --output');
  const game = options.game === undefined ? gameOf(name) : gameNamed(options.game);
  if (options.sanitize) {
    mustBeCpp(name);
    if (options.budget !== undefined) throw new UsageError('--sanitize counts no budget: omit --budget');
  }
  // Sanitizers make a player several times slower, so no budget is counted.
  const budget = options.sanitize ? 'none' : (options.budget ?? (name.endsWith('.wasm') ? 'fuel' : 'cpu'));
  const context = await contextOf(game, {
    budget,
    folder: process.cwd(),
    limits: await limitsOf({ patience: options.sanitize ? 60 : 5, ...options }, budget),
    sanitize: options.sanitize,
  });
  const [source] = await resolveAll([name], context);
  const kit = kitOf(game);
  const opponent = kit.players.find((each) => each.name === kit.partners.sparring)!;
  const boards = boardNames(game).map((board) => ({
    label: `the board ${board}`,
    text: readText(boardFile(game, board)),
  }));
  const trials = kit.trials?.() ?? [];
  if (boards.length === 0) boards.push(trials[0]?.boards[0] ?? made(game));
  const lastWords: string[] = [];
  const played = checkPlayer({
    game,
    open(log) {
      lastWords.length = 0;
      return source.open({
        log(text) {
          log(text);
          lastWords.push(
            ...text
              .trimEnd()
              .split('\n')
              .filter((line) => !OF_NODE.test(line)),
          );
          lastWords.splice(0, lastWords.length - (options.sanitize ? REPORT_LINES : LAST_LINES));
          if (options.log) process.stderr.write(`${toPrintableLines(text)}\n`);
        },
        draw() {},
      });
    },
    openMetered: countedOpener(name, context),
    opponent: () => opponent.open(),
    boards,
    trials,
    isQuick: options.quick,
    unit: UNITS[context.budget],
    // Without a budget, the player runs in this process, and only the watching thread stops an endless loop.
    ...(budget === 'none' && { play: playWatched(answerMs(context.limits)) }),
  });
  let moreMistakes: readonly string[] = [];
  async function* steps(): AsyncGenerator<CheckStep> {
    const file = resolve(name);
    const problem = SCRIPT.test(name) && existsSync(file) ? syntaxProblem(file) : undefined;
    if (problem) {
      const { place = name, message } = problem;
      yield { title: 'can be read', passed: false, found: `${place}: ${message}` };
      return;
    }
    const mistakes = typeMistakes(file, game);
    if (mistakes) {
      moreMistakes = typeof mistakes === 'string' ? [] : mistakes.slice(1, MAX_MISTAKES);
      yield typeStep(mistakes);
      moreMistakes = [];
    }
    yield* played;
  }
  const out = textOutput(options.json);
  out.write(`${source.name} in ${game.title}\n`);
  const found: CheckStep[] = [];
  let failed = 0;
  for await (const step of steps()) {
    const { isNote, ...result } = step;
    const { title, passed, hint } = result;
    found.push(result);
    const mark = isNote ? INK.yellow('note') : passed ? INK.green('pass') : INK.red('FAIL');
    out.write(`${String(found.length).padStart(2)}. ${mark}  ${title}: ${step.found}\n`);
    for (const mistake of moreMistakes) out.write(`          also: ${mistake}\n`);
    if (!passed) {
      failed++;
      if (!options.log)
        for (const line of options.sanitize ? reportIn(lastWords) : lastWords)
          out.write(`          log:  ${toPrintableLines(line.slice(0, LONG_LINE))}\n`);
    }
    if (hint) out.write(`          hint: ${hint}\n`);
  }
  if (failed > 0 && !options.sanitize && CPP.test(name))
    out.write(`          hint: npx ludus check ${name} --game ${game.id} --sanitize checks each memory access\n`);
  out.write(failed === 0 ? 'All steps passed.\n' : `${failed} of ${found.length} steps failed.\n`);
  if (options.json) printJson({ player: source.name, game: game.id, passed: failed === 0, steps: found });
  if (failed > 0) process.exitCode = EXIT_NEGATIVE;
}

/** Returns the beginning of the sanitizer's report, without the frames outside of the player's code. */
function reportIn(lines: readonly string[]): readonly string[] {
  const from = lines.findIndex((line) => /runtime error:|^Error: attempt|AddressSanitizer|Assertion/.test(line));
  if (from < 0) return lines.slice(-LAST_LINES);
  return lines
    .slice(from)
    .filter((line) => line.trim() !== '')
    .slice(0, LAST_LINES);
}

const UNITS = { fuel: 'fuel', cpu: 'CPU time', none: undefined } as const;
const SCRIPT = /\.[cm]?[jt]s$/;
/** Matches stack frames outside of the player's code. */
const OF_NODE = /^\s+at .*\bnode:internal\//;
const CPP = /\.(cc|cpp|cxx)$/;

function mustBeCpp(name: string): void {
  if (!CPP.test(name)) throw new UsageError(`--sanitize works for C++ bots such as ./AIMine.cc, not for ${name}`);
}

/** Checks a TypeScript player's types. */
function typeStep(mistakes: readonly string[] | string): CheckStep {
  if (typeof mistakes === 'string')
    return { title: 'its types are correct', passed: true, isNote: true, found: mistakes };
  const [first, ...more] = mistakes;
  const others = more.length === 0 ? '' : `; ${more.length} more`;
  return {
    title: 'its types are correct',
    passed: first === undefined,
    found: first === undefined ? 'TypeScript finds no mistake' : `${first}${others}`,
    ...(first !== undefined && {
      hint: 'types are erased before the bot plays: a value of the wrong type is often undefined at that point',
    }),
  };
}

/** Generates a board for a game that has no built-in boards. */
function made(game: AnyGame) {
  const { name, text } = usualBoard(game, 1);
  return { label: `the board ${name}`, text };
}

/** Plays a lesson without a budget, so that the lesson works on slow and busy machines. */
async function runLesson(name: string, number: number, options: CheckOptions): Promise<void> {
  const { checkLesson, taughtGame } = await import('../lesson.ts');
  if (options.output !== undefined) checkWritable(options.output);
  const said = options.game === undefined ? undefined : gameNamed(options.game).id;
  const kit = taughtGame(said, said === undefined ? spokenKit(name, KITS)?.game.id : undefined);
  if (options.sanitize) mustBeCpp(name);
  const context = await contextOf(kit.game, {
    budget: 'none',
    folder: process.cwd(),
    limits: await limitsOf({ patience: options.sanitize ? 60 : 10, ...options }, 'none'),
    sanitize: options.sanitize,
  });
  const [player] = await resolveAll([name], context);
  await checkLesson({
    kit,
    number,
    player,
    openCounted: countedOpener(name, context),
    typed: name,
    log: options.log ?? false,
    json: options.json ?? false,
    out: options.output,
    answerMs: answerMs(context.limits),
  });
}

/** Returns the game that a player's file imports, or whose identifiers it uses. */
function gameOf(name: string): AnyGame {
  const kit = spokenKit(name, KITS);
  if (kit) return kit.game;
  throw unspoken(name, GAME_IDS);
}

/**
 * Returns a function that opens a player and counts the player's instructions, whatever the budget in the context is.
 */
export function countedOpener(name: string, context: OpenContext): OpenMetered {
  return async () => {
    try {
      const [source] = await resolveAll([name], { ...context, budget: 'fuel', sanitize: false });
      return await source.open();
    } catch (error) {
      if (error instanceof UsageError) return undefined;
      throw error;
    }
  };
}
