import { readFileSync } from 'node:fs';

/** A parsed page of the documentation, for tests that compare the page with the code. */
export interface Document {
  /** The text under each numbered heading, up to the next one, keyed by the heading's number (`4`, `4.2`). */
  readonly sections: ReadonlyMap<string, string>;
  readonly text: string;
}

/** A numbered heading: `## 4. A round`, `### 4.2 Missiles fly`. */
const NUMBERED = /^#{2,3} (\d+(?:\.\d+)*)\.? .*$/gm;

export function readDocument(name: string): Document {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8');
  const headings = [...text.matchAll(NUMBERED)];
  const sections = new Map<string, string>();
  for (const [i, heading] of headings.entries()) {
    if (sections.has(heading[1])) throw new Error(`docs/${name} has two sections ${heading[1]}`);
    sections.set(heading[1], text.slice(heading.index + heading[0].length, headings[i + 1]?.index));
  }
  return { text, sections };
}

/** The text under a section's heading. Throws if there is no such section. */
export function section(name: string, number: string): string {
  const text = readDocument(name).sections.get(number);
  if (text === undefined) throw new Error(`docs/${name} has no section ${number}`);
  return text;
}

/**
 * The first table of a section, or of any Markdown, without its header: rows of cells, with minus signs as `-` and
 * without code marks.
 */
export function table(markdown: string): string[][] {
  const lines = markdown.split('\n');
  const first = lines.findIndex((line) => line.startsWith('|'));
  if (first < 0) throw new Error('the Markdown contains no table');
  const end = lines.findIndex((line, i) => i > first && !line.startsWith('|'));
  return lines.slice(first + 2, end < 0 ? undefined : end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '').replaceAll('−', '-')),
  );
}
