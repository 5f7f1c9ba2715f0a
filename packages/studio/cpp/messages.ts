import type { CodePlaces } from '@ludus/runtime/metering.ts';
import type { SourceMistake } from '../match/code-place.ts';
import type { OwnFile } from '../match/files.ts';

/** The module of a C++ player, and its source code. */
export interface CompiledPlayer {
  readonly module: Uint8Array<ArrayBuffer>;
  readonly places?: CodePlaces | undefined;
}

/** Thrown when a C++ player doesn't compile. The message contains the compiler's errors, one per line. */
export class CompileFailedError extends Error {
  readonly mistakes: readonly SourceMistake[];

  constructor(message: string, mistakes: readonly SourceMistake[] = []) {
    super(message);
    this.mistakes = mistakes;
  }
}

/**
 * The current step of a compilation: the compiler is being downloaded (with the number of bytes), is being prepared, or
 * is compiling. `mistakes`: the player's errors, which another C++ standard may accept.
 */
export type CompileProgress =
  | { readonly stage: 'fetching'; readonly done: number; readonly all: number }
  | { readonly stage: 'preparing' }
  | { readonly stage: 'compiling'; readonly mistakes?: readonly SourceMistake[] };

/** Formats a message such as `downloading the C++ compiler: 12.3 of 26.1 MB`. */
export function sayProgress(progress: CompileProgress): string {
  if (progress.stage === 'preparing') return 'preparing the C++ compiler';
  if (progress.stage === 'compiling') return 'compiling';
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
  return `downloading the C++ compiler: ${megabytes(progress.done)} of ${megabytes(progress.all)} MB`;
}

/** A request to the compiler's worker. */
export interface CompileRequest {
  readonly id: number;
  /** Address of the folder that contains the page's files, with `/` at the end. */
  readonly base: string;
  readonly game: string;
  /** The file name, such as `AIMine.cc`. */
  readonly file: string;
  /** The source code. If absent, the worker only prepares the compiler. */
  readonly source?: string;
  /** The other files in the player's folder, for includes. */
  readonly files?: readonly OwnFile[] | undefined;
}

export type CompileNews = { readonly id: number } & (
  | { readonly type: 'progress'; readonly progress: CompileProgress }
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly compiled: CompiledPlayer; readonly ms: number }
  | { readonly type: 'failed'; readonly message: string; readonly mistakes: readonly SourceMistake[] }
);

/** The compiler's messages about a file, by line: `AIMine.cc:3:7: error: …`. */
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

/** Maximum number of errors listed above the code. All errors are marked in the code. */
const MAX_SAID = 6;

/**
 * The errors of a C++ player, one per line: `line 12: …`. If the compiler's messages have no locations, returns the
 * messages unchanged.
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
