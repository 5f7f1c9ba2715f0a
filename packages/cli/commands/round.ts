import type { Command } from 'commander';
import { revealCommand } from '../round/reveal.ts';
import { verifyCommand } from '../round/verify.ts';

/** `ludus round`: commands for the finals of contests. */
export function round(program: Command): void {
  const command = program
    .command('round')
    .description('Verify or show the final of a contest')
    .addHelpText('after', '\nExample:\n  ludus round verify final.jsonl.gz');
  verifyCommand(command);
  revealCommand(command);
}
