import { type CompileProgress, compileCpp } from '../cpp/client.ts';
import type { OwnCode } from '../match/order.ts';
import { type PageMatch, type PageOptions, type RunningPageMatch, runMatchInPage } from './run-in-page.ts';

export type { PageMatch, PageOptions, PageResult, RunningPageMatch } from './run-in-page.ts';

/** The folder of this file and of the players' runtimes, as laid out by `ludus site build`. */
const HERE = import.meta.url.replace(/[^/]*$/, '');

/**
 * Compiles a C++ player to the same module as `ludus build` with the same compiler. The compiler is loaded for the
 * first player. If the player doesn't compile, throws an error with `mistakes` (line, column, message).
 */
export const compileInPage = async (
  game: string,
  player: { readonly name: string } & OwnCode,
  onProgress?: (progress: CompileProgress) => void,
): Promise<Uint8Array<ArrayBuffer>> => (await compileCpp(HERE, game, player, onProgress)).module;

/** `runMatchInPage` with the files of this module's site: `import { runInPage } from './play/ludus-run.js'`. */
export const runInPage = (match: PageMatch, options: Partial<PageOptions> = {}): RunningPageMatch =>
  runMatchInPage(match, { base: HERE, ...options });
