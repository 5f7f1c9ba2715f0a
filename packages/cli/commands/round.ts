import type { Command } from 'commander';
import { verifyCommand } from '../round/verify.ts';

/** `ludus round`: what is done with the rounds that end a contest. */
export function round(program: Command): void {
  const command = program
    .command('round')
    .description('look at a round of a contest from its export')
    .addHelpText('after', '\nExample:\n  ludus round verify final.jsonl.gz');
  verifyCommand(command);
}
