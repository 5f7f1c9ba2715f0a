import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { inRevision, revisionProblem } from '@ludus/game/replay.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { checkWritable, displayName, readText, writeComplete } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import { gameNamed } from '../games.ts';

/** `ludus round reveal`: writes the reveal of a final as a page that needs no server. */
export function revealCommand(round: Command): void {
  round
    .command('reveal')
    .description('Show a final step by step, without a server')
    .argument('<export>', 'export of a final (.jsonl, plain or gzipped); - for standard input')
    .option('-o, --output <file>', 'HTML file that shows the final on any machine', 'reveal.html')
    .addHelpText(
      'after',
      `
The page is complete and fetches nothing. → and ← move through it, as on the contest’s pages.
It shows names if the export has them: organisers download it with "Export with names". Otherwise it
shows the entrants’ numbers.
Exit code: 0 the page is written, 2 the export can’t be read, is damaged, or contradicts itself.

Example:
  ludus round reveal final.jsonl.gz -o final.html`,
    )
    .action(run);
}

async function run(file: string, { output }: { readonly output: string }): Promise<void> {
  checkWritable(output);
  if (existsSync(file) && existsSync(output) && realpathSync(file) === realpathSync(output))
    throw new UsageError(`${output} is the export: choose a different output file`);
  const text = readText(file);
  const { readExport, SHOW_SCRIPT, showOf, showPage } = await import('@ludus/contest/rounds.ts');
  const refused = (sentence: string) => new UsageError(`${displayName(file)}: ${sentence}`);
  const read = readExport(text);
  if (!read.ok) throw refused(describeProblem(read.problem));
  const { terms } = read.value.head;
  const game = gameNamed(terms.game);
  const problem = terms.revision === undefined ? undefined : revisionProblem(game, terms.revision);
  if (problem !== undefined) throw refused(problem);
  const show = showOf(read.value, inRevision(game, terms.revision));
  if (!show.ok) throw refused(describeProblem(show.problem));
  const { buildPages } = await import('@ludus/contest/server.ts');
  const script = readFileSync(join(await buildPages(), SHOW_SCRIPT), 'utf8');
  writeComplete(output, showPage(show.value, script));
  process.stdout.write(`${output}\n`);
}
