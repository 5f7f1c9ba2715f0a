import type { MatchRecord } from '@ludus/lab/results.ts';
import { start } from '../app/play.ts';
import { OF_SEED } from '../data/boards.ts';
import { GAMES } from '../games/kits.ts';
import type { DuelOrder } from './order.ts';

/** Plays a match of a duel or a climb again, and shows it. */
export function watchAgain({ board, seed, players, key }: MatchRecord, order: DuelOrder): void {
  const rules = GAMES.find(({ id }) => id === order.game)!;
  const text = board < 0 ? rules.printBoard(rules.generateBoard!(seed)) : order.boards[board].text;
  start(
    {
      game: order.game,
      ...(order.revision !== undefined && { revision: order.revision }),
      board: text,
      seed,
      players: players.map((player) => order.players[player]),
      ...(key === undefined ? { isPlain: true } : { fuel: { key } }),
    },
    board < 0 ? OF_SEED : order.boards[board].name,
  );
}
