import { OF_SEED } from '../data/boards.ts';
import { GAMES } from '../games/kits.ts';
import type { MatchOrder } from '../match/order.ts';

/** How the file of a match's replay is called. */
export function nameOf(order: MatchOrder, board: string): string {
  const names = order.players.map((player) => player.name).join('_');
  const ending = GAMES.find((each) => each.id === order.game)?.replayEnding ?? '';
  const parts = [order.game, board === OF_SEED ? '' : board.replace(/^.*\//, ''), `s${order.seed}`, names];
  return `${parts.filter((part) => part !== '').join('-')}${ending}`;
}
