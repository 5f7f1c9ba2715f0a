import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { AnyGame } from '@ludus/game/game.ts';
import type { KnownPlayers } from '@ludus/referee/verify.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { IS_INSTALLED } from '@ludus/shell/npm.ts';
import type { AnyKit } from 'ludus/kit.ts';
import { KITS as OWN } from 'ludus/registry.ts';
import { forEachGame, importGameFile } from './game-files.ts';
import { GAMES_FOLDER, KITS_ELSEWHERE } from './games-folder.ts';
import { gameAmong, isLoaded, keepKit, kitOf } from './kits.ts';

export { boardFiles, folderOf, kitOf, sampleFile } from './kits.ts';

for (const kit of OWN) keepKit(kit, join(GAMES_FOLDER, kit.game.id));
const more: AnyKit[] = [];
await forEachGame(KITS_ELSEWHERE, async (file) => {
  const kit = await kitElsewhere(file);
  keepKit(kit, dirname(file));
  more.push(kit);
});

/** All games: the built-in games, and the custom games in `LUDUS_GAMES`. */
export const KITS: readonly AnyKit[] = [...OWN, ...more];
export const GAMES: readonly AnyGame[] = KITS.map((kit) => kit.game);

/** The list in the help of `--game`. */
export const GAME_IDS: string = GAMES.map((game) => game.id).join(', ');

/** Returns the game with this id, from all games. Throws a `UsageError` if there is none. */
export const gameNamed = (id: string): AnyGame => gameAmong(id, GAMES);

/**
 * Returns the game that the user named, from the games with a feature. For another game, the error reports that the
 * game lacks the feature.
 */
export function gameWith(what: string, id: string, among: readonly AnyGame[]): AnyGame {
  const game = gameNamed(id);
  if (among.includes(game)) return game;
  throw new UsageError(`${game.title} has no ${what}; games that have one: ${among.map((each) => each.id).join(', ')}`);
}

/** Returns the kit that a file exports. Errors are for the game's author, so they include the location. */
async function kitElsewhere(file: string): Promise<AnyKit> {
  const wrong = (why: string) => new UsageError(`LUDUS_GAMES names ${file}, ${why}`);
  if (!existsSync(file)) throw wrong('which does not exist');
  if (IS_INSTALLED)
    throw wrong('but an installed Ludus lacks the separate modules that a game needs: use a clone of the repository');
  const { kit } = await importGameFile<{ kit?: AnyKit }>(file, `LUDUS_GAMES names ${file}, which`);
  const id: unknown = kit?.game?.id;
  if (kit === undefined || typeof id !== 'string') throw wrong('which doesn’t export the kit of a game');
  // Commands and players find the game by the name of its folder.
  if (basename(dirname(file)) !== id) throw wrong(`whose folder must have the same name as its game, ${id}`);
  if (isLoaded(id)) throw wrong(`but the game ${id} already exists`);
  return kit;
}

/**
 * Opens the built-in players that `partners.exact` lists, to verify a match. If there is no budget, the rules and the
 * seed determine these players' moves.
 */
export const knownPlayers: KnownPlayers = (game, info) => {
  const { players, partners } = kitOf(game);
  return info.names.map((name) =>
    partners.exact?.includes(name) ? players.find((player) => player.name === name)?.open() : undefined,
  );
};
