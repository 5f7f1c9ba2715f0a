import { groupReport, sandboxLevelReports, weaknessesOn } from '@ludus/runtime/sandbox.ts';
import { EXIT_NEGATIVE } from '@ludus/shell/exit.ts';
import type { Command } from 'commander';
import { jsonOption } from '../option-values.ts';
import { printJson } from '../say.ts';

/** The warnings for a machine on which a player can't have a control group. */
const WITHOUT_GROUPS = [
  'a bot’s time, memory, and processes are read from /proc; with “filtered” and “full”, this is complete, because a bot has only one process',
  'with “basic”, and without a sandbox, short-lived child processes can use time that isn’t counted',
];

/** `ludus sandbox`: reports the sandbox that this machine offers. */
export function sandbox(program: Command): void {
  program
    .command('sandbox')
    .description('Show the sandboxes that this machine supports')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nA sandbox protects this machine from untrusted code. The levels are basic, filtered, and full, from weak to strong.\n--sandbox without a level chooses the strongest level that is available.\nWith --json, prints one JSON object: levels (level, available, why), groups (available, why), weaker.\nExit code: 0 a sandbox is available, 1 no sandbox is available.\n\nExample:\n  ludus sandbox\n  ludus match ./theirs.py Demo Demo Demo --sandbox filtered -i boards/madmax/maze1.cnf',
    )
    .action(({ json }: { readonly json?: boolean }) => {
      const reports = sandboxLevelReports();
      if (!reports.some((report) => report.available)) process.exitCode = EXIT_NEGATIVE;
      if (json) {
        const levels = reports.map(({ level, available, why }) => ({ level, available, why }));
        printJson({ levels, groups: groupReport(), weaker: weaknessesOn() });
        return;
      }
      const best = reports.findLast(({ available }) => available)?.level;
      for (const { level, available, why } of reports) {
        const state = available ? 'available' : 'not available';
        process.stdout.write(`${level.padEnd(9)} ${state}${level === best ? ' (default of --sandbox)' : ''}\n`);
        for (const sentence of why) process.stdout.write(`          - ${sentence}\n`);
      }
      const groups = groupReport();
      process.stdout.write(`control groups ${groups.available ? 'available' : 'not available'}\n`);
      for (const sentence of groups.available ? groups.why : [...groups.why, ...WITHOUT_GROUPS])
        process.stdout.write(`          - ${sentence}\n`);
      const weaker = weaknessesOn();
      if (weaker.length > 0) process.stdout.write('on this system\n');
      for (const sentence of weaker) process.stdout.write(`          - ${sentence}\n`);
    });
}
