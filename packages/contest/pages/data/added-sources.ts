import type { CallOf } from '../../api/routes.ts';
import { whose } from '../../plagiarism/files/source-owner.ts';
import { languageOf } from '../../plagiarism/syntax/languages.ts';

export type AddedSource = CallOf<'addSources'>['body']['sources'][number];

/** A chosen file, with its path below the chosen folder if a folder was chosen. */
export interface ChosenFile {
  readonly path: string;
  text(): Promise<string>;
}

/**
 * Returns the files that can be added, and the number of files that can't. A file can't be added if it is hidden or
 * binary, if it is larger than the limit, or if its extension isn't known.
 */
export async function sourcesOf(
  files: readonly ChosenFile[],
): Promise<{ readonly sources: readonly AddedSource[]; readonly left: number }> {
  const sources: AddedSource[] = [];
  let left = 0;
  for (const { path, text } of files) {
    if (path.endsWith('.jsonl')) {
      const found = sourcesOfExport(await text());
      sources.push(...found);
      if (found.length === 0) left++;
      continue;
    }
    const parts = path.split('/');
    const isHidden = parts.some((part) => part.startsWith('.') || part === 'node_modules');
    const content = isHidden || !languageOf(path) ? undefined : await text();
    if (content === undefined || !isText(content)) left++;
    else sources.push({ ...whose(parts), file: path.slice(-300), text: content.replace(/^\ufeff/, '') });
  }
  return { sources, left };
}

const MAX_CHARACTERS = 512 * 1024;
const isText = (content: string): boolean => content.length <= MAX_CHARACTERS && !content.includes('\0');

interface Line {
  readonly kind?: unknown;
  readonly number?: unknown;
  readonly name?: unknown;
  readonly entrant?: unknown;
  readonly file?: unknown;
  readonly source?: unknown;
}

/**
 * Returns the sources of a contest's export: all submissions of all entrants, under their original names. Other lines
 * are skipped.
 */
export function sourcesOfExport(text: string): readonly AddedSource[] {
  const names = new Map<unknown, string>();
  const sources: AddedSource[] = [];
  for (const written of text.split('\n')) {
    const line = read(written);
    if (line?.kind === 'entrant') names.set(line.number, String(line.name));
    if (line?.kind !== 'submission' || typeof line.source !== 'string' || !languageOf(String(line.file))) continue;
    const content = new TextDecoder().decode(Uint8Array.from(atob(line.source), (char) => char.charCodeAt(0)));
    if (!isText(content)) continue;
    sources.push({
      name: names.get(line.entrant) ?? `entrant ${line.entrant}`,
      version: String(line.number),
      file: String(line.file),
      text: content,
    });
  }
  return sources;
}

function read(line: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Splits a list into parts that fit into one request. */
export function* portions(
  sources: readonly AddedSource[],
  most: { readonly sources: number; readonly characters: number },
): Generator<AddedSource[]> {
  let portion: AddedSource[] = [];
  let characters = 0;
  for (const source of sources) {
    if (portion.length === most.sources || (portion.length > 0 && characters + source.text.length > most.characters)) {
      yield portion;
      portion = [];
      characters = 0;
    }
    portion.push(source);
    characters += source.text.length;
  }
  if (portion.length > 0) yield portion;
}
