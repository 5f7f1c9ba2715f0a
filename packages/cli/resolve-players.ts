import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { builtinKind } from '@ludus/runtime/parts.ts';
import {
  kindOf,
  nearestWord,
  type OpenContext,
  type PlayerKind,
  PlayerNotFoundError,
  PlayerRejectedError,
  type PlayerSource,
  resolvePlayer,
} from '@ludus/runtime/resolve.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { nameForeignPlayers } from './foreign-player.ts';
import { answerMs } from './limits.ts';
import type { LoadingWork } from './loading-thread.ts';

/** More compilers than processors run at the same time, since some wait for files that all players share. */
const MAX_COMPILED = 2 * availableParallelism();

/** Finds the players with these names; throws a `UsageError` for the first player with a problem. */
export async function resolveAll(names: readonly string[], context: OpenContext): Promise<PlayerSource[]> {
  const kinds = await kindsOfEach(names, context);
  // A C++ player for another game doesn't compile, and the error already explains the cause.
  const foreign = names.filter((name, index) => kindOf(name, kinds[index], context)?.id !== 'cpp');
  await nameForeignPlayers(foreign, context.game, context.folder);
  try {
    return (await resolveEach(names, kinds, context, (_, { message }) => {
      throw new UsageError(message);
    })) as PlayerSource[];
  } catch (error) {
    // The other players can't be used without the player that failed.
    if (error instanceof UsageError && names.length > 1) (await import('@ludus/runtime/compile.ts')).endCompilers();
    throw error;
  }
}

/** The players of a field that can play, and the reasons why the other players can't. */
export interface Field {
  /** In the order of the names; undefined for a player that can't play. */
  readonly sources: readonly (PlayerSource | undefined)[];
  /** By index of the names: the players that can't play, with the reasons. */
  readonly refused: ReadonlyMap<number, { readonly name: string; readonly sentence: string }>;
}

/** Works like `resolveAll`, but skips players that exist but can't play, for example because they don't compile. */
export async function resolveField(names: readonly string[], context: OpenContext): Promise<Field> {
  const refused = new Map<number, { name: string; sentence: string }>();
  const sources = await resolveEach(names, await kindsOfEach(names, context), context, (index, { message }) => {
    refused.set(index, { name: names[index], sentence: message });
  });
  return { sources, refused };
}

/**
 * Compiles players in parallel, and loads them one after the other, since loading a module blocks the thread. The first
 * invalid name ends everything with a `UsageError`.
 */
async function resolveEach(
  names: readonly string[],
  kinds: readonly (readonly PlayerKind[])[],
  context: OpenContext,
  onRefused: (index: number, error: PlayerRejectedError) => void,
): Promise<(PlayerSource | undefined)[]> {
  const sources = names.map((): PlayerSource | undefined => undefined);
  const resolve = async (index: number): Promise<void> => {
    const name = names[index];
    try {
      sources[index] = await resolvePlayer(name, kinds[index], context);
    } catch (error) {
      if (error instanceof PlayerRejectedError) onRefused(index, error);
      else if (error instanceof PlayerNotFoundError) throw new UsageError(error.message);
      else throw error;
    }
  };
  const compiled = names.flatMap((name, index) => (kindOf(name, kinds[index], context)?.isParallel ? [index] : []));
  const others = names.map((_, index) => index).filter((index) => !compiled.includes(index));
  const inTurn = async (indices: number[], each: (index: number) => Promise<void>): Promise<void> => {
    try {
      for (let next = indices.shift(); next !== undefined; next = indices.shift()) await each(next);
    } catch (error) {
      // Removes the remaining players, so that no other player is started.
      indices.length = 0;
      throw error;
    }
  };
  const work = compiled.length > 0 ? Array.from({ length: MAX_COMPILED }, () => inTurn(compiled, resolve)) : [];
  const rest = inTurn(others, async (index) => {
    const loaded = await watchLoading(names[index], context);
    await resolve(index).finally(loaded);
  });
  await Promise.all([...work, rest]);
  return sources;
}

