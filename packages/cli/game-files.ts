import { pathToFileURL } from 'node:url';
import { UsageError } from '@ludus/shell/exit.ts';

/**
 * Errors in custom games, one message each. A command is refused with the first one; help is given all the same, without these
 * games.
 */
export const GAME_PROBLEMS = new Set<string>();

/** Imports a file of a game. Its errors are for the game's author: a message that begins with `named`, with the place. */
export async function importGameFile<T>(file: string, named: string = file): Promise<T> {
  try {
    return (await import(pathToFileURL(file).href)) as T;
  } catch (error) {
    throw new UsageError(`${named} cannot be imported: ${causeOf(error)}`);
  }
}

/** Does something with each game, or file of one; an error is kept in `GAME_PROBLEMS`, and the others continue. */
export async function forEachGame<T>(games: readonly T[], use: (game: T) => Promise<void>): Promise<void> {
  for (const game of games) {
    try {
      await use(game);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      GAME_PROBLEMS.add(error.message);
    }
  }
}

/** A module's exception, and the place in its code if the stack has one. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [said] = error.message.split('\n');
  const place = /file:\/\/(\S+:\d+):\d+/.exec(error.stack ?? '')?.[1];
  return place === undefined ? said : `${said} (${place})`;
}
