import { Worker } from 'node:worker_threads';
import type { AnyGame } from '@ludus/game/game.ts';
import type { AnyPort } from '@ludus/game/port.ts';
import { Asking, askingMemory } from '@ludus/referee/asking.ts';
import type { WaitingWork } from './waiting-thread.ts';

/** A match whose players are looked at from a second thread, which says on standard error who is being waited for. */
export interface WatchedMatch {
  /** For the match loop, in the place of those given. */
  readonly ports: AnyPort[];
  /** When the match is over. */
  end(): void;
}

/** `answerMs`: how long a player in this process may take over one answer, before the process ends with a sentence that names it. */
export function watchMatch(game: AnyGame, ports: readonly AnyPort[], answerMs: number): WatchedMatch {
  const memory = askingMemory();
  const workerData: WaitingWork = { memory, names: ports.map((port) => port.name), answerMs };
  const thread = new Worker(new URL('./waiting-thread.ts', import.meta.url), { workerData, execArgv: [] });
  thread.unref();
  // Without it the match is played all the same.
  thread.on('error', () => {});
  return { ports: new Asking(memory).watch(game, ports), end: () => void thread.terminate() };
}
