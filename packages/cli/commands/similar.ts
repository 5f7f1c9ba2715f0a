import { type Command, InvalidArgumentError } from 'commander';
import { jsonOption, wholeFrom } from '../option-values.ts';
import type { SimilarOptions } from '../similar/similar-report.ts';

const several = (value: string, before: readonly string[]): string[] => [...before, value];

/** `ludus similar`: finds similar submissions. */
export function similar(program: Command): void {
  program
    .command('similar')
    .description('Find similar submissions')
    .argument('<folders...>', 'folders, each with one file or one folder of versions per person')
    .option('--earlier <folder=year>', 'sources of an earlier contest to compare with; repeatable', several, [])
    .option('--template <file>', 'file or folder that all entrants received; repeatable', several, [])
    .option('-o, --output <file>', 'file for the report', 'similar.html')
    .option('--csv <file>', 'CSV file for a table of all pairs')
    .option('--title <title>', 'title of the report')
    .option(
      '--unusual <percent>',
      'lowest similarity at which a pair stands out, above 0, up to 100 (default: derived from all pairs)',
      parsePercent,
    )
    .option(
      '--show <pairs>',
      'number of pairs shown side by side, 0 to 9999 (default: the pairs that stand out, 5 to 40)',
      wholeFrom(0, 9999),
    )
    .option('--open', 'open the report in the browser')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Compares sources in C++, TypeScript, JavaScript, Java, Python, and Rust; the file extension determines the language.
Names, comments, types, and layout don't count. Versions by the same person aren't compared with each other. The report
is one HTML file that contains the sources: keep it private.
With --json, prints one JSON object: output, pairs (similarity, left, right, unusual), usual (median, nearlyAll,
unusual).

Example:
  ludus similar submissions --earlier archive/2024=2024 --template AINull.cc -o similar.html --csv similar.csv`,
    )
    .action(async (folders: string[], options: SimilarOptions) => {
      // Reading source files needs packages that only contests use; the help works without them.
      const { reportSimilar } = await import('../similar/similar-report.ts');
      await reportSimilar(folders, options);
    });
}

function parsePercent(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value > 0 && value <= 100))
    throw new InvalidArgumentError('It must be a number above 0, up to 100.');
  return value / 100;
}
