import { existsSync } from 'node:fs';
import { EXIT_NEGATIVE, UsageError } from '@ludus/shell/exit.ts';
import type { Command } from 'commander';
import { openMatchProcesses } from 'ludus/match-processes.ts';
import { gameNamed, kitOf } from '../games.ts';
import { jsonOption, parseShare } from '../option-values.ts';
import { info, printJson } from '../say.ts';
import { engineOf } from './engine.ts';
import { linesOf } from './lines.ts';

/** `ludus contest verify`: checks a contest's results. */
export function verify(contest: Command): void {
  contest
    .command('verify')
    .description('Verify the exported results of a contest')
    .argument('<file>', 'export of a contest, from /api/contests/NAME/export')
    .option('--share <share>', 'share of the matches to play again, 0 to 1', parseShare, 0.1)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nCalculates the leaderboard from the results, and plays some matches again.\nWith --json, prints one JSON object: ok, matches, tables, played, or the difference.\nExit code: 0 all results are reproducible, 1 something differs, 2 the file can’t be read.\n\nExample:\n  ludus contest verify spring.jsonl --share 0.2',
    )
    .action(run);
}

async function run(file: string, flags: { readonly share: number; readonly json?: boolean }): Promise<void> {
  if (!existsSync(file)) throw new UsageError(`no such file: ${file}`);
  const { InvalidExportError, readExport, verifyExport } = await import('@ludus/contest/judge.ts');
  const contest = await readExport(linesOf(file)).catch((error) => {
    throw error instanceof InvalidExportError ? new UsageError(`${file}: ${error.message}`) : error;
  });
  const rules = gameNamed(contest.game);
  const processes = openMatchProcesses();
  try {
    const { differs, played, tables } = await verifyExport(contest, {
      share: flags.share,
      engine: await engineOf(processes),
      play: (job) => processes.play(job),
      builtins: kitOf(rules).players.map(({ name }) => name),
      rules,
      onMatch: (done, of) => done % 100 === 0 && info(`${done} of ${of} matches`),
    });
    if (flags.json)
      printJson({
        ok: differs === undefined,
        matches: contest.matches.length,
        tables,
        played,
        problem: differs ?? null,
      });
    else if (differs === undefined)
      process.stdout.write(
        `OK: ${contest.matches.length} matches are complete, ${tables} leaderboards follow from the results, and ${played} matches had the same result when they were played again\n`,
      );
    else process.stdout.write(`FAIL: ${differs}\n`);
    if (differs !== undefined) process.exitCode = EXIT_NEGATIVE;
  } finally {
    await processes.close();
  }
}
