import type { BranchOrder, CheckNews, MatchNews, MatchOrder, OwnPlayerOrder, WorkerOrder } from './order.ts';

/** A match that is being played in a worker. */
export interface RunningMatch {
  /** Ends it at once; no more news come. */
  stop(): void;
  /** The player that has not answered for a while, and in which round; undefined while all goes well. */
  silent(): { readonly seat: number; readonly round: number } | undefined;
}

/** After so long without an answer a player is called silent. */
const SILENT_MS = 1500;

const newWorker = (): Worker => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
const hand = (worker: Worker, order: WorkerOrder): void => worker.postMessage(order);

/** Plays a match in a Web Worker of its own and hands on what it tells. */
export const runMatch = (order: MatchOrder, onNews: (news: MatchNews) => void): RunningMatch =>
  run({ type: 'match', order }, onNews);

/** Lets a recorded match go on from one of its rounds, in the same way. */
export const runBranch = (order: BranchOrder, onNews: (news: MatchNews) => void): RunningMatch =>
  run({ type: 'branch', order }, onNews);

function run(order: WorkerOrder, onNews: (news: MatchNews) => void): RunningMatch {
  const worker = newWorker();
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
  hand(worker, order);
  return {
    stop: () => worker.terminate(),
    silent: () => (asked !== undefined && performance.now() - asked.at > SILENT_MS ? asked : undefined),
  };
}

/** What is wrong with an own player as far as loading it tells, as one sentence. */
export function checkPlayer(game: string, player: OwnPlayerOrder): Promise<string | undefined> {
  const { name } = player;
  const worker = newWorker();
  return new Promise((done) => {
    const end = (problem: string | undefined): void => {
      clearTimeout(timer);
      worker.terminate();
      done(problem);
    };
    const timer = setTimeout(() => end(`${name} does not end when it is loaded`), 4 * SILENT_MS);
    worker.addEventListener('message', ({ data }: MessageEvent<CheckNews>) => end(data.problem));
    worker.addEventListener('error', (event) => end(event.message || `${name} cannot be loaded`));
    hand(worker, { type: 'check', game, player });
  });
}
