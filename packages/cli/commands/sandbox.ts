import { groupReport } from '@ludus/runtime/groups/groups.ts';
import { weakerOn } from '@ludus/runtime/process/system.ts';
import { tierReports } from '@ludus/runtime/sandbox/tiers.ts';
import { NOT_SO } from '@ludus/shell/exit.ts';
import type { Command } from 'commander';

/** What is weaker where a player cannot have a control group. */
const WITHOUT_GROUPS = [
  'a player’s time, memory and processes are then read from /proc: in the tiers filtered and full, where it is one process, that is all there is',
  'in the tier basic, and without a sandbox, children that end unseen can hide what they use',
];

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
      const groups = groupReport();
      process.stdout.write(`control groups ${groups.available ? 'available' : 'not available'}\n`);
      for (const sentence of groups.available ? groups.why : [...groups.why, ...WITHOUT_GROUPS])
        process.stdout.write(`          - ${sentence}\n`);
      const weaker = weakerOn();
      if (weaker.length > 0) process.stdout.write('on this system\n');
      for (const sentence of weaker) process.stdout.write(`          - ${sentence}\n`);
      if (!reports.some((report) => report.available)) process.exitCode = NOT_SO;
    });
}
