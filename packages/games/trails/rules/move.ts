import { AHEAD, DIRECTION_NAMES, isDirection } from './directions.ts';

/** One player's move in one round, in a reusable buffer. */
export interface TrailsMove {
  /** A direction. Any other value means straight ahead. */
  direction: number;
}

/** The word for straight ahead. */
export const AHEAD_WORD = 'ahead';
/** The possible answers of a program. */
export const MOVE_WORDS = [...DIRECTION_NAMES, AHEAD_WORD] as const;

export function newMove(): TrailsMove {
  return { direction: AHEAD };
}

/** The move as one word. */
export function printMove({ direction }: TrailsMove): string {
  return isDirection(direction) ? DIRECTION_NAMES[direction] : AHEAD_WORD;
}

/** Reads the word into `move`. If the word isn't a move, returns false and leaves `move` unchanged. */
export function parseMove(word: string, move: TrailsMove): boolean {
  const index = (MOVE_WORDS as readonly string[]).indexOf(word);
  if (index < 0) return false;
  move.direction = isDirection(index) ? index : AHEAD;
  return true;
}
