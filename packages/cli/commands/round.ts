import type { Command } from 'commander';
import { verifyCommand } from '../round/verify.ts';

/** `ludus round`: what is done with the rounds that end a contest. */
export function round(program: Command): void {
  const command = program
    .command('round')
    .description('Verify the final of a contest')
    .addHelpText('after', '\nExample:\n  ludus round verify final.jsonl.gz');
  verifyCommand(command);
}
