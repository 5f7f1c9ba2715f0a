import type { Shard } from '@ludus/lab/results.ts';
import { type Command, InvalidArgumentError } from 'commander';

/** The options for playing a part of a command's matches. */
export interface ShardOptions {
  readonly shard?: Shard;
  /** The output folder of an earlier `ludus merge`. */
  readonly merged?: string;
}

export function addShardOption(command: Command): Command {
  return command.option(
    '--shard <i/n>',
    'the share of the matches to play: part i of n, i from 1 to n; then use ludus merge',
    parseShard,
  );
}

/** Adds the option for commands whose later matches depend on earlier results. */
export function addMergedOption(command: Command): Command {
  return command.option(
    '--merged <folder>',
    'with --shard: folder that ludus merge wrote, with the rounds so far, to play the next round',
  );
}

export function parseShard(text: string): Shard {
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(text)?.map(Number) ?? [];
  if (!(index >= 1 && index <= of && of <= MAX_SHARDS))
    throw new InvalidArgumentError(`It must be a part and the number of parts, at most ${MAX_SHARDS}, such as 2/8.`);
  return { index, of };
}

const MAX_SHARDS = 100_000;
