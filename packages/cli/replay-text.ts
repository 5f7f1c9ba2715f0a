import { basename } from 'node:path';
import { describeProblem } from '@ludus/kernel/result.ts';
import { expandMoves, isMovesFile } from '@ludus/lab/moves-file.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { displayName, readText } from '@ludus/shell/files.ts';
import { GAMES } from './games.ts';

/** Returns the replay of a compact replay, and its name as a replay (`b0-s7.res`); undefined for all other files. */
export function replayOfMoves(file: string): { readonly name: string; readonly text: string } | undefined {
  const moves = readText(file);
  if (!isMovesFile(moves)) return undefined;
  const text = expanded(moves, file);
  const ending = GAMES.find((game) => game.replay.recognizes(text))?.replayExtension ?? '';
  return { name: `${basename(file).replace(/(\.moves)?(\.gz)?$/, '')}${ending}`, text };
}

/** Checks whether a file starts like a replay of one of the games. */
export function isReplay(file: string): boolean {
  const text = readText(file);
  return GAMES.some((game) => game.replay.recognizes(text));
}

/** Reads a replay file. Unpacks a gzipped file, and plays a compact replay again. '-' is standard input. */
export function readReplayText(file: string): string {
  const text = readText(file);
  return isMovesFile(text) ? expanded(text, file) : text;
}

/** Returns the full replay of a compact replay; any other file is an error. */
export function expandFile(file: string): string {
  const text = readText(file);
  if (!isMovesFile(text))
    throw new UsageError(`${displayName(file)} isn’t a compact replay, so there is nothing to expand`);
  return expanded(text, file);
}

function expanded(text: string, file: string): string {
  const replay = expandMoves(text, GAMES);
  if (!replay.ok) throw new UsageError(`${displayName(file)}: ${describeProblem(replay.problem)}`);
  return replay.value;
}
