import { type AnyGame, playerCountProblem } from '@ludus/game/game.ts';
import { seatSides, sidesOn, teamsOn } from '@ludus/game/teams.ts';
import { UsageError } from '@ludus/shell/exit.ts';

/**
 * Returns the bot of each seat. In a game with teams, one bot may be named per team instead: this bot has all seats of
 * its team. If too few bots were named, `partners` take turns in the teams without a bot. If more bots were named than
 * there are teams, `partners` take turns in the seats without a bot.
 *
 * @throws UsageError if the number of bots doesn't fit the board
 * @example seatNames(periscope, fleets, ['Crab', 'Orca']); // ['Crab', 'Orca', 'Crab', 'Orca']
 */
export function seatNames(
  game: AnyGame,
  board: unknown,
  named: readonly string[],
  partners: readonly string[] = [],
): string[] {
  const [seats, sides] = [game.seatsOf(board), sidesOn(game, board)];
  const perTeam = named.length === sides || (partners.length > 0 && named.length < sides);
  const wanted = perTeam ? sides : seats;
  if (named.length > wanted || (named.length < wanted && partners.length === 0))
    throw new UsageError(playerCountProblem(game, board, named.length));
  const names = Array.from({ length: wanted }, (_, at) => named[at] ?? partners[at % partners.length]);
  return perTeam ? seatSides(names, teamsOn(game, board)) : names;
}
