import { type Problem, problemOf, type Sentences } from '@ludus/kernel/result.ts';

const ours = (compiler: string, said: string): string =>
  `${compiler} cannot compile the parts of Ludus that every bot needs:\n${said}`;

/**
 * Reasons why a player is not compiled. `name` is the name of the player's source, `said` is the compiler's output, and
 * `word` is the text between the quotes of an include.
 */
const COMPILE_PROBLEMS = {
  'compiler/rejected': (name: string, said: string, other?: { readonly title: string; readonly written: string }) =>
    `${name} does not compile${other ? ` for ${other.title}; it looks like a bot for ${other.written}` : ''}:\n${said}`,
  'compiler/file': (name: string, why: string) => `${name} ${why}`,
  'compiler/include': (name: string, word: string, why: string) => `${name} includes ${word}, which ${why}`,
  'compiler/outside': (name: string, word: string) => `${name} includes ${word}, which is outside its folder`,
  'compiler/link': (name: string, word: string) => `${name} includes ${word}, which has a path through a link`,
  'compiler/neighbours': (name: string, word: string) =>
    `${name} includes ${word}, but its folder has other bots: a bot with several files needs a separate folder`,
  'compiler/many': (name: string, files: number, bytes: number) =>
    `${name} includes more than ${files} files or ${bytes / 2 ** 20} MiB in total`,
  'compiler/long': (bytes: number, most: number) =>
    `the compiler’s output has ${Math.ceil(bytes / 2 ** 20)} MiB, but at most ${most / 2 ** 20} MiB are allowed`,
  'compiler/reads': (why: string) => `the compiler does not list the files that it reads: ${why}`,
  'compiler/ended': () => 'the compiler was stopped, because another bot can’t play',
  'compiler/missing': (name: string) =>
    `${name} cannot be compiled without g++ or clang++: install one, or use a compiler for WebAssembly (npx ludus get clang; --budget fuel or none)`,
  'compiler/no-native': (name: string) =>
    `${name} cannot be compiled: on this system, C++ bots run only as WebAssembly (npx ludus get clang; --budget fuel or none)`,
  'compiler/no-wasm': (name: string) =>
    `${name} cannot be compiled to WebAssembly: install clang, lld, wasi-libc, and libc++ for wasm32, or run npx ludus get clang`,
  'compiler/ours-native': (program: string, said: string) => ours(`the compiler ${program}`, said),
  'compiler/ours-wasm': (program: string, said: string) => ours(program, said),
  'compiler/ours-packaged': (said: string) => ours('the packaged clang', said),
} satisfies Sentences;

type CompileProblem = keyof typeof COMPILE_PROBLEMS;

/**
 * Thrown when a player doesn't compile, or can't be compiled on this machine. The message is for the player's author: a
 * sentence, followed by the compiler's lines.
 */
export class CompileError extends Error {
  readonly code: CompileProblem;
  constructor({ code, message }: Problem & { readonly code: CompileProblem }) {
    super(message);
    this.code = code;
  }
}

export const compileError = <Code extends CompileProblem>(
  code: Code,
  ...values: Parameters<(typeof COMPILE_PROBLEMS)[Code]>
): CompileError => new CompileError(problemOf(COMPILE_PROBLEMS, code, ...values));

/** Thrown when the compiler rejects the source itself. The same compiler would then reject the same source again. */
export class SourceRejectedError extends CompileError {
  constructor(message: string) {
    super({ message, code: 'compiler/rejected' });
  }
}

const MAX_LINES = 60;
const LINE_CHARACTERS = 400;

/**
 * The start of a crashed compiler's report about itself. The report's stack, addresses, and libraries don't help the
 * player's author.
 */
const FELL =
  /^(?:PLEASE submit a bug report|Stack dump:|(?:\S*clang\S*|lld|wasm-ld|cc1plus): (?:fatal )?error: (?:unable to execute command|(?:clang frontend|linker) command failed due to signal))/;

/** A location and an error of a C or C++ compiler. */
const ERROR = /^\S.*?:\d+(?::\d+)?: (?:fatal )?error: /m;

/** The error lines of a C or C++ compiler, without the quoted source. */
export const errorsOf = (output: string): string =>
  output
    .split('\n')
    .filter((line) => ERROR.test(line))
    .join('\n');

/**
 * Whether these messages mean that compiling again cannot help. A missing header may be installed later, and a stopped
 * compiler may succeed next time.
 */
export const isLasting = (output: string): boolean =>
  ERROR.test(output) &&
  !/No such file or directory|file not found|was stopped|Killed|terminated|out of memory/i.test(output);

/**
 * Moves the first error to the front. The compiler prints the error's context (the function and the chain of includes)
 * before the error.
 */
function errorFirst(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex((line) => ERROR.test(line));
  if (at <= 0) return lines;
  let end = at + 1;
  while (end < lines.length && /^\s/.test(lines[end])) end++;
  return [...lines.slice(at, end), ...lines.slice(0, at), ...lines.slice(end)];
}

/**
 * The compiler's messages, without those about Ludus's command lines, and shortened to a readable length. The messages
 * quote the source, so control characters are removed to protect terminals.
 */
export function compilerLines(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !/^cc1plus: warning/.test(line));
  const fell = lines.findIndex((line) => FELL.test(line));
  if (fell >= 0) lines.splice(fell, lines.length, 'the compiler itself crashed while it compiled this file');
  const shown = errorFirst(lines).slice(0, MAX_LINES).map(plain);
  const more = lines.length - MAX_LINES;
  if (more > 0) shown.push(`… and ${more} more ${more === 1 ? 'line' : 'lines'}`);
  return shown.join('\n');
}

function plain(line: string): string {
  const printable = line.replace(/\t/g, ' ').replace(/[\p{Cc}\p{Cf}]/gu, '?');
  return printable.length <= LINE_CHARACTERS ? printable : `${printable.slice(0, LINE_CHARACTERS)} …`;
}
