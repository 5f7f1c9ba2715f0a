import { UsageError } from '@ludus/shell/exit.ts';
import { checkWritable, writeComplete } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import { mapSheet } from '../maps/map-sheet.ts';
import { DEFAULT_LIMITS, isMapSeed, printBoard } from '../rules/board.ts';
import { generateMap } from '../rules/generator/generator.ts';

interface MapsOptions {
  readonly output?: string;
  readonly board?: boolean;
}

/** `ludus maps`: Angry Mob's generated maps, as a picture or as boards. */
export function maps(program: Command): void {
  program
    .command('maps')
    .description('Draw generated maps of Angry Mob, or print one as a board')
    .argument('[seeds...]', '64-bit whole numbers, or ranges such as 1..24', ['1..24'])
    .option('-o, --output <file>', 'file for the picture or board (default: standard output)')
    .option('--board', 'write the board of one seed for ludus match, instead of an SVG picture')
    .addHelpText(
      'after',
      '\nExample:\n  ludus maps 1..24 -o docs/angry-mob-maps.svg\n  ludus maps 7 --board -o seven.mobmap',
    )
    .action((words: string[], options: MapsOptions) => {
      if (options.output !== undefined) checkWritable(options.output);
      const seeds = words.flatMap(readSeeds);
      if (options.board && seeds.length !== 1) throw new UsageError(`--board takes one seed, not ${seeds.length}`);
      const text = options.board
        ? printBoard({ map: generateMap(seeds[0]), seed: seeds[0], ...DEFAULT_LIMITS })
        : mapSheet(seeds);
      if (options.output === undefined) process.stdout.write(text);
      else writeComplete(options.output, text);
    });
}

/** `7`, `-3` or `1..24` */
function readSeeds(word: string): bigint[] {
  const match = /^(-?\d{1,19})(?:\.\.(-?\d{1,19}))?$/.exec(word);
  const [first, last] = match ? [BigInt(match[1]), BigInt(match[2] ?? match[1])] : [0n, -1n];
  if (!match || !isMapSeed(first) || !isMapSeed(last)) {
    throw new UsageError(`a seed must be a 64-bit whole number or a range such as 1..24, not ${word}`);
  }
  if (last < first || last - first > 999n) throw new UsageError(`a range must have 1 to 1000 seeds, not ${word}`);
  return Array.from({ length: Number(last - first) + 1 }, (_, n) => first + BigInt(n));
}
