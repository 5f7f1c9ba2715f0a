import type { AnyGame } from '@ludus/game/game.ts';
import { hasKey } from '@ludus/game/secret-randomness.ts';
import type { CppGame } from './compile/cpp-sdk.ts';
import type { AnyImage } from './image.ts';
import type { BuiltinPlayer, PlayerApi } from './player-api.ts';

/** A game's parts for its players, in addition to its rules. A game that lacks a part has no players of that kind. */
export interface GameParts {
  /** The players that come with it. */
  readonly players?: readonly BuiltinPlayer[] | undefined;
  /** Players that are modules. */
  readonly api?: PlayerApi | undefined;
  readonly modules?: ModuleHost | undefined;
  readonly guest?: GuestModules | undefined;
  /** Compiled players: what they see. */
  readonly image?: AnyImage | undefined;
  /** C++ players that are compiled against the game's headers and loaded; without it, C++ players are programs like others. */
  readonly cpp?: CppGame | undefined;
  /** The other games that have such C++ players, for "it looks like a player of …". */
  readonly others?: (() => Promise<readonly CppGame[]>) | undefined;
  /** The tools for programs. */
  readonly libraries?: Libraries | undefined;
}

/** The player's side of a game in a separate engine (quickjs/guest/guest.ts). Paths. */
export interface GuestModules {
  /** The module that exports `open`, `start` and `play`; `follow` if players follow the lines of the protocol. */
  readonly entry: string;
  readonly followsLines?: true;
  /** What players may import, by name: `ludus/ID`. */
  readonly imports: Readonly<Record<string, string>>;
}

/** Where players that are modules get what they import, and who speaks the protocol for them when they run as programs. Paths. */
export interface ModuleHost {
  /** Loaded before the player: makes `ludus/ID` something that can be imported anywhere. */
  readonly hooks: string;
  /** A module that exports `follow: Follow`; without it, a module of this game has to speak the protocol itself. */
  readonly follow?: string | undefined;
  /** Folders that the two need, in addition to this project. */
  readonly needs: readonly string[];
  /** The parameters of the hooks; values are paths, with `:` between them. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A game's libraries for programs, found without installing anything. Paths. */
export interface Libraries {
  /** Folders that Python players import from. */
  readonly python?: readonly string[];
  /** Source files that are compiled with a Java player. */
  readonly java?: readonly string[];
  /** Headers that a C++ player may include. */
  readonly cpp?: readonly string[];
}

/**
 * The engine for players that are modules. Moves alone reveal neither chance nor hidden information. Then players receive images,
 * or follow the lines of the protocol, as programs do.
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
