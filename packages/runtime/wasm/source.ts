import { basename } from 'node:path';
import { nameFrom } from '@ludus/game/names.ts';
import { withDrawings } from '@ludus/game/protocol.ts';
import { fuelBudget } from '../budget/budget.ts';
import { DEFAULT_MEMORY_BYTES } from '../budget/fuel.ts';
import { missingPlayer, rejectedPlayer } from '../player-problems.ts';
import type { PlayerSource, ResolveContext } from '../resolve.ts';
import { readMarker } from './marker.ts';
import type { MeteredModule } from './meter.ts';
import { ModuleRejectedError } from './module-problems.ts';
import type { CodePlaces } from './places.ts';
import { isLineProgram, loadProgram } from './program.ts';
import { canSuspend, ProgramRunner } from './program-runner.ts';
import { WasmRunner } from './wasm-runner.ts';

/**
 * A player from the bytes of a WebAssembly module. `name` is the player's name as the user wrote it. Throws a
 * `PlayerNotFoundError` or `PlayerRejectedError`.
 */
export async function wasmSource(
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
  { game, budget, limits = {}, image, others }: ResolveContext,
  shownAs?: string,
  places?: CodePlaces,
  /** Meters the module, or returns the cached result. If absent, the module is metered now. */
  meter?: (bytes: Uint8Array<ArrayBuffer>, memoryBytes: number) => Promise<MeteredModule>,
): Promise<PlayerSource> {
  if (budget === 'cpu') throw missingPlayer('player/only-in-fuel', name);
  const marker = readMarker(bytes);
  if (marker && marker.game !== game.id) {
    const its = (await others?.())?.find(({ id }) => id === marker.game)?.title ?? marker.game;
    throw missingPlayer('player/other-game', name, its, game.title);
  }
  try {
    const memoryBytes = limits.session?.memoryBytes ?? DEFAULT_MEMORY_BYTES;
    const program = await loadProgram(bytes, memoryBytes, places, await meter?.(bytes, memoryBytes));
    const isProgram = isLineProgram(bytes);
    if (isProgram && game.dialogue === undefined) throw rejectedPlayer('player/no-line-programs', name, game.title);
    if (isProgram && !canSuspend()) throw rejectedPlayer('player/no-suspension', name);
    if (!isProgram && !image) throw rejectedPlayer('player/no-modules', name, game.title);
    const shown = shownAs ?? marker?.name ?? nameFrom(basename(name, '.wasm'));
    return {
      name: shown,
      open(output, other = shown) {
        const options = {
          output: output && withDrawings(output),
          budget: budget === 'fuel' ? fuelBudget({ game, limits }) : undefined,
        };
        return isProgram
          ? new ProgramRunner(other, game, program, options)
          : new WasmRunner(other, image!, program, options);
      },
    };
  } catch (error) {
    if (error instanceof ModuleRejectedError) throw rejectedPlayer('player/not-a-bot', name, error.message);
    throw error;
  }
}
