import { type Command, InvalidArgumentError } from 'commander';

/** `ludus bench elsewhere`: the same matches by processes of this machine, and through a server with 1, 2 and 4 workers. */
export function elsewhereBench(bench: Command): void {
  bench
    .command('elsewhere')
    .description('Measure a batch on a contest server with 1, 2, and 4 workers')
    .option('--seeds <count>', 'number of seeds on each of the six boards of Mad Max, from 1', count, 40)
    .addHelpText('after', '\nExample:\n  ludus bench elsewhere --seeds 10')
    .action(async (flags: { readonly seeds: number }) => {
      // A server and its database: not everybody who measures something has them.
      const { measure } = await import('./elsewhere-measure.ts');
      await measure(flags);
    });
}

function count(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number above 0.');
  return value;
}
