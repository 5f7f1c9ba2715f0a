import { pathToFileURL } from 'node:url';
import { UsageError } from '@ludus/shell/exit.ts';

/**
 * The errors in custom games, one message each. A command fails with the first message, but the help still works,
 * without these games.
 */
export const GAME_PROBLEMS = new Set<string>();

/**
 * Imports a file of a game. An error in the file is reported to the game's author, in a message that starts with
 * `named` and contains the location.
 */
export async function importGameFile<T>(file: string, named: string = file): Promise<T> {
  try {
    return (await import(pathToFileURL(file).href)) as T;
  } catch (error) {
    throw new UsageError(`${named} can’t be imported: ${causeOf(error)}`);
  }
}

/**
 * Calls a function for each game or file of a game. Errors are kept in `GAME_PROBLEMS`, and the other calls continue.
 */
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

/** Returns a module's exception, with its location in the code if the stack has one. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [said] = error.message.split('\n');
  const place = /file:\/\/(\S+:\d+):\d+/.exec(error.stack ?? '')?.[1];
  return place === undefined ? said : `${said} (${place})`;
}
