import { kitOf } from '../games/kits.ts';

/** A seat goes on as it was recorded. */
export const RECORDED = '';

/** The name without the mark of an earlier branch: `Demo@12` is Demo. */
export const plainName = (name: string): string => name.replace(/@\d+$/, '');

/** A built-in bot decides for itself when a match goes on with a person; others repeat their moves. */
export function usualAgain(game: string, name: string): string {
  const plain = plainName(name);
  return kitOf(game)?.players.some((player) => player.name === plain) ? `builtin/${plain}` : RECORDED;
}
