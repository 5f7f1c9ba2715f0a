import { createTwoFilesPatch, structuredPatch } from 'diff';
import type { SourceFile } from './format.ts';

/** How a file differs between two rounds. */
export interface FileChange {
  readonly path: string;
  readonly kind: 'added' | 'changed' | 'removed';
  /** The number of added lines; 0 if the file isn't text. The next field is the number of removed lines. */
  readonly added: number;
  readonly removed: number;
  /** A unified diff; empty if the file isn’t text, or is too long to compare. */
  readonly patch: string;
}

/** Maximum size of a file that is compared line by line, in bytes. */
const MAX_COMPARED = 2 ** 18;

/** The files that differ between two rounds, sorted by path. */
export function sourceChanges(before: readonly SourceFile[], after: readonly SourceFile[]): FileChange[] {
  const [old, now] = [before, after].map((files) => new Map(files.map(({ path, bytes }) => [path, bytes])));
  const paths = [...new Set([...old.keys(), ...now.keys()])].sort();
  return paths.flatMap((path): FileChange[] => {
    const [a, b] = [old.get(path), now.get(path)];
    if (a && b && Buffer.compare(a, b) === 0) return [];
    const kind = a === undefined ? 'added' : b === undefined ? 'removed' : 'changed';
    const texts = [textOf(a), textOf(b)];
    if (texts[0] === undefined || texts[1] === undefined) return [{ path, kind, added: 0, removed: 0, patch: '' }];
    const [from, to] = texts as [string, string];
    const { hunks } = structuredPatch(path, path, from, to, '', '', { context: 0 });
    const count = (mark: string) =>
      hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.startsWith(mark)).length, 0);
    const patch = createTwoFilesPatch(path, path, from, to, undefined, undefined, { context: 2 });
    return [{ path, kind, added: count('+'), removed: count('-'), patch }];
  });
}

/** The text of a file: empty if it is missing, undefined if it isn't text or is too long. */
function textOf(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined) return '';
  if (bytes.length > MAX_COMPARED || bytes.includes(0)) return undefined;
  return Buffer.from(bytes).toString('utf8');
}
