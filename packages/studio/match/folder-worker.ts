import { playBranch } from './branch.ts';
import type { FolderWorkerOrder, MatchNews } from './order.ts';
import { playOrder } from './play-order.ts';

/**
 * Plays a match with players from the folder that `ludus open` serves. The players run as scripts of this worker at
 * full speed, as on the command line. A worker handles one order and is then discarded, so a player that never answers
 * can be stopped.
 */
addEventListener('message', async ({ data }: MessageEvent<FolderWorkerOrder>) => {
  const tell = (news: MatchNews): void => postMessage(news);
  try {
    if (data.type === 'match') playOrder(data.order, tell);
    else await playBranch(data.order, tell);
  } catch (error) {
    tell({ type: 'problem', message: error instanceof Error ? error.message : String(error) });
  }
});
