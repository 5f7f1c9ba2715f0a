import { SILENT_OUTPUT } from '@ludus/game/output.ts';
import { handFromLegal } from '@ludus/game/protocol.ts';
import { compareWithHand } from '@ludus/referee/hand.ts';
import { GAMES, kitFor } from '../games/kits.ts';
import { playBranch } from './branch.ts';
import { fuelSeats } from './fuel.ts';
import { type FuelParts, fetchedParts } from './fuel-parts.ts';
import { HandDesk } from './hand-desk.ts';
import { problemNews } from './news.ts';
import type { CheckNews, CompareNews, FuelWorkerOrder, MatchNews } from './order.ts';
import { OwnPlayerError } from './own-player.ts';
import { playOrder, playOrderByHand } from './play-order.ts';

/**
 * Plays matches with players in separate engines, one order after the other. Later orders reuse downloaded and compiled
 * parts. Players can't block the worker for longer than their fuel lasts, and their code doesn't run in the worker's
 * own JavaScript.
 */

let parts: FuelParts | undefined;
/** Receives the actions of the person in the current match. */
let desk: HandDesk | undefined;
const tell = (news: MatchNews): void => postMessage(news);

addEventListener('message', async ({ data }: MessageEvent<FuelWorkerOrder>) => {
  if (data.type === 'hand') {
    await desk?.take(data.action);
    return;
  }
  try {
    await carryOut(data);
  } catch (error) {
    if (data.type === 'check') postMessage({ type: 'checked', problem: sentenceOf(error) } satisfies CheckNews);
    else if (data.type === 'compare')
      postMessage({ type: 'compared', comparison: undefined, problem: sentenceOf(error) } satisfies CompareNews);
    else tell(error instanceof OwnPlayerError ? problemNews(error) : { type: 'problem', message: sentenceOf(error) });
  }
});

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function carryOut({ type, order, needs }: Exclude<FuelWorkerOrder, { type: 'hand' }>): Promise<void> {
  parts ??= fetchedParts(needs.base, (doing) => tell({ type: 'preparing', doing }));
  const kit = kitFor(order);
  if (typeof kit === 'string') throw new OwnPlayerError(kit);
  if (type === 'compare') {
    const [player] = order.players;
    const open = await fuelSeats(kit, order.players, needs.modules, parts);
    const hand = kit.hand ?? handFromLegal(kit.game);
    if (!hand) throw new OwnPlayerError(`${kit.game.title} can’t be played by a person`);
    const runner = open(kit, player, 0, SILENT_OUTPUT, () => {});
    const comparison = await compareWithHand(order.played, GAMES, hand, runner);
    postMessage({ type: 'compared', comparison, problem: undefined } satisfies CompareNews);
    return;
  }
  const hands = new HandDesk(order.players, tell);
  desk = hands;
  const tellDrafts = (news: MatchNews): void => tell(news.type === 'done' ? { ...news, drafts: hands.drafts } : news);
  const seats = async (firstRound?: number) =>
    hands.seated(await fuelSeats(kit, order.players, needs.modules, parts!), firstRound);
  if (type === 'check') {
    await seats();
    postMessage({ type: 'checked', problem: undefined } satisfies CheckNews);
  } else if (type === 'match') {
    if (order.players.some(({ kind }) => kind === 'hand')) await playOrderByHand(order, tellDrafts, await seats());
    else playOrder(order, tell, await seats());
  } else await playBranch(order, tellDrafts, seats);
}
