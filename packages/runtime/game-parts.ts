import type { AnyGame } from '@ludus/game/game.ts';
import { hasKey } from '@ludus/game/secret-randomness.ts';
import type { CppGame } from './compile/cpp-sdk.ts';
import type { AnyImage } from './image.ts';
import type { BuiltinPlayer, PlayerApi } from './player-api.ts';

/**
 * The parts of a game for its players, in addition to its rules. If a part is missing, the game doesn't have players of
 * that kind.
 */
export interface GameParts {
  /** The game's built-in players. */
  readonly players?: readonly BuiltinPlayer[] | undefined;
  /** How the game opens players that are modules. */
  readonly api?: PlayerApi | undefined;
  readonly modules?: ModuleHost | undefined;
  readonly guest?: GuestModules | undefined;
  /** The input format of compiled players. */
  readonly image?: AnyImage | undefined;
  /**
   * C++ players that are compiled with the game's headers and loaded. If absent, C++ players are programs like players
   * in other languages.
   */
  readonly cpp?: CppGame | undefined;
  /**
   * The other games whose C++ players are compiled with headers. The hint "it looks like a bot for …" names one of
   * these games.
   */
  readonly others?: (() => Promise<readonly CppGame[]>) | undefined;
  /** The game's libraries for players that are programs. */
  readonly libraries?: Libraries | undefined;
}

/** Paths of the game's modules for players in the JavaScript engine (quickjs/guest/guest.ts). */
export interface GuestModules {
  /** The module that exports `open`, `start`, and `play`, and also `follow` if players use the line protocol. */
  readonly entry: string;
  readonly followsLines?: true;
  /** Modules that players may import, by name: `ludus/ID`. */
  readonly imports: Readonly<Record<string, string>>;
}

/**
 * Paths of the modules that players import, and of the module that speaks the protocol for players that are modules but
 * run as programs.
 */
export interface ModuleHost {
  /** The module that is loaded before the player, so that any file can import `ludus/ID`. */
  readonly hooks: string;
  /**
   * A module that exports `follow: FollowMatch`. Without this module, players of this game that are modules must speak
   * the protocol themselves.
   */
  readonly follow?: string | undefined;
  /** Folders that the two modules need, in addition to this project. */
  readonly needs: readonly string[];
  /** The parameters of the hooks; values are paths, separated by `:`. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Paths of a game's libraries for programs. The libraries don't need to be installed. */
export interface Libraries {
  /** Folders that Python players import from. */
  readonly python?: readonly string[];
  /** Source files that are compiled with a Java player. */
  readonly java?: readonly string[];
  /** Headers that a C++ player may include. */
  readonly cpp?: readonly string[];
}

/**
 * The engine for players that are modules. In games with chance or hidden information, the moves don't determine the
 * state. In those games, players receive images or use the line protocol, as programs do.
 */
export function guestFor(
  game: AnyGame,
  {
    image,
    guest,
    follow,
  }: {
    readonly image?: AnyImage | undefined;
    readonly guest?: GuestModules | undefined;
    readonly follow?: string | undefined;
  },
): GuestModules | undefined {
  if (guest && (image || !hasKey(game))) return guest;
  if (follow === undefined || game.dialogue === undefined) return undefined;
  return {
    entry: follow,
    followsLines: true,
    imports: { [`ludus/${game.id}`]: follow.replace(/[^/\\]*(\.[jt]s)$/, 'api$1') },
  };
}
