/** A sentence of a Markdown page, without its markup. */
export interface Sentence {
  /** The line of the page at which the sentence's paragraph starts, from 1. */
  readonly line: number;
  readonly text: string;
}

/**
 * The sentences of a Markdown page, without code blocks, HTML comments, and block quotes. Inline code counts as one
 * word. Each list item and table cell is a paragraph.
 */
export function sentencesOf(markdown: string): Sentence[] {
  return paragraphsOf(markdown).flatMap(({ line, text }) =>
    plain(text)
      .split(/(?<=[.!?:]["”’)*_]*)\s+(?=["“‘(*_]*[\p{Lu}\d¤])/u)
      .map((sentence) => ({ line, text: sentence.trim() }))
      .filter((sentence) => sentence.text !== ''),
  );
}

export const wordsIn = (sentence: string): number => sentence.match(/[\p{L}\p{N}¤][\p{L}\p{N}’'._/-]*/gu)?.length ?? 0;

function paragraphsOf(markdown: string): Sentence[] {
  const paragraphs: { line: number; text: string }[] = [];
  let open = false;
  let fenced = false;
  for (const [i, raw] of markdown
    .replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ''))
    .split('\n')
    .entries()) {
    const line = raw.trim();
    if (/^(?:```|~~~)/.test(line)) fenced = !fenced;
    if (fenced || /^(?:```|~~~|>|<|\|[\s:|-]+\|$)/.test(line) || line === '' || (!open && /^(?: {4}|\t)\S/.test(raw))) {
      open = false;
      continue;
    }
    if (line.startsWith('|')) {
      for (const text of line.split(/(?<!\\)\|/).slice(1, -1)) paragraphs.push({ line: i + 1, text });
      open = false;
    } else if (open && !/^(?:[-*+]|\d+\.|#+) /.test(line)) paragraphs[paragraphs.length - 1].text += ` ${line}`;
    else {
      paragraphs.push({ line: i + 1, text: line.replace(/^(?:[-*+]|\d+\.|#+) /, '') });
      open = !line.startsWith('#');
    }
  }
  return paragraphs;
}

/** Removes markup: a link becomes its text, and a piece of code becomes `¤`. */
const plain = (text: string): string =>
  text
    .replace(/`` .*? ``|`[^`]*`/g, '¤')
    .replace(/!?\[((?:[^\]\\]|\\.)*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|(?<!\w)_|_(?!\w)/g, '');
