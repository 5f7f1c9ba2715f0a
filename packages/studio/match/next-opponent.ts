import type { MatchOrder, PlayerOrder } from './order.ts';

/**
 * The next opponent of the practice ladder for someone's bot, and the players of that match: it takes the seats of all built-in ones. Undefined
 * if no bot of someone's own has won, or the ladder has no stronger opponent.
 *
 * @param opponents names of the ladder, the weakest first
 * @param scores by seat
 */
export function nextOpponent(
  { players }: Pick<MatchOrder, 'players'>,
  opponents: readonly string[],
  scores: readonly number[],
): { readonly name: string; readonly players: readonly PlayerOrder[] } | undefined {
  const isOwn = (seat: number): boolean => players[seat].kind === 'own';
  const best = Math.max(...scores);
  const hasWon = scores.some((score, seat) => score === best && isOwn(seat));
  const isShared = scores.some((score, seat) => score === best && !isOwn(seat));
  if (!hasWon || isShared) return undefined;
  const beaten = players.map(({ kind, name }) => (kind === 'builtin' ? opponents.indexOf(name) : -1));
  const name = beaten.some((at) => at >= 0) ? opponents[Math.max(...beaten) + 1] : undefined;
  if (name === undefined) return undefined;
  return {
    name,
    players: players.map((player) => (player.kind === 'builtin' ? { kind: 'builtin', name } : player)),
  };
}
