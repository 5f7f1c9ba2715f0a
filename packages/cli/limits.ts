import { DEFAULT_LIMITS, SANDBOX_LEVELS, type SandboxLevel } from '@ludus/runtime/parts.ts';
import type { BudgetChoice, ResolveContext } from '@ludus/runtime/resolve.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseBudget, parseBudgetChoice } from './option-values.ts';
import { LIMITS_HEADING } from './program.ts';

/** The options for players' limits and sandbox; shared by all commands that play matches. */
export interface LimitOptions {
  readonly cpuTime?: number;
  readonly memory?: number;
  readonly patience?: number;
  readonly wallTime?: number;
  readonly sandbox?: string | true;
}

/**
 * Seconds that a process may take for an answer if there is no budget. Time spent waiting for a CPU on a busy machine
 * isn't counted.
 */
const PLAIN_PATIENCE = 10;
/**
 * Seconds that a player in the command's process may take for an answer, since its time can't be measured separately.
 */
const IN_PROCESS_PATIENCE = 30;

export function addLimitOptions(command: Command): Command {
  return command
    .addOption(
      limit(
        '--cpu-time <seconds>',
        'CPU time per match, or per move in games that limit moves, above 0 (default: the game’s)',
      ),
    )
    .addOption(limit('--memory <MiB>', 'memory of a bot that is a program, above 0 (default: 1024)'))
    .addOption(
      patienceOption(
        `time per move, above 0; wall-clock time without a budget (default: ${PLAIN_PATIENCE}; TypeScript and JavaScript: ${IN_PROCESS_PATIENCE}), time asleep with a budget (default: ${DEFAULT_LIMITS.asleepMs / 1000}; per match, three times as long)`,
      ),
    )
    .addOption(
      limit('--wall-time <seconds>', 'wall-clock time of all moves of a bot per match, above 0 (default: 900)'),
    )
    .addOption(
      new Option(
        '--sandbox [level]',
        `sandbox for programs: ${SANDBOX_LEVELS.join(', ')} (default: none; --sandbox alone: the strongest)`,
      ).helpGroup(LIMITS_HEADING),
    );
}

/** Returns the limits from the options. Throws an error if this machine doesn't offer the sandbox level. */
export async function limitsOf(
  options: LimitOptions,
  budget: BudgetChoice,
): Promise<NonNullable<ResolveContext['limits']>> {
  const level = options.sandbox === undefined ? undefined : await levelOf(options.sandbox);
  // Without a budget, wall-clock time is the only limit.
  const patience = options.patience ?? (budget === 'none' ? PLAIN_PATIENCE : undefined);
  const inProcess = options.patience ?? IN_PROCESS_PATIENCE;
  return {
    ...(budget === 'none' && { answerMs: inProcess * 1000 }),
    ...(options.cpuTime !== undefined && { cpuMs: options.cpuTime * 1000 }),
    ...(level && { sandbox: level }),
    session: {
      ...(options.memory !== undefined && { memoryBytes: options.memory * 2 ** 20 }),
      ...(patience !== undefined && { asleepMs: patience * 1000 }),
      ...(patience !== undefined && budget === 'none' && { wallMs: patience * 1000 }),
      ...(options.wallTime !== undefined && { wallInAllMs: options.wallTime * 1000 }),
    },
  };
}

/** Returns the wall-clock limit for one answer of a player in the referee's process, in milliseconds. */
export function answerMs(limits: ResolveContext['limits']): number {
  return limits?.answerMs ?? limits?.session?.wallMs ?? DEFAULT_LIMITS.wallMs;
}

/** Returns the option that limits the time for one move. */
export const patienceOption = (text: string): Option => limit('--patience <seconds>', text);

/** Returns an option for a positive number. */
const limit = (flags: string, text: string): Option =>
  new Option(flags, text).argParser(positive).helpGroup(LIMITS_HEADING);

export function targetOption(): Option {
  return new Option('--target <kind>', 'target for which C++ is compiled')
    .choices(['native', 'wasm'])
    .helpGroup(LIMITS_HEADING);
}

/**
 * Returns the option for the unit of every bot's budget, `none` by default. `otherwise` describes the command's
 * behaviour without the option.
 */
export function budgetOption(otherwise?: string): Option {
  const units = 'unit of the bots’ budgets: none, cpu (CPU time), or fuel';
  const option = new Option('--budget <unit>', otherwise === undefined ? units : `${units} (default: ${otherwise})`)
    .argParser(parseBudget)
    .helpGroup(LIMITS_HEADING);
  return otherwise === undefined ? option.default('none') : option;
}

/** Returns the option for the unit of each bot's budget, for commands in which the units may differ. */
export function budgetChoiceOption(): Option {
  return new Option(
    '--budget <unit>',
    'unit of the bots’ budgets: none, cpu (CPU time), fuel, or each (fuel for WebAssembly, CPU time for others)',
  )
    .argParser(parseBudgetChoice)
    .default('each')
    .helpGroup(LIMITS_HEADING);
}

/** Returns the option that isolates bots in WebAssembly. */
export function isolateOption(): Option {
  return new Option(
    '--isolate',
    'run WebAssembly bots in a separate process; if this process ends early, the match is void',
  ).helpGroup(LIMITS_HEADING);
}

/**
 * Returns the sandbox level that an option names, or the strongest level. Throws a `UsageError` if this machine
 * doesn't support the level.
 */
export async function levelOf(asked: string | true): Promise<SandboxLevel> {
  const { bestSandboxLevel, sandboxLevelProblem, sandboxLevelReports } = await import('@ludus/runtime/sandbox.ts');
  if (asked === true) {
    const best = bestSandboxLevel();
    if (best) return best;
    throw new UsageError(`this machine supports no sandbox: ${sandboxLevelReports()[0].why.join('; ')}`);
  }
  const level = SANDBOX_LEVELS.find((each) => each === asked);
  if (!level)
    throw new UsageError(
      `--sandbox must be ${SANDBOX_LEVELS.slice(0, -1).join(', ')}, or ${SANDBOX_LEVELS.at(-1)}, not ${asked}`,
    );
  const problem = sandboxLevelProblem(level);
  if (problem) throw new UsageError(problem);
  return level;
}

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0) || value === Number.POSITIVE_INFINITY)
    throw new InvalidArgumentError('It must be a number above 0.');
  return value;
}
