import { FACES, MAX_DICE } from './board.ts';

/** One player's move, in a reusable buffer. */
export interface TalltalesMove {
  /** A claim (`claimOf`), CALL, or any other value for no move. */
  action: number;
}

/**
 * A claim is the number 2 · height, or 2 · height + 1 if the player opens dice with it. The height is 6 · (count − 1) +
 * face − 1, so a higher claim has a larger height (docs/talltales.md §3).
 */
export const CALL = 2 * FACES * MAX_DICE;
/** No answer (§5). */
export const NOTHING = CALL + 1;
export const CALL_WORD = 'call';
/** The word for the empty move, because a program must write something. */
export const EMPTY_WORD = '-';

export interface Claim {
  /** Number of dice, 1 … 20. */
  readonly count: number;
  /** The face, 1 … 6. */
  readonly face: number;
  /** Whether the player opens its matching dice, and shakes its other dice. */
  readonly opens: boolean;
}

export const claimOf = (count: number, face: number, opens = false): number =>
  2 * (FACES * (count - 1) + face - 1) + (opens ? 1 : 0);
export const isClaim = (action: number): boolean => Number.isInteger(action) && action >= 0 && action < CALL;
export const heightOf = (claim: number): number => claim >> 1;
export const countOf = (claim: number): number => Math.floor(heightOf(claim) / FACES) + 1;
export const faceOf = (claim: number): number => (heightOf(claim) % FACES) + 1;
export const opens = (claim: number): boolean => (claim & 1) === 1;
export const readClaim = (claim: number): Claim => ({
  count: countOf(claim),
  face: faceOf(claim),
  opens: opens(claim),
});

export function newMove(): TalltalesMove {
  return { action: NOTHING };
}

/** The words of all moves except the empty move, by action. */
export const MOVE_WORDS: readonly string[] = [
  ...Array.from({ length: CALL }, (_, claim) => `${countOf(claim)}x${faceOf(claim)}${opens(claim) ? '!' : ''}`),
  CALL_WORD,
];
const ACTIONS = new Map(MOVE_WORDS.map((word, action) => [word, action]));

/** Prints the move as one word: `call`, `3x5`, `3x5!`; '' for the empty move. */
export function printMove({ action }: TalltalesMove): string {
  return MOVE_WORDS[action] ?? '';
}

/**
 * Reads the word into `move`; `-` and '' are the empty move. If the word isn't a move, returns false and leaves `move`
 * unchanged.
 */
export function parseMove(word: string, move: TalltalesMove): boolean {
  const action = word === '' || word === EMPTY_WORD ? NOTHING : ACTIONS.get(word);
  if (action === undefined) return false;
  move.action = action;
  return true;
}
