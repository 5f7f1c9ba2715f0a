import { expandMoves, isMovesFile } from '@ludus/arena/moves-file.ts';
import { describeProblem } from '@ludus/rules/kernel/result.ts';
import { GAMES } from '@ludus/rules/registry.ts';
import { UsageError } from './exit.ts';
import { readText } from './files.ts';

/** The text of a replay file, gunzipped, and played again if the file holds only the moves; '-' is standard input. */
export function readReplayText(file: string): string {
  const text = readText(file);
  if (!isMovesFile(text)) return text;
  const expanded = expandMoves(text, GAMES);
  if (!expanded.ok)
    throw new UsageError(`${file === '-' ? 'standard input' : file}: ${describeProblem(expanded.problem)}`);
  return expanded.value;
}
