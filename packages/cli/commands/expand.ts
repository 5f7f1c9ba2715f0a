import { writeComplete } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import { expandFile } from '../replay-text.ts';

/** `ludus expand`: the whole replay that a moves file stands for. */
export function expand(program: Command): void {
  program
    .command('expand')
    .description('write out the whole replay of a match that a batch kept as its moves')
    .argument('<file>', 'a replay kept by the laboratory (FILE.moves.gz); - is standard input')
    .option('-o, --output <replay>', 'the replay file; without it, standard output')
    .addHelpText('after', '\nExample:\n  ludus expand runs/batch-1a2b3c4d/replays/b0-s7.moves.gz -o match.res')
    .action((file: string, options: { output?: string }) => {
      const text = expandFile(file);
      if (options.output === undefined) process.stdout.write(text);
      else writeComplete(options.output, text);
    });
}
