/** A player does not compile, or cannot be compiled here. The message is for its author: our sentence, then the compiler's lines. */
export class CompileError extends Error {}

/** The source itself is refused: the same compiler will refuse it again. */
export class SourceRejectedError extends CompileError {}

const MAX_LINES = 60;
const LINE_CHARACTERS = 400;

/** Where a compiler that has fallen over begins to speak of itself: its own stack, addresses and libraries are nothing to an author. */
const FELL =
  /^(?:PLEASE submit a bug report|Stack dump:|(?:\S*clang\S*|lld|wasm-ld|cc1plus): (?:fatal )?error: (?:unable to execute command|(?:clang frontend|linker) command failed due to signal))/;

/** Of C and C++: a place and an error. */
const ERROR = /^\S.*?:\d+(?::\d+)?: (?:fatal )?error: /m;

/** The lines of C and C++ that say an error, without the source that they quote. */
export const errorsOf = (output: string): string =>
  output
    .split('\n')
    .filter((line) => ERROR.test(line))
    .join('\n');

/** Could a compiler refuse a source with these messages for ever? A header may be installed, and a compiler that was ended may be luckier. */
export const isLasting = (output: string): boolean =>
  ERROR.test(output) &&
  !/No such file or directory|file not found|was ended|Killed|terminated|out of memory/i.test(output);

/** An error comes first. The compiler prints its place (the function, the chain of includes) after it. */
function errorFirst(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex((line) => ERROR.test(line));
  if (at <= 0) return lines;
  let end = at + 1;
  while (end < lines.length && /^\s/.test(lines[end])) end++;
  return [...lines.slice(at, end), ...lines.slice(0, at), ...lines.slice(end)];
}

/**
 * The compiler's messages, without what it says of our own command lines, cut where no one reads on. They quote the source, so
 * nothing in them may reach a terminal as a command.
 */
export function compilerLines(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !/^cc1plus: warning/.test(line));
  const fell = lines.findIndex((line) => FELL.test(line));
  if (fell >= 0) lines.splice(fell, lines.length, 'the compiler itself has fallen over at this source');
  const shown = errorFirst(lines).slice(0, MAX_LINES).map(plain);
  if (lines.length > MAX_LINES) shown.push(`… and ${lines.length - MAX_LINES} more lines`);
  return shown.join('\n');
}

function plain(line: string): string {
  const printable = line.replace(/\t/g, ' ').replace(/[\p{Cc}\p{Cf}]/gu, '?');
  return printable.length <= LINE_CHARACTERS ? printable : `${printable.slice(0, LINE_CHARACTERS)} …`;
}
