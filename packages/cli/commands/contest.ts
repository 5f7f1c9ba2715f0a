import type { Command } from 'commander';
import { backup } from '../contest/backup.ts';
import { chaos } from '../contest/chaos.ts';
import { restore } from '../contest/restore.ts';
import { simulate } from '../contest/simulate.ts';
import { verify } from '../contest/verify.ts';

/** The organiser's commands for scripts. Each command has a file in `contest/`. */
const PARTS: readonly ((contest: Command) => void)[] = [backup, restore, verify, simulate, chaos];

/** `ludus contest …`: the commands for contests. */
export function contest(program: Command): void {
  const command = program
    .command('contest')
    .description('Back up, restore, verify, test, or simulate contests')
    .addHelpText('after', '\nExample:\n  ludus contest simulate --entrants 60 --seed 7');
  for (const each of PARTS) each(command);
}
