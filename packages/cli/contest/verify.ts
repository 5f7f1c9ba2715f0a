import { existsSync } from 'node:fs';
import { NOT_SO, UsageError } from '@ludus/shell/exit.ts';
import { type Command, InvalidArgumentError } from 'commander';
import { openCells } from 'ludus/cells.ts';
import { gameNamed, kitOf } from '../games.ts';
import { info } from '../say.ts';
import { engineOf } from './engine.ts';
import { linesOf } from './lines.ts';

/** `ludus contest verify` */
export function verify(contest: Command): void {
  contest
    .command('verify')
    .description(
      'work an exported contest out again: the table from its results, a share of the matches from their modules',
    )
    .argument('<file>', 'what /api/contests/NAME/export gave')
    .option('--share <share>', 'the share of matches that are played again, 0 … 1', share, 0.1)
    .addHelpText('after', '\nExample:\n  ludus contest verify spring.jsonl --share 0.2')
    .action(run);
}

async function run(file: string, flags: { readonly share: number }): Promise<void> {
  if (!existsSync(file)) throw new UsageError(`there is no file ${file}`);
  const { NoExport, readExport, verifyExport } = await import('@ludus/contest/judge/verify-export.ts');
  const contest = await readExport(linesOf(file)).catch((error) => {
    throw error instanceof NoExport ? new UsageError(`${file}: ${error.message}`) : error;
  });
  const rules = gameNamed(contest.game);
  const cells = openCells();
  try {
    const { differs, played, tables } = await verifyExport(contest, {
      share: flags.share,
      engine: await engineOf(cells),
      play: (job) => cells.play(job),
      builtins: kitOf(rules).players.map(({ name }) => name),
      rules,
      onMatch: (done, of) => done % 100 === 0 && info(`${done} of ${of} matches`),
    });
    if (differs === undefined)
      process.stdout.write(
        `OK: ${contest.matches.length} matches are whole, ${tables} tables are what the results give, and ${played} matches came to the same when they were played again\n`,
      );
    else {
      process.stdout.write(`FAIL: ${differs}\n`);
      process.exitCode = NOT_SO;
    }
  } finally {
    await cells.close();
  }
}

function share(text: string): number {
  const value = Number(text);
  if (!(value >= 0 && value <= 1)) throw new InvalidArgumentError('It must be a number from 0 to 1.');
  return value;
}
