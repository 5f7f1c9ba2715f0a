import type { AnyGame } from '@ludus/game/game.ts';
import type { AnyRunner } from '@ludus/game/player-runner.ts';
import { seatSides, sidesOn, teamsOn } from '@ludus/game/teams.ts';
import { type MeanInterval, meanInterval, placeShares, tallyOf } from '@ludus/lab/statistics.ts';
import { playMatchSync } from '@ludus/referee/match.ts';

/** A built-in bot that answers immediately. */
export interface BoardPlayer {
  readonly name: string;
  open(): AnyRunner;
}

/**
 * The fairness of a board, measured with built-in bots. A share is the fraction of the other places that are below a
 * seat or a player, 0 to 1.
 */
export interface BoardReport {
  readonly game: string;
  readonly seats: number;
  /** Number of matches in which one player has all seats, so that only the seats differ. */
  readonly alike: number;
  /**
   * By seat: the mean share in matches in which one player has all seats. On a fair board, this share is ½. In 19 of
   * 20 cases, all intervals contain their true values at the same time.
   */
  readonly bySeat: readonly MeanInterval[];
  /** Seats whose interval doesn't contain ½. */
  readonly unfair: readonly number[];
  /** By player: results of matches between different players, with rotating seats. */
  readonly players: readonly { readonly name: string; readonly share: MeanInterval; readonly score: number }[];
  /** The mean number of rounds, and how many matches ended for each reason, the most frequent reason first. */
  readonly rounds: number;
  readonly reasons: readonly { readonly reason: string; readonly matches: number }[];
  /** Whether all players of each match ended with the same score. */
  readonly flat: boolean;
}

export interface TrialResult {
  readonly scores: readonly number[];
  readonly shares: readonly number[];
  readonly rounds: number;
  readonly reason: string;
}

/**
 * Plays `seeds` matches of each player against itself, and the same number with all players in rotating seats. After
 * each match, yields how many matches have been played, and how many are planned. The result depends only on the board,
 * the players, and the seeds.
 */
export function* checkBoard(
  game: AnyGame,
  board: unknown,
  players: readonly BoardPlayer[],
  seeds: readonly number[],
): Generator<{ readonly done: number; readonly of: number }, BoardReport> {
  const [seats, sides, teams] = [game.seatsOf(board), sidesOn(game, board), teamsOn(game, board)];
  const of = seeds.length * (players.length > 1 ? players.length + 1 : players.length);
  let done = 0;
  const alike: TrialResult[] = [];
  for (const player of players) {
    const own: TrialResult[] = [];
    for (const seed of seeds) {
      own.push(played(game, board, seed, new Array<BoardPlayer>(seats).fill(player)));
      yield { done: ++done, of };
    }
    alike.push(...distinct(own));
  }
  const mixed: { readonly names: readonly string[]; readonly match: TrialResult }[] = [];
  for (const [turn, seed] of players.length > 1 ? seeds.entries() : []) {
    // Seats rotate among the players. If there are more players than seats, the players of a match change as well. One
    // player has all seats of a team.
    const line = seatSides(
      Array.from({ length: sides }, (_, side) => players[(side + turn) % players.length]),
      teams,
    );
    mixed.push({ names: line.map(({ name }) => name), match: played(game, board, seed, line) });
    yield { done: ++done, of };
  }
  return report(game, seats, alike, mixed, players);
}

/** Plays a match between players that answer immediately. */
export function played(game: AnyGame, board: unknown, seed: number, line: readonly BoardPlayer[]): TrialResult {
  const { outcome, rounds } = playMatchSync({ game, board, seed, runners: line.map((player) => player.open()) });
  const { scores, reason } = outcome;
  // Built-in bots don't fail, so no player is disqualified.
  const none = scores.map(() => false);
  const shares = scores.length > 1 ? placeShares(scores, none, teamsOn(game, board)) : [0];
  return { scores, shares, rounds, reason };
}

/**
 * Removes repeated matches, because all seeds lead to the same match if neither the player nor the board uses random
 * numbers.
 */
function distinct(own: readonly TrialResult[]): readonly TrialResult[] {
  const all = new Set(own.map(({ scores, rounds }) => `${rounds} ${scores.join(' ')}`));
  return all.size === 1 ? own.slice(0, 1) : own;
}

/**
 * Returns the half-width of simultaneous intervals for this number of seats, relative to a single interval
 * (Bonferroni). It is accurate to 1% for up to eight seats.
 */
export const widening = (seats: number): number => 1 + 0.14 * Math.log2(seats);

function report(
  game: AnyGame,
  seats: number,
  alike: readonly TrialResult[],
  mixed: readonly { readonly names: readonly string[]; readonly match: TrialResult }[],
  players: readonly BoardPlayer[],
): BoardReport {
  const bySeat = Array.from({ length: seats }, (_, seat) =>
    meanInterval(tallyOf(alike.map(({ shares }) => shares[seat])), widening(seats)),
  );
  const all = [...alike, ...mixed.map(({ match }) => match)];
  const reasons = new Map<string, number>();
  for (const { reason } of all) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  return {
    game: game.id,
    seats,
    alike: alike.length,
    bySeat,
    unfair: bySeat.flatMap(({ low, high }, seat) => (low > 0.5 || high < 0.5 ? [seat] : [])),
    players: players.map(({ name }) => {
      const own = mixed.flatMap(({ names, match }) =>
        names.flatMap((each, seat) =>
          each === name ? [{ share: match.shares[seat], score: match.scores[seat] }] : [],
        ),
      );
      return {
        name,
        share: meanInterval(tallyOf(own.map(({ share }) => share))),
        score: own.reduce((sum, { score }) => sum + score, 0) / Math.max(1, own.length),
      };
    }),
    rounds: all.reduce((sum, { rounds }) => sum + rounds, 0) / Math.max(1, all.length),
    reasons: [...reasons].map(([reason, matches]) => ({ reason, matches })).sort((a, b) => b.matches - a.matches),
    flat: all.every(({ scores }) => scores.every((score) => score === scores[0])),
  };
}
