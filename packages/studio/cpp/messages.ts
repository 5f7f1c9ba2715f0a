import type { CodePlaces } from '@ludus/runtime/metering.ts';
import type { SourceMistake } from '../match/code-place.ts';
import type { OwnFile } from '../match/files.ts';

/** The module of a C++ player, and the source of its code. */
export interface CompiledPlayer {
  readonly module: Uint8Array<ArrayBuffer>;
  readonly places?: CodePlaces | undefined;
}

/** A C++ player doesn't compile; the message has the compiler's errors, one per line. */
export class CompileFailed extends Error {
  readonly mistakes: readonly SourceMistake[];

  constructor(message: string, mistakes: readonly SourceMistake[] = []) {
    super(message);
    this.mistakes = mistakes;
  }
}

/**
 * How far compiling is: the compiler is fetched (bytes), made ready, or compiles. `mistakes`: what it complains of, which may be right in another
 * standard of C++ that is tried next.
 */
export type CompileProgress =
  | { readonly stage: 'fetching'; readonly done: number; readonly all: number }
  | { readonly stage: 'preparing' }
  | { readonly stage: 'compiling'; readonly mistakes?: readonly SourceMistake[] };

/** `fetching the C++ compiler: 12.3 of 26.1 MB` */
export function sayProgress(progress: CompileProgress): string {
  if (progress.stage === 'preparing') return 'making the C++ compiler ready';
  if (progress.stage === 'compiling') return 'compiling';
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
  return `fetching the C++ compiler: ${megabytes(progress.done)} of ${megabytes(progress.all)} MB`;
}

/** A request to the compiler's worker. */
export interface CompileRequest {
  readonly id: number;
  /** Where the page's files are; an address that ends in `/`. */
  readonly base: string;
  readonly game: string;
  /** `AIMine.cc` */
  readonly file: string;
  /** Absent: the compiler is only made ready. */
  readonly source?: string;
  /** Files next to it, to be included. */
  readonly files?: readonly OwnFile[] | undefined;
}

export type CompileNews = { readonly id: number } & (
  | { readonly type: 'progress'; readonly progress: CompileProgress }
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly compiled: CompiledPlayer; readonly ms: number }
  | { readonly type: 'failed'; readonly message: string; readonly mistakes: readonly SourceMistake[] }
);

/** What the compiler says of a file, by its lines: `AIMine.cc:3:7: error: …`. */
export function mistakesIn(said: string, file: string, files: readonly OwnFile[] = []): SourceMistake[] {
  const found: SourceMistake[] = [];
  for (const line of said.split('\n')) {
    const [, named, at, column, severity, message] =
      /^(.*?):(\d+):(\d+): (?:fatal )?(error|warning): (.*)$/.exec(line) ?? [];
    const own = named?.replace(/^(?:\.\/|own\/)+/, '');
    const beside = files.find((each) => each.name === own);
    if (named !== file && !beside) continue;
    found.push({
      ...(beside && { file: beside.name }),
      line: Number(at),
      column: Number(column),
      severity: severity as 'error' | 'warning',
      message,
    });
  }
  return found;
}

/** Maximum number of errors that are written out above the code; all are marked in it. */
const MAX_SAID = 6;

/**
 * What keeps a player in C++ from playing, a line an error: `line 12: …`. Without its own place the compiler's words, as they
 * are.
 */
export function errorLines(said: string, mistakes: readonly SourceMistake[]): string {
  const errors = mistakes.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return said;
  const lines = errors
    .slice(0, MAX_SAID)
    .map(({ file, line, message }) => `${file === undefined ? '' : `${file}, `}line ${line}: ${message}`);
  const left = errors.length - lines.length;
  return [...lines, ...(left > 0 ? [`… and ${left} more`] : [])].join('\n');
}
