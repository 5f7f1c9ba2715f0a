import type { ResultLine } from '../batch/result-line.ts';
import { ratings } from '../ratings/ratings.ts';
import type { Entry, LeagueStanding } from './format.ts';

const seatsOf = ({ players, standIns = [] }: ResultLine, name: string): number[] =>
  players.flatMap((player, seat) => (player === name && !standIns.includes(seat) ? [seat] : []));

const failedIn = ({ faults }: ResultLine, seats: readonly number[]): boolean =>
  faults.some(({ seat }) => seats.includes(seat));

/**
 * The matches that count for the ratings of a round. A bot that was disqualified in all its matches is treated as a
 * stand-in in them.
 */
function countedLines(lines: readonly ResultLine[]): ResultLine[] {
  const played = lines.filter(({ failure }) => failure === undefined);
  const names = [...new Set(played.flatMap(({ players }) => players))];
  const broken = names.filter((name) =>
    played.every((line) => {
      const seats = seatsOf(line, name);
      return seats.length === 0 || failedIn(line, seats);
    }),
  );
  return played.map((line) => {
    const standIns = line.players.flatMap((name, seat) =>
      broken.includes(name) || line.standIns?.includes(seat) ? [seat] : [],
    );
    return standIns.length === 0 ? line : { ...line, standIns };
  });
}

/** The standings of a round: the best bot is first, and bots without a rating are last. */
export function leagueStandings(entries: readonly Entry[], lines: readonly ResultLine[]): LeagueStanding[] {
  const counted = countedLines(lines).filter(({ players, standIns = [] }) => {
    const names = players.filter((_, seat) => !standIns.includes(seat));
    return new Set(names).size > 1;
  });
  const rated = new Map(ratings(counted).map((rating) => [rating.name, rating]));
  const all = entries.map(({ name, state }): LeagueStanding => {
    const none = { rank: null, elo: null, margin: null, points: null };
    if (state !== 'ready') return { name, state, ...none, matches: 0, faults: 0, void: 0 };
    const met = lines.filter((line) => seatsOf(line, name).length > 0);
    const played = met.filter(({ failure }) => failure === undefined);
    const figures = {
      matches: played.length,
      faults: played.filter((line) => failedIn(line, seatsOf(line, name))).length,
      void: met.length - played.length,
    };
    if (figures.matches > 0 && figures.faults === figures.matches)
      return { name, state: 'crashed', ...none, ...figures };
    const rating = rated.get(name);
    if (rating === undefined) return { name, state: 'no result', ...none, ...figures };
    const shares = counted.flatMap((line) => seatsOf(line, name).map((seat) => line.shares[seat]));
    const points = Math.round((1e4 * shares.reduce((a, b) => a + b, 0)) / shares.length) / 1e4;
    return { name, state: 'played', rank: rating.rank, elo: rating.elo, margin: rating.margin, points, ...figures };
  });
  const last = entries.length + 1;
  const index = new Map(entries.map(({ name }, i) => [name, i]));
  return all.sort((a, b) => (a.rank ?? last) - (b.rank ?? last) || index.get(a.name)! - index.get(b.name)!);
}
