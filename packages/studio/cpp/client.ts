import type { SourceMistake } from '../match/code-place.ts';
import type { OwnCode } from '../match/order.ts';
import {
  type CompiledPlayer,
  CompileFailedError,
  type CompileNews,
  type CompileProgress,
  type CompileRequest,
} from './messages.ts';

export type { CompileProgress } from './messages.ts';

/** The compiler's worker exists as long as the page, because preparing the compiler takes seconds. */
let worker: Worker | undefined;
let last = 0;
const waiting = new Map<number, (news: CompileNews) => void>();
/** Compiled modules or errors, by game and source code, so that a later match needs no compilation. */
const made = new Map<string, Promise<CompiledPlayer>>();
const MAX_MADE = 20;

/**
 * Compiles a player to the same module as `ludus match` with the same compiler. Throws a `CompileFailedError` if the
 * source code doesn't compile.
 */
export async function compileCpp(
  base: string,
  game: string,
  { name, source, files }: { readonly name: string } & OwnCode,
  onProgress: (progress: CompileProgress) => void = () => {},
): Promise<CompiledPlayer> {
  const file = `${name}.cc`;
  const key = JSON.stringify([game, file, source, files?.length ? files : undefined]);
  const known = made.get(key);
  if (known) {
    onProgress({ stage: 'compiling' });
    return await known;
  }
  const compiled = asked({ base, game, file, source, files }, onProgress).then((player) => player!);
  made.set(key, compiled);
  compiled.catch((error) => {
    // Errors in source code remain, because the same source code gives the same errors again. Other failures may be
    // temporary.
    if (!isOwnMistake(error)) made.delete(key);
  });
  for (const oldest of made.keys()) {
    if (made.size <= MAX_MADE) break;
    made.delete(oldest);
  }
  return await compiled;
}

/**
 * Downloads and prepares the compiler when the user begins to write. Failures are reported when the result is needed.
 */
export async function prepareCpp(
  base: string,
  game: string,
  onProgress: (progress: CompileProgress) => void,
): Promise<boolean> {
  return await asked({ base, game, file: '' }, onProgress).then(
    () => true,
    () => false,
  );
}

const isOwnMistake = (error: unknown): error is CompileFailedError =>
  error instanceof CompileFailedError && error.mistakes.length > 0;

/**
 * The compiler's messages about a player. `onFirst` receives the messages before the compiler tries other C++
 * standards, which takes many seconds.
 */
export async function cppMistakesIn(
  base: string,
  game: string,
  player: { readonly name: string } & OwnCode,
  onFirst: (mistakes: readonly SourceMistake[]) => void,
): Promise<readonly SourceMistake[]> {
  try {
    await compileCpp(base, game, player, (progress) => {
      if (progress.stage === 'compiling' && progress.mistakes) onFirst(progress.mistakes);
    });
    return [];
  } catch (error) {
    if (isOwnMistake(error)) return error.mistakes;
    throw error;
  }
}

function asked(
  request: Omit<CompileRequest, 'id'>,
  onProgress: (progress: CompileProgress) => void,
): Promise<CompiledPlayer | undefined> {
  last++;
  const id = last;
  return new Promise((done, failed) => {
    waiting.set(id, (news) => {
      if (news.type === 'progress') {
        onProgress(news.progress);
        return;
      }
      waiting.delete(id);
      if (news.type === 'done') done(news.compiled);
      else if (news.type === 'ready') done(undefined);
      else failed(new CompileFailedError(news.message, news.mistakes));
    });
    theWorker().postMessage({ id, ...request } satisfies CompileRequest);
  });
}

function theWorker(): Worker {
  if (worker) return worker;
  const started = new Worker(new URL('./cpp-worker.ts', import.meta.url), { type: 'module' });
  worker = started;
  started.onmessage = ({ data }: MessageEvent<CompileNews>) => {
    // All waiting callers receive the progress before compilation starts.
    if (data.type === 'progress' && data.progress.stage !== 'compiling')
      for (const tell of waiting.values()) tell(data);
    else waiting.get(data.id)?.(data);
  };
  started.onerror = (event) => {
    // After a failure, a new compiler is created for the next request.
    started.terminate();
    worker = undefined;
    for (const [id, tell] of [...waiting])
      tell({ id, type: 'failed', message: event.message || 'the C++ compiler stopped unexpectedly', mistakes: [] });
  };
  return started;
}
