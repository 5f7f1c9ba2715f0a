import { setTimeout as sleep } from 'node:timers/promises';
import { neededEnvironment } from '@ludus/lab/lab-run.ts';
import type { RunSetup } from '@ludus/lab/results.ts';
import { HOST_BYTES, launchMatchProcess } from '@ludus/referee/match-process.ts';
import { DEFAULT_MEMORY_BYTES } from '@ludus/runtime/parts.ts';
import { UsageError } from '@ludus/shell/exit.ts';

/** A message to a process that loads players. */
export interface LoaderRequest extends Pick<RunSetup, 'game' | 'budget' | 'folder' | 'limits' | 'target'> {
  readonly specs: readonly string[];
}

/** A message from the process that loads players. */
export type LoaderMessage =
  | { readonly kind: 'loading'; readonly index: number }
  | { readonly kind: 'loaded'; readonly index: number; readonly name: string }
  | { readonly kind: 'refused'; readonly index: number; readonly sentence: string }
  /** The player doesn't exist. */
  | { readonly kind: 'missing'; readonly sentence: string }
  | { readonly kind: 'done' };

/** Time limit for loading, in milliseconds. Compiling a C++ player has a separate limit, far below this limit. */
const MAX_MS = 180_000;

/** By index of the specs: each player's name, or the reason why the player can't play. */
export interface LoadedPlayers {
  readonly names: ReadonlyMap<number, string>;
  readonly refused: ReadonlyMap<number, string>;
}

/**
 * Finds the players in a separate process. If a module exhausts the engine or the machine, only that process ends. The
 * module is rejected, and another process checks the rest. Throws a `UsageError` if a player doesn't exist.
 */
export async function loadIsolated(task: LoaderRequest): Promise<LoadedPlayers> {
  const names = new Map<number, string>();
  const refused = new Map<number, string>();
  for (let first = 0; first < task.specs.length; ) {
    const last = await loadSome({ ...task, specs: task.specs.slice(first) }, first, names, refused);
    if (last === undefined) break;
    refused.set(last.index, `${task.specs[last.index]} can’t be a bot: the process that loads it ${last.how}`);
    first = last.index + 1;
  }
  return { names, refused };
}

/** Loads the players in a process. If the process ends early, returns the reason and the index of the faulty player. */
async function loadSome(
  task: LoaderRequest,
  first: number,
  names: Map<number, string>,
  refused: Map<number, string>,
): Promise<{ readonly index: number; readonly how: string } | undefined> {
  const playerBytes = task.limits?.session?.memoryBytes ?? DEFAULT_MEMORY_BYTES;
  const cell = launchMatchProcess({
    module: new URL('./load-process.ts', import.meta.url),
    environment: neededEnvironment(),
    maxBytes: playerBytes + 2 * HOST_BYTES,
  });
  const { process: child } = cell;
  let current = first;
  let missing: string | undefined;
  let said = '';
  child.stderr!.on('data', (bytes) => {
    said = (said + bytes).slice(0, 2000);
  });
  let timer: NodeJS.Timeout | undefined;
  const how = await new Promise<string | undefined>((resolve) => {
    child.on('message', (message: LoaderMessage) => {
      switch (message.kind) {
        case 'loading':
          current = first + message.index;
          clearTimeout(timer);
          timer = setTimeout(() => cell.kill(), MAX_MS);
          return;
        case 'loaded':
          names.set(first + message.index, message.name);
          return;
        case 'refused':
          refused.set(first + message.index, message.sentence);
          return;
        case 'missing':
          missing ??= message.sentence;
          return;
        case 'done':
          resolve(undefined);
      }
    });
    child.once('error', (error) => resolve(`cannot be started: ${error.message}`));
    child.once('exit', async (code, signal) => {
      // The last output of the process may not have arrived yet.
      await sleep(50);
      const memory = cell.memoryKills() > 0 || /out of memory|allocation failed/i.test(said);
      const line = said.split('\n').find((each) => each.trim() !== '');
      if (memory) resolve('ran out of memory');
      else
        resolve(`${signal ? `was killed by ${signal}` : `ended with code ${code}`}${line ? `: ${line.trim()}` : ''}`);
    });
    child.send(task, () => {});
  });
  clearTimeout(timer);
  cell.kill();
  await cell.drop();
  if (missing !== undefined) throw new UsageError(missing);
  return how === undefined ? undefined : { index: current, how };
}
