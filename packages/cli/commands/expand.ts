import { checkWritable, writeComplete } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import { expandFile } from '../replay-text.ts';

/** `ludus expand`: writes the full replay of a compact replay. */
export function expand(program: Command): void {
  program
    .command('expand')
    .description('Expand a compact replay into a full replay')
    .argument('<file>', 'compact replay from a run (FILE.moves.gz); - for standard input')
    .option('-o, --output <replay>', 'file for the full replay (default: standard output)')
    .addHelpText('after', '\nExample:\n  ludus expand runs/batch-1a2b3c4d/replays/b0-s7.moves.gz -o match.res')
    .action((file: string, options: { output?: string }) => {
      if (options.output !== undefined) checkWritable(options.output);
      const text = expandFile(file);
      if (options.output === undefined) process.stdout.write(text);
      else writeComplete(options.output, text);
    });
}
