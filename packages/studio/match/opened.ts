import { fileProblem, filesBeside, isMain, languageOf, type OwnFile } from './files.ts';

/** A player that was opened from files: its main file, and the files that it imports or includes. */
export interface OpenedPlayer {
  readonly main: OwnFile;
  readonly files: readonly OwnFile[];
}

/**
 * Finds the player in files that the user chose together, or returns a message if there is none. The player's main file
 * is the file that no other file imports.
 */
export function openedPlayer(chosen: readonly OwnFile[]): OpenedPlayer | string {
  const beginnings = chosen.filter(({ name }) => isMain(name));
  const imported = new Set(beginnings.flatMap((file) => filesBeside(file, chosen).map(({ name }) => name)));
  const mains = beginnings.filter(({ name }) => !imported.has(name));
  if (mains.length === 0) return `${chosen[0].name} isn’t a bot. The file name must end in .ts, .js, .py, or .cc`;
  if (mains.length > 1) return `${mains[0].name} and ${mains[1].name} are two bots. Open them one by one`;
  const [main] = mains;
  const files = filesBeside(main, chosen);
  for (const [at, { name }] of files.entries()) {
    const wrong = fileProblem(name, main.name, files.slice(0, at), languageOf(main.name));
    if (wrong !== undefined) return `${name} cannot be opened: ${wrong}`;
  }
  return { main, files };
}
