import { comparedPairs } from '../compare/pairs.ts';
import { finished } from '../compare/run.ts';
import { type Comparison, comparison, type Entrant, type ReadSource } from '../report/model.ts';
import { languageOf } from '../syntax/languages.ts';
import { readTokens, UnreadableSourceError } from '../syntax/parser.ts';
import type { Tokens } from '../syntax/tokens.ts';
import type { FoundSource } from './read-folder.ts';

export interface Field {
  /** The sources of this contest. The same name means the same entrant. */
  readonly now: readonly FoundSource[];
  readonly earlier: readonly { readonly year: string; readonly sources: readonly FoundSource[] }[];
  /** The files that all entrants were given. */
  readonly templates: readonly FoundSource[];
}

export interface ComparisonObserver {
  /** Reports the progress: sources are read first, then pairs are compared. */
  step?(what: 'read' | 'compare', done: number, of: number): void;
  /** Reports the error for a source that can't be read. */
  left?(sentence: string): void;
}

/** Reads and compares all sources. `unusual`: see `comparison`. */
export async function compareFolders(
  field: Field,
  unusual: number | undefined,
  watch: ComparisonObserver = {},
): Promise<Comparison> {
  const entrants: Entrant[] = [];
  const sources: ReadSource[] = [];
  const of = field.now.length + field.earlier.reduce((sum, { sources: all }) => sum + all.length, 0);
  let done = 0;
  const add = async (all: readonly FoundSource[], year: string | undefined): Promise<void> => {
    const numbers = new Map<string, number>();
    const known = new Set<string>();
    for (const { file, name, version, text, at } of all) {
      watch.step?.('read', done++, of);
      const entrant = numbers.get(name) ?? entrants.push({ name, year }) - 1;
      numbers.set(name, entrant);
      // If the same bytes were submitted twice, they are one version.
      const key = `${entrant} ${text}`;
      if (known.has(key)) continue;
      known.add(key);
      const tokens = await tokensOrWhy(file, text);
      if (typeof tokens === 'string') {
        watch.left?.(`${file} is not compared: ${tokens}. Check it yourself`);
        continue;
      }
      const { language } = languageOf(file)!;
      sources.push({
        source: { entrant, version: sources.length, language, tokens, earlier: year !== undefined },
        version,
        text,
        at,
      });
    }
  };
  await add(field.now, undefined);
  for (const { year, sources: all } of field.earlier) await add(all, year);
  const templates: (readonly string[])[] = [];
  for (const { file, text } of field.templates) {
    const tokens = await tokensOrWhy(file, text);
    if (typeof tokens === 'string') watch.left?.(`${file} isn’t a template: ${tokens}`);
    else templates.push(tokens.kinds);
  }
  const pairs = finished(
    comparedPairs(
      sources.map(({ source }) => source),
      templates,
    ),
    ({ done: compared, of: all }) => watch.step?.('compare', compared, all),
  );
  return comparison(entrants, sources, pairs, unusual);
}

async function tokensOrWhy(file: string, text: string): Promise<Tokens | string> {
  try {
    return await readTokens(file, text);
  } catch (error) {
    if (error instanceof UnreadableSourceError) return error.message;
    throw error;
  }
}
