import { gzipSync } from 'node:zlib';
import type { AnyGame } from '@ludus/game/game.ts';
import { keepingMoves } from '@ludus/lab/moves-file.ts';
import { playMatch } from '@ludus/referee/match.ts';
import { boardFile, boardNames, loadBoard } from '../boards.ts';
import { kitOf } from '../games.ts';

/** The approximate number of bytes that a match's row and result need in the database, without the replay. */
const ROW_BYTES = 1000;

/**
 * Returns the mean number of bytes that a match between built-in players needs in the database, including the gzipped
 * replay.
 */
export async function matchBytes(game: AnyGame, matches = 4): Promise<number> {
  const { players } = kitOf(game);
  const names = boardNames(game);
  let bytes = 0;
  for (let seed = 1; seed <= matches; seed++) {
    const name = names[seed % Math.max(1, names.length)];
    const board = name === undefined ? game.generateBoard!(seed) : loadBoard(boardFile(game, name), [game]).board;
    const seats = game.seatsOf(board);
    const runners = Array.from({ length: seats }, (_, seat) => players[(seat + seed) % players.length].open());
    const replay: string[] = [];
    await playMatch({
      game: game.replay.isLong ? keepingMoves(game) : game,
      board,
      seed,
      runners,
      record: (text: string) => replay.push(text),
    });
    bytes += gzipSync(replay.join(''), { level: 9 }).length + ROW_BYTES;
  }
  return bytes / matches;
}
