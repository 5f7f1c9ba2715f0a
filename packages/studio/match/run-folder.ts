import type { BranchOrder, FolderWorkerOrder, HandAction, MatchNews, MatchOrder } from './order.ts';

/** A match that is being played in a worker. */
export interface RunningMatch {
  /** Ends it at once; no more news come. */
  stop(): void;
  /** The player that has not answered for a while, and in which round; undefined while all goes well. */
  silent(): { readonly seat: number; readonly round: number } | undefined;
  /** Passes on an action of the person who plays in it. */
  act?(action: HandAction): void;
}

/** After so long without an answer a player is called silent. */
const SILENT_MS = 1500;

/** Plays a match of players of the folder in a separate Web Worker and passes on its messages. */
export const runFolderMatch = (order: MatchOrder, onNews: (news: MatchNews) => void): RunningMatch =>
  run({ type: 'match', order }, onNews);

/** Continues a recorded match from one of its rounds, in the same way. */
export const runFolderBranch = (order: BranchOrder, onNews: (news: MatchNews) => void): RunningMatch =>
  run({ type: 'branch', order }, onNews);

function run(order: FolderWorkerOrder, onNews: (news: MatchNews) => void): RunningMatch {
  const worker = new Worker(new URL('./folder-worker.ts', import.meta.url), { type: 'module' });
  let asked: { readonly seat: number; readonly round: number; readonly at: number } | undefined;
  worker.addEventListener('message', ({ data }: MessageEvent<MatchNews>) => {
    if (data.type === 'asking') {
      asked = { ...data, at: performance.now() };
      return;
    }
    onNews(data);
    if (data.type !== 'progress' && data.type !== 'fault') worker.terminate();
  });
  worker.addEventListener('error', (event) => {
    onNews({ type: 'problem', message: event.message || 'the match could not be started' });
    worker.terminate();
  });
  worker.postMessage(order);
  return {
    stop: () => worker.terminate(),
    silent: () => (asked !== undefined && performance.now() - asked.at > SILENT_MS ? asked : undefined),
  };
}
