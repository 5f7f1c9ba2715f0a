import { SILENT } from '@ludus/game/output.ts';
import { playBranch } from './branch.ts';
import { lockDown } from './lockdown.ts';
import type { CheckNews, MatchNews, WorkerOrder } from './order.ts';
import { openOwnPlayer } from './own-player.ts';
import { playOrder } from './play.ts';

/** Kept from before `lockDown`. */
const post = postMessage.bind(globalThis);

/** A worker carries out one order and is then thrown away, so a player that never answers can be stopped. */
addEventListener('message', async ({ data }: MessageEvent<WorkerOrder>) => {
  const tell = (news: MatchNews | CheckNews): void => post(news);
  // Orders without code of somebody's need no such care, but it does no harm either.
  lockDown(globalThis);
  const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));
  try {
    if (data.type === 'match') playOrder(data.order, tell);
    else if (data.type === 'branch') await playBranch(data.order, tell);
    else {
      openOwnPlayer(data.game, data.player, SILENT);
      tell({ problem: undefined });
    }
  } catch (error) {
    tell(data.type === 'check' ? { problem: sentence(error) } : { type: 'problem', message: sentence(error) });
  }
});
