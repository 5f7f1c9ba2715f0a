import type { SourceMistake } from '../match/code-place.ts';
import type { OwnCode } from '../match/order.ts';
import {
  type CompiledPlayer,
  CompileFailed,
  type CompileNews,
  type CompileProgress,
  type CompileRequest,
} from './messages.ts';

export type { CompileProgress } from './messages.ts';

/** The compiler's worker lives as long as the page: making it ready takes seconds. */
let worker: Worker | undefined;
let last = 0;
const waiting = new Map<number, (news: CompileNews) => void>();
/** The results of compiling here, modules or errors, by game and source: another match costs nothing. */
const made = new Map<string, Promise<CompiledPlayer>>();
const MAX_MADE = 20;

/**
 * Compiles a player to the module that `ludus match` makes of it with the same compiler. Throws a `CompileFailed` if the source
 * does not compile.
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
    // The same mistakes would be found again; what else went wrong may go well the next time.
    if (!isOwnMistake(error)) made.delete(key);
  });
  for (const oldest of made.keys()) {
    if (made.size <= MAX_MADE) break;
    made.delete(oldest);
  }
  return await compiled;
}

/**
 * Fetches the compiler and makes it ready, for someone who has just begun to write. Failures are reported when the result is
 * needed.
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

const isOwnMistake = (error: unknown): error is CompileFailed =>
  error instanceof CompileFailed && error.mistakes.length > 0;

/** The compiler's messages about a player. `onFirst` hears it before other standards of C++ are tried, which takes many seconds. */
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
      else failed(new CompileFailed(news.message, news.mistakes));
    });
    theWorker().postMessage({ id, ...request } satisfies CompileRequest);
  });
}

function theWorker(): Worker {
  if (worker) return worker;
  const started = new Worker(new URL('./cpp-worker.ts', import.meta.url), { type: 'module' });
  worker = started;
  started.onmessage = ({ data }: MessageEvent<CompileNews>) => {
    // Progress before compiling starts concerns all waiting callers.
    if (data.type === 'progress' && data.progress.stage !== 'compiling')
      for (const tell of waiting.values()) tell(data);
    else waiting.get(data.id)?.(data);
  };
  started.onerror = (event) => {
    // A compiler that broke is made again for the next one.
    started.terminate();
    worker = undefined;
    for (const [id, tell] of [...waiting])
      tell({ id, type: 'failed', message: event.message || 'the C++ compiler ended', mistakes: [] });
  };
  return started;
}
