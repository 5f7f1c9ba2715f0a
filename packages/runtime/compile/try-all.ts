import { ATTEMPTS, type Attempt } from './attempts.ts';
import { compileError, compilerLines, errorsOf, isLasting, SourceRejectedError } from './compiler-error.ts';
import { type CppText, gameOf, type WordedGame } from './source-words.ts';

/** Wall-clock time, in milliseconds, of one attempt on a source. If failing took longer than this, no other way is tried. */
const RETRY_MS = 20_000;

/** Runs the attempts until one succeeds; the error is that of the first. */
export async function tryAll(
  source: CppText,
  game: WordedGame,
  others: readonly WordedGame[] = [],
  compile: (attempt: Attempt) => Promise<{ readonly ok: boolean; readonly said: string }>,
  /** Makes what sources are compiled with in an attempt. Its time is not the source's. */
  prepare?: (attempt: Attempt) => Promise<unknown>,
): Promise<void> {
  const games = [game, ...others.filter(({ id }) => id !== game.id)];
  const written = gameOf(source, games);
  let first: string | undefined;
  let areAllTried = true;
  // A player of another game will not compile however it is tried.
  for (const attempt of written !== undefined && written !== game ? ATTEMPTS.slice(0, 1) : ATTEMPTS) {
    if (prepare) await prepare(attempt);
    const end = performance.now() + RETRY_MS;
    const { ok, said } = await compile(attempt);
    if (ok) return;
    first ??= said;
    // If failing took this long, no other way is tried.
    areAllTried = performance.now() <= end;
    if (!areAllTried) break;
  }
  // The words may be in a file that the source includes, or as many as this game's: the compiler names those that it doesn't know.
  const meant = written ?? gameOf({ text: errorsOf(first!) }, games);
  const other = meant && meant !== game ? { title: game.title, written: meant.title } : undefined;
  const rejected = compileError('compiler/rejected', source.name, compilerLines(first!), other);
  throw areAllTried && isLasting(first!) ? new SourceRejectedError(rejected.message) : rejected;
}
