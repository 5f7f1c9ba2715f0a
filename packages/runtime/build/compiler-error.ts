/** A player does not compile, or cannot be compiled here. The message is for its author: our sentence, then the compiler's lines. */
export class CompileError extends Error {}

const MOST_LINES = 60;

/** The compiler's messages, without what it says of our own command lines, cut where nobody reads on. */
export function compilerLines(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !/^cc1plus: warning/.test(line));
  return lines.length <= MOST_LINES
    ? lines.join('\n')
    : [...lines.slice(0, MOST_LINES), `… and ${lines.length - MOST_LINES} more lines`].join('\n');
}
