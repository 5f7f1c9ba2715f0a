import type { MatchNews, MatchOrder } from './order.ts';

/** A match that is being played in a worker. */
export interface RunningMatch {
  /** Ends it at once; no more news come. */
  stop(): void;
}

/** Plays a match in a Web Worker of its own and hands on what it tells. */
export function runMatch(order: MatchOrder, onNews: (news: MatchNews) => void): RunningMatch {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<MatchNews>) => {
    onNews(event.data);
    if (event.data.type !== 'progress') worker.terminate();
  });
  worker.addEventListener('error', (event) => {
    onNews({ type: 'problem', message: event.message || 'the match could not be started' });
    worker.terminate();
  });
  worker.postMessage(order);
  return { stop: () => worker.terminate() };
}
