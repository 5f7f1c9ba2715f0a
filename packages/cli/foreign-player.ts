import { resolve } from 'node:path';
import type { AnyGame } from '@ludus/game/game.ts';
import { PROGRAM_BYTES, readRegular } from '@ludus/runtime/files.ts';
import { importedId } from '@ludus/runtime/parts.ts';
import { kitOf } from './kits.ts';
import { info } from './say.ts';

/**
 * Players that were already reported. They aren't reported again, although some commands open a player several times.
 */
const named = new Set<string>();

/**
 * Reports the players whose files seem to be written for another game. These players still play, since a file's text
 * may mislead.
 */
export async function nameForeignPlayers(specs: readonly string[], game: AnyGame, folder: string): Promise<void> {
  for (const spec of new Set(specs)) {
    const other = named.has(`${game.id} ${spec}`) ? undefined : await otherGame(resolve(folder, spec), game);
    if (other === undefined) continue;
    named.add(`${game.id} ${spec}`);
    info(`${spec} looks like a bot for ${other.title}, but this is ${game.title}`);
  }
}

/**
 * Returns the game that a player's file is for; undefined if it is for this game. Loads the other games only if the
 * text doesn't mention this game.
 */
async function otherGame(file: string, game: AnyGame): Promise<AnyGame | undefined> {
  const read = readRegular(file, { most: PROGRAM_BYTES, links: true });
  // Opening the player reports a missing file, or a file that is too large.
  if (!read.ok) return undefined;
  const text = read.bytes.toString('latin1');
  const imported = importedId(text);
  // A compiled module contains arbitrary words.
  if (text.includes('\0') || imported === game.id || kitOf(game).words?.test(text)) return undefined;
  const [{ spokenKit }, { KITS }] = await Promise.all([import('./lab/guess-game.ts'), import('./games.ts')]);
  return spokenKit(file, KITS)?.game;
}
