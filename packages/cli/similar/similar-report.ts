import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { shownText } from '@ludus/contest/measures.ts';
import {
  type Comparison,
  compareFolders,
  type FolderSources,
  type FoundSource,
  pairsCsv,
  readFolder,
  sideOf,
  similarPage,
  who,
} from '@ludus/contest/plagiarism.ts';
import { openInBrowser } from '@ludus/shell/browser.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { checkWritable, errorReason, writeComplete } from '@ludus/shell/files.ts';
import { Progress } from '../lab/progress.ts';
import { info, printJson, table } from '../say.ts';

export interface SimilarOptions {
  readonly earlier: readonly string[];
  readonly template: readonly string[];
  readonly output: string;
  readonly csv?: string;
  readonly title?: string;
  readonly unusual?: number;
  readonly show?: number;
  readonly open?: boolean;
  readonly json?: boolean;
}

/** Compares the source files of these folders, and writes the report. */
export async function reportSimilar(folders: string[], options: SimilarOptions): Promise<void> {
  for (const output of [options.output, options.csv]) if (output !== undefined) checkWritable(output);
  const now = folders.flatMap(sourcesOf);
  if (now.length === 0)
    throw new UsageError('these folders contain no source in C++, TypeScript, JavaScript, Java, Python, or Rust');
  const earlier = options.earlier.map((text) => {
    const at = text.lastIndexOf('=');
    const folder = at > 0 ? text.slice(0, at) : text;
    return { year: at > 0 ? text.slice(at + 1) : basename(folder), sources: sourcesOf(folder) };
  });
  const templates = options.template.flatMap(sourcesOf);
  const comparison = await compared({ now, earlier, templates }, options.unusual);
  const { pairs, usual } = comparison;
  const unusual = pairs.filter(({ similarity }) => similarity >= usual.unusual).length;
  const title = options.title ?? `Similar submissions in ${folders.map((folder) => basename(folder)).join(', ')}`;
  writeComplete(
    options.output,
    similarPage(title, comparison, options.show ?? Math.min(MAX_SHOWN, Math.max(MIN_SHOWN, unusual))),
  );
  if (options.csv !== undefined) writeComplete(options.csv, pairsCsv(comparison));
  if (options.json)
    printJson({
      output: options.output,
      pairs: pairs.map(({ similarity, left, right }) => ({
        similarity,
        left: who(sideOf(comparison, left)),
        right: who(sideOf(comparison, right)),
        unusual: similarity >= usual.unusual,
      })),
      usual,
    });
  else process.stdout.write(`${listed(comparison, unusual)}\n`);
  info(`the report was written to ${options.output}`);
  if (options.open) openInBrowser(options.output);
}

/** Minimum and maximum number of pairs that the report shows by default. */
const MIN_SHOWN = 5;
const MAX_SHOWN = 40;

function sourcesOf(path: string): readonly FoundSource[] {
  let found: FolderSources;
  if (!existsSync(path)) throw new UsageError(`no such file or folder: ${path}`);
  try {
    found = readFolder(path);
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${errorReason(error)}`);
  }
  for (const sentence of found.left) info(shownText(sentence));
  return found.sources;
}

async function compared(field: Parameters<typeof compareFolders>[0], unusual: number | undefined): Promise<Comparison> {
  const progress = new Progress();
  let begun: string | undefined;
  let last = 0;
  const left: string[] = [];
  try {
    return await compareFolders(field, unusual, {
      step(what, done, of) {
        if (what !== begun) {
          progress.stop();
          progress.start(0, of);
          progress.note(what === 'read' ? 'sources read' : 'pairs compared');
          begun = what;
          last = 0;
        }
        for (; last < done; last++) progress.step();
      },
      left: (sentence) => left.push(sentence),
    });
  } finally {
    progress.stop();
    for (const sentence of left) info(shownText(sentence));
  }
}

/** Returns the text that lists the most similar pairs, and states the usual similarity. */
function listed(comparison: Comparison, unusual: number): string {
  const { pairs, usual } = comparison;
  const percent = (share: number) => `${(100 * share).toFixed(0)}%`;
  const rows = pairs
    .slice(0, Math.min(20, Math.max(MIN_SHOWN, unusual)))
    .map((pair, at) => [
      `${at + 1}`,
      percent(pair.similarity),
      who(sideOf(comparison, pair.left)),
      who(sideOf(comparison, pair.right)),
      pair.similarity >= usual.unusual ? 'stands out' : '',
    ]);
  const field = `${usual.pairs} pairs: half are less similar than ${percent(usual.median)}, 99 of 100 less than ${percent(usual.nearlyAll)}; ${unusual} stand out (${percent(usual.unusual)} or more).`;
  return rows.length === 0 ? field : `${table(['', 'similar', 'one', 'other', ''], rows)}\n${field}`;
}
