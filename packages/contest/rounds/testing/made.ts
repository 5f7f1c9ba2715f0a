import { Lehmer } from '@ludus/kernel/lehmer.ts';
import type { MatchResult } from '../../words.ts';
import { frozenHash, sha256OfText } from '../chance.ts';
import { resultFrom } from '../result.ts';
import { due, listed, roundOf } from '../round.ts';
import type { Results, RoundMatch, RoundResult, RoundSetup, RoundState, Withdrawal } from '../state.ts';
import type { FormatTerms, FrozenEntrant, RoundTerms } from '../terms.ts';

export const SECRET = '0123456789abcdef'.repeat(4);

export const FORMATS = {
  'last-out': { kind: 'last-out', matches: 4, out: 1, outPercent: 0 },
  many: { kind: 'last-out', matches: 3, out: 1, outPercent: 30 },
  'knock-out': { kind: 'knock-out', matches: 2, lives: 1 },
  double: { kind: 'knock-out', matches: 1, lives: 2 },
  'round-robin': { kind: 'round-robin', matches: 2, decides: 2 },
  swiss: { kind: 'swiss', stages: 3, matches: 2, decides: 1 },
} as const satisfies Record<string, FormatTerms>;

export function madeTerms(format: FormatTerms, seats: number, more: Partial<RoundTerms> = {}): RoundTerms {
  return {
    game: 'pick',
    seats,
    boards: ['a', 'b', 'c'].map((name) => ({ name, text: `board ${name}\n` })),
    seconds: 1,
    engine: 'none',
    format,
    counts: 'places',
    playOn: 20,
    order: 'given',
    fillers: [],
    marks: null,
    ...more,
  };
}

export function madeEntrants(count: number): FrozenEntrant[] {
  return Array.from({ length: count }, (_, i) => ({
    entrant: i + 1,
    submission: 100 + 3 * i,
    source: sha256OfText(`source ${i}`),
    module: sha256OfText(`module ${i}`),
    daysLate: 0,
  }));
}

export function madeSetup(terms: RoundTerms, count: number, withdrawn: readonly Withdrawal[] = []): RoundSetup {
  const entrants = madeEntrants(count);
  return listed({ terms, entrants, withdrawn, chance: { secret: SECRET, frozen: frozenHash(terms, entrants) } });
}

/** Returns a result from the scores of the seats. */
export const resultOf = (match: RoundMatch, scores: readonly number[]): MatchResult =>
  resultFrom(match, { scores, out: [] });

/** Returns the result of a match. Repeated calls for one match return the same result. */
export type Judge = (match: RoundMatch) => RoundResult;

/** Lets the player that is first in the list win. */
export const byList: Judge = (match) =>
  resultOf(
    match,
    match.sits.map(({ index }) => -index),
  );

/** Draws results at random; `scores`: the number of possible scores. */
export function byChance(seed: number, scores: number, annulledPercent = 0): Judge {
  return (match) => {
    const random = new Lehmer(seed * 7919 + match.number * 31);
    for (let i = 0; i < 5; i++) random.next();
    if (random.range(0, 99) < annulledPercent) return 'annulled';
    return resultOf(
      match,
      match.sits.map(() => random.range(1, scores)),
    );
  };
}

/** Plays a round to its end. */
export function playedRound(
  setup: RoundSetup,
  judge: Judge,
): { readonly state: RoundState; readonly results: Results } {
  const results = new Map<number, RoundResult>();
  let state = roundOf(setup, results);
  for (let wave = 0; state.open !== undefined; wave++) {
    if (wave > 3000) throw new Error('the round does not end');
    for (const match of due(state, results)) results.set(match.number, judge(match));
    state = roundOf(setup, results);
  }
  return { state, results };
}
