import { DEFAULT_LIMITS } from '@ludus/runtime/process/limits.ts';
import type { BudgetChoice, ResolveContext } from '@ludus/runtime/resolve.ts';
import { TIERS, type Tier } from '@ludus/runtime/sandbox/tier-names.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { type Command, InvalidArgumentError, Option } from 'commander';

/** The options that say how much players may use and how they are locked in; shared by all commands that play matches. */
export interface LimitOptions {
  readonly cpuTime?: number;
  readonly memory?: number;
  readonly patience?: number;
  readonly wall?: number;
  readonly sandbox?: string | true;
}

/** Without a budget a question to a process may take this long, in seconds. What it waits for a processor on a busy machine isn't counted. */
const PLAIN_PATIENCE = 10;
/** The same for a question to a player in the command's own process, whose time can't be told from the command's. */
const IN_PROCESS_PATIENCE = 30;

export function addLimitOptions(command: Command): Command {
  return command
    .option('--cpu-time <seconds>', 'CPU time per match, or per move in games that count moves; default 1', positive)
    .option('--memory <MiB>', 'memory of a player that is a program of its own; default 1024', positive)
    .option(
      '--patience <seconds>',
      `how long a question may take without a budget; default ${PLAIN_PATIENCE}, ${IN_PROCESS_PATIENCE} for TypeScript and JavaScript; with one, how long a player may sleep over it; default ${DEFAULT_LIMITS.asleepMs / 1000}; over all questions of a match it may sleep three times as long`,
      positive,
    )
    .option('--wall <seconds>', 'how long a match may wait for one player in all; default 900', positive)
    .option(
      '--sandbox [tier]',
      `run programs in a sandbox: ${TIERS.join(', ')}; the strongest there is if none is named`,
    );
}

/** What the options say, checked against what this machine offers: a tier that is not there is an error. */
export async function limitsOf(
  options: LimitOptions,
  budget: BudgetChoice,
): Promise<NonNullable<ResolveContext['limits']>> {
  const tier = options.sandbox === undefined ? undefined : await tierOf(options.sandbox);
  // Where nothing is counted only the clock on the wall is left.
  const patience = options.patience ?? (budget === 'none' ? PLAIN_PATIENCE : undefined);
  const inProcess = options.patience ?? IN_PROCESS_PATIENCE;
  return {
    ...(budget === 'none' && { answerMs: inProcess * 1000 }),
    ...(options.cpuTime !== undefined && { cpuMs: options.cpuTime * 1000 }),
    ...(tier && { sandbox: tier }),
    session: {
      ...(options.memory !== undefined && { memoryBytes: options.memory * 2 ** 20 }),
      ...(patience !== undefined && { asleepMs: patience * 1000 }),
      ...(patience !== undefined && budget === 'none' && { wallMs: patience * 1000 }),
      ...(options.wall !== undefined && { wallInAllMs: options.wall * 1000 }),
    },
  };
}

/** By the wall: how long a player in the referee's own process may take over one answer. */
export function answerMs(limits: ResolveContext['limits']): number {
  return limits?.answerMs ?? limits?.session?.wallMs ?? DEFAULT_LIMITS.wallMs;
}

export function targetOption(): Option {
  return new Option('--target <what>', 'what C++ players are compiled to').choices(['native', 'wasm']);
}

async function tierOf(asked: string | true): Promise<Tier> {
  const { bestTier, tierProblem, tierReports } = await import('@ludus/runtime/sandbox/tiers.ts');
  if (asked === true) {
    const best = bestTier();
    if (best) return best;
    throw new UsageError(`there is no sandbox on this machine: ${tierReports()[0].why.join('; ')}`);
  }
  const tier = TIERS.find((each) => each === asked);
  if (!tier) throw new UsageError(`there is no sandbox tier ${asked}; known are ${TIERS.join(', ')}`);
  const problem = tierProblem(tier);
  if (problem) throw new UsageError(problem);
  return tier;
}

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0) || value === Number.POSITIVE_INFINITY)
    throw new InvalidArgumentError('It must be a number above 0.');
  return value;
}
