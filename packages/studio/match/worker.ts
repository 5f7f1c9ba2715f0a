import type { MatchNews, MatchOrder } from './order.ts';
import { playOrder } from './play.ts';

/** A worker plays one match and is then thrown away, so a player that never answers can be stopped. */
addEventListener('message', (event: MessageEvent<MatchOrder>) => {
  const tell = (news: MatchNews): void => postMessage(news);
  try {
    playOrder(event.data, tell);
  } catch (error) {
    tell({ type: 'problem', message: error instanceof Error ? error.message : String(error) });
  }
});
