import { type Command, InvalidArgumentError } from 'commander';
import type { SimilarOptions } from '../similar/report.ts';

const several = (value: string, before: readonly string[]): string[] => [...before, value];

/** `ludus similar`: which submissions are alike. */
export function similar(program: Command): void {
  program
    .command('similar')
    .description('compare submissions with each other, and say which are alike')
    .argument('<folders...>', 'folders of sources: a file a person, or a folder a person with all versions in it')
    .option(
      '--earlier <folder=year>',
      'an earlier contest’s sources, compared with those of now; may be repeated',
      several,
      [],
    )
    .option('--template <file>', 'what everybody was given, a file or a folder; may be repeated', several, [])
    .option('-o, --output <file>', 'the report', 'similar.html')
    .option('--csv <file>', 'all pairs as a table')
    .option('--title <title>', 'the report’s title')
    .option(
      '--unusual <percent>',
      'from which similarity on a pair stands out; without it, as the field tells',
      parsePercent,
    )
    .option(
      '--show <pairs>',
      'how many pairs the report shows side by side; without it, those that stand out',
      parsePairs,
    )
    .option('--open', 'show the report in the browser')
    .addHelpText(
      'after',
      `
C++, TypeScript and JavaScript, Java, Python, by the files’ endings. Names, comments, types and layout are not compared, nor a person's own
versions with each other. The report is one HTML file for the organiser's eyes: it holds the sources.

Example:
  ludus similar submissions --earlier archive/2024=2024 --template AINull.cc -o similar.html --csv similar.csv`,
    )
    .action(async (folders: string[], options: SimilarOptions) => {
      // Reading sources takes packages that only contests need: the help is there without them.
      const { reportSimilar } = await import('../similar/report.ts');
      await reportSimilar(folders, options);
    });
}

function parsePercent(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value > 0 && value <= 100))
    throw new InvalidArgumentError('It must be a number above 0, up to 100.');
  return value / 100;
}

function parsePairs(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0 to 9999.');
  return Number(text);
}
