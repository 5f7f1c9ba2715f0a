import type { AnyGame } from '@ludus/game/game.ts';
import { inRevision, revisionProblem } from '@ludus/game/replay.ts';
import type { AnyKit } from 'ludus/kit.ts';
import { KITS as OWN } from 'ludus/registry.ts';
import { files as filesElsewhere, kits as kitsElsewhere, modules as modulesElsewhere } from './external-games.ts';

/** Every game in this build of the studio. */
export const KITS: readonly AnyKit[] = [...OWN, ...kitsElsewhere];
export const GAMES: readonly AnyGame[] = KITS.map((kit) => kit.game);

export function kitOf(id: string): AnyKit | undefined {
  return KITS.find((kit) => kit.game.id === id);
}

/** The names of the opponents on a game's practice ladder, weakest first; empty without a ladder. */
export const ladderOf = (id: string): readonly string[] => kitOf(id)?.ladder?.opponents.map(({ name }) => name) ?? [];

/** The game of a match, and the revision of the game's rules. */
export interface RulesOrder {
  /** The game's id. */
  readonly game: string;
  /**
   * The id of the revision of the game's rules; absent for the first revision, or if the game has only one revision.
   */
  readonly revision?: string | undefined;
}

/** A game's title, with the revision of its rules unless that is the first revision. */
export function titleOf({ game, revision }: RulesOrder): string {
  const title = kitOf(game)?.game.title ?? game;
  return revision === undefined ? title : `${title}, revision ${revision}`;
}

/** The kit of a game in the requested revision, or a message if the game or the revision doesn't exist. */
export function kitFor({ game, revision }: RulesOrder): AnyKit | string {
  const kit = kitOf(game);
  if (!kit) return `there is no game ${game}`;
  if (revision === undefined) return kit;
  return revisionProblem(kit.game, revision) ?? { ...kit, game: inRevision(kit.game, revision) };
}

const MODULES = import.meta.glob<object>('../../games/*/player/api.ts', { eager: true });

/** The modules that players import, by name: `ludus/ID`. */
export const PLAYER_MODULES: Readonly<Record<string, object>> = {
  ...Object.fromEntries(Object.entries(MODULES).map(([path, module]) => [`ludus/${path.split('/')[3]}`, module])),
  ...modulesElsewhere,
};

const FILES = {
  ...import.meta.glob<string>('../../games/*/boards/*', { query: '?raw', import: 'default', eager: true }),
  ...import.meta.glob<string>('../../games/*/samples/*.{ts,js,py}', { query: '?raw', import: 'default', eager: true }),
};

/**
 * The text of boards and of samples that the studio can play, by path in the folder of all games:
 * `trails/boards/cross.txt`.
 */
export const GAME_FILES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(FILES).map(([path, text]) => [path.replace('../../games/', ''), text])),
  ...filesElsewhere,
};
