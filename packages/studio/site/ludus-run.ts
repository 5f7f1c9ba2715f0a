import { type CompileProgress, compileCpp } from '../cpp/client.ts';
import type { OwnCode } from '../match/order.ts';
import { type PageMatch, type PageOptions, type RunningPageMatch, runMatchInPage } from './run-in-page.ts';

export type { PageMatch, PageOptions, PageResult, RunningPageMatch } from './run-in-page.ts';

/** Where `ludus site build` has put this file and all that players run on. */
const HERE = import.meta.url.replace(/[^/]*$/, '');

/**
 * Compiles a player in C++ to the same module as `ludus build` with the same compiler, which is loaded with the first one. A
 * failure throws an error with `mistakes` (line, column, message).
 */
export const compileInPage = async (
  game: string,
  player: { readonly name: string } & OwnCode,
  onProgress?: (progress: CompileProgress) => void,
): Promise<Uint8Array<ArrayBuffer>> => (await compileCpp(HERE, game, player, onProgress)).module;

/** `runMatchInPage` with the files of the site that this module is in: `import { runInPage } from './play/ludus-run.js'`. */
export const runInPage = (match: PageMatch, options: Partial<PageOptions> = {}): RunningPageMatch =>
  runMatchInPage(match, { base: HERE, ...options });
