import { Worker } from 'node:worker_threads';
import { builtinKind } from '@ludus/runtime/inprocess/builtin.ts';
import {
  type OpenContext,
  type PlayerKind,
  PlayerNotFound,
  PlayerRefused,
  type PlayerSource,
  resolvePlayer,
} from '@ludus/runtime/resolve.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { nameForeignPlayers } from './foreign-player.ts';
import { answerMs } from './limits.ts';
import type { LoadingWork } from './loading-thread.ts';

/** Finds the players of these names; what is wrong with one is a `UsageError`. */
export async function resolveAll(names: readonly string[], context: OpenContext): Promise<PlayerSource[]> {
  await nameForeignPlayers(names, context.game, context.folder);
  const { sources, refused } = await resolveField(names, context);
  for (const { sentence } of refused.values()) throw new UsageError(sentence);
  return sources as PlayerSource[];
}

/** Who of a field can play, and why the others cannot. */
export interface Field {
  /** In the order of the names; undefined for who cannot play. */
  readonly sources: readonly (PlayerSource | undefined)[];
  /** By index of the names. */
  readonly refused: ReadonlyMap<number, { readonly name: string; readonly sentence: string }>;
}

/** Like `resolveAll`, but who is there and cannot play (it does not compile, say) is only left out. */
export async function resolveField(names: readonly string[], context: OpenContext): Promise<Field> {
  const sources: (PlayerSource | undefined)[] = [];
  const refused = new Map<number, { name: string; sentence: string }>();
  for (const [index, name] of names.entries()) {
    const loaded = watchLoading(name, context);
    try {
      sources.push(await resolvePlayer(name, await kindsFor(name, context), context));
    } catch (error) {
      if (error instanceof PlayerRefused) refused.set(index, { name, sentence: error.message });
      else if (error instanceof PlayerNotFound) throw new UsageError(error.message);
      else throw error;
      sources.push(undefined);
    } finally {
      loaded();
    }
  }
  return { sources, refused };
}

/** The kinds among which a name is looked for: where a built-in player is meant, what reads and compiles files need not be loaded. */
async function kindsFor(name: string, context: OpenContext): Promise<readonly PlayerKind[]> {
  if (builtinKind.accepts(name, { ...context, budget: 'none' })) return [builtinKind];
  return (await import('./kinds.ts')).PLAYER_KINDS;
}

/**
 * A module that loops for ever where it is loaded, in this process, ends it with a sentence, as one that loops in a match does. To be called
 * when it is loaded.
 */
function watchLoading(name: string, { budget, apart, limits }: OpenContext): () => void {
  if (budget !== 'none' || apart || !/\.[cm]?[jt]s$/.test(name)) return () => {};
  const workerData: LoadingWork = { name, loadMs: answerMs(limits) };
  const thread = new Worker(new URL('./loading-thread.ts', import.meta.url), { workerData, execArgv: [] });
  thread.unref();
  // Without it the module is loaded all the same.
  thread.on('error', () => {});
  return () => void thread.terminate();
}
