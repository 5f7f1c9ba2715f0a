import { structuredPatch } from 'diff';

/** One line of a comparison of two texts. `gap`: lines that are the same were left out. */
export interface SourceLine {
  readonly kind: 'added' | 'removed' | 'same' | 'gap';
  readonly text: string;
}

/** The lines in which a text differs from an earlier one, with a few around them; empty if it doesn’t. */
export function sourceLines(before: string, after: string): readonly SourceLine[] {
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: 2 });
  return hunks.flatMap(({ lines }, at) => [
    ...(at > 0 ? [{ kind: 'gap', text: '' } as const] : []),
    ...lines
      .filter((line) => !line.startsWith('\\'))
      .map((line) => ({ kind: KINDS[line[0]] ?? ('same' as const), text: line.slice(1) })),
  ]);
}

const KINDS: Readonly<Record<string, SourceLine['kind']>> = { '+': 'added', '-': 'removed' };
