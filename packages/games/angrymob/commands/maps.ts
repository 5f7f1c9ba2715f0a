import { UsageError } from '@ludus/shell/exit.ts';
import { writeComplete } from '@ludus/shell/files.ts';
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
    .description('draw generated Angry Mob maps side by side (SVG), or print one as a board file')
    .argument('[seeds...]', 'signed 64-bit whole numbers, or ranges such as 1..24', ['1..24'])
    .option('-o, --output <file>', 'write here; without it, standard output')
    .option('--board', 'print the board of one seed, which `ludus match -i` reads, instead of a picture')
    .addHelpText(
      'after',
      '\nExample:\n  ludus maps 1..24 -o docs/angry-mob-maps.svg\n  ludus maps 7 --board -o seven.mobmap',
    )
    .action((words: string[], options: MapsOptions) => {
      const seeds = words.flatMap(readSeeds);
      if (options.board && seeds.length !== 1)
        throw new UsageError(`a board is one map, and ${seeds.length} seeds were given`);
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
    throw new UsageError(`a seed is a signed 64-bit whole number or a range such as 1..24, not ${word}`);
  }
  if (last < first || last - first > 999n) throw new UsageError(`a range holds 1 … 1000 seeds, not ${word}`);
  return Array.from({ length: Number(last - first) + 1 }, (_, n) => first + BigInt(n));
}
