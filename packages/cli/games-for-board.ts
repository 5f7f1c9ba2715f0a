import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyGame } from '@ludus/game/game.ts';
import type { AnyKit } from 'ludus/kit.ts';
import { importGameFile } from './game-files.ts';
import { GAMES_FOLDER, KITS_ELSEWHERE } from './games-folder.ts';
import { keepKit } from './kits.ts';

/**
 * The games that may have a board. If the board begins with the name of a game whose reader accepts it, only that game, otherwise
 * all. Loading them all takes longer than a short match.
 */
export async function gamesFor(board: string): Promise<readonly AnyGame[]> {
  const word = /[a-z][a-z_]*/i.exec(board.slice(0, 1000))?.[0].replaceAll('_', '').toLowerCase() ?? '';
  const folder = join(GAMES_FOLDER, word);
  if (KITS_ELSEWHERE.length === 0 && word !== '' && existsSync(join(folder, 'node.ts'))) {
    const { kit } = await importGameFile<{ readonly kit?: AnyKit }>(join(folder, 'kit.ts'));
    const read = kit?.game.readBoard(board);
    if (kit && read && (read.ok || read.problem.code !== 'board/foreign')) {
      keepKit(kit, folder);
      return [kit.game];
    }
  }
  return (await import('./games.ts')).GAMES;
}
