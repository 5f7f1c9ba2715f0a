import { SILENT } from '@ludus/game/output.ts';
import type { CheckNews, MatchNews, WorkerOrder } from './order.ts';
import { openOwnPlayer } from './own-player.ts';
import { playOrder } from './play.ts';

/** A worker carries out one order and is then thrown away, so a player that never answers can be stopped. */
addEventListener('message', ({ data }: MessageEvent<WorkerOrder>) => {
  const tell = (news: MatchNews | CheckNews): void => postMessage(news);
  const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));
  try {
    if (data.type === 'match') playOrder(data.order, tell);
    else {
      openOwnPlayer(data.game, data.name, data.source, SILENT);
      tell({ problem: undefined });
    }
  } catch (error) {
    tell(data.type === 'match' ? { type: 'problem', message: sentence(error) } : { problem: sentence(error) });
  }
});
