import type { RunSetup } from '@ludus/lab/batch/plan.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import type { Command } from 'commander';
import type { LimitOptions } from '../limits.ts';

/** The options that have matches played by a contest's server and its workers. */
export interface ElsewhereOptions {
  readonly on?: string;
  readonly token?: string;
}

export function addElsewhereOptions(command: Command): Command {
  return command
    .option(
      '--on <url>',
      'have the matches played by a contest’s server and its workers, under fuel: https://contest.example.org',
    )
    .option('--token <token>', 'personal token for --on, from your page on the server (default: $LUDUS_TOKEN)');
}

/** Matches that are asked for at a time, where -j does not say it. */
export const AHEAD = 256;

interface Chosen extends LimitOptions, Pick<RunSetup, 'budget' | 'target' | 'revision'> {}

/** What a run on a server cannot be told: it is the server that says how players are locked in there. */
export function mustFitElsewhere(options: Chosen): void {
  const { budget, target, revision, sandbox, memory, patience, wallTime } = options;
  if (budget !== 'each' && budget !== 'fuel')
    throw new UsageError('matches on a server are counted in fuel: --budget goes with --on as fuel only');
  if (target === 'native')
    throw new UsageError('on a server C++ players are WebAssembly: --target native does not go with --on');
  if (revision !== undefined)
    throw new UsageError(
      'matches on a server are played by the first revision of the rules: --revision does not go with --on',
    );
  const given = Object.entries({ sandbox, memory, patience, wallTime }).find(([, value]) => value !== undefined);
  if (given)
    throw new UsageError(`--${given[0]} does not go with --on: the server says what its workers’ players may use`);
}
