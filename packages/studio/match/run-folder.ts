import type { BranchOrder, FolderWorkerOrder, HandAction, MatchNews, MatchOrder } from './order.ts';

/** A match that a worker is playing. */
export interface RunningMatch {
  /** Stops the match immediately. No more messages are sent. */
  stop(): void;
  /** The player that hasn't answered for some time, and the round; undefined if there is no such player. */
  silent(): { readonly seat: number; readonly round: number } | undefined;
  /** Forwards an action of the person who plays. */
  act?(action: HandAction): void;
}

/** Time without an answer after which the page shows that a player is silent, in milliseconds. */
const SILENT_MS = 1500;

/** Plays a match of the folder's players in a separate Web Worker, and forwards its messages. */
export const runFolderMatch = (order: MatchOrder, onNews: (news: MatchNews) => void): RunningMatch =>
  run({ type: 'match', order }, onNews);

/** Continues a recorded match in a Web Worker from one of the match's rounds. */
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