const kindsOfEach = (names: readonly string[], context: OpenContext): Promise<(readonly PlayerKind[])[]> =>
  Promise.all(names.map((name) => kindsFor(name, context)));

/** Returns the kinds that a name may belong to. The modules for files of other kinds aren't loaded. */
async function kindsFor(name: string, open: OpenContext): Promise<readonly PlayerKind[]> {
  const context = { ...open, budget: 'none' } as const;
  if (builtinKind.accepts(name, context)) return [builtinKind];
  mustBeFile(name, context.folder);
  await mustBeBot(name, context.folder);
  const { cppKind } = await import('@ludus/runtime/compile.ts');
  return cppKind.accepts(name, context) ? [cppKind] : (await import('@ludus/runtime/kinds.ts')).PLAYER_KINDS;
}

const isPath = (name: string): boolean => /[/\\]|^\.+$|\.\w+$/.test(name) && !/^\w+:/.test(name);

/** Rejects a file that isn’t a program. This check needs no game, so it can run before the board is read. */
export async function mustBeBot(name: string, folder: string): Promise<void> {
  const file = resolve(folder, name);
  if (!isPath(name) || BOT.test(name) || SCRIPT.test(name)) return;
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return;
  if ((await import('@ludus/runtime/sandbox.ts')).isExecutable(file)) return;
  const network = name.endsWith('.pt') ? '; to convert a trained network into a bot, use python3 -m learn.export' : '';
  throw new UsageError(
    `${name} isn’t a bot: a bot is a .cc, .cpp, .ts, .js, .py, .java, .rs, .go, or .wasm file, or an executable program${network}`,
  );
}

/**
 * Rejects a file that doesn't exist, and a folder, which isn't a bot but may contain the intended file. This check needs
 * no game.
 */
export function mustBeFile(name: string, folder: string): void {
  if (!isPath(name)) return;
  const file = resolve(folder, name);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) return;
  const where = found ? file : dirname(file);
  const files = existsSync(where) ? readdirSync(where).filter((each) => BOT.test(each)) : [];
  if (!found) {
    if (lstatSync(file, { throwIfNoEntry: false })) throw new UsageError(`${name} is a link to a missing file`);
    const near = nearestWord(basename(file), files);
    const hint = near === undefined ? '' : `; did you mean ${name.slice(0, -basename(file).length)}${near}?`;
    throw new UsageError(`no such file: ${name}${hint}`);
  }
  const paths = files.slice(0, MAX_LISTED_FILES).map((each) => `${name.replace(/[/\\]+$/, '')}/${each}`);
  if (files.length > MAX_LISTED_FILES) paths.push('…');
  throw new UsageError(
    `${name} is a folder: ${paths.length === 0 ? 'it has no bot' : `name the bot in it: ${paths.join(', ')}`}`,
  );
}
/** Maximum number of a folder's files that an error lists. */
const MAX_LISTED_FILES = 5;
const BOT = /\.(cc|cpp|[cm]?[jt]s|py|rs|go|java|wasm)$/;
/** Extensions of files that can be bots, but are more likely to be tools if they are in a folder. */
const SCRIPT = /\.(cxx|sh|pl|rb|lua)$/;

/**
 * Reports an error, as in a match, if a module ends this process or loops forever while it is being loaded. Call the
 * returned function when the module is loaded.
 */
async function watchLoading(name: string, { budget, isolated, limits }: OpenContext): Promise<() => void> {
  if (budget !== 'none' || isolated || !/\.[cm]?[jt]s$/.test(name)) return () => {};
  (await import('./waiting.ts')).guardExit();
  const workerData: LoadingWork = { name, loadMs: answerMs(limits) };
  const thread = new Worker(new URL('./loading-thread.ts', import.meta.url), { workerData, execArgv: [] });
  thread.unref();
  // If the thread fails, the module is loaded without it.
  thread.on('error', () => {});
  return () => void thread.terminate();
}
