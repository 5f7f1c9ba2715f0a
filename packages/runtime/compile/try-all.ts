import { ATTEMPTS, type Attempt } from './attempts.ts';
import { compileError, compilerLines, errorsOf, isLasting, SourceRejectedError } from './compiler-error.ts';
import { type CppText, gameOf, type WordedGame } from './source-words.ts';

/** If a failed attempt takes more wall-clock time than this, in milliseconds, no other attempts are made. */
const RETRY_MS = 20_000;

/** Runs the attempts until one succeeds. If all fail, throws the error of the first attempt. */
export async function tryAll(
  source: CppText,
  game: WordedGame,
  others: readonly WordedGame[] = [],
  compile: (attempt: Attempt) => Promise<{ readonly ok: boolean; readonly said: string }>,
  /**
   * Prepares the shared inputs of an attempt. The time for this preparation doesn't count towards the source's compile
   * time.
   */
  prepare?: (attempt: Attempt) => Promise<unknown>,
): Promise<void> {
  const games = [game, ...others.filter(({ id }) => id !== game.id)];
  const written = gameOf(source, games);
  let first: string | undefined;
  let areAllTried = true;
  // No attempt can compile a player written for another game, so only the first attempt is made.
  for (const attempt of written !== undefined && written !== game ? ATTEMPTS.slice(0, 1) : ATTEMPTS) {
    if (prepare) await prepare(attempt);
    const end = performance.now() + RETRY_MS;
    const { ok, said } = await compile(attempt);
    if (ok) return;
    first ??= said;
    // If the failure took this long, no other attempt is made.
    areAllTried = performance.now() <= end;
    if (!areAllTried) break;
  }
  // The other game's words may be in an included file, or the source may contain just as many words of this game. The
  // compiler's errors name the words that the compiler doesn't know.
  const meant = written ?? gameOf({ text: errorsOf(first!) }, games);
  const other = meant && meant !== game ? { title: game.title, written: meant.title } : undefined;
  const rejected = compileError('compiler/rejected', source.name, compilerLines(first!), other);
  throw areAllTried && isLasting(first!) ? new SourceRejectedError(rejected.message) : rejected;
}
