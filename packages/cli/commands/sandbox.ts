import { tierReports } from '@ludus/runtime/sandbox/tiers.ts';
import { NOT_SO } from '@ludus/shell/exit.ts';
import type { Command } from 'commander';

/** `ludus sandbox`: which sandbox this machine offers. */
export function sandbox(program: Command): void {
  program
    .command('sandbox')
    .description('say which sandbox for strangers’ players this machine offers, and why')
    .addHelpText(
      'after',
      '\nExample:\n  ludus sandbox\n  ludus match ./theirs.py Demo Demo Demo --sandbox filtered -i boards/madmax/maze1.cnf',
    )
    .action(() => {
      const reports = tierReports();
      for (const { tier, available, why } of reports) {
        process.stdout.write(`${tier.padEnd(9)} ${available ? 'available' : 'not available'}\n`);
        for (const sentence of why) process.stdout.write(`          - ${sentence}\n`);
      }
      if (!reports.some((report) => report.available)) process.exitCode = NOT_SO;
    });
}
