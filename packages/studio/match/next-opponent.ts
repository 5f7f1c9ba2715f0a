import type { MatchOrder, PlayerOrder } from './order.ts';

/**
 * The ladder opponent above the strongest beaten opponent. Returns the weakest opponent if none is beaten, and
 * undefined if the strongest is beaten.
 *
 * @param opponents names of the ladder, weakest first
 */
export function nextOpponent(opponents: readonly string[], beaten: Iterable<string>): string | undefined {
  return opponents[Math.max(-1, ...[...beaten].map((name) => opponents.indexOf(name))) + 1];
}

/** A match and the name of its board. */
interface OrderedMatch {
  readonly order: MatchOrder;
  readonly board: string;
}

/** The match against the next opponent of the practice ladder. `name`: the opponent. */
export interface NextMatch extends OrderedMatch {
  readonly name: string;
}

/**
 * The match to play after another match: the next opponent takes the seats of all built-in bots. Undefined if a
 * built-in bot has won, if no built-in bot of the match is on the ladder, or if there is no next opponent.
 *
 * @param scores by seat
 */
export function nextMatch(
  { order, board }: OrderedMatch,
  opponents: readonly string[],
  scores: readonly number[],
): NextMatch | undefined {
  const { players } = order;
  const best = Math.max(...scores);
  if (players.some(({ kind }, seat) => kind === 'builtin' && scores[seat] === best)) return undefined;
  const beaten = players.flatMap(({ kind, name }) => (kind === 'builtin' && opponents.includes(name) ? [name] : []));
  const name = beaten.length > 0 ? nextOpponent(opponents, beaten) : undefined;
  if (name === undefined) return undefined;
  const next = players.map((player): PlayerOrder => (player.kind === 'builtin' ? { kind: 'builtin', name } : player));
  return { name, order: { ...order, players: next }, board };
}
