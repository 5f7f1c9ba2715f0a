import { matchesToMeetAll } from '@ludus/lab/statistics.ts';
import { leaving, upTo } from './formats.ts';
import { resultFrom } from './result.ts';
import { after, due, lossesOf, start } from './round.ts';
import type { ClosedStage, RoundResult, RoundSetup, RoundState } from './state.ts';
import type { FormatTerms } from './terms.ts';

/** The range of the number of matches in a round. */
export interface MatchCount {
  /** The number of matches if no one ties at a cut. */
  readonly fewest: number;
  /** The number of matches if everyone ties at every cut, and plays as many tie-breaks as the terms allow. */
  readonly most: number;
}

/**
 * Returns the fewest and the most matches that a round with this number of participants can have. If a format's players
 * all play equally often, the matches are counted without drawing tables, since drawing hundreds of stages takes
 * seconds.
 *
 * @param playOn maximum number of tie-break matches per player who ties at a cut
 */
export function matchCount(format: FormatTerms, seats: number, entrants: number, playOn: number): MatchCount {
  if (entrants < 2) return { fewest: 0, most: 0 };
  const deals = Math.floor(playOn / seats);
  const afterTies = (members: number, boundaries: number) => deals * tiedMatches(members, boundaries, seats);
  switch (format.kind) {
    case 'last-out': {
      const count = { fewest: 0, most: 0 };
      for (let inside = entrants; inside > 1; inside -= leaving(format, inside)) {
        const matches = drawnMatches(inside, seats, format.matches);
        count.fewest += matches;
        count.most += matches + afterTies(inside, 1);
      }
      return count;
    }
    case 'round-robin': {
      const fewest =
        seats === 2
          ? ((entrants * (entrants - 1)) / 2) * upTo(format.matches, seats)
          : drawnMatches(entrants, seats, Math.max(format.matches, matchesToMeetAll(entrants, seats)));
      return { fewest, most: fewest + afterTies(entrants, Math.min(format.decides, entrants - 1)) };
    }
    case 'knock-out':
    case 'swiss': {
      // Plans one match per seat. A longer stage plays a multiple of these matches.
      const { closed, matches } = planned({ ...format, matches: seats }, seats, entrants);
      const atTable = upTo(format.matches, seats);
      const fewest = (matches.length * atTable) / seats;
      const longer = format.kind === 'knock-out' ? longerEnd(closed, seats, format.lives) : 0;
      return {
        fewest,
        most: closed
          .flatMap(({ plan }) => plan.cuts)
          .reduce(
            (sum, { members, boundaries }) => sum + afterTies(members.length, boundaries.length),
            fewest + longer * (atTable + afterTies(seats, 1)),
          ),
      };
    }
  }
}

/** Returns the number of matches in which each of `players` plays `each` times. */
const drawnMatches = (players: number, seats: number, each: number): number =>
  (Math.max(players, seats) * upTo(each, seats)) / seats;

/**
 * Returns the maximum number of matches in one deal after ties at a cut. Each tied player plays once in each seat, and
 * a tied group fills at least one table. The number is highest if there are as many tied groups as possible: pairs of
 * players, with all other players in the last group.
 */
function tiedMatches(members: number, boundaries: number, seats: number): number {
  const pairs = Math.min(Math.ceil(boundaries / 2), Math.floor(members / 2)) - 1;
  return members < 2 ? 0 : pairs * seats + Math.max(members - 2 * pairs, seats);
}

/** Plans a round in which the first player in the list wins every match. */
function planned(format: FormatTerms, seats: number, entrants: number): RoundState {
  const setup: RoundSetup = {
    terms: {
      game: '',
      seats,
      boards: [{ name: '', text: '' }],
      seconds: 1,
      engine: '',
      format,
      counts: 'places',
      playOn: 0,
      order: 'given',
      fillers: [],
      marks: null,
    },
    entrants: Array.from({ length: entrants }, (_, i) => ({
      entrant: i + 1,
      submission: i + 1,
      source: '',
      module: '',
      daysLate: 0,
    })),
    chance: { secret: '00'.repeat(32), frozen: '' },
    withdrawn: [],
  };
  const results = new Map<number, RoundResult>();
  let state = start(setup);
  while (state.open !== undefined) {
    for (const match of due(state, results))
      results.set(match.number, resultFrom(match, { scores: match.sits.map(({ index }) => -index), out: [] }));
    state = after(state, results);
  }
  return state;
}

/**
 * Returns the maximum number of additional stages at the end of a knock-out. The end of a knock-out starts when all
 * remaining players fit at one table. It is longest if the players without a loss lose first.
 */
function longerEnd(closed: readonly ClosedStage[], seats: number, lives: number): number {
  const from = closed.findIndex(
    ({ plan }) => plan.byes.length + plan.cuts.reduce((sum, { members }) => sum + members.length, 0) <= seats,
  );
  const losses = lossesOf(closed.slice(0, from));
  const { members } = closed[from].plan.cuts[0];
  const onLast = members.filter((index) => (losses.get(index) ?? 0) === lives - 1).length;
  return longestEnd(members.length - onLast, onLast) - (closed.length - from);
}

/**
 * Returns the maximum number of stages at one table until one player is left, if the worse half loses each time:
 * `twice` players may lose twice, and `once` players once.
 */
function longestEnd(twice: number, once: number): number {
  if (twice + once < 2) return 0;
  const losers = Math.floor((twice + once) / 2);
  let longest = 0;
  for (let of = Math.max(0, losers - once); of <= Math.min(twice, losers); of++)
    longest = Math.max(longest, longestEnd(twice - of, once + of - (losers - of)));
  return 1 + longest;
}
