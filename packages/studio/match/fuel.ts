import type { PlayerOutput } from '@ludus/game/output.ts';
import { type AnyRunner, PlayerFault } from '@ludus/game/player-runner.ts';
import { withDrawings } from '@ludus/game/protocol.ts';
import {
  bundlePython,
  bundleScript,
  compilePython,
  loadProgram,
  ModuleRejectedError,
  PythonRunner,
  readMarker,
  ScriptRejectedError,
  ScriptRunner,
  tryScript,
  WasmRunner,
} from '@ludus/runtime/metering.ts';
import { DEFAULT_MEMORY_BYTES, fuelBudget } from '@ludus/runtime/parts.ts';
import type { AnyKit } from 'ludus/kit.ts';
import type { CompiledPlayer } from '../cpp/messages.ts';
import { placeIn } from './code-place.ts';
import type { OwnFile } from './files.ts';
import type { FuelParts } from './fuel-parts.ts';
import { type FuelNeeds, type MatchNews, mainFileOf, type OwnPlayerOrder, type PlayerOrder } from './order.ts';
import { OwnPlayerError } from './own-player.ts';
import { type OpenSeat, openBuiltin } from './play-order.ts';

/**
 * Users' players as `--budget fuel` runs them: TypeScript in QuickJS, Python in CPython, and modules directly. Each
 * player is metered, and has separate memory. Users' code never runs in the JavaScript of the page or the worker.
 */

type OpenRunner = (output: PlayerOutput) => AnyRunner;

/**
 * Prepares the players of a match: loads the engine if necessary, then meters, compiles, and tests each player.
 * `modules`: by seat, the compiled C++ modules. An error in a player is thrown as an `OwnPlayerError` with the player's
 * seat. Fuel also limits players in a match without a budget, but the replay of such a match doesn't contain the fuel.
 */
export async function fuelSeats(
  kit: AnyKit,
  players: readonly (PlayerOrder | undefined)[],
  modules: FuelNeeds['modules'],
  parts: FuelParts,
): Promise<OpenSeat> {
  const opens: (OpenRunner | undefined)[] = [];
  for (const [seat, player] of players.entries()) {
    if (player?.kind !== 'own') continue;
    try {
      const module = modules[seat];
      if (module) opens[seat] = await openModule(kit, player, module);
      else if (player.language === 'python') opens[seat] = await openPython(kit, player, parts);
      else opens[seat] = await openScript(kit, player, parts);
    } catch (error) {
      throw refusal(error, player.name, seat);
    }
  }
  return (_, player, seat, output, tell) => {
    const open = opens[seat];
    if (player.kind !== 'own' || !open) return openBuiltin(kit, player.name, output);
    return telling(open(output), player, seat, tell);
  };
}

async function openScript(
  { game, image }: AnyKit,
  { name, source, ending, files = [] }: OwnPlayerOrder,
  parts: FuelParts,
): Promise<OpenRunner> {
  const [engine, guest] = await Promise.all([parts.engine(), parts.guest(game.id)]);
  const bytes = new TextEncoder().encode(source);
  const script = await bundleScript(mainFileOf({ name, ending }), bytes, {
    game: game.id,
    guest,
    eraser: parts.eraser,
    beside: besideIn(files),
  });
  const wrong = tryScript(engine, script);
  if (wrong !== undefined) throw new OwnPlayerError(`${name} ${wrong}`);
  return (output) => new ScriptRunner(game, image, engine, script, { output, budget: fuelBudget({ game }) });
}

/** Returns a function that finds another file of the player by its import path. */
const besideIn = (files: readonly OwnFile[]) => (path: string) => {
  const file = files.find((each) => each.name === path);
  return file && new TextEncoder().encode(file.text);
};

async function openPython({ game }: AnyKit, player: OwnPlayerOrder, parts: FuelParts): Promise<OpenRunner> {
  const { name, source, files = [] } = player;
  const bundle = bundlePython(mainFileOf(player), new TextEncoder().encode(source), besideIn(files));
  const { engine, snapshot } = await parts.python(game.id);
  const bot = compilePython(engine, snapshot, name, bundle);
  return (output) => new PythonRunner(game, bot, { output, budget: fuelBudget({ game }) });
}

async function openModule(
  { game, image }: AnyKit,
  { name }: OwnPlayerOrder,
  { module, places }: CompiledPlayer,
): Promise<OpenRunner> {
  const marker = readMarker(module);
  if (!image || (marker && marker.game !== game.id))
    throw new OwnPlayerError(`${name} can’t play: it isn’t a bot for ${game.title}`);
  const program = await loadProgram(module, DEFAULT_MEMORY_BYTES, places);
  return (output) =>
    new WasmRunner(marker?.name ?? name, image, program, {
      output: withDrawings(output),
      budget: fuelBudget({ game }),
    });
}

function refusal(error: unknown, name: string, seat: number): unknown {
  let refused = error;
  if (error instanceof ScriptRejectedError || error instanceof ModuleRejectedError)
    refused = new OwnPlayerError(`${name} can’t be a bot: ${error.message}`);
  if (refused instanceof OwnPlayerError) refused.seat = seat;
  return refused;
}

/** Reports a player's failure, with the source line if the message contains it. */
function telling(
  runner: AnyRunner,
  { files = [] }: OwnPlayerOrder,
  seat: number,
  tell: (news: MatchNews) => void,
): AnyRunner {
  const isBeside = (file: string): boolean => files.some(({ name }) => name === file);
  let round = 0;
  const told = <T>(call: () => T): T => {
    try {
      return call();
    } catch (error) {
      if (error instanceof PlayerFault)
        tell({ type: 'fault', seat, round, place: placeIn(error.message, isBeside), message: error.message });
      throw error;
    }
  };
  const { start, play } = runner;
  runner.start = (...given) => told(() => start?.apply(runner, given));
  runner.play = (...given) => {
    const asked = told(() => play.apply(runner, given));
    round++;
    return asked;
  };
  return runner;
}
