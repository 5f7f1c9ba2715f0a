import { existsSync } from 'node:fs';
import type { AnyGame } from '@ludus/game/game.ts';
import { inRevision, readSidecar, revisionProblem, type Sidecar, sidecarFileName } from '@ludus/game/replay.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { readText } from '@ludus/shell/files.ts';
import { Option } from 'commander';

/** Returns the option for commands that play new matches. */
export const revisionOption = (): Option =>
  new Option('--revision <id>', 'revision of the rules, in games that have several (default: the first)');

/** Returns the game in the revision that `--revision` names, or in its first revision. */
export function revisedGame(game: AnyGame, id: string | undefined): AnyGame {
  const wrong = id === undefined ? undefined : revisionProblem(game, id);
  if (wrong !== undefined) throw new UsageError(`--revision ${id}: ${wrong}`);
  return inRevision(game, id);
}

/** Reads the revision from the sidecar next to a replay; undefined if there is no readable sidecar. */
export function toldRevision(replay: string): string | undefined {
  const sidecar = sidecarBeside(replay);
  return sidecar?.ok ? sidecar.value.revision : undefined;
}

/** Reads the sidecar next to a replay, or returns the problem with it; undefined if there is none. */
export function sidecarBeside(
  replay: string,
): { ok: true; value: Sidecar; file: string } | { ok: false; message: string } | undefined {
  const file = sidecarFileName(replay);
  if (replay === '-' || !existsSync(file)) return undefined;
  const read = readSidecar(readText(file));
  return read.ok ? { ...read, file } : { ok: false, message: `${file}: ${read.message}` };
}
