import { OF_SEED } from '../data/boards.ts';
import { GAMES, kitOf, type RulesOrder } from '../games/kits.ts';
import type { MatchOrder } from '../match/order.ts';

/** How the file of a match's replay is called. */
export function nameOf(order: MatchOrder, board: string): string {
  const names = order.players.map((player) => player.name).join('_');
  const ending = GAMES.find((each) => each.id === order.game)?.replayExtension ?? '';
  const revision = order.revision === undefined ? '' : `rev${order.revision}`;
  const parts = [order.game, revision, board === OF_SEED ? '' : board.replace(/^.*\//, ''), `s${order.seed}`, names];
  return `${parts.filter((part) => part !== '').join('-')}${ending}`;
}

/** A game's title, with the revision of its rules where it is not the first. */
export function titleOf({ game, revision }: RulesOrder): string {
  const title = kitOf(game)?.game.title ?? game;
  return revision === undefined ? title : `${title}, revision ${revision}`;
}
