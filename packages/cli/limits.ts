import type { ResolveContext } from '@ludus/runtime/resolve.ts';
import { TIERS, type Tier } from '@ludus/runtime/sandbox/bubblewrap.ts';
import { bestTier, tierProblem, tierReports } from '@ludus/runtime/sandbox/tiers.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { type Command, InvalidArgumentError } from 'commander';

/** The options that say how much players may use and how they are locked in; shared by the commands that play matches. */
export interface LimitOptions {
  readonly cpuTime?: number;
  readonly memory?: number;
  readonly patience?: number;
  readonly wall?: number;
  readonly sandbox?: string | true;
}

export function addLimitOptions(command: Command): Command {
  return command
    .option(
      '--cpu-time <seconds>',
      'with --budget cpu: processor time of a whole match (Angry Mob: of a move); default 1',
      positive,
    )
    .option('--memory <MiB>', 'memory of a player that is a program of its own; default 1024', positive)
    .option(
      '--patience <seconds>',
      'how long a player may sleep over a question; default 10; over all questions of a match three times as long',
      positive,
    )
    .option('--wall <seconds>', 'how long a match may wait for one player in all; default 900', positive)
    .option(
      '--sandbox [tier]',
      `run programs in a sandbox: ${TIERS.join(', ')}; the strongest there is if none is named`,
    );
}

/** What the options say, checked against what this machine offers: a tier that is not there is an error. */
export function limitsOf(options: LimitOptions): NonNullable<ResolveContext['limits']> {
  const tier = options.sandbox === undefined ? undefined : tierOf(options.sandbox);
  return {
    ...(options.cpuTime !== undefined && { cpuMs: options.cpuTime * 1000 }),
    ...(tier && { sandbox: tier }),
    session: {
      ...(options.memory !== undefined && { memoryBytes: options.memory * 2 ** 20 }),
      ...(options.patience !== undefined && { asleepMs: options.patience * 1000 }),
      ...(options.wall !== undefined && { wallInAllMs: options.wall * 1000 }),
    },
  };
}

function tierOf(asked: string | true): Tier {
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
