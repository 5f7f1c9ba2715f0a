import { matchesToMeetAll } from '@ludus/lab/statistics.ts';
import { leaving, upTo } from './formats.ts';
import { resultFrom } from './result.ts';
import { after, due, start } from './round.ts';
import type { RoundResult, RoundSetup } from './state.ts';
import type { FormatTerms } from './terms.ts';

/**
 * The fewest matches of a round with this number of participants: those of its stages, without those played on after ties. Equals
 * the number that the plan has. Formats that draw tables in which all play equally often are counted, since drawing hundreds of stages takes
 * seconds.
 */
export function fewestMatches(format: FormatTerms, seats: number, entrants: number): number {
  if (entrants < 2) return 0;
  switch (format.kind) {
    case 'last-out': {
      let matches = 0;
      for (let inside = entrants; inside > 1; inside -= leaving(format, inside))
        matches += drawnMatches(inside, seats, format.matches);
      return matches;
    }
    case 'round-robin':
      return seats === 2
        ? ((entrants * (entrants - 1)) / 2) * upTo(format.matches, seats)
        : drawnMatches(entrants, seats, Math.max(format.matches, matchesToMeetAll(entrants, seats)));
    case 'knock-out':
    case 'swiss':
      // Once in each seat: a stage with more matches has that many times as many.
      return (plannedMatches({ ...format, matches: seats }, seats, entrants) * upTo(format.matches, seats)) / seats;
  }
}

/** Matches in which each of `players` plays so many. */
const drawnMatches = (players: number, seats: number, each: number): number =>
  (Math.max(players, seats) * upTo(each, seats)) / seats;

/** Plays the round: in every match the one who is first in the list wins. */
function plannedMatches(format: FormatTerms, seats: number, entrants: number): number {
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
  return state.matches.length;
}
