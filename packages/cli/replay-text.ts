import { basename } from 'node:path';
import { expandMoves, isMovesFile } from '@ludus/arena/moves-file.ts';
import { describeProblem } from '@ludus/rules/kernel/result.ts';
import { GAMES } from '@ludus/rules/registry.ts';
import { UsageError } from './exit.ts';
import { readText } from './files.ts';

/** The replay that a moves file holds, and the name that it has as a replay (`b0-s7.res`); undefined for all other files. */
export function replayOfMoves(file: string): { readonly name: string; readonly text: string } | undefined {
  if (!isMovesFile(readText(file))) return undefined;
  const text = readReplayText(file);
  const extension = GAMES.find((game) => game.replay.recognizes(text))?.replay.extension ?? '';
  return { name: `${basename(file).replace(/(\.moves)?(\.gz)?$/, '')}${extension}`, text };
}

/** The text of a replay file, gunzipped, and played again if the file holds only the moves; '-' is standard input. */
export function readReplayText(file: string): string {
  const text = readText(file);
  if (!isMovesFile(text)) return text;
  const expanded = expandMoves(text, GAMES);
  if (!expanded.ok)
    throw new UsageError(`${file === '-' ? 'standard input' : file}: ${describeProblem(expanded.problem)}`);
  return expanded.value;
}
