import type { GameAnalysis, Notes } from '@ludus/lab/why.ts';
import { CALL, countOf, faceOf, heightOf, isClaim, opens, printMove, type TalltalesMove } from './rules/move.ts';
import { chanceOf } from './rules/odds.ts';
import { legalActions, refuse } from './rules/rules.ts';
import { diceAt, fitting, NO_SEAT, type TalltalesState } from './rules/state.ts';

/**
 * Claims with a probability below the first constant are considered unlikely, and those above the second are considered
 * likely.
 */
const UNLIKELY = 0.25;
const LIKELY = 0.6;
/**
 * Another claim would have been clearly better if the probability that it is true exceeds the chosen claim's by at
 * least this value.
 */
const CLEARLY = 0.25;

/** Explains how a game of Tall Tales is lost: unlikely claims, and calls of likely claims. */
export const analysis: GameAnalysis<TalltalesState, TalltalesMove> = {
  playouts: ['Sceptic', 'Clerk'],
  skills: [
    {
      id: 'call',
      doing: 'calling unlikely claims',
      did: 'called an unlikely claim',
      chances: 'chances to call an unlikely claim',
      norm: 0.7,
      worth: 0.06,
      advice: 'Call a claim that your dice make unlikely, instead of claiming more.',
    },
    {
      id: 'own-face',
      doing: 'claiming faces that it had',
      did: 'claimed a face that it had',
      took: 'backed',
      chances: 'claims backed by its dice; the rest were bluffs',
      norm: 0.6,
      worth: 0.025,
      advice: 'Claim faces that you have: each of your own dice that fits makes a claim safer.',
    },
  ],
  mishaps: [
    {
      id: 'too-high',
      did: (count) =>
        `claimed too high ${count} ${count === 1 ? 'time' : 'times'}, although its own dice made the claims unlikely`,
      norm: 6,
      worth: 0.04,
      advice: 'Work out how many of the unknown dice must fit, and make a claim that is likely to be true.',
    },
    {
      id: 'caught',
      did: (count) => `claimed too much and was caught ${count === 1 ? 'once' : `${count} times`}`,
      norm: 8,
      worth: 0.04,
      advice: 'Claim less, or call before you must claim too much.',
    },
    {
      id: 'early-call',
      did: (count) =>
        `called too early ${count} ${count === 1 ? 'time' : 'times'}, although the claims were likely to be true`,
      norm: 1.5,
      worth: 0.05,
      advice: 'Raise a likely claim instead of calling it.',
    },
    {
      id: 'sure-call',
      did: (count) => `called ${count === 1 ? 'a claim' : `${count} claims`} that its own dice proved true`,
      norm: 0,
      worth: 0.1,
      advice: 'Count your own dice before you call.',
    },
    {
      id: 'wrong-call',
      did: (count) => `lost ${count === 1 ? 'a die' : `${count} dice`} by calling true claims`,
      norm: 8,
      worth: 0.04,
      advice: 'Call only unlikely claims.',
    },
  ],
  kinds: {
    claim: { doing: 'claiming', did: 'claimed', isOptional: true },
    call: { doing: 'calling', did: 'called', worth: 0.4, usual: 0.2 },
    open: { doing: 'opening dice', did: 'opened dice' },
    lowest: { doing: 'making the lowest claim', did: 'made the lowest claim' },
  },
  kindsOf({ action }, state, seat) {
    if (action === CALL) return ['call'];
    if (!isClaim(action) || refuse(state, seat, action) !== undefined) return [];
    const least = state.told > 0 ? heightOf(state.claims[state.told - 1]) + 2 : 2;
    const kinds = ['claim'];
    if (opens(action)) kinds.push('open');
    if (heightOf(action) <= least) kinds.push('lowest');
    return kinds;
  },
  watch: (first, notes) => new TalltalesWatch(first, notes),
  describe: (move) => `“${printMove(move)}”`,
};

class TalltalesWatch {
  readonly #notes: Notes;
  #caught: number[] = [];
  #calls: number[] = [];
  #right: number[] = [];

  constructor(_first: TalltalesState, notes: Notes) {
    this.#notes = notes;
  }

  asked(state: TalltalesState, moves: readonly TalltalesMove[]): void {
    const { caught, calls, rightCalls, turn: seat, told, claims, claimers } = state;
    [this.#caught, this.#calls, this.#right] = [[...caught], [...calls], [...rightCalls]];
    if (seat === NO_SEAT) return;
    const { action } = moves[seat];
    const isCall = action === CALL || !isClaim(action) || refuse(state, seat, action) !== undefined;
    if (told > 0 && claimers[told - 1] !== seat) {
      const standing = probability(state, seat, claims[told - 1]);
      if (standing < UNLIKELY) this.#notes.chance('call', seat, isCall);
      if (isCall && standing === 1) this.#notes.mishap('sure-call', seat);
      else if (isCall && standing >= LIKELY) this.#notes.mishap('early-call', seat);
    }
    if (isCall) return;
    this.#notes.chance('own-face', seat, fitting(state.cups, seat, faceOf(action), state.wild) > 0);
    const chosen = probability(state, seat, action);
    const safest = Math.max(
      ...legalActions(state, seat).map((other) =>
        isClaim(other) && !opens(other) ? probability(state, seat, other) : 0,
      ),
    );
    if (chosen < UNLIKELY || (chosen < 0.5 && safest - chosen >= CLEARLY)) this.#notes.mishap('too-high', seat);
  }

  played({ players, caught, calls, rightCalls }: TalltalesState): void {
    for (let seat = 0; seat < players; seat++) {
      if (caught[seat] > this.#caught[seat]) this.#notes.mishap('caught', seat);
      const wrong = calls[seat] - this.#calls[seat] - (rightCalls[seat] - this.#right[seat]);
      if (wrong > 0) this.#notes.mishap('wrong-call', seat);
    }
  }
}

/** The probability (0 to 1) that a claim is true, given the dice that a seat sees. */
function probability(state: TalltalesState, seat: number, claim: number): number {
  const { cups, open, left, players, wild } = state;
  let seen = fitting(cups, seat, faceOf(claim), wild);
  let unknown = 0;
  for (let other = 0; other < players; other++) {
    seen += fitting(open, other, faceOf(claim), wild);
    if (other !== seat) unknown += left[other] - diceAt(open, other);
  }
  if (opens(claim) && isClaim(claim))
    unknown += Math.max(0, diceAt(cups, seat) - fitting(cups, seat, faceOf(claim), wild));
  return chanceOf(countOf(claim) - seen, unknown, wild);
}
