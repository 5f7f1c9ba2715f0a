import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AnyGame } from '@ludus/game/game.ts';
import { PROGRAM_BYTES, readRegular } from '@ludus/runtime/files.ts';
import { PLAYER_KINDS } from '@ludus/runtime/kinds.ts';
import { importedId } from '@ludus/runtime/parts.ts';
import { listPlayers } from '@ludus/runtime/resolve.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import type { AnyKit } from 'ludus/kit.ts';
import { contextOf } from '../context.ts';
import { GAMES } from '../games.ts';

/**
 * Guesses the only game that all these players can be for. A file's game is the game whose library (`ludus/ID`) it
 * imports. A name can be for any game that has a built-in player of this name. Undefined if no game or several games
 * fit.
 */
export async function guessGame(specs: readonly string[], folder: string): Promise<AnyGame | undefined> {
  const possible: AnyGame[] = [];
  for (const game of GAMES) {
    const names = listPlayers(PLAYER_KINDS, await contextOf(game, { budget: 'none', folder })).map(({ name }) => name);
    if (specs.every((spec) => mayPlay(spec, game, names, folder))) possible.push(game);
  }
  return possible.length === 1 ? possible[0] : undefined;
}

function mayPlay(spec: string, game: AnyGame, names: readonly string[], folder: string): boolean {
  const file = resolve(folder, spec);
  if (existsSync(file) && statSync(file).isFile()) {
    const imported = importedGame(textOf(file));
    return imported === undefined || imported === game;
  }
  return names.includes(spec) || spec.startsWith('cmd:');
}

/** Returns the game whose library a module imports; shared libraries don't identify a game. */
export function importedGame(text: string): AnyGame | undefined {
  const imported = importedId(text);
  return GAMES.find(({ id }) => id === imported);
}

/**
 * Returns the game that a player's file imports or, without imports, whose identifiers the file uses. Undefined if none
 * of `kits` fits, or several fit.
 */
export function spokenKit(name: string, kits: readonly AnyKit[]): AnyKit | undefined {
  const text = textOf(name);
  const imported = importedGame(text);
  const speaking = kits.filter(({ game, words }) => (imported ? game === imported : words?.test(text)));
  return speaking.length === 1 ? speaking[0] : undefined;
}

/** Reads a player's file as Latin-1; empty if it can't be read or is too large for a player. */
function textOf(name: string): string {
  const read = readRegular(resolve(name), { most: PROGRAM_BYTES, links: true });
  return read.ok ? read.bytes.toString('latin1') : '';
}

/**
 * Returns the error if `spokenKit` finds no game: the file is missing, its game lacks a feature, or the game must be
 * named.
 */
export function unspoken(name: string, ids: string): UsageError {
  const isPath = /[/\\]/.test(name) && !name.startsWith('cmd:');
  if (isPath && !existsSync(resolve(name))) return new UsageError(`no such file: ${name}`);
  const imported = importedGame(textOf(name));
  if (imported && !ids.split(', ').includes(imported.id))
    return new UsageError(`${name} plays ${imported.title}, but this command is only for ${ids}`);
  return new UsageError(`cannot tell which game ${name} is for: choose one with --game: ${ids}`);
}
