import { hasKey } from '@ludus/game/secret-randomness.ts';
import { fuelBudget } from './budget/budget.ts';
import { DEFAULT_MEMORY_BYTES } from './budget/fuel.ts';
import { isPython, pythonSource } from './cpython/python-source.ts';
import { missingPlayer, rejectedPlayer } from './player-problems.ts';
import type { Engine } from './quickjs/engine.ts';
import { guestModules, ourEngine } from './quickjs/our-engine.ts';
import { type PackedScript, unpackScript, withGuest } from './quickjs/packed-script.ts';
import { type Script, ScriptRejectedError } from './quickjs/script.ts';
import { ScriptRunner, tryScript } from './quickjs/script-runner.ts';
import type { PlayerSource, ResolveContext } from './resolve.ts';
import { ModuleRejectedError } from './wasm/module-problems.ts';
import { wasmSource } from './wasm/source.ts';

/**
 * The player in a module that contains a script; undefined for other modules. Throws a `PlayerNotFoundError` or
 * `PlayerRejectedError`.
 */
export async function packedSource(
  module: Uint8Array,
  name: string,
  context: ResolveContext,
  shown?: string,
): Promise<PlayerSource | undefined> {
  try {
    const packed = unpackScript(module);
    return packed && (await sourceOfPacked(packed, name, context, shown));
  } catch (error) {
    throw toPlayerRejectedError(error, name);
  }
}

async function sourceOfPacked(
  packed: PackedScript,
  name: string,
  context: ResolveContext,
  shown: string = packed.name,
): Promise<PlayerSource> {
  const { game, guest, image, budget } = context;
  if (budget === 'cpu') throw missingPlayer('player/only-in-fuel', name);
  if (packed.game !== game.id) throw missingPlayer('player/other-game', name, packed.game, game.title);
  if (isPython(packed.files[0].name)) return pythonSource(packed.files, name, context, shown);
  // The game's moves alone don't determine the state, because they don't contain random events or hidden information.
  if (!guest || (!image && !guest.followsLines && hasKey(game)))
    throw rejectedPlayer('player/no-scripts', name, game.title);
  const script = withGuest(packed, await guestModules(guest));
  return scriptSource(await ourEngine(memoryOf(context)), { ...script, name: shown }, name, context);
}

/**
 * Converts an error that explains why a script can't be a player to a `PlayerRejectedError`. Returns other errors
 * unchanged.
 */
export function toPlayerRejectedError(error: unknown, name: string): unknown {
  if (error instanceof ScriptRejectedError || error instanceof ModuleRejectedError)
    return rejectedPlayer('player/not-a-bot', name, error.message);
  return error;
}

export function scriptSource(
  engine: Engine,
  script: Script,
  name: string,
  { game, image, budget, limits }: ResolveContext,
): PlayerSource {
  const wrong = tryScript(engine, script);
  if (wrong !== undefined) throw rejectedPlayer('player/not-started', name, wrong);
  return {
    name: script.name,
    open: (output, name = script.name) =>
      new ScriptRunner(
        game,
        image,
        engine,
        { ...script, name },
        { output, budget: budget === 'fuel' ? fuelBudget({ game, limits }) : undefined },
      ),
  };
}

export const memoryOf = ({ limits }: ResolveContext): number => limits?.session?.memoryBytes ?? DEFAULT_MEMORY_BYTES;

/**
 * A player from the bytes of a WebAssembly module: compiled C++ or a packed script. `name` is the player's name in
 * errors. `shown` is the player's name in the match, if it differs from the name in the module. Throws a
 * `PlayerNotFoundError` or `PlayerRejectedError`.
 */
export async function modulePlayer(
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
  context: ResolveContext,
  shown?: string,
): Promise<PlayerSource> {
  const scripted = await packedSource(bytes, name, context, shown);
  if (scripted) return scripted;
  return wasmSource(bytes, name, context, shown);
}
